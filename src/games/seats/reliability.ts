import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/** How many of the sheets that an account owed in the last year it sent. Excused turns do not count. */
export interface Reliability {
  sent: number;
  owed: number;
  /** The share of sheets sent, in percent, rounded down; null if none was owed. */
  percent: number | null;
}

const NONE: Reliability = { sent: 0, owed: 0, percent: null };

/**
 * The reliability of several accounts; the map has an entry for each.
 * @param db the caller's transaction, if there is one: a second connection could wait for the first forever
 */
export async function reliabilityOf(
  ctx: AppContext,
  accountIds: readonly number[],
  db: Tx = ctx.db.prisma,
): Promise<Map<number, Reliability>> {
  const since = DateTime.fromJSDate(ctx.now()).minus({ years: 1 }).toJSDate();
  const counted = await db.attendance.groupBy({
    by: ['accountId', 'missed'],
    where: { accountId: { in: [...accountIds] }, excused: false, counts: true, processedAt: { gt: since } },
    _count: { _all: true },
  });
  const records = new Map(accountIds.map((id) => [id, NONE]));
  for (const { accountId, missed, _count } of counted) {
    if (accountId === null) continue;
    const { sent, owed } = records.get(accountId) ?? NONE;
    records.set(accountId, recordOf(sent + (missed ? 0 : _count._all), owed + _count._all));
  }
  return records;
}

/** The reliability of one account. */
export async function reliability(
  ctx: AppContext,
  accountId: number,
  db: Tx = ctx.db.prisma,
): Promise<Reliability> {
  return (await reliabilityOf(ctx, [accountId], db)).get(accountId) ?? NONE;
}

/**
 * Checks that an account's reliability meets a game's minimum. Problem: `unreliable`.
 * @param db the caller's transaction
 */
export async function checkReliability(
  ctx: AppContext,
  min: number | null,
  accountId: number,
  db: Tx,
): Promise<Result<void>> {
  if (reliableEnough(await reliability(ctx, accountId, db), min)) return ok(undefined);
  const message = `This game is for players who sent at least ${min}% of the sheets they owed in the last year. You sent fewer.`;
  return fail('', 'unreliable', message);
}

/** Whether a reliability meets a game's minimum. An account that has not owed any sheet yet always does. */
export function reliableEnough(record: Reliability, min: number | null): boolean {
  return min === null || record.percent === null || record.percent >= min;
}

function recordOf(sent: number, owed: number): Reliability {
  return { sent, owed, percent: owed === 0 ? null : Math.floor((100 * sent) / owed) };
}
