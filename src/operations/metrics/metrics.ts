import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { databaseIdOf } from '../backup/backup-database.ts';
import { cached } from '../cached.ts';
import { CHECK_TITLES } from '../check-titles.ts';
import type { Health } from '../health.ts';
import { newestBackup } from '../nightly/backup-files.ts';
import { lookAt } from '../slow-folder.ts';
import { type Counts, type LaneJobs, readCurrentCounts, readTotalCounts } from './database-metrics.ts';

/** The metrics of one server for Prometheus. */
export interface Metrics {
  contentType: string;
  /** All metrics as text. What cannot be read now, such as counts while the database is down, is left out. */
  text(): Promise<string>;
}

export interface MetricsOptions {
  pool: pg.Pool;
  health: Health;
  /** The kinds of jobs of each lane. */
  lanes: LaneJobs;
  /** The folder of everything that the server stores, whose free space is measured. */
  dataDir: string;
  backupDir: string;
  now: () => Date;
}

/** Milliseconds for which counts of the database are cached. */
const CURRENT_AGE = 10_000;
const TOTALS_AGE = 60_000;

/** Milliseconds after which a value that cannot be read is left out. */
const TIMEOUT = 3_000;

/** Creates the metrics in a registry of their own: several servers may run in one process. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerCounts(registry, options);
  const lookAtPool = registerPool(registry, options.pool);
  registerHealth(registry, options.health);
  registerFiles(registry, options);
  return {
    contentType: registry.contentType,
    text() {
      // First, because reading the other metrics takes connections.
      lookAtPool();
      return registry.metrics();
    },
  };
}

function registerCounts(registry: Registry, { pool, lanes }: MetricsOptions): void {
  const current = cached(() => readCurrentCounts(pool, lanes), CURRENT_AGE);
  const totals = cached(() => readTotalCounts(pool), TOTALS_AGE);
  new Counter({
    name: 'whistlestop_turns_processed_total',
    help: 'Turns processed, including those that were rolled back later.',
    registers: [registry],
    async collect() {
      const counts = await available(totals());
      this.reset();
      if (counts === null) this.remove();
      else this.inc(counts.turns);
    },
  });
  const labeled = (name: string, help: string, label: string, read: () => Promise<Counts>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const counts = await available(read());
        this.reset();
        for (const [value, n] of Object.entries(counts ?? {})) this.set({ [label]: value }, n);
      },
    });
  labeled('whistlestop_sheets', 'Versions of sheets by what became of them.', 'outcome', async () => {
    return (await totals()).sheets;
  });
  labeled('whistlestop_mails', 'Records of mail by state.', 'status', async () => (await current()).mails);
  labeled('whistlestop_games', 'Games by status.', 'status', async () => (await current()).games);
  labeled(
    'whistlestop_due_jobs',
    'Jobs of a lane that are due and not running.',
    'lane',
    async () => (await current()).dueJobs,
  );
  new Gauge({
    name: 'whistlestop_mails_sent_last_minute',
    help: 'Mails that the mail server took within the last minute.',
    registers: [registry],
    async collect() {
      const counts = await available(current());
      if (counts === null) this.remove();
      else this.set(counts.mailsLastMinute);
    },
  });
  labeled(
    'whistlestop_oldest_due_job_age_seconds',
    'How long the oldest job of a lane that is due has been waiting; 0 if none is due.',
    'lane',
    async () => (await current()).oldestDueJob,
  );
}

/** Returns a function that looks at the pool. */
function registerPool(registry: Registry, pool: pg.Pool): () => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `whistlestop_database_pool_${name}`, help, registers: [registry] });
  const connections = gauge('connections', 'Open connections to the database.');
  const idle = gauge('idle_connections', 'Open connections to the database that are not in use.');
  const waiting = gauge('waiting_requests', 'Requests that wait for a connection to the database.');
  return () => {
    connections.set(pool.totalCount);
    idle.set(pool.idleCount);
    waiting.set(pool.waitingCount);
  };
}

function registerHealth(registry: Registry, health: Health): void {
  new Gauge({
    name: 'whistlestop_check_ok',
    help: `1 if a check of the server found nothing wrong, otherwise 0. The checks: ${Object.keys(CHECK_TITLES).join(', ')}.`,
    labelNames: ['check'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { check, level } of health.conditions()) this.set({ check }, level === 'ok' ? 1 : 0);
    },
  });
}

function registerFiles(registry: Registry, { pool, dataDir, backupDir, now }: MetricsOptions): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
    new Gauge({
      ...{ name, help, registers },
      // Without a label, a gauge shows 0 until it is set.
      async collect() {
        const value = await available(read());
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  gauge('whistlestop_data_free_bytes', 'Free space on the disk of the data folder.', async () => {
    const { bavail, bsize } = await lookAt(dataDir, () => statfs(dataDir));
    return bavail * bsize;
  });
  gauge(
    'whistlestop_last_backup_timestamp_seconds',
    'When the newest nightly backup was made; missing if there is none.',
    async () => {
      // The time of the last backup matters most while the database is down.
      const databaseId = await databaseIdOf(pool).catch(() => null);
      const newest = await newestBackup(backupDir, now(), databaseId);
      return newest && newest.at.getTime() / 1000;
    },
  );
}

/** The value, or null if it cannot be read or takes too long. */
async function available<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT, null);
  });
  return await Promise.race([reading.catch(() => null), late]).finally(() => clearTimeout(timer));
}
