import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { NAMESPACE_VARIABLE } from './machine/disk.ts';

/*
 * A full disk needs a small disk, and that a mount. The run gives itself a namespace of mounts of its own: whatever it
 * mounts is gone when its processes are, even if they are killed. As root that is always possible, for others on most
 * machines.
 */

const AS_ROOT = ['--mount', '--propagation', 'private'];
const AS_USER = ['--user', '--map-current-user', '--keep-caps', ...AS_ROOT];

/**
 * Runs this program again in a namespace of its own and exits with its status.
 * @returns only if this process is in one already, or if none can be made
 */
export async function enterNamespace(): Promise<void> {
  if (process.env[NAMESPACE_VARIABLE] !== undefined) return stopWithParent();
  if (process.platform !== 'linux') return;
  const options = process.getuid?.() === 0 ? AS_ROOT : AS_USER;
  const trial = ['sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /tmp'];
  if (spawnSync('unshare', [...options, ...trial], { stdio: 'ignore' }).status !== 0) return;
  const child = spawn(
    'unshare',
    [...options, process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
      env: { ...process.env, [NAMESPACE_VARIABLE]: String(process.pid) },
    },
  );
  // A terminal sends Ctrl-C to both; the child cleans up and decides on the status.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const status = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 9)));
  });
  process.exit(status);
}

/** If the first process is killed, this one has no one to report to. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 2_000).unref();
}
