import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The prefix of files that are still being written. */
const UNFINISHED_PREFIX = '.unfinished-';

/**
 * Writes a file so that it is either complete or missing, even after a power cut: it is written under another name,
 * flushed to disk and renamed, and the folder is flushed too.
 */
export async function writeDurably(dir: string, name: string, content: Buffer): Promise<void> {
  const temporary = path.join(dir, `${UNFINISHED_PREFIX}${randomUUID()}`);
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

/** Gives a file another name in its folder, so that it has the old or the new one, even after a power cut. */
export async function renameDurably(dir: string, from: string, to: string): Promise<void> {
  await rename(path.join(dir, from), path.join(dir, to));
  await flushFolder(dir);
}

/** Removes the unfinished files of a killed server. */
export async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.startsWith(UNFINISHED_PREFIX)) await rm(path.join(dir, name), { force: true });
  }
}

async function flushFolder(dir: string): Promise<void> {
  // Windows cannot open folders; the rename alone has to be enough there.
  if (process.platform === 'win32') return;
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
