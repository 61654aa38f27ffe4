import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { BackupHeader } from './backup-format.ts';
import { exists, flushFolder } from './files.ts';
import { compareMigrations } from './known-migrations.ts';
import type { OnProgress } from './progress.ts';
import { type BackupProof, proveBackup } from './prove-backup.ts';
import { checkRestorable, type RestorableBackup } from './restore-backup.ts';
import { withPart } from './unfinished-backups.ts';
import { appliedMigrations, type WriteOptions, writeBackup } from './write-backup.ts';

export interface BackupOptions {
  /** Whether the games are replayed, too, which takes longer than all the rest. Default: true. */
  replay?: boolean;
  onProgress?: OnProgress;
  /** Throws if the backup must not take more of the disk; see `writeBackup`. */
  requireSpace?: () => Promise<void>;
}

/** A backup that was written and read back. */
export interface MadeBackup {
  file: string;
  bytes: number;
  header: BackupHeader;
  /** Null if no games were replayed. If it has differences, the operator must look at them. */
  proof: BackupProof | null;
}

/**
 * Makes a backup of a database, which may be in use, and proves it: reads it back, and replays its games. The file
 * holds secrets, and only its owner may read it. It has its name only when it is complete and was read back.
 * Problems: `exists`, `unwritable`, `newer-version`, `other-version`, `empty`; `damaged` if what was read back differs.
 * @param url the address of the database, whose tables must be those of this version or an older one
 * @param file a new file in an existing folder
 * @throws if the database fails, and what `requireSpace` throws
 */
export async function makeBackup(
  url: string,
  file: string,
  { replay = true, onProgress = () => {}, ...space }: BackupOptions = {},
): Promise<Result<MadeBackup>> {
  const allowed = await requireKnown(url);
  if (!allowed.ok) return allowed;
  if (await exists(file)) return alreadyExists(file);
  try {
    const read = await writeAndRead(url, file, { onProgress, ...space });
    if (!read.ok) return read;
    const backup = { ...read.value, file };
    const proof = replay ? await proveBackup(url, backup, onProgress) : null;
    return ok({ file, bytes: (await stat(file)).size, header: backup.header, proof });
  } catch (error) {
    if (isAboutFile(error)) return unwritable(file, error.code);
    throw error;
  }
}

/** Writes the file under another name, reads it back, and gives it its name. */
async function writeAndRead(
  url: string,
  file: string,
  options: WriteOptions,
): Promise<Result<RestorableBackup>> {
  return await withPart(file, async (part) => {
    await writeBackup(url, part, options);
    const read = await checkRestorable(part, options.onProgress);
    if (!read.ok) return read;
    if (await exists(file)) return alreadyExists(file);
    await rename(part, file);
    await flushFolder(path.dirname(file));
    return read;
  });
}

/** Problems: `newer-version`, `other-version`, `empty`. */
async function requireKnown(url: string): Promise<Result<null>> {
  const applied = await appliedMigrations(url);
  if (applied.length === 0) {
    return fail(
      'database',
      'empty',
      'This database has no tables of Whistlestop. Check DATABASE_URL or DATA_DIR.',
    );
  }
  const compared = await compareMigrations('This database', applied);
  return compared.ok ? ok(null) : compared;
}

/** Whether an operation on a file failed, and not one on a connection. */
function isAboutFile(error: unknown): error is NodeJS.ErrnoException {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  return ['open', 'write', 'fsync', 'rename'].includes(syscall) && !['EPIPE', 'ECONNRESET'].includes(code);
}

function alreadyExists(file: string): ReturnType<typeof fail> {
  return fail('file', 'exists', `${file} exists already. Choose another name; no backup is overwritten.`);
}

function unwritable(file: string, code = 'unknown reason'): ReturnType<typeof fail> {
  const advice =
    code === 'ENOSPC'
      ? 'The disk is full. Free some space.'
      : 'Check that its folder exists and its permissions.';
  return fail('file', 'unwritable', `${file} cannot be written (${code}). ${advice}`);
}
