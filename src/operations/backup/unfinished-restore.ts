import type pg from 'pg';
import type { AppContext } from '../../context.ts';
import type { BackupHeader } from './backup-format.ts';
import { inSession } from './backup-session.ts';
import { publicName } from './database-catalog.ts';
import { holdRestored } from './hold-restored.ts';

/*
 * A restore can be interrupted after it has written the rows: the tables are not of this version yet, games are not replayed,
 * and what has left since the backup is back. A mark in the database, which is written together with the rows, says so. It is
 * a comment on a table that every version has, because the tables can be those of any version.
 */

const TABLE = publicName('Account');
const BEGINNING = 'Unfinished restore of a backup';

type Backup = Pick<BackupHeader, 'databaseId' | 'madeAt'>;

/** Marks a database as one with the rows of this backup, whose restore is not finished. */
export async function markUnfinished(client: pg.Client, backup: Backup): Promise<void> {
  await writeMark(client, client.escapeLiteral(markOf(backup)));
}

/** Whether the database has the rows of this backup, from a restore that was not finished. */
export async function isMarkedAs(client: pg.Client, backup: Backup): Promise<boolean> {
  return (await readMark(client)) === markOf(backup);
}

/** Takes the mark along to a copy of a database, if it has one: a backup has no comments. */
export async function copyMark(from: string, to: string): Promise<void> {
  const mark = await inSession(from, 'READ ONLY', readMark);
  if (!isMark(mark)) return;
  await inSession(to, '', (client) => writeMark(client, client.escapeLiteral(mark)));
}

/** A restore has done everything: it can no longer be continued. */
export async function finishRestore(url: string): Promise<void> {
  await inSession(url, '', (client) => writeMark(client, 'NULL'));
}

/**
 * Holds a server whose restore was interrupted when it could not be held yet, and ends the access that the backup gives. The
 * restore can no longer be continued then, because the server is in use. Does nothing after a restore that was finished.
 * The tables must be those of this version.
 */
export async function endUnfinishedRestore({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  if (!isMark(await readMark(db.pool))) return;
  const ended = await inSession(db.url, '', async (client) => {
    // Another process may start at the same time.
    await client.query('SELECT FROM "ServerState" WHERE "id" = 1 FOR UPDATE');
    if (!isMark(await readMark(client))) return false;
    await holdRestored(client);
    await writeMark(client, 'NULL');
    return true;
  });
  if (ended) log.warn('a restore was interrupted before its end: its games have not been replayed');
}

function markOf({ databaseId, madeAt }: Backup): string {
  return `${BEGINNING} of ${madeAt}, database ${databaseId}`;
}

function isMark(comment: string | null): comment is string {
  return comment?.startsWith(BEGINNING) === true;
}

async function readMark(database: pg.Client | pg.Pool): Promise<string | null> {
  const { rows } = await database.query<{ mark: string | null }>(
    "SELECT obj_description(to_regclass($1), 'pg_class') AS mark",
    [TABLE],
  );
  return rows[0]?.mark ?? null;
}

async function writeMark(client: pg.Client, literal: string): Promise<void> {
  await client.query(`COMMENT ON TABLE ${TABLE} IS ${literal}`);
}
