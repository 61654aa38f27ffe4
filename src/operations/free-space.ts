import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** The free space of a file system. */
export interface FreeSpace {
  /** The number of the file system, which two folders of it have in common. */
  device: number;
  /** Whole megabytes. */
  freeMb: number;
}

/**
 * The free space at a folder, or where it would be created.
 * @throws if it cannot be read
 */
export async function spaceOf(dir: string): Promise<FreeSpace> {
  let at = dir;
  while (!(await exists(at)) && path.dirname(at) !== at) at = path.dirname(at);
  const { bavail, bsize } = await statfs(at);
  return { device: (await stat(at)).dev, freeMb: Math.floor((bavail * bsize) / MEGABYTE) };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
