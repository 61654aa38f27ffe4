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

/**
 * Whether a backup is of another database, as it says, or because this user may not read it: backups are for those who wrote them. One that
 * is damaged, or that an earlier version wrote, may be of this database.
 */
export async function isOfAnother(file: string, databaseId: string): Promise<boolean> {
  const id = known.get(file);
  if (id !== undefined) return id !== databaseId;
  const header = await readBackupHeader(file);
  if (!header.ok) return header.problems.some(({ code }) => code === 'unreadable');
  const found = header.value.databaseId;
  if (found === null) return false;
  known.set(file, found);
  return found !== databaseId;
}
