import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { type Downtime, ENDS_WITHIN } from '../../games/schedule/downtimes.ts';

/** Records a downtime and has the dates put off that passed during it. */
export async function recordDowntime(tx: Tx, { from, until, ofMailOnly = false }: Downtime): Promise<void> {
  await tx.downtime.create({ data: { from, until, ofMailOnly } });
  const dates = { from: from.toISOString(), until: until.toISOString() };
  const payload = { ...dates, ...(ofMailOnly && { ofMailOnly }) };
  await enqueueJob(tx, 'putOffDates', payload, { jobKey: `putOffDates:${dates.from}:${dates.until}` });
}

/**
 * Corrects downtimes that end in the future, because the database's clock was ahead when they were recorded. If the clock
 * has been set back since the last heartbeat, they end now: part of them may be real. If it was set back earlier, servers
 * have been up since then, so they are deleted.
 * @returns the downtimes as they were
 */
export async function correctDowntimes(
  tx: Tx,
  { now, wasSetBack }: { now: Date; wasSetBack: boolean },
): Promise<Downtime[]> {
  const where = { until: { gt: wasSetBack ? now : new Date(now.getTime() + ENDS_WITHIN) } };
  const wrong = await tx.downtime.findMany({ where, select: { from: true, until: true, ofMailOnly: true } });
  if (wrong.length === 0) return [];
  await tx.downtime.deleteMany({ where });
  for (const { from, ofMailOnly } of wrong) {
    if (wasSetBack && from < now) await recordDowntime(tx, { from, until: now, ofMailOnly });
  }
  return wrong;
}

/** The database's clock, to the millisecond. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS "now"`;
  return row.now;
}
