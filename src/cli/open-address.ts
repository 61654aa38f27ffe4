import { access } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { reachDatabase } from '../server/open-context.ts';

/** The address of a database, and how to stop using it. */
export interface OpenAddress {
  url: string;
  close(): Promise<void>;
}

/**
 * Finds the database that the settings name, for commands that neither migrate it nor need a context.
 * @param mustExist whether no embedded database is created if there is none
 * @throws if there is none or it cannot be reached; the message says what to do
 */
export async function openAddress(
  config: Config,
  { mustExist }: { mustExist: boolean },
): Promise<OpenAddress> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && mustExist && !(await exists(path.join(dataDir, 'postgres')))) {
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the server has it.`);
  }
  const log = pino({ level: 'warn' }, pino.destination(2));
  const { url, embedded } = await reachDatabase(config, log);
  return { url, close: async () => embedded?.stop() };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
