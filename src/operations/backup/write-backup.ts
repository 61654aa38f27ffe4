import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { MEGABYTE } from '../free-space.ts';
import { whistlestopVersion } from '../version.ts';
import {
  type AppliedMigration,
  type BackupHeader,
  countLines,
  END_OF_ROWS,
  FORMAT,
  FORMAT_VERSION,
  totalRows,
} from './backup-format.ts';
import { inSession } from './backup-session.ts';
import {
  publicName,
  quoted,
  readAppliedMigrations,
  readSequences,
  readTables,
  tableExists,
} from './database-catalog.ts';
import type { OnProgress } from './progress.ts';
import { COPY_JOBS_OUT, countJobs, jobColumns } from './queue-jobs.ts';

/** One snapshot for everything, which neither waits for others nor lets them wait. */
const SNAPSHOT = 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** After so many bytes of its text, a backup asks whether there is space for more. */
const ASK_EVERY = 8 * MEGABYTE;

/** How a backup is written. */
export interface WriteOptions {
  onProgress: OnProgress;
  /** Asked at the start and now and then: throws if the backup must not take more of the disk. By default, it may. */
  requireSpace?: () => Promise<void>;
}

/**
 * Writes a backup of a database into a new file, which only its owner may read, and flushes it to the disk. The
 * database may be in use. Memory does not grow with the data.
 * @throws if the file exists or cannot be written, or the database fails, and what `requireSpace` throws; the file is then
 * incomplete
 */
export async function writeBackup(
  url: string,
  file: string,
  { onProgress, requireSpace = async () => {} }: WriteOptions,
): Promise<BackupHeader> {
  return inSession(url, SNAPSHOT, async (client) => {
    const header = await describe(client);
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    const text = withSpace(sealed(client, header, onProgress), requireSpace);
    await pipeline(text, createGzip(), target);
    return header;
  });
}

/** The migrations that a database has applied. */
export function appliedMigrations(url: string): Promise<AppliedMigration[]> {
  return inSession(url, SNAPSHOT, readAppliedMigrations);
}

async function describe(client: pg.Client): Promise<BackupHeader> {
  const tables = [];
  for (const table of await readTables(client)) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${publicName(table.name)}`);
    tables.push({ ...table, rows: Number(rows[0]?.n) });
  }
  const { rows: moments } = await client.query<{ now: Date; version: string }>(
    "SELECT now(), split_part(current_setting('server_version'), ' ', 1) AS version",
  );
  const { now, version } = moments[0] as { now: Date; version: string };
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    whistlestop: await whistlestopVersion(),
    postgres: version,
    ...(await readServerState(client)),
    madeAt: now.toISOString(),
    migrations: await readAppliedMigrations(client),
    tables,
    jobs: { rows: await countJobs(client) },
  };
}

async function readServerState(client: pg.Client): Promise<Pick<BackupHeader, 'databaseId' | 'seenAt'>> {
  const none = { databaseId: null, seenAt: null };
  if (!(await tableExists(client, 'ServerState'))) return none;
  const { rows } = await client.query<{ databaseId: string; seenAt: Date | null }>(
    'SELECT "databaseId", "seenAt" FROM "ServerState"',
  );
  const [state] = rows;
  return state ? { ...state, seenAt: state.seenAt?.toISOString() ?? null } : none;
}

/** The text of a backup: its contents, and a last line with their hash. */
async function* sealed(
  client: pg.Client,
  header: BackupHeader,
  onProgress: OnProgress,
): AsyncGenerator<Buffer> {
  const counts: RowCounts = { tables: {}, jobs: 0 };
  const hash = createHash('sha256');
  for await (const chunk of contents(client, header, { counts, onProgress })) {
    hash.update(chunk);
    yield chunk;
  }
  yield line({ end: { rows: counts.tables, jobs: counts.jobs }, sha256: hash.digest('hex') });
}

/** The same chunks, as long as there is space for them. */
async function* withSpace(
  chunks: AsyncIterable<Buffer>,
  requireSpace: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let left = 0;
  for await (const chunk of chunks) {
    if (left <= 0) {
      await requireSpace();
      left = ASK_EVERY;
    }
    left -= chunk.length;
    yield chunk;
  }
}

/** The rows that were written. */
interface RowCounts {
  tables: Record<string, number>;
  jobs: number;
}

async function* contents(
  client: pg.Client,
  header: BackupHeader,
  { counts, onProgress }: { counts: RowCounts; onProgress: OnProgress },
): AsyncGenerator<Buffer> {
  const total = totalRows(header);
  let done = 0;
  const advance = (rows: number) => {
    done += rows;
    onProgress('write', done, total);
  };
  onProgress('write', 0, total);
  yield line(header);
  for (const { name, columns } of header.tables) {
    yield line({ table: name });
    const sql = `COPY ${publicName(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`;
    counts.tables[name] = yield* rowsOf(client, sql, advance);
  }
  yield line({ sequences: await readSequences(client) });
  yield line({ jobs: jobColumns });
  counts.jobs = yield* rowsOf(client, COPY_JOBS_OUT, advance);
}

/** The rows that a COPY writes, and the end of the rows. Returns their number. */
async function* rowsOf(
  client: pg.Client,
  sql: string,
  advance: (rows: number) => void,
): AsyncGenerator<Buffer, number> {
  let rows = 0;
  for await (const chunk of client.query(copyTo(sql)) as AsyncIterable<Buffer>) {
    const added = countLines(chunk);
    rows += added;
    advance(added);
    yield chunk;
  }
  yield Buffer.from(END_OF_ROWS);
  return rows;
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
