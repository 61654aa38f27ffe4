import type { Logger } from 'pino';
import { type Config, mailDomainOf } from '../config.ts';
import type { AppContext } from '../context.ts';
import { openDatabase } from '../database/client.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';

/** A context and how to close it, for the server and for commands that need the games but no server. */
export interface OpenContext {
  ctx: AppContext;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database that the settings name. Starts the embedded PostgreSQL if they name none.
 * @throws if the database cannot be opened or migrated
 */
export async function openContext(config: Config, log: Logger): Promise<OpenContext> {
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const url = config.databaseUrl ?? (embedded as { url: string }).url;
  try {
    const { applied } = await migrate(url);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const onConnectionLost = (error: Error) => log.warn({ err: error }, 'lost a connection to the database');
    const db = await openDatabase(url, { onConnectionLost });
    const ctx: AppContext = {
      db,
      now: () => new Date(),
      log,
      mailDomain: mailDomainOf(config.publicUrl),
      inbound: config.mailIn && { domain: config.mailIn.domain },
      downtimeHours: config.downtimeHours,
    };
    return {
      ctx,
      async close() {
        await db.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
