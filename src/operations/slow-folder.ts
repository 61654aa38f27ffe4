import { setTimeout as sleep } from 'node:timers/promises';

/*
 * A folder on another machine can fall silent. Every file operation in it then takes one of the few threads with which Node.js
 * does all file operations, looks up names and hashes passwords, and keeps it until the folder answers.
 */

/** Milliseconds to wait for a folder. */
const TIMEOUT = 3_000;

/** By folder: the look that has not ended yet. */
const looks = new Map<string, Promise<void>>();

/**
 * Looks at a folder that may be on another machine. There is one look at a folder at a time in this process, so that a folder
 * that has fallen silent takes one thread and not all of them.
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
    for (let other = looks.get(dir); other !== undefined; other = looks.get(dir))
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
