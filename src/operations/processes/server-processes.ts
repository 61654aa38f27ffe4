import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import type { Condition, Health } from '../health.ts';

/*
 * Every process of a server says in the database that it is there, whenever it has run its checks. So a process with pages
 * knows whether there are workers, and the operator sees all processes on one page. All times are the database's.
 */

/** A process that was there within the last seconds. */
export interface ServerProcess {
  /** Its name among the processes that use the same data folder: `worker-2`. */
  name: string;
  role: 'all' | 'web' | 'worker';
  /** The name of its machine. */
  host: string;
  /** The worst that its checks have found. */
  level: Condition['level'];
  startedAt: Date;
}

/** A process that has not said anything for so long is gone. Longer than three rounds of checks. */
const GONE_AFTER = '30 seconds';

/** Rows of processes that were killed are deleted after so long. */
const KEPT = '1 day';

/** How long a database that does not answer may delay the end of a process, in milliseconds. */
const STOP_TIMEOUT = 3_000;

/** Says that a process is there, whenever its checks have run. */
export interface Presence {
  /** Says that the process ends. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts saying that this process is there.
 * @throws if the database cannot be reached; later, it may be away for any time
 */
export async function startPresence(
  ctx: AppContext,
  health: Health,
  { name, role }: Pick<ServerProcess, 'name' | 'role'>,
): Promise<Presence> {
  const { pool } = ctx.db;
  const row = [randomUUID(), name, role, hostname()];
  let writing: Promise<unknown> | null = null;
  let stopped = false;
  const write = async (level: Condition['level']) => {
    await pool.query(
      `insert into "ServerProcess" ("id", "name", "role", "host", "level", "startedAt", "seenAt")
       values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp())
       on conflict ("id") do update set "level" = excluded."level", "seenAt" = excluded."seenAt"`,
      [...row, level],
    );
  };
  await pool.query(`delete from "ServerProcess" where "seenAt" < now() - interval '${KEPT}'`);
  await write('ok');
  health.onChecked((conditions) => {
    if (stopped || writing !== null) return;
    // The check of the database reports why it fails.
    writing = write(worstOf(conditions))
      .catch((error: unknown) => ctx.log.debug({ err: error }, 'could not say that this process is there'))
      .finally(() => {
        writing = null;
      });
  });
  return {
    async stop() {
      stopped = true;
      const leave = async () => {
        await writing;
        await pool.query('delete from "ServerProcess" where "id" = $1', [row[0]]);
      };
      await Promise.race([leave(), sleep(STOP_TIMEOUT, undefined, { ref: false })]);
    },
  };
}

/** The processes that are there, those with pages first. */
export async function serverProcesses({ db }: Pick<AppContext, 'db'>): Promise<ServerProcess[]> {
  const { rows } = await db.pool.query<ServerProcess>(
    `select "name", "role", "host", "level", "startedAt" from "ServerProcess"
     where "seenAt" >= clock_timestamp() - interval '${GONE_AFTER}' order by "role", "host", "name", "id"`,
  );
  return rows;
}

function worstOf(conditions: readonly Condition[]): Condition['level'] {
  const levels = new Set(conditions.map(({ level }) => level));
  return levels.has('down') ? 'down' : levels.has('warning') ? 'warning' : 'ok';
}
