import type { AppContext } from '../../context.ts';
import { noticeLostMachine } from '../../database/lost-machines.ts';

/** The first half of the keys of advisory locks: "mail". */
const LOCK_KEY = 0x6d_61_69_6c;

/** The right to fetch from a mailbox, which one process at a time has. */
export interface MailboxHold {
  /** @throws if the connection to the database, and with it the right, was lost */
  check(): void;
  release(): void;
}

/** Takes the right to fetch from a mailbox. Returns null if another process has it. @throws if the database fails */
export async function holdMailbox({ db }: AppContext, mailbox: string): Promise<MailboxHold | null> {
  const client = await db.pool.connect();
  let lost: Error | null = null;
  const onError = (error: Error) => {
    lost = error;
  };
  client.on('error', onError);
  try {
    await noticeLostMachine(client);
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as held',
      [LOCK_KEY, mailbox],
    );
    if (rows[0]?.held !== true) {
      client.release();
      return null;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    check() {
      if (lost !== null) throw lost;
    },
    release() {
      client.removeListener('error', onError);
      // Closing the connection gives up the lock.
      client.release(true);
    },
  };
}
