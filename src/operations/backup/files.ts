import { constants } from 'node:fs';
import { access, mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Whether there is a file or folder of this name. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Makes new names in a folder survive a power cut. Windows cannot and need not do this. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a file or folder that root has made to the owner of the folder that it is in, so that the server, which runs as this user, can
 * use what a command of root has made. Does nothing if this process is not root's, or it cannot be given away.
 */
export async function giveToFolderOwner(file: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  try {
    const folder = await open(path.dirname(file), constants.O_RDONLY | constants.O_DIRECTORY);
    const { uid, gid } = await folder.stat().finally(() => folder.close());
    // The owner of the folder can put links there, and must not get what they lead to.
    const made = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await made.stat();
      const isAlone = found.isDirectory() || (found.isFile() && found.nlink === 1);
      if (uid !== 0 && found.uid === 0 && isAlone) await made.chown(uid, gid);
    } finally {
      await made.close();
    }
  } catch {
    // Such as on a file system without owners. If the server cannot use the file, its checks say so.
  }
}

/** Makes a folder for files that only the server may read, and those above it that are missing. @throws if it cannot be made */
export async function makePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const names = path.relative(first, path.resolve(folder)).split(path.sep).filter(Boolean);
  // From above, as each gets the owner of the one that it is in.
  for (let depth = 0; depth <= names.length; depth += 1) {
    await giveToFolderOwner(path.join(first, ...names.slice(0, depth)));
  }
}
