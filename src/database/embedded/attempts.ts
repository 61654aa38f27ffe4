import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Cluster } from './cluster.ts';
import { type Connection, connectOrStart } from './connection.ts';
import { type Instance, START_TIMEOUT } from './postgres.ts';
import { UsedElsewhere } from './use-elsewhere.ts';

/** The first pause after a failure, in milliseconds. Each pause is twice as long as the one before. */
const FIRST_PAUSE = 50;
/** The longest pause at the start of a process, while somebody waits for it. */
const LONGEST_FIRST_PAUSE = 2_000;
/** Shorter pauses are normal, for example while another process shuts PostgreSQL down. */
const PAUSE_WORTH_LOGGING = 1_000;

/** PostgreSQL's code for "the database system is starting up" (or shutting down, or recovering). */
const CANNOT_CONNECT_NOW = '57P03';

/** The pause after so many failures in a row, in milliseconds. */
export function pauseAfter(failures: number, longest: number): number {
  return Math.min(longest, FIRST_PAUSE * 2 ** Math.min(failures - 1, 20));
}

/**
 * Connects to the cluster when a process begins to use it. Starts PostgreSQL if necessary, and tries again if that fails:
 * the PostgreSQL of a killed server may still be ending or recovering.
 * @throws UsedElsewhere if another container still uses the cluster after that time
 * @throws if it cannot be started in time; the message contains the end of PostgreSQL's log and says what to do
 */
export async function firstConnection(instance: Instance): Promise<Connection> {
  const { cluster, patience, log } = instance;
  const began = Date.now();
  for (let failures = 1; ; failures += 1) {
    try {
      return await connectOrStart(instance, null);
    } catch (error) {
      const recovering = (error as pg.DatabaseError).code === CANNOT_CONNECT_NOW;
      const limit = recovering ? Math.max(patience.firstStart, START_TIMEOUT) : patience.firstStart;
      if (Date.now() - began > limit) throw await startFailure(cluster, error);
      const pause = pauseAfter(failures, LONGEST_FIRST_PAUSE);
      if (pause > PAUSE_WORTH_LOGGING) {
        log.warn({ reason: (error as Error).message }, 'waiting for the embedded PostgreSQL to start');
      }
      await wait(pause);
    }
  }
}

/** The error for a PostgreSQL that does not start, with the end of its log and what to do. */
async function startFailure(cluster: Cluster, cause: unknown): Promise<Error> {
  if (cause instanceof UsedElsewhere) return cause;
  const tail = await readLogTail(cluster);
  const advice = adviceFor(`${cause instanceof Error ? cause.message : ''}\n${tail}`);
  return new Error(
    `The embedded PostgreSQL in ${cluster.data} could not be started. ${advice} ` +
      `Its log ${cluster.logFile} ends with:\n${tail}`,
    { cause },
  );
}

/** What to do about the reasons that PostgreSQL gives most often. */
export function adviceFor(reason: string): string {
  if (/No space left on device|disk full/i.test(reason)) return 'Free space on the disk of DATA_DIR.';
  if (/Permission denied|Read-only file system|invalid permissions|wrong ownership/i.test(reason)) {
    return 'Let the user that runs it write in DATA_DIR, or set DATA_DIR to another folder.';
  }
  if (/not a (valid data directory|database cluster directory)|could not open file|PANIC/i.test(reason)) {
    return 'If files of the database are missing or damaged, restore a backup.';
  }
  return 'Correct the cause and start again.';
}

/** The end of PostgreSQL's log: its last lines, up to 2,000 characters. */
export async function readLogTail({ logFile }: Cluster): Promise<string> {
  try {
    const handle = await open(logFile, 'r');
    try {
      const { size } = await handle.stat();
      const length = Math.min(size, 2_000);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const text = buffer.toString('utf8').trim();
      return length < size ? text.slice(text.indexOf('\n') + 1) : text;
    } finally {
      await handle.close();
    }
  } catch {
    return '(no log)';
  }
}
