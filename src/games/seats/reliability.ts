import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';

/** How many of the sheets that an account owed over the last year it sent; excused ones are not counted. */
export interface Reliability {
  sent: number;
  owed: number;
  /** Of a hundred, rounded down; null where none was owed. */
  percent: number | null;
}

const NONE: Reliability = { sent: 0, owed: 0, percent: null };

/**
 * The records of several accounts; every one that is asked for is in the answer.
 * @param db the transaction of a caller who is in one: a second connection might have to wait for the first
 */
export async function reliabilityOf(
  ctx: AppContext,
  accountIds: readonly number[],
  db: Tx = ctx.db.prisma,
): Promise<Map<number, Reliability>> {
  const since = DateTime.fromJSDate(ctx.now()).minus({ years: 1 }).toJSDate();
  const counted = await db.attendance.groupBy({
    by: ['accountId', 'missed'],
    where: { accountId: { in: [...accountIds] }, excused: false, processedAt: { gt: since } },
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

/** One account's record. */
export async function reliability(
  ctx: AppContext,
  accountId: number,
  db: Tx = ctx.db.prisma,
): Promise<Reliability> {
  return (await reliabilityOf(ctx, [accountId], db)).get(accountId) ?? NONE;
}

/** Is a record good enough for a game that asks for one? Whoever has none yet is: all begin somewhere. */
export function reliableEnough(record: Reliability, min: number | null): boolean {
  return min === null || record.percent === null || record.percent >= min;
}

function recordOf(sent: number, owed: number): Reliability {
  return { sent, owed, percent: owed === 0 ? null : Math.floor((100 * sent) / owed) };
}
