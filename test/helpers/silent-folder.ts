import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Why there can be no silent folder here; null if there can. */
export const silentFolderObstacle = ((): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount one';
  return existsSync('/dev/fuse') ? null : 'there is no /dev/fuse';
})();

/**
 * Mounts a file system that never answers, so that every file operation in the folder hangs. @returns a function that ends it, and
 * with it all operations that hang
 */
export async function mountSilent(dir: string): Promise<() => Promise<void>> {
  const mount = 'mount -i -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 silent "$0"';
  const script = `exec 9<>/dev/fuse; ${mount} && echo mounted && exec sleep 120`;
  const holder = spawn('sh', ['-c', script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return async () => {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    execFileSync('umount', ['-l', dir]);
  };
}
