import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { lookAt } from '../slow-folder.ts';

/** How many tables are listed. */
const BIGGEST = 6;

/** A table with its indexes. */
export interface TableSize {
  name: string;
  bytes: number;
}

/** The size of the database in bytes, and its biggest tables. PostgreSQL only adds up the sizes of files. */
export async function databaseSize(pool: pg.Pool): Promise<{ bytes: number; tables: TableSize[] }> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  const { rows: tables } = await pool.query<TableSize>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
     order by 2 desc, 1 limit $1`,
    [BIGGEST],
  );
  return { bytes: rows[0]?.bytes ?? 0, tables };
}

/** How many files a folder has, and their bytes; null if there is no such folder, or it does not answer. */
export async function folderSize(dir: string): Promise<{ files: number; bytes: number } | null> {
  const names = await orNull(lookAt(dir, () => readdir(dir)));
  if (names === null) return null;
  const total = { files: 0, bytes: 0 };
  for (const name of names) {
    const bytes = await fileSize(path.join(dir, name));
    if (bytes === null) continue;
    total.files += 1;
    total.bytes += bytes;
  }
  return total;
}

/** The bytes of a file; null if there is no such file, or its folder does not answer. */
export async function fileSize(file: string): Promise<number | null> {
  return (await orNull(lookAt(path.dirname(file), () => stat(file))))?.size ?? null;
}

/** The free bytes on the disk of a folder; null if there is no such folder, or it does not answer. */
export async function freeSpace(dir: string): Promise<number | null> {
  const found = await orNull(lookAt(dir, () => statfs(dir)));
  return found && found.bavail * found.bsize;
}

function orNull<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch(() => null);
}
