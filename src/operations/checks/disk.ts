import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { grouped } from '../../rules/numbers.ts';
import { spaceOf } from '../free-space.ts';
import type { Condition, HealthCheck } from '../health.ts';
import { lookAt } from '../slow-folder.ts';

/** The folders that are checked, and how much space they need. */
export interface DiskCheckOptions {
  /** The folder of the server's own files. */
  dataDir: string;
  /**
   * Whether the server needs `dataDir`: for its embedded database or its mailbox. If not, it may be missing, and the
   * server works without it.
   */
  needed: boolean;
  /** Where backups are written; null if none are. */
  backupDir: string | null;
  /** The megabytes that must be free in `dataDir`; 0: no limit. */
  minFreeMb: number;
}

type Finding = Omit<Condition, 'check'>;

/** There is a warning below so many times of the space that must be free. */
const WARNING_FACTOR = 3;

const OK: Finding = { level: 'ok', message: 'There is enough free disk space.' };

/**
 * Checks that the data folder has space and can be written to, and that the folder of the backups has space. Only the
 * data folder can make the server not ready: backups that fail lose nothing that was sent. A run that hangs, because the folder does
 * not answer, is not followed by others, which would take a thread each (see slow-folder.ts).
 */
export function diskCheck(options: DiskCheckOptions): HealthCheck {
  let running: Promise<Finding> | null = null;
  return {
    name: 'disk',
    run() {
      running ??= findCondition(options).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function findCondition({ dataDir, needed, backupDir, minFreeMb }: DiskCheckOptions): Promise<Finding> {
  if (!needed && !(await exists(dataDir))) return OK;
  const unwritable = await writeFailure(dataDir);
  if (unwritable !== null) {
    const message = `The server cannot write to ${dataDir} (${unwritable}) and takes nothing more until it can.`;
    return { level: 'down', message };
  }
  const data = await spaceOf(dataDir);
  if (data.freeMb < minFreeMb) {
    const limit = `until at least ${megabytes(minFreeMb)} are free (MIN_FREE_MB)`;
    const message = `Only ${megabytes(data.freeMb)} are free in ${dataDir}; the server takes nothing more ${limit}.`;
    return { level: 'down', message };
  }
  const enoughMb = WARNING_FACTOR * minFreeMb;
  if (data.freeMb < enoughMb) {
    const limit = `Below ${megabytes(minFreeMb)} (MIN_FREE_MB), the server takes nothing more.`;
    return { level: 'warning', message: `Only ${megabytes(data.freeMb)} are free in ${dataDir}. ${limit}` };
  }
  return backupDir === null ? OK : backupCondition(backupDir, data.device, enoughMb);
}

/**
 * If the folder cannot be read or does not answer, the check of the backups says so.
 * @param dataDevice the file system that was checked already
 */
async function backupCondition(dir: string, dataDevice: number, enoughMb: number): Promise<Finding> {
  const space = await lookAt(dir, () => spaceOf(dir)).catch(() => null);
  if (space === null || space.device === dataDevice || space.freeMb >= enoughMb) return OK;
  return {
    level: 'warning',
    message: `Only ${megabytes(space.freeMb)} are free in ${dir}, where backups are written. Make space for them.`,
  };
}

/**
 * Writes and removes a small file.
 * @returns null if that worked, otherwise the code of the error, such as `ENOSPC` or `EROFS`
 */
async function writeFailure(dir: string): Promise<string | null> {
  const file = path.join(dir, `.write-test-${process.pid}`);
  try {
    const handle = await open(file, constants.O_CREAT | constants.O_WRONLY | constants.O_TRUNC, 0o600);
    try {
      await handle.write(Buffer.alloc(4096, '.'));
    } finally {
      await handle.close();
    }
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** `1,200 MB` */
function megabytes(count: number): string {
  return `${grouped(count)} MB`;
}
