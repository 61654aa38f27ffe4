import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from './start-error.ts';

/** Enough to need space of its own on the disk. */
const TRIAL = Buffer.alloc(4096);

/**
 * Creates the folder of DATA_DIR if it is missing, and makes sure that this user can write there.
 * @throws StartError if not; the message names the setting and the reason
 */
export async function requireDataDir(dir: string): Promise<void> {
  const file = path.join(dir, `.write-test-${randomUUID()}`);
  try {
    await mkdir(dir, { recursive: true });
    try {
      await writeFile(file, TRIAL, { flag: 'wx' });
    } finally {
      await rm(file, { force: true });
    }
  } catch (error) {
    throw dataDirError(error, dir);
  }
}

/** The error to report instead of the operating system's, if a file in DATA_DIR cannot be used. */
export function dataDirError(error: unknown, dir: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : REASONS[code];
  if (reason === undefined) return error;
  return new StartError(`DATA_DIR is ${dir}, but ${reason} (${code}).`, code);
}

const NOT_ALLOWED =
  'this user may not write there. Give the folder to the user that runs the server, or set DATA_DIR to another one';
const NOT_A_FOLDER = 'a part of this path is a file. Set DATA_DIR to a folder';

const REASONS: Record<string, string | undefined> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'it is on a file system that is read-only. Set DATA_DIR to a folder that can be written',
  ENOSPC: 'its disk is full. Free some space',
  EDQUOT: 'the disk quota of this user is used up. Free some space',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
};
