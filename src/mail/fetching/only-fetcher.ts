import type pg from 'pg';
import type { AppContext } from '../../context.ts';
import { noticeFrozenProcess, noticeLostMachine } from '../../database/lost-machines.ts';

/** The first half of the keys of advisory locks: "mail". */
const LOCK_KEY = 0x6d_61_69_6c;

/** Milliseconds between two signs of life of the process that has the right. */
const HEARTBEAT = 15_000;

/** After so many heartbeats without a sign of life, and at least so many milliseconds, another process can get the right. */
const SILENT_HEARTBEATS = 4;
const MIN_SILENCE = 2_000;

/** How long a sign of life may take, in milliseconds, before the connection counts as lost. */
const QUERY_TIMEOUT = 10_000;

/** The right to fetch from a mailbox, which one process at a time has. */
export interface MailboxHold {
  /** @throws if the connection to the database, and with it the right, was lost */
  check(): void;
  release(): void;
}

/**
 * Takes the right to fetch from a mailbox. Returns null if another process has it. A process that hangs or is frozen loses it.
 * @param heartbeat milliseconds between two signs of life
 * @throws if the database fails
 */
export async function holdMailbox(
  { db }: AppContext,
  mailbox: string,
  heartbeat = HEARTBEAT,
): Promise<MailboxHold | null> {
  const client = await db.pool.connect();
  let lost: Error | null = null;
  const onError = (error: Error) => {
    lost ??= error;
  };
  client.on('error', onError);
  try {
    await noticeLostMachine(client);
    if (!(await tryLock(client, mailbox))) {
      client.removeListener('error', onError);
      client.release();
      return null;
    }
    await noticeFrozenProcess(client, Math.max(SILENT_HEARTBEATS * heartbeat, MIN_SILENCE));
  } catch (error) {
    client.release(true);
    throw error;
  }
  const timer = setInterval(() => void giveSign(client).catch(onError), heartbeat);
  timer.unref();
  return {
    check() {
      if (lost !== null) throw lost;
    },
    release() {
      clearInterval(timer);
      client.removeListener('error', onError);
      // Closing the connection gives up the lock.
      client.release(true);
    },
  };
}

async function tryLock(client: pg.PoolClient, mailbox: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as held',
    [LOCK_KEY, mailbox],
  );
  return rows[0]?.held === true;
}

async function giveSign(client: pg.PoolClient): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: 'select 1',
    query_timeout: QUERY_TIMEOUT,
  };
  await client.query(query);
}
