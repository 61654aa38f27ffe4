import path from 'node:path';
import type pg from 'pg';
import type { AppContext } from '../../context.ts';
import { DeliveryStatus } from '../../database/generated/enums.ts';
import { databaseIdOf } from '../backup/backup-database.ts';
import { cached } from '../cached.ts';
import { type BackupFile, backupFiles } from '../nightly/backup-files.ts';
import { nextNightly, type TimeOfDay } from '../nightly/nightly-schedule.ts';
import { type ServerProcess, serverProcesses } from '../processes/server-processes.ts';
import { postgresLogFile } from '../retention/trim-postgres-log.ts';
import { whistlestopVersion } from '../version.ts';
import { type DueJobs, dueJobs, mailsSentLastMinute, type QueueCount, queueCounts } from './queue-counts.ts';
import { databaseSize, fileSize, folderSize, freeSpace, type TableSize } from './sizes.ts';

/** What the System page looks at besides the database. */
export interface SystemSettings {
  /** The folder of everything that the server stores. */
  dataDir: string;
  /** Whether the database is in it. */
  embedded: boolean;
  backups: { dir: string; kept: number };
  nightlyAt: TimeOfDay;
}

/** What the operator may want to know about the server. */
export interface SystemView {
  versions: { whistlestop: string; node: string; postgres: string };
  clocks: { server: Date; database: Date };
  database: { bytes: number; tables: TableSize[] };
  queue: QueueCount[];
  /** The jobs that are due and not running. */
  due: DueJobs[];
  mailsLastMinute: number;
  processes: ServerProcess[];
  mail: { status: DeliveryStatus; count: number }[];
  /** Null if the process does not know its folders. */
  files: FilesView | null;
}

/** The files of the server. What does not exist is null. */
export interface FilesView {
  freeBytes: number | null;
  mailbox: { files: number; bytes: number } | null;
  postgresLogBytes: number | null;
  backups: { dir: string; kept: number; files: BackupFile[]; next: Date };
}

/** Milliseconds for which the size of the mailbox is cached: it takes a look at every file. */
const MAILBOX_AGE = 60_000;

/** Returns a function that reads the view. It is quick enough to be called for every request. */
export function createSystemView(
  ctx: AppContext,
  settings: SystemSettings | undefined,
): () => Promise<SystemView> {
  const { pool } = ctx.db;
  const mailbox = cached(() => folderSize(path.join(settings?.dataDir ?? '', 'mailbox')), MAILBOX_AGE);
  return async () => ({
    versions: {
      whistlestop: await whistlestopVersion(),
      node: process.version.slice(1),
      postgres: await postgresVersion(pool),
    },
    clocks: await clocks(ctx),
    database: await databaseSize(pool),
    queue: await queueCounts(pool),
    due: await dueJobs(pool),
    mailsLastMinute: await mailsSentLastMinute(pool),
    processes: await serverProcesses(ctx),
    mail: await mailCounts(ctx),
    files: settings === undefined ? null : await filesView(settings, { pool, now: ctx.now(), mailbox }),
  });
}

async function postgresVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

async function clocks(ctx: AppContext): Promise<SystemView['clocks']> {
  const { rows } = await ctx.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return { server: ctx.now(), database: rows[0]?.now ?? new Date(Number.NaN) };
}

async function mailCounts(ctx: AppContext): Promise<SystemView['mail']> {
  const found = await ctx.db.prisma.delivery.groupBy({ by: 'status', _count: true });
  const counts = new Map(found.map(({ status, _count }) => [status, _count]));
  return Object.values(DeliveryStatus).map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

async function filesView(
  { dataDir, embedded, backups, nightlyAt }: SystemSettings,
  { pool, now, mailbox }: { pool: pg.Pool; now: Date; mailbox: () => Promise<FilesView['mailbox']> },
): Promise<FilesView> {
  return {
    freeBytes: await freeSpace(dataDir),
    mailbox: await mailbox(),
    postgresLogBytes: embedded ? await fileSize(postgresLogFile(dataDir)) : null,
    backups: {
      ...backups,
      // A folder that cannot be read is a condition of its own.
      files: await backupFiles(backups.dir, await databaseIdOf(pool)).catch(() => []),
      next: nextNightly(now, nightlyAt),
    },
  };
}
