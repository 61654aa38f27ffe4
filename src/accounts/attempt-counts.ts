import type { AppContext } from '../context.ts';
import { databaseFailure } from '../database/failures.ts';
import { keyedHash } from './keyed-hash.ts';

/*
 * Counts of wrong security codes that all processes share, so that several processes with pages, or a restart, give no one
 * more attempts. If the database can store nothing, the attempts are not counted here; each process counts them in its
 * memory, too (src/web/access/sign-in-limits.ts).
 */

/** Something that is counted, and how often it is allowed. */
export interface AttemptLimit {
  /** What is counted, such as `network 203.0.113.7`. Only its keyed hash is stored. */
  what: string;
  max: number;
  /** Minutes from the first attempt until counting begins anew. */
  minutes: number;
}

/** Counts an attempt against each of the limits. */
export async function countAttempt(ctx: AppContext, limits: readonly AttemptLimit[]): Promise<void> {
  const now = ctx.now();
  const keys = await Promise.all(limits.map(({ what }) => keyedHash(ctx, 'wrong codes', what)));
  const ends = limits.map(({ minutes }) => new Date(now.getTime() + minutes * 60_000));
  try {
    // Always in the order of the keys, so that two attempts cannot lock each other out.
    await ctx.db.prisma.$executeRaw`
      INSERT INTO "AttemptCount" AS counted ("key", "count", "endsAt")
      SELECT "key", 1, "ends" FROM unnest(${keys}::text[], ${ends}::timestamptz[]) AS attempt("key", "ends")
      ORDER BY "key"
      ON CONFLICT ("key") DO UPDATE SET
        "count" = CASE WHEN counted."endsAt" <= ${now} THEN 1 ELSE counted."count" + 1 END,
        "endsAt" = CASE WHEN counted."endsAt" <= ${now} THEN excluded."endsAt" ELSE counted."endsAt" END`;
  } catch (error) {
    if (databaseFailure(error) === null) throw error;
    ctx.log.warn({ err: error }, 'could not count a wrong security code for all processes');
  }
}

/**
 * For each of the limits, how many milliseconds it stays used up; 0 if it is not.
 * Asks the database the same for accounts that exist and for those that do not.
 */
export async function spentFor(ctx: AppContext, limits: readonly AttemptLimit[]): Promise<number[]> {
  const now = ctx.now();
  const keys = await Promise.all(limits.map(({ what }) => keyedHash(ctx, 'wrong codes', what)));
  const counts = await ctx.db.prisma.attemptCount.findMany({
    where: { key: { in: keys }, endsAt: { gt: now } },
  });
  return limits.map(({ max }, i) => {
    const found = counts.find(({ key }) => key === keys[i]);
    return found && found.count >= max ? found.endsAt.getTime() - now.getTime() : 0;
  });
}
