import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import type { Downtime } from '../../games/schedule/downtimes.ts';

/** Records a downtime and has the dates put off that passed during it. */
export async function recordDowntime(tx: Tx, { from, until }: Downtime): Promise<void> {
  await tx.downtime.create({ data: { from, until } });
  const dates = { from: from.toISOString(), until: until.toISOString() };
  await enqueueJob(tx, 'putOffDates', dates, { jobKey: `putOffDates:${dates.from}:${dates.until}` });
}

/** The database's clock, to the millisecond. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS "now"`;
  return row.now;
}
