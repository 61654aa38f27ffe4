import { access } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { startEmbedded } from '../database/embedded.ts';

/** The address of a database, and how to stop using it. */
export interface OpenAddress {
  url: string;
  close(): Promise<void>;
}

/**
 * Finds the database that the settings name, for commands that neither migrate it nor need a context. Starts the
 * embedded PostgreSQL if they name none.
 * @param mustExist whether no embedded database is created if there is none
 * @throws if there is none or it cannot be started; the message says what to do
 */
export async function openAddress(
  { databaseUrl, dataDir }: Config,
  { mustExist }: { mustExist: boolean },
): Promise<OpenAddress> {
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} };
  if (mustExist && !(await exists(path.join(dataDir, 'postgres')))) {
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the server has it.`);
  }
  const log = pino({ level: 'warn' }, pino.destination(2));
  const { url, stop } = await startEmbedded({ dataDir, log });
  return { url, close: stop };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
