import type { AppContext } from '../../context.ts';
import type { ServerState } from '../../database/generated/client.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import type { Downtime } from '../../games/schedule/downtimes.ts';
import type { CheckName, Condition } from '../health.ts';
import { createDatabaseMemory, type DatabaseMemory, holdOlderDatabase } from '../held/database-memory.ts';
import { type LastSeen, lastSeenOf, writeLastSeen } from '../held/last-seen.ts';
import { type ClockDoubts, doubtsOf, type Noticed } from './clock-doubts.ts';
import { readClocks } from './clock-reading.ts';
import { judgeGap, type OwnSign } from './gaps.ts';
import { correctDowntimes, recordDowntime } from './record-downtime.ts';

/*
 * A process with pages that can take sheets says so every few seconds. Where these signs are missing, there was downtime.
 * All times are those of the database's clock, because the processes of a server can run on several machines. Clocks of the
 * process only confirm that time has really passed (clock-reading.ts).
 */

/** Milliseconds between two heartbeats. */
const INTERVAL = 5_000;

/** A longer time without a heartbeat is downtime, in milliseconds. */
const MAX_GAP = 3 * INTERVAL;

/** The same for the first heartbeat of a process, which was not there before. */
const MAX_GAP_AT_START = 2 * INTERVAL;

/** How long the last heartbeat may delay the end of a process, in milliseconds. */
const STOP_TIMEOUT = 3_000;

/**
 * The checks that a process must pass to take sheets. (Whether the server is held is seen when a heartbeat is recorded.)
 * Others, such as that of the workers, do not matter here: if they did, a turn that is late for such a reason would wait
 * for a heartbeat, and the heartbeat for the turn.
 */
const NEEDED_FOR_SHEETS: readonly CheckName[] = ['database', 'disk'];

/** What a heartbeat did. */
export type Beat =
  | RecordedBeat
  /** The server is held and takes no sheets, perhaps because this found that the database is older than it was. */
  | { kind: 'held' };

/** A heartbeat that was recorded. */
export interface RecordedBeat extends Noticed {
  kind: 'recorded';
  lastSeen: LastSeen;
  /** The row with the heartbeat. */
  state: ServerState;
  /** The downtime before it; null if there was none. */
  downtime: Downtime | null;
  /** For the next heartbeat of the process. */
  own: OwnSign;
}

/** How a heartbeat is judged. */
export interface BeatOptions {
  /** How old the last sign may be, in milliseconds. */
  maxGap?: number;
  /** The last heartbeat of the process; null if this is its first one. */
  last?: OwnSign | null;
  /** What the process remembers of the database; nothing by default. */
  memory?: DatabaseMemory;
  /** Milliseconds by a clock that cannot be set; for tests. */
  uptime?: () => number;
}

/** The heartbeats of a process. */
export interface Heartbeat {
  /** Records a last heartbeat if the process can take sheets, and stops. Safe to call twice. */
  stop(): Promise<void>;
}

/** What heartbeats need. */
export interface HeartbeatOptions {
  ctx: AppContext;
  /** The data folder, which remembers when the database was last seen. */
  dataDir: string;
  /** What the process remembers of the database; nothing by default. */
  memory?: DatabaseMemory;
  /** Is told if clocks are found to be wrong. */
  doubts: Pick<ClockDoubts, 'add'>;
  /** Whether the process can take sheets. */
  canTakeSheets: () => boolean;
  /** Milliseconds between two heartbeats; for tests. */
  interval?: number;
  /** Milliseconds by a clock that cannot be set; for tests. */
  uptime?: () => number;
}

/** Whether a process with these conditions can take sheets. */
export function canTakeSheets(conditions: readonly Condition[]): boolean {
  return conditions.every(({ check, level }) => level !== 'down' || !NEEDED_FOR_SHEETS.includes(check));
}

/**
 * Records that a server can take sheets now. If the last sign is too old, the time since then is recorded as downtime,
 * provided that a clock of the process confirms it, and a job puts off the dates that passed. If the database is older than what
 * the process remembers, holds the server instead: then it was not merely down.
 */
export async function beat(ctx: AppContext, options: BeatOptions = {}): Promise<Beat> {
  const { maxGap = MAX_GAP, last = null, memory, uptime = () => performance.now() } = options;
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT "id" FROM "ServerState" WHERE "id" = 1 FOR UPDATE`;
    const before = await tx.serverState.findUniqueOrThrow({ where: { id: 1 } });
    const { seenAt, heldAt } = before;
    if (heldAt !== null) return { kind: 'held' };
    const missing = memory?.missingIn(before) ?? null;
    if (missing !== null && (await holdOlderDatabase(ctx, tx, missing))) return { kind: 'held' };
    // Read after the lock, since another process may have held it for a while.
    const reading = await readClocks(tx, ctx, uptime);
    const now = reading.database;
    const data = { seenAt: now, beats: { increment: 1 } };
    const state = await tx.serverState.update({ where: { id: 1 }, data });
    const setBackBy = Math.max(0, (seenAt ?? now).getTime() - now.getTime());
    const corrected = await correctDowntimes(tx, { now, wasSetBack: setBackBy > 0 });
    const { gap, counts, own } = judgeGap({ lastSign: seenAt, last, reading, maxGap });
    if (gap !== null && counts) await recordDowntime(tx, gap);
    return {
      ...{ kind: 'recorded', state, lastSeen: lastSeenOf({ ...state, seenAt: now }), setBackBy, corrected },
      ...{ downtime: counts ? gap : null, unconfirmed: counts ? null : gap },
      own,
    };
  });
}

/**
 * Records a first heartbeat if the process can take sheets, and goes on until it is stopped. Must be called when the pages
 * are open and before a worker starts, so that downtime is known before a turn is processed.
 * @throws if the first heartbeat cannot be recorded
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { interval = INTERVAL } = options;
  const next = createBeats(options);
  if (options.canTakeSheets()) await next(MAX_GAP_AT_START);
  const pulse = createPulse(options, next);
  const timer = setInterval(pulse, interval);
  timer.unref();
  let stopping: Promise<void> | null = null;
  return {
    stop() {
      clearInterval(timer);
      stopping ??= withinTime(pulse(), STOP_TIMEOUT);
      return stopping;
    },
  };
}

/** A function that records the next heartbeat of a process, given how old the last sign may be, and tells what it found. */
function createBeats(options: HeartbeatOptions): (maxGap: number) => Promise<void> {
  const { ctx, dataDir, memory = createDatabaseMemory(), doubts, uptime } = options;
  let last: OwnSign | null = null;
  return async (maxGap) => {
    const beaten = await beat(ctx, { maxGap, last, memory, ...(uptime && { uptime }) });
    if (beaten.kind === 'held') return;
    const { downtime, lastSeen, state } = beaten;
    if (downtime !== null) {
      ctx.log.warn(downtime, 'there was downtime: the dates that passed meanwhile are put off');
    }
    for (const doubt of doubtsOf(beaten, last === null)) {
      ctx.log.error({ ...beaten.unconfirmed, corrected: beaten.corrected }, doubt);
      doubts.add(doubt);
    }
    last = beaten.own;
    // Only now: neither the process nor the file may name a heartbeat that the database does not have.
    memory.remember(state);
    await writeLastSeen(dataDir, lastSeen).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'the last heartbeat could not be written to the data folder');
    });
  };
}

/** A function that records a heartbeat if the process can take sheets. It never throws. */
function createPulse(
  { ctx: { log }, canTakeSheets }: HeartbeatOptions,
  next: (maxGap: number) => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let failing = false;
  const pulse = async () => {
    if (!canTakeSheets()) return;
    try {
      await next(MAX_GAP);
      failing = false;
    } catch (error) {
      // Once is enough: the health check of the database logs when it fails and when it is back.
      if (!failing) log.warn({ err: error }, 'the heartbeat could not be recorded');
      failing = true;
    }
  };
  return () => {
    running ??= pulse().finally(() => {
      running = null;
    });
    return running;
  };
}

async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
