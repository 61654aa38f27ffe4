import type { Downtime } from '../../games/schedule/downtimes.ts';
import { type ClockReading, isConfirmed } from './clock-reading.ts';

/* Where signs of a server are missing for too long, there was downtime. */

/** What a process remembers of its last sign. */
export interface OwnSign {
  reading: ClockReading;
  /** The latest sign of any process that it knows of, even if the database's clock was set back since. */
  latest: Date;
}

/** The time since the last sign. */
export interface Gap {
  /** It, if it is too long; null if it is not. */
  gap: Downtime | null;
  /** Whether it is too long and a clock of the process confirms it. */
  counts: boolean;
  /** For the next sign of the process. */
  own: OwnSign;
}

/** What the time since the last sign is judged by. */
export interface GapOptions {
  /** What the database says of the last sign; null if there was none. */
  lastSign: Date | null;
  /** The last sign of the process; null if this is its first one. */
  last: OwnSign | null;
  /** What the clocks show now. */
  reading: ClockReading;
  /** The longest time in milliseconds that is not too long. */
  maxGap: number;
}

/** Judges the time since the last sign, when a new one is given. */
export function judgeGap({ lastSign, last, reading, maxGap }: GapOptions): Gap {
  const now = reading.database;
  const signs = [lastSign, last?.latest, last?.reading.database].filter((sign) => sign instanceof Date);
  const gap = gapSince(signs, now, maxGap);
  return {
    gap,
    counts: gap !== null && isConfirmed(gap, reading, last?.reading ?? null),
    own: { reading, latest: latestOf([...signs, now]) },
  };
}

/**
 * The time since the latest of these signs if it is too long; null if it is not. Signs from the future do not count: the
 * database's clock was set back after them. An older sign that the process remembers matters if the clock was set back and is
 * right again.
 */
function gapSince(signs: readonly Date[], now: Date, maxGap: number): Downtime | null {
  const past = signs.filter((sign) => sign <= now);
  if (past.length === 0) return null;
  const from = latestOf(past);
  return now.getTime() - from.getTime() > maxGap ? { from, until: now } : null;
}

function latestOf(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}
