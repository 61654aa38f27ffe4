import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A folder can stop answering because it is on another machine or because its disk hangs. Each file operation in it then occupies one
 * of the four threads that Node.js uses for file operations, name lookups, and password hashes, until the folder answers again.
 * Therefore everything that the server does repeatedly in its data folder or its backup folder goes through `lookAt`. The only
 * exception is the check of the disk. It must not wait for other looks, and has at most one run at a time itself. With both folders
 * silent, two threads hang, or three at worst.
 */

/** Milliseconds to wait for a folder. */
const TIMEOUT = 3_000;

/** By folder: the look that has not ended yet. */
const looks = new Map<string, Promise<void>>();

/**
 * Looks at a folder that may fall silent. There is one look at a folder at a time in this process, so that one that has fallen
 * silent takes one thread and not all of them. A look also waits for those at the folders that the folder is in.
 * @param look does one file operation at a time
 * @throws if the folder does not answer within three seconds, without calling `look` if an earlier one has not ended; what
 * `look` throws
 */
export async function lookAt<T>(dir: string, look: () => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(TIMEOUT, undefined, { ref: false, signal: patience.signal }).then(() => {
    throw new Error('no answer');
  });
  late.catch(() => {});
  try {
    for (let other = otherLook(dir); other !== undefined; other = otherLook(dir))
      await Promise.race([other, late]);
    const looking = look();
    const ended = looking.then(
      () => {},
      () => {},
    );
    looks.set(
      dir,
      ended.finally(() => looks.delete(dir)),
    );
    return await Promise.race([looking, late]);
  } finally {
    patience.abort();
  }
}

function otherLook(dir: string): Promise<void> | undefined {
  const found = [...looks].find(([folder]) => dir === folder || dir.startsWith(`${folder}${path.sep}`));
  return found?.[1];
}
