import { grouped } from '../../rules/numbers.ts';
import { pruneBackups } from '../backup/prune-backups.ts';
import { MEGABYTE, spaceOf } from '../free-space.ts';
import { lookAt } from '../slow-folder.ts';
import { newestBackup } from './backup-files.ts';

/*
 * A nightly backup must not fill the disk of the server: no sheet could be sent while it is written, and dates that pass
 * meanwhile would be put off.
 */

/** The folders of a backup, the database that it is of, and how much space it has to leave. */
export interface BackupSpace {
  dataDir: string;
  databaseId: string;
  backups: { dir: string; kept: number };
  /** The megabytes that must stay free in `dataDir`; 0: no limit. */
  minFreeMb: number;
}

/** So many times the size of the last backup must be free for the next one: the data grows. */
const MARGIN = 1.25;

/**
 * Makes sure that there is space for a backup as large as the last one, with a margin. If not, the backups that the new one would
 * replace are deleted first, but never the last one.
 * @param deletes false if nothing may be deleted
 * @throws if there is not enough space even then, or the folder does not answer
 */
export async function makeSpace(space: BackupSpace, now: Date, deletes = true): Promise<void> {
  const { dir, kept } = space.backups;
  const { databaseId } = space;
  const newest = await newestBackup(dir, now, databaseId);
  const neededMb = Math.ceil(((newest?.bytes ?? 0) * MARGIN) / MEGABYTE);
  const { freeMb, reservedMb } = await freeFor(space);
  if (freeMb >= reservedMb + neededMb) return;
  if (deletes) await pruneBackups({ dir, databaseId }, Math.max(kept - 1, 1), now);
  await requireFree(space, neededMb);
}

/**
 * Makes sure that a backup has not taken the space that the server needs.
 * @throws if it has
 */
export async function requireSpace(space: BackupSpace): Promise<void> {
  await requireFree(space, 0);
}

async function requireFree(space: BackupSpace, neededMb: number): Promise<void> {
  const { freeMb, reservedMb } = await freeFor(space);
  if (freeMb >= reservedMb + neededMb) return;
  const needs = neededMb > 0 ? `a backup needs about ${megabytes(neededMb)}` : 'a backup needs more';
  const reserve = reservedMb > 0 ? ` besides the ${megabytes(reservedMb)} that stay free (MIN_FREE_MB)` : '';
  throw new Error(
    `only ${megabytes(freeMb)} are free in ${space.backups.dir}, and ${needs}${reserve}. Delete files, enlarge the disk, or set BACKUP_DIR to a folder on another one`,
  );
}

/** The free megabytes where backups are written, and how many of them the server needs for other things. */
async function freeFor({
  dataDir,
  backups,
  minFreeMb,
}: BackupSpace): Promise<{ freeMb: number; reservedMb: number }> {
  const { device, freeMb } = await lookAt(backups.dir, () => spaceOf(backups.dir));
  const isShared = device === (await spaceOf(dataDir)).device;
  return { freeMb, reservedMb: isShared ? minFreeMb : 0 };
}

/** `1,200 MB` */
function megabytes(count: number): string {
  return `${grouped(count)} MB`;
}
