import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import type { Downtime } from '../../games/schedule/downtimes.ts';
import type { CheckName, Condition } from '../health.ts';
import { type LastSeen, writeLastSeen } from '../held/last-seen.ts';
import { databaseNow, recordDowntime } from './record-downtime.ts';

/*
 * A process with pages that can take sheets says so every few seconds. Where these signs are missing, there was downtime.
 * All times are those of the database's clock, because the processes of a server can run on several machines.
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
  /** It was recorded, with the downtime before it if there was any. */
  | { kind: 'recorded'; lastSeen: LastSeen; downtime: Downtime | null }
  /** The server is held and takes no sheets. */
  | { kind: 'held' };

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
  /** Whether the process can take sheets. */
  canTakeSheets: () => boolean;
  /** Milliseconds between two heartbeats; for tests. */
  interval?: number;
}

/** Whether a process with these conditions can take sheets. */
export function canTakeSheets(conditions: readonly Condition[]): boolean {
  return conditions.every(({ check, level }) => level !== 'down' || !NEEDED_FOR_SHEETS.includes(check));
}

/**
 * Records that a server can take sheets now. If the last sign is too old, the time since then is recorded as downtime,
 * and a job puts off the dates that passed.
 * @param maxGap how old the last sign may be, in milliseconds
 */
export async function beat(ctx: AppContext, maxGap = MAX_GAP): Promise<Beat> {
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT "id" FROM "ServerState" WHERE "id" = 1 FOR UPDATE`;
    const { databaseId, seenAt, heldAt } = await tx.serverState.findUniqueOrThrow({ where: { id: 1 } });
    if (heldAt !== null) return { kind: 'held' };
    // Read after the lock, since another process may have held it for a while.
    const now = await databaseNow(tx);
    await tx.serverState.update({ where: { id: 1 }, data: { seenAt: now } });
    const isDowntime = seenAt !== null && now.getTime() - seenAt.getTime() > maxGap;
    const downtime = isDowntime ? { from: seenAt, until: now } : null;
    if (downtime !== null) await recordDowntime(tx, downtime);
    return { kind: 'recorded', lastSeen: { databaseId, seenAt: now }, downtime };
  });
}

/**
 * Records a first heartbeat if the process can take sheets, and goes on until it is stopped. Must be called when the pages
 * are open and before a worker starts, so that downtime is known before a turn is processed.
 * @throws if the first heartbeat cannot be recorded
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { interval = INTERVAL } = options;
  if (options.canTakeSheets()) await beatAndRemember(options, MAX_GAP_AT_START);
  const pulse = createPulse(options);
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

/** A function that records a heartbeat if the process can take sheets. It never throws. */
function createPulse(options: HeartbeatOptions): () => Promise<void> {
  const { log } = options.ctx;
  let running: Promise<void> | null = null;
  let failing = false;
  const pulse = async () => {
    if (!options.canTakeSheets()) return;
    try {
      await beatAndRemember(options, MAX_GAP);
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

async function beatAndRemember({ ctx, dataDir }: HeartbeatOptions, maxGap: number): Promise<void> {
  const beaten = await beat(ctx, maxGap);
  if (beaten.kind === 'held') return;
  const { downtime, lastSeen } = beaten;
  if (downtime !== null) {
    ctx.log.warn(downtime, 'there was downtime: the dates that passed meanwhile are put off');
  }
  // Only now: the file must never name a heartbeat that the database does not have.
  await writeLastSeen(dataDir, lastSeen).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last heartbeat could not be written to the data folder');
  });
}

async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
