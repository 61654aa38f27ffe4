import type { Logger } from 'pino';
import { type Config, mailDomainOf } from '../config.ts';
import type { AppContext } from '../context.ts';
import { openDatabase } from '../database/client.ts';
import { type Embedded, startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { waitForDatabase } from '../database/wait-for-database.ts';
import { requireDataDir } from './data-dir.ts';

/** A context and how to close it, for the server and for commands that need the games but no server. */
export interface OpenContext {
  ctx: AppContext;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** For how long a database that does not respond is waited for, in milliseconds. Default: that of a command. */
  databasePatience?: number;
  /** Called if the embedded PostgreSQL cannot come back at its address: the process must end. */
  onFatal?: (error: Error) => void;
}

/** A server may start before the database of the same machine. A command has a person waiting for it. */
export const DATABASE_PATIENCE = { server: 120_000, command: 10_000 };

/**
 * Opens and migrates the database that the settings name. Starts the embedded PostgreSQL if they name none.
 * @throws if the database cannot be opened or migrated; the message names the setting
 */
export async function openContext(
  config: Config,
  log: Logger,
  options: OpenOptions = {},
): Promise<OpenContext> {
  const { url, embedded } = await reachDatabase(config, log, options);
  try {
    const { applied } = await migrate(url, { log });
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const onConnectionLost = (error: Error) => log.warn({ err: error }, 'lost a connection to the database');
    const db = await openDatabase(url, { connections: config.databaseConnections, onConnectionLost });
    const ctx: AppContext = {
      db,
      now: () => new Date(),
      log,
      mailDomain: mailDomainOf(config.publicUrl),
      inbound: config.inbound,
      downtimeHours: config.downtimeHours,
      friendGames: config.friendGames,
      webhooks: config.webhooks,
      networkMails: 2 * config.peoplePerNetwork,
      guestPracticeGames: config.guestPracticeGames,
      accountPracticeGames: config.accountPracticeGames,
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

/** Enough for a heartbeat and a check at the same time. */
const WATCH_CONNECTIONS = 2;

/**
 * The same context with connections of its own, for health checks and heartbeats: if they had to wait for the connections
 * that pages and jobs share, a busy server would look like one that is down.
 */
export async function openWatchContext(ctx: AppContext): Promise<OpenContext> {
  const onConnectionLost = (error: Error) =>
    ctx.log.warn({ err: error }, 'lost a connection to the database for health checks');
  const db = await openDatabase(ctx.db.url, { connections: WATCH_CONNECTIONS, onConnectionLost });
  return { ctx: { ...ctx, db }, close: () => db.close() };
}

/**
 * Finds the database that the settings name, without changing its tables. Starts the embedded PostgreSQL if they name none.
 * @returns its address, and the embedded PostgreSQL, which the caller must stop
 */
export async function reachDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
  { databasePatience = DATABASE_PATIENCE.command, onFatal }: OpenOptions = {},
): Promise<{ url: string; embedded: Embedded | null }> {
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl, { patience: databasePatience, log });
    return { url: databaseUrl, embedded: null };
  }
  await requireDataDir(dataDir);
  const embedded = await startEmbedded({ dataDir, log, ...(onFatal && { onFatal }) });
  return { url: embedded.url, embedded };
}
