import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunDatabase } from './machine/database.ts';
import { makeSmallDisk } from './machine/disk.ts';
import { embeddedPostgres } from './machine/embedded-postgres.ts';
import { freePort } from './machine/free-port.ts';
import type { Journal } from './machine/journal.ts';
import { startOwnPostgres } from './machine/own-postgres.ts';
import { startRelay } from './machine/relay.ts';
import { serverService } from './machine/server.ts';
import { startProxy, type TcpProxy } from './machine/tcp-proxy.ts';
import { OPERATOR_SETTINGS } from './people/set-up.ts';
import type { Machines } from './world.ts';

/** Below so much free space the server takes nothing more: the disk of a run is small. */
const MIN_FREE_MB = '32';

/**
 * Starts everything that the server depends on, and prepares the server.
 * @param journal its folder is that of the run
 */
export async function startMachines(journal: Journal, embedded: boolean): Promise<Machines> {
  const disk = makeSmallDisk(path.join(journal.dir, 'disk'));
  const dataDir = path.join(disk.dir, 'data');
  mkdirSync(dataDir);
  // PostgreSQL runs as another user if this one is root.
  for (const dir of [journal.dir, disk.dir, dataDir]) chmodSync(dir, 0o755);
  const clockFile = path.join(journal.dir, 'clock');
  writeFileSync(clockFile, '0');
  const relay = await startRelay(path.join(journal.dir, 'mails'));
  const relayNetwork = await startProxy(relay.port);
  const { database, databaseNetwork, url } = embedded
    ? { database: embeddedPostgres(dataDir, journal), databaseNetwork: null, url: '' }
    : await ownDatabase(path.join(disk.dir, 'postgres'), journal);
  const port = await freePort();
  const environment = {
    DATABASE_URL: url,
    SMTP_URL: `smtp://127.0.0.1:${relayNetwork.port}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM: 'Whistlestop <post@whistlestop.test>',
    DOWNTIME_EXTENSION_HOURS: '0',
    MIN_FREE_MB,
    FAULTS_CLOCK_FILE: clockFile,
    ...OPERATOR_SETTINGS,
  };
  const server = serverService(journal, { port, environment, cwd: journal.dir });
  const machines = { journal, server, embedded, database, databaseNetwork, relay, relayNetwork };
  return { ...machines, disk, clockFile, dataDir };
}

async function ownDatabase(
  folder: string,
  journal: Journal,
): Promise<{ database: RunDatabase; databaseNetwork: TcpProxy; url: string }> {
  const database = await startOwnPostgres(folder, journal);
  const databaseNetwork = await startProxy(database.port);
  const url = new URL(database.url() as string);
  url.port = String(databaseNetwork.port);
  return { database, databaseNetwork, url: url.href };
}

/** Stops everything, in the order in which it depends on each other. Returns whether the server stopped by itself. */
export async function stopMachines(machines: Machines): Promise<boolean> {
  const { server, database, databaseNetwork, relay, relayNetwork, disk } = machines;
  const stopped = await server.shutDown();
  await databaseNetwork?.close();
  await relayNetwork.close();
  await database.shutDown();
  await relay.close();
  disk.remove();
  return stopped;
}
