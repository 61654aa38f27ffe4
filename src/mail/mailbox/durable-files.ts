import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** How the name of a file begins that is still being written. */
const UNFINISHED = '.unfinished-';

/**
 * Writes a file so that it is there whole or not at all, also after a power cut: written under another name,
 * flushed to the disk, renamed, and the folder flushed too.
 */
export async function writeDurably(dir: string, name: string, content: Buffer): Promise<void> {
  const temporary = path.join(dir, `${UNFINISHED}${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path.join(dir, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dir);
}

/** Removes what a killed server left half-written. */
export async function sweepUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.startsWith(UNFINISHED)) await rm(path.join(dir, name), { force: true });
  }
}

async function flushFolder(dir: string): Promise<void> {
  // Windows cannot open folders; there the rename alone has to do.
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
