import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Downtime } from '../../games/schedule/downtimes.ts';
import { databaseNow } from './record-downtime.ts';

/*
 * Downtime is measured by the database's clock. If someone sets this clock ahead, that looks like a time without
 * heartbeats, and all dates in it would be put off. So a gap counts only if a clock of the process confirms it.
 */

/** What the clocks show at a heartbeat. */
export interface ClockReading {
  /** The database's clock. */
  database: Date;
  /** The clocks of the process just before the database was asked, and just after. */
  before: ProcessClocks;
  after: ProcessClocks;
}

interface ProcessClocks {
  /** The server's clock, in milliseconds since 1970. It can be set. */
  wall: number;
  /** Milliseconds by a clock that cannot be set, but stands still while the machine is suspended. */
  uptime: number;
}

/** How far the clocks of server and database may be apart if a process has no heartbeat of its own yet, in milliseconds. */
const MAX_APART = 5 * 60_000;

/**
 * How much more time may have passed for the database than for the process: some seconds, and a tenth, because clocks that
 * are being corrected go faster. A clock that jumped since a heartbeat five seconds ago can never make a gap of 15 seconds.
 */
const TOLERANCE = 5_000;
const TOLERATED_RATE = 1.1;

/** Asks all clocks. */
export async function readClocks(tx: Tx, ctx: AppContext, uptime: () => number): Promise<ClockReading> {
  const processClocks = () => ({ wall: ctx.now().getTime(), uptime: uptime() });
  const before = processClocks();
  const database = await databaseNow(tx);
  return { database, before, after: processClocks() };
}

/**
 * Whether a gap between heartbeats is real as far as this process can tell.
 *
 * If the process has a heartbeat of its own, then at least one of its clocks must have gone on since then as far as the
 * database's. The server's own clock is enough, because the other one stands still while the machine is suspended. If both
 * the server's clock and the database's jump, this cannot be told from that, and it is safer to put dates off than to
 * process all turns that seem to be due.
 *
 * Otherwise the server's clock must agree with the database's.
 * @param last the clocks at the last heartbeat of the process; null if there is none
 */
export function isConfirmed(
  { from, until }: Downtime,
  now: ClockReading,
  last: ClockReading | null,
): boolean {
  const database = now.database.getTime();
  if (last === null) return database > now.before.wall - MAX_APART && database < now.after.wall + MAX_APART;
  // The longest that it can have been: the answers of the database may have taken a while.
  const passed = Math.max(now.after.wall - last.before.wall, now.after.uptime - last.before.uptime);
  const claimed = Math.max(until.getTime() - from.getTime(), database - last.database.getTime());
  return claimed <= passed * TOLERATED_RATE + TOLERANCE;
}
