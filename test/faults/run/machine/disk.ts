import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A folder on a disk of its own, which can be filled. */
export interface SmallDisk {
  dir: string;
  /** Null if it can be filled; otherwise why not. */
  why: string | null;
  /** Takes all space that is left. */
  fill(): void;
  /** Frees it again. */
  free(): void;
  remove(): void;
}

const MEGABYTE = 1024 * 1024;

/** Room for a cluster with some hundred megabytes of log, twice over. */
const SIZE_MB = 640;

/** Set in a process that has a mount namespace of its own, see namespace.ts. */
export const NAMESPACE_VARIABLE = 'FAULTS_NAMESPACE';

/** Makes the folder, on a tmpfs if this process may mount one. */
export function makeSmallDisk(dir: string): SmallDisk {
  mkdirSync(dir, { recursive: true });
  const why = mount(dir);
  chmodSync(dir, 0o755);
  const filler = path.join(dir, 'filler');
  return {
    dir,
    why,
    fill: () => fill(dir, filler),
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (why === null) spawnSync('umount', ['--lazy', dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function mount(dir: string): string | null {
  // Without a namespace of its own a run that is killed would leave the disk mounted.
  if (process.env[NAMESPACE_VARIABLE] === undefined)
    return 'this process cannot mount a disk (unshare --mount)';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'tmpfs', dir], {
      stdio: 'pipe',
    });
    return null;
  } catch (error) {
    return `mount failed: ${(error as Error).message.split('\n').join(' ')}`;
  }
}

/** Writes until nothing fits any longer. */
function fill(dir: string, file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (const size of [MEGABYTE, 4096]) {
      const block = Buffer.alloc(size, 1);
      try {
        while (statfsSync(dir).bavail > 0) writeSync(handle, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(handle);
  }
}
