import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '../../database/embedded/postmaster.ts';

/*
 * Files of backups that are being written. Their names tell the process that writes them, and its machine, so that what
 * a killed process has left can be deleted before it fills the disk: `X.part-<machine>-<process>-<random>`.
 */

/** Follows the name of a backup that is being written; what tells its process, and random characters, follow. */
export const PART_SUFFIX = '.part-';

/** An unfinished nightly backup. Earlier versions wrote random characters only. */
const NIGHTLY_PART =
  /^whistlestop-\d{4}-\d{2}-\d{2}T\d{4}Z(?:-[0-9a-f]{8})?\.backup\.gz\.part-(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]+$/;

/** If its process is not known, a file that has not grown for so long (milliseconds) was left by a killed one. */
const ABANDONED_AFTER = 24 * 3_600_000;

/** The files that this process is writing. */
const ownParts = new Set<string>();

/**
 * Has a backup written to a file of another name, which is deleted if it is still there afterward.
 * @param file the name of the complete backup
 */
export async function withPart<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}${PART_SUFFIX}${machine()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  ownParts.add(path.resolve(part));
  try {
    return await write(part);
  } finally {
    await rm(part, { force: true });
    ownParts.delete(path.resolve(part));
  }
}

/** Deletes what killed processes have left of nightly backups. A folder that does not exist has none. */
export async function deleteAbandonedParts(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const file = path.join(dir, name);
    if (await isAbandoned(file)) await rm(file, { force: true });
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const match = NIGHTLY_PART.exec(path.basename(file));
  if (match === null) return false;
  const [, writtenOn, writer] = match;
  if (writtenOn === machine()) {
    const pid = Number(writer);
    // After a restart of a container, the new process often has the number of the old one.
    if (pid === process.pid) return !ownParts.has(path.resolve(file));
    if (!isAlive(pid)) return true;
  }
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER;
}

/** Eight hexadecimal digits for the name of this machine or container: machines may share a folder. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
