import type pg from 'pg';
import { readBackupHeader } from './read-backup.ts';

/*
 * Backups of several servers can lie in one folder, although each should have one of its own. A server must neither delete those of
 * others nor take them for its own.
 */

/** The id of the database that a pool is connected to. */
export async function databaseIdOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ databaseId: string }>(
    'SELECT "databaseId" FROM "ServerState" WHERE "id" = 1',
  );
  if (rows[0] === undefined) throw new Error('The database has no row in ServerState.');
  return rows[0].databaseId;
}

/** By file: the database that the backup is of. A backup that has its name does not change, and its folder may be slow. */
const known = new Map<string, string>();

/** Whether a backup says that it is of another database. One that does not say it, or cannot be read, may be of this one. */
export async function isOfAnother(file: string, databaseId: string): Promise<boolean> {
  const id = known.get(file) ?? (await readDatabaseId(file));
  return id !== null && id !== databaseId;
}

async function readDatabaseId(file: string): Promise<string | null> {
  const header = await readBackupHeader(file);
  const id = header.ok ? header.value.databaseId : null;
  if (id !== null) known.set(file, id);
  return id;
}
