import type { AppContext } from '../../context.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { logGameEvent } from '../../games/game/game-log.ts';
import { inTransaction, lockGame } from '../../games/game/game-store.ts';
import { countAction, limitReached } from '../../games/game/limited-actions.ts';
import { deliveriesShownToGm } from '../../games/game/mail-shown-to-gm.ts';
import { counted } from '../../rules/numbers.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/** How much mail waits on this server. */
export interface WaitingMail {
  /** All mail that is neither sent nor failed. */
  waiting: number;
  /** Of these, the mail that could not be sent because the mail server could not be reached. */
  forRelay: number;
  /** Of these, the mail that is not due yet. */
  notDue: number;
  /** All mail that was written more than an hour ago, or while the clock was more than an hour ahead. */
  late: number;
}

/** How many mails are made due in one transaction. More than a game has. */
const BATCH = 1_000;

/** The priority of jobs that are made due together: new mail goes first. */
const LOW_PRIORITY = 10;

const HOUR = 3_600_000;

/** Counts the mail that waits. */
export async function countWaitingMail(ctx: AppContext): Promise<WaitingMail> {
  const now = ctx.now();
  const [counts] = await ctx.db.prisma.$queryRaw<WaitingMail[]>`
    select count(*)::int as waiting,
      count(*) filter (where obstacle = 'relay')::int as "forRelay",
      count(*) filter (where obstacle = 'relay' and status = 'retrying' and "nextAttempt" > ${now})::int as "notDue",
      count(*) filter (where "createdAt" < ${new Date(now.getTime() - HOUR)}
        or "createdAt" > ${new Date(now.getTime() + HOUR)})::int as late
    from "Delivery" where status in ('queued', 'sending', 'retrying')`;
  return counts as WaitingMail;
}

/**
 * Whether any mail waits because the mail server could not be reached and is not due yet.
 * @param except the ids of deliveries that do not count
 */
export async function waitsForRelay(ctx: AppContext, except: Iterable<string>): Promise<boolean> {
  const found = await ctx.db.prisma.$queryRaw<unknown[]>`
    select from "Delivery" d
    where status = 'retrying' and "nextAttempt" > ${ctx.now()} and ${forRelayExcept(except)} limit 1`;
  return found.length > 0;
}

/**
 * Makes all mail due that waits because the mail server could not be reached.
 * @param except the ids of deliveries that go on waiting
 * @returns the ids of the deliveries that are due now
 */
export async function releaseMailForRelay(ctx: AppContext, except: Iterable<string> = []): Promise<string[]> {
  return await makeAllDue(ctx, forRelayExcept(except));
}

function forRelayExcept(ids: Iterable<string>): Prisma.Sql {
  return Prisma.sql`obstacle = 'relay' and d.id <> all(${[...ids]}::uuid[])`;
}

/** The message for a GM who has tried waiting mail too often. */
export const TRIED_TOO_OFTEN =
  'You have done this several times in the last hour. The server keeps trying by itself.';

/**
 * As `retryAllWaiting`, for the GM of a game. Each attempt counts, and the last one fails for good, so a GM who plays could
 * otherwise use up the attempts of the mail to the other players. Problem: `too-often`.
 */
export async function retryMailOfGame(
  ctx: AppContext,
  { gameId, by }: { gameId: string; by: number },
): Promise<Result<number>> {
  const action = { gameId, accountId: by, kind: 'mailRetry' as const };
  const isAllowed = await inTransaction(ctx, async (tx) => {
    await lockGame(tx, gameId);
    if (await limitReached(tx, ctx, action)) return false;
    await countAction(tx, ctx, action);
    return true;
  });
  if (isAllowed) return ok(await retryAllWaiting(ctx, { gameId, by }));
  return fail('', 'too-often', TRIED_TOO_OFTEN);
}

/**
 * Makes all waiting mail of a game, or of the whole server, due now. Mail that is being sent is left alone, and mail that
 * is already due stays so: a second call right after does nothing. Callers must authorize.
 * @param of.gameId only mail of this game; everything by default
 * @param of.by the account to name in the game's log
 * @returns how many mails are sent now, if a worker is running; of a game, like its log, only those that the GM sees in its list
 */
export async function retryAllWaiting(
  ctx: AppContext,
  { gameId, by }: { gameId?: string; by?: number } = {},
): Promise<number> {
  if (gameId === undefined) return (await makeAllDue(ctx, Prisma.sql`true`)).length;
  return await inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, gameId);
    if (game === null) return 0;
    const ids = await makeDue(tx, ctx, Prisma.sql`"gameId" = ${gameId}::uuid`);
    const shown = await deliveriesShownToGm(tx, game);
    const count = await tx.delivery.count({ where: { ...shown, id: { in: ids } } });
    if (by !== undefined && count > 0) {
      const detail = counted(count, 'e-mail');
      await logGameEvent(tx, ctx, { gameId, by, type: 'mailRetried', detail });
    }
    return count;
  });
}

/**
 * Gives a job to every delivery that goes on but has none: someone has deleted the job, or the database failed so often
 * that the queue gave it up. Returns how many deliveries that are.
 */
export async function requeueLostMail(ctx: AppContext): Promise<number> {
  return await ctx.db.prisma.$executeRaw`
    select ${addJob(Prisma.sql`run_at => d."nextAttempt"`)}
    from "Delivery" d
    where d.status in ('queued', 'sending', 'retrying') and not ${hasJob(Prisma.sql`true`)}`;
}

/**
 * Makes the mail due that meets a condition on the delivery `d`. Goes through all mail once, so that it ends even if mail comes
 * back while it runs. Returns the ids of that mail.
 */
export async function makeAllDue(ctx: AppContext, condition: Prisma.Sql): Promise<string[]> {
  const ids: string[] = [];
  let after = Prisma.sql`true`;
  for (;;) {
    const batch = await inTransaction(ctx, (tx) => makeDue(tx, ctx, Prisma.sql`${condition} and ${after}`));
    ids.push(...batch);
    const last = ids.at(-1);
    if (batch.length === 0 || last === undefined) return ids;
    after = Prisma.sql`d.id > ${last}::uuid`;
  }
}

/**
 * Makes one batch of waiting mails due, and returns their ids in order. Mails that someone else is working on
 * are left out.
 */
async function makeDue(tx: Tx, ctx: AppContext, condition: Prisma.Sql): Promise<string[]> {
  const now = ctx.now();
  const mails = await tx.$queryRaw<{ id: string }[]>`
    select id from "Delivery" d
    where status in ('queued', 'retrying') and ${condition}
      and ("nextAttempt" > ${now} or not ${hasJob(Prisma.sql`j.run_at <= now()`)})
    order by id limit ${BATCH} for update skip locked`;
  const ids = mails.map(({ id }) => id);
  await tx.delivery.updateMany({ where: { id: { in: ids } }, data: { nextAttempt: now } });
  await tx.$executeRaw`
    select ${addJob(Prisma.sql`priority => ${LOW_PRIORITY}`)} from "Delivery" d
    where d.id = any(${ids}::uuid[])`;
  return ids;
}

/** Whether a delivery `d` has a job `j` that the queue will do. */
function hasJob(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select from graphile_worker.jobs j
    where j.key = 'deliver:' || d.id and (j.locked_at is not null or j.attempts < j.max_attempts and ${condition}))`;
}

/** Writes the job of a delivery `d`: the same as `updateDeliveryJob`, for many at once. */
export function addJob(options: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`graphile_worker.add_job(
    case when d.attempts = 0 then 'deliver' else 'deliverAgain' end,
    json_build_object('deliveryId', d.id), job_key => 'deliver:' || d.id, ${options})`;
}
