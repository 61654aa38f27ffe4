// Vitest's global setup: one temporary PostgreSQL for the whole run, with a migrated database of which every test
// file gets a copy (see database.ts).
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { isAlive, isPostmasterOf, readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database. */
    clusterUrl: string;
    /** The migrated database to copy. */
    templateName: string;
  }
}

const templateName = 'whistlestop_template';
/** Followed by the process ID of the test run. */
const folderPrefix = 'whistlestop-test-';
const log = pino({ level: 'warn' });

/** Starts the cluster. Vitest calls the function that it returns when the run ends; the next run removes what is left. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const cluster = await startEmbedded({ dataDir, log, durable: false });
  const clusterUrl = withDatabase(cluster.url, 'postgres');
  await makeTemplate(clusterUrl);
  project.provide('clusterUrl', clusterUrl);
  project.provide('templateName', templateName);
  const tearDown = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // The handler is gone by then, so the second signal ends the run.
      void tearDown().finally(() => process.kill(process.pid, signal));
    });
  }
  return tearDown;
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${templateName}`);
    await migrate(withDatabase(clusterUrl, templateName));
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Shuts down and removes the clusters of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue;
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10);
    if (!(pid > 0) || isAlive(pid)) continue;
    const dataDir = path.join(tmpdir(), name);
    try {
      if (await isRunning(dataDir)) await (await startEmbedded({ dataDir, log, durable: false })).stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch (error) {
      log.warn({ dataDir, err: error }, 'the database of an earlier test run could not be removed');
    }
  }
}

async function isRunning(dataDir: string): Promise<boolean> {
  const cluster = path.join(await realpath(dataDir), 'postgres', 'cluster');
  const found = await readPostmaster(cluster);
  return found !== null && (await isPostmasterOf(found.pid, cluster));
}
