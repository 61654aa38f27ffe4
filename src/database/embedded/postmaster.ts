import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { commandLineQuery, isPostmasterCommand } from './platform.ts';

/** What postmaster.pid says about the PostgreSQL that runs, or ran, on a cluster. */
export interface Postmaster {
  /** 0 if the file is empty. */
  pid: number;
  /** Null during the first moments of a start. */
  port: number | null;
}

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** Reads postmaster.pid (lines: pid, folder, start, port, …). Returns null if there is none. */
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
 * Whether this process is the PostgreSQL of this cluster. Process ids are reused, so the command line of the process
 * must name the cluster. A zombie has no command line.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  return isAlive(pid) && isPostmasterCommand(await commandLine(pid), cluster);
}

/** Whether there is a process (or a zombie) with this id, of any user. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string> {
  try {
    const query = commandLineQuery(pid);
    if (query === null) return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    const { stdout } = await promisify(execFile)(...query, { windowsHide: true });
    return stdout.trim();
  } catch {
    return '';
  }
}

/**
 * Removes a postmaster.pid whose process id now belongs to another process (or a zombie), because PostgreSQL would
 * refuse to start. PostgreSQL still notices backends that outlived their postmaster by their shared memory.
 */
export async function removeStalePidFile(cluster: string, stale: Postmaster): Promise<void> {
  const movedFile = path.join(cluster, `postmaster.pid.stale-${process.pid}`);
  try {
    await rename(pidFile(cluster), movedFile);
    // Another process may have started the cluster meanwhile. Then the file is new and must be put back.
    const moved = Number.parseInt(await readFile(movedFile, 'utf8'), 10) || 0;
    if (moved === stale.pid) await rm(movedFile);
    else await rename(movedFile, pidFile(cluster));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
