import type { AppContext } from '../../context.ts';
import { Prisma } from '../../database/generated/client.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import { LEASE } from './deliver.ts';
import { LONGEST_DELAY } from './delivery-status.ts';
import { addJob, makeAllDue } from './waiting-mail.ts';

/* What a clock that was ahead for some time has done to mail, once it has been set right. */

/** Milliseconds added to the longest delay of a mail, for clocks that differ a little. */
const TOLERANCE = 15 * 60_000;

/**
 * Corrects the times of mail that were noted while the clock was ahead: makes mail due that waits for longer than any mail does, and
 * shortens the claim of a process that ended while it was sending. Safe to repeat. See also `reviveMail`.
 * @returns the number of mails whose times it has corrected
 */
export async function correctMailTimes(ctx: AppContext): Promise<number> {
  const latest = new Date(ctx.now().getTime() + LONGEST_DELAY + TOLERANCE);
  const claims = await shortenClaims(ctx, latest);
  const isFarAhead = Prisma.sql`(d."nextAttempt" > ${latest} or exists (
    select from graphile_worker.jobs far
    where far.key = 'deliver:' || d.id and far.locked_at is null and far.run_at > ${latest}))`;
  return claims + (await makeAllDue(ctx, isFarAhead)).length;
}

/** If a process is still sending the mail, it has the time that it needs. */
async function shortenClaims(ctx: AppContext, latest: Date): Promise<number> {
  const until = new Date(ctx.now().getTime() + LEASE);
  return await inTransaction(ctx, async (tx) => {
    const claimed = await tx.delivery.updateManyAndReturn({
      where: { status: 'sending', nextAttempt: { gt: latest } },
      data: { nextAttempt: until },
      select: { id: true },
    });
    const ids = claimed.map(({ id }) => id);
    await tx.$executeRaw`
      select ${addJob(Prisma.sql`run_at => ${until}`)} from "Delivery" d where d.id = any(${ids}::uuid[])`;
    return ids.length;
  });
}
