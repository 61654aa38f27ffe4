import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** What postmaster.pid says of the PostgreSQL that runs, or ran, on a cluster. */
export interface Postmaster {
  /** 0 where the file is empty. */
  pid: number;
  /** Null in the first moments of a start. */
  port: number | null;
}

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** Reads postmaster.pid (lines: pid, folder, start, port, …); null where there is none. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  let text: string;
  try {
    text = await readFile(pidFile(cluster), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const lines = text.split('\n').map((line) => Number.parseInt(line, 10));
  const pid = lines[0] ?? Number.NaN;
  const port = lines[3] ?? Number.NaN;
  return { pid: Number.isInteger(pid) ? Math.abs(pid) : 0, port: port > 0 ? port : null };
}

/**
 * Is this process the PostgreSQL of this cluster? Numbers of processes are used again, so a living process is
 * not enough: its command line must name the cluster. A zombie has none, and so is not.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const [program = '', ...args] = await commandLine(pid);
  if (process.platform === 'win32') return /postgres/i.test(program);
  return (
    /^postgres/.test(path.basename(program)) &&
    args.some((arg) => arg === cluster || arg.includes(`-D ${cluster}`))
  );
}

/** Does a process (or a zombie) of this number exist, whoever owns it? */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string[]> {
  const execute = promisify(execFile);
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    if (process.platform === 'win32') {
      const { stdout } = await execute('tasklist', ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`]);
      return [stdout];
    }
    const { stdout } = await execute('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    // Arguments are not told apart there: the first word, and the whole.
    return [stdout.trim().split(' ')[0] ?? '', stdout];
  } catch {
    return [];
  }
}

/**
 * Takes away a postmaster.pid whose number now belongs to a stranger (or a zombie), for which PostgreSQL would
 * refuse to start. Backends that outlived their postmaster are still noticed by PostgreSQL, by its shared memory.
 */
export async function removeStalePidFile(cluster: string, stale: Postmaster): Promise<void> {
  const aside = path.join(cluster, `postmaster.pid.stale-${process.pid}`);
  try {
    await rename(pidFile(cluster), aside);
    // Someone else may have started the cluster since we looked: then the file is theirs, and goes back.
    const moved = Number.parseInt(await readFile(aside, 'utf8'), 10) || 0;
    if (moved === stale.pid) await rm(aside);
    else await rename(aside, pidFile(cluster));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
