import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../../database/migrate.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { type BackupHeader, countLines, totalRows } from './backup-format.ts';
import { inSession } from './backup-session.ts';
import { checkBackup } from './check-backup.ts';
import {
  publicName,
  quoted,
  readAppliedMigrations,
  readTables,
  tableExists,
  writeSequences,
} from './database-catalog.ts';
import { holdRestored } from './hold-restored.ts';
import { compareMigrations } from './known-migrations.ts';
import type { OnProgress } from './progress.ts';
import { addRestoredJobs, copyJobsIn, createJobsTable } from './queue-jobs.ts';
import { readBackup } from './read-backup.ts';
import { isMarkedAs, markUnfinished } from './unfinished-restore.ts';

/** How a backup is restored. */
export interface RestoreOptions {
  /**
   * Whether the server is held at its next start until the operator decides how to go on. False for a database that
   * nobody will use, or that replaces the original at the same moment. If true, the restore counts as unfinished until
   * `finishRestore`.
   */
  hold: boolean;
  /** Called once it is known that the rows can be written, and before they are. A problem ends the restore. */
  beforeRows?: () => Promise<Result<null>>;
  onProgress?: OnProgress;
}

/** A file that this version can restore. */
export interface RestorableBackup {
  file: string;
  header: BackupHeader;
  /** The migrations of this version that the backup does not have yet. */
  newerMigrations: string[];
}

/**
 * Checks a file to its end, and whether this version can restore it. Changes nothing and needs no database.
 * Problems: those of `checkBackup`; `newer-version`, `other-version`.
 */
export async function checkRestorable(
  file: string,
  onProgress: OnProgress = () => {},
): Promise<Result<RestorableBackup>> {
  const checked = await checkBackup(file, onProgress);
  if (!checked.ok) return checked;
  const newer = await compareMigrations('The backup', checked.value.migrations);
  return newer.ok ? ok({ file, header: checked.value, newerMigrations: newer.value }) : newer;
}

/**
 * Restores a backup into an empty database and brings its tables up to date. All rows are written in one transaction:
 * after a failure, the database has none. If an earlier restore of the same backup has written them and was interrupted, it is
 * continued.
 * Problems: `not-empty`; those of `beforeRows`; those of `checkBackup`, if the file was changed after it was checked.
 * @throws if the database fails, or a newer migration; in the latter case the rows are there, and restoring again or starting
 * the server tries the migration again
 */
export async function restoreBackup(
  url: string,
  { file, header, newerMigrations }: RestorableBackup,
  { hold, beforeRows = async () => ok(null), onProgress = () => {} }: RestoreOptions,
): Promise<Result<null>> {
  const target = await inSession(url, 'READ ONLY', (client) => lookAtTarget(client, header));
  if (!target.ok) return target;
  const prepared = await beforeRows();
  if (!prepared.ok) return prepared;
  if (target.value === 'empty') {
    await migrate(url, { only: header.migrations.map(({ name }) => name) });
    const loaded = await load(url, { file, header }, { hold, onProgress });
    if (!loaded.ok) return loaded;
  }
  await migrate(url);
  // A backup of a version without these tables could not be held together with its rows.
  if (hold && newerMigrations.length > 0) await inSession(url, '', (client) => holdRestored(client));
  return ok(null);
}

/** Whether the database is empty, or has the rows of this backup from a restore that was interrupted. Problems: `not-empty`. */
async function lookAtTarget(
  client: pg.Client,
  header: BackupHeader,
): Promise<Result<'empty' | 'unfinished'>> {
  if (await isMarkedAs(client, header)) return ok('unfinished');
  const empty = await requireEmpty(client, header);
  return empty.ok ? ok('empty') : empty;
}

/** Problems: `not-empty`. */
async function requireEmpty(client: pg.Client, header: BackupHeader): Promise<Result<null>> {
  const applied = await readAppliedMigrations(client);
  const tables = await readTables(client);
  if (applied.length === 0) {
    if (tables.length === 0) return ok(null);
    return notEmpty(`tables that are not Whistlestop’s, such as ${tables[0]?.name}`);
  }
  const people = await requireNoGames(client);
  if (!people.ok) return people;
  const wanted = new Set(header.migrations.map(({ name }) => name));
  if (applied.every(({ name }) => wanted.has(name))) return ok(null);
  return notEmpty('the tables of a newer version than the backup');
}

/** Problems: `not-empty`. */
async function requireNoGames(client: pg.Client): Promise<Result<null>> {
  for (const table of ['Account', 'Game']) {
    if (!(await tableExists(client, table))) continue;
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${publicName(table)}`);
    if ((rows[0]?.n ?? 0) === 0) continue;
    return notEmpty(table === 'Account' ? 'accounts' : 'games', await advice(client));
  }
  return ok(null);
}

/** What else to do if the rows are those of an earlier restore, whose process may have been killed after it wrote them. */
async function advice(client: pg.Client): Promise<string> {
  if (!(await tableExists(client, 'ServerState'))) return '';
  const { rows } = await client.query(
    `SELECT 1 FROM "ServerState" WHERE "heldAt" IS NOT NULL AND "heldReason" = 'restored'`,
  );
  if (rows.length === 0) return '';
  return ' An earlier restore has written all rows. If it was interrupted afterward, start the server, which brings the tables up to date and is held.';
}

function notEmpty(what: string, more = ''): ReturnType<typeof fail> {
  return fail(
    'database',
    'not-empty',
    `The database already has ${what}. A backup is restored into an empty database only: set DATA_DIR to a new ` +
      `folder or, with a PostgreSQL of your own, DATABASE_URL to a new database.${more}`,
  );
}

/** Why the rows were not written: thrown within this file, so that the transaction is rolled back. */
class Refused extends Error {
  readonly failure: ReturnType<typeof fail>;

  constructor(failure: ReturnType<typeof fail>) {
    super(failure.problems[0]?.message);
    this.failure = failure;
  }
}

/** Writes all rows, or none. */
async function load(
  url: string,
  { file, header }: Pick<RestorableBackup, 'file' | 'header'>,
  { hold, onProgress }: { hold: boolean; onProgress: OnProgress },
): Promise<Result<null>> {
  try {
    return await inSession(url, '', async (client) => {
      await clearTables(client);
      await loadParts(client, file, onProgress);
      if (hold) {
        await holdRestored(client, { anew: true });
        await markUnfinished(client, header);
      }
      return ok(null);
    });
  } catch (error) {
    if (error instanceof Refused) return error.failure;
    throw error;
  }
}

/** Removes what the migrations have inserted, and makes sure that nobody else writes. */
async function clearTables(client: pg.Client): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => publicName(name)).join(', ');
  await client.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
  const empty = await requireNoGames(client);
  if (!empty.ok) throw new Refused(empty);
  await client.query(`TRUNCATE ${tables}`);
}

async function loadParts(client: pg.Client, file: string, onProgress: OnProgress): Promise<void> {
  let [done, total] = [0, 0];
  const copy = async (sql: string, rows: AsyncIterable<Buffer>) => {
    async function* reported() {
      for await (const chunk of rows) {
        yield chunk;
        done += countLines(chunk);
        onProgress('restore', done, total);
      }
    }
    await pipeline(reported(), client.query(copyFrom(sql)));
  };
  const read = await readBackup(file, {
    async header(header) {
      total = totalRows(header);
      onProgress('restore', 0, total);
    },
    table: ({ name, columns }, rows) =>
      copy(`COPY ${publicName(name)} (${columns.map(quoted).join(', ')}) FROM STDIN`, rows),
    sequences: (values) => writeSequences(client, values),
    async jobs(columns, rows) {
      await createJobsTable(client);
      await copy(copyJobsIn(columns), rows);
      await addRestoredJobs(client);
    },
  });
  // The file was changed after it had been checked.
  if (!read.ok) throw new Refused(read);
}
