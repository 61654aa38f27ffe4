import type pg from 'pg';
import { DeliveryStatus, GameStatus, SheetOutcome } from '../../database/generated/enums.ts';
import { type DueJobs, dueJobs, mailsSentLastMinute } from '../system/queue-counts.ts';

/** Counts by the value of a label, with 0 for values that do not occur. */
export type Counts = Readonly<Record<string, number>>;

/** The kinds of jobs of each lane. */
export type LaneJobs = Readonly<Record<string, readonly string[]>>;

/** What changes from moment to moment. */
export interface CurrentCounts {
  mails: Counts;
  games: Counts;
  /** For each lane, the jobs that are due and not running. */
  dueJobs: Counts;
  /** For each lane, the seconds since the job that has been due for longest was due; 0 if none is. */
  oldestDueJob: Counts;
  /** Mails that the mail server took within the last minute. */
  mailsLastMinute: number;
}

/** What only grows, and takes longer to count. */
export interface TotalCounts {
  turns: number;
  sheets: Counts;
}

/** Counts mail and games, and looks for jobs that are due and not running. */
export async function readCurrentCounts(pool: pg.Pool, lanes: LaneJobs): Promise<CurrentCounts> {
  const mails = await countBy(
    pool,
    `select "status"::text as label, count(*)::int as n from "Delivery" group by 1`,
  );
  const games = await countBy(
    pool,
    `select "status"::text as label, count(*)::int as n from "Game" group by 1`,
  );
  const due = await dueJobs(pool);
  const byLane = (figure: (jobs: DueJobs[]) => number) =>
    Object.fromEntries(
      Object.entries(lanes).map(([lane, kinds]) => [
        lane,
        figure(due.filter(({ kind }) => kinds.includes(kind))),
      ]),
    );
  return {
    mails: withAll(DeliveryStatus, mails),
    games: withAll(GameStatus, games),
    dueJobs: byLane((jobs) => jobs.reduce((sum, { count }) => sum + count, 0)),
    oldestDueJob: byLane((jobs) => Math.max(0, ...jobs.map(({ oldest }) => oldest))),
    mailsLastMinute: await mailsSentLastMinute(pool),
  };
}

/** Counts turns and sheets. Turn 0 is the setup and was not processed. */
export async function readTotalCounts(pool: pg.Pool): Promise<TotalCounts> {
  const turns = await countBy(pool, `select 'all' as label, count(*)::int as n from "Turn" where "turn" > 0`);
  const sheets = await countBy(
    pool,
    `select "outcome"::text as label, count(*)::int as n from "Sheet" group by 1`,
  );
  return { turns: turns.all ?? 0, sheets: withAll(SheetOutcome, sheets) };
}

async function countBy(pool: pg.Pool, sql: string): Promise<Counts> {
  const { rows } = await pool.query<{ label: string; n: number }>(sql);
  return Object.fromEntries(rows.map(({ label, n }) => [label, n]));
}

function withAll(values: Readonly<Record<string, string>>, counts: Counts): Counts {
  return Object.fromEntries(Object.values(values).map((value) => [value, counts[value] ?? 0]));
}
