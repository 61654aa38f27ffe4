import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isAlive } from '../database/embedded/postmaster.ts';
import { lookAt } from './slow-folder.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

/*
 * The starts of a server in a file of the data folder. A supervisor starts a server again that has crashed, so the
 * operator would not notice a server that crashes again and again.
 */

/** The most starts that are stored. */
const MAX_STARTS = 50;

const StartsFile = z.object({
  starts: z.array(
    z.object({
      at: z.iso.datetime(),
      pid: z.int(),
      /** What tells the process from others with its number, see `markOf`. Missing if it is not known. */
      mark: z.string().optional(),
      /** Whether the run before it had not ended cleanly. */
      afterCrash: z.boolean(),
      /** Whether this run has ended, or is known to have been killed. */
      ended: z.boolean(),
    }),
  ),
});
type Start = z.infer<typeof StartsFile>['starts'][number];

/** The run of this process. */
export interface Run {
  /** The name of the process: see `chooseProcessName`. */
  name: string;
  /** When this server started after a crash, this time or before. */
  crashes: readonly Date[];
  /** Records that the server has stopped as it was told to. */
  endCleanly(): Promise<void>;
}

/**
 * The name of a process among those that use the data folder. If none is given, it is the role, with a number if another
 * process of this machine has that name already: `worker`, `worker-2`. The number of a process says whether it runs, so
 * processes in containers need names of their own.
 */
export async function chooseProcessName(
  dataDir: string,
  role: string,
  given: string | null,
): Promise<string> {
  if (given !== null) return given;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? role : `${role}-${number}`;
    const starts = (await readStateFile(startsFile(dataDir, name), StartsFile))?.starts ?? [];
    const running = await Promise.all(starts.map((start) => !start.ended && isRunning(start)));
    if (!running.includes(true)) return name;
  }
}

/** The names of all processes that have used the data folder, in alphabetical order; none if it cannot be read. */
export async function processNames(dataDir: string): Promise<string[]> {
  const files = await lookAt(dataDir, () => readdir(dataDir)).catch(() => []);
  const found = files.map((file) => /^starts(?:-(.+))?\.json$/.exec(file)).filter((match) => match !== null);
  return found.map(([, name]) => name ?? 'all').sort();
}

function startsFile(dataDir: string, name: string): string {
  return path.join(dataDir, name === 'all' ? 'starts.json' : `starts-${name}.json`);
}

/**
 * Records a start.
 * @param name names the process among those that use the data folder, such as `web`: see `chooseProcessName`
 * @returns the run. If the file cannot be read or written, that is logged, and the server starts anyway
 */
export async function recordStart(
  dataDir: string,
  name: string,
  { now, log }: { now: Date; log: Logger },
): Promise<Run> {
  const file = startsFile(dataDir, name);
  const before = (await readStateFile(file, StartsFile))?.starts ?? [];
  const running = await Promise.all(before.map(isRunning));
  const killed = before.filter((start, i) => !start.ended && !running[i]);
  const mark = await markOf(process.pid);
  const own: Start = {
    at: now.toISOString(),
    pid: process.pid,
    ...(mark !== null && { mark }),
    afterCrash: killed.length > 0,
    ended: false,
  };
  const known = before.map((start) => (killed.includes(start) ? { ...start, ended: true } : start));
  const starts = [...known, own].slice(-MAX_STARTS);
  await mkdir(dataDir, { recursive: true }).catch(() => {});
  await write(file, starts, log);
  return {
    name,
    crashes: starts.filter(({ afterCrash }) => afterCrash).map(({ at }) => new Date(at)),
    async endCleanly() {
      const latest = (await readStateFile(file, StartsFile))?.starts ?? [];
      const isOwn = ({ pid, at }: Start) => pid === own.pid && at === own.at;
      await write(
        file,
        latest.map((start) => (isOwn(start) ? { ...start, ended: true } : start)),
        log,
      );
    },
  };
}

async function write(file: string, starts: Start[], log: Logger): Promise<void> {
  await writeStateFile(file, { starts }).catch((error: unknown) =>
    log.warn({ err: error }, 'could not record the start of the server'),
  );
}

/**
 * Whether a run goes on in another process. In a container, the run before had the number of this one. After a reboot, another
 * program can have it.
 */
async function isRunning({ pid, mark }: Pick<Start, 'pid' | 'mark'>): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false;
  const present = mark === undefined ? null : await markOf(pid);
  return present === null || present === mark;
}

/**
 * The boot of the machine and the time since then at which a process was started, which no other process with its number has in
 * common with it; null if the system does not tell.
 */
async function markOf(pid: number): Promise<string | null> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces. The time is the 22nd field, and the name the second (proc_pid_stat(5)).
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return startedAt === undefined ? null : `${boot} ${startedAt}`;
  } catch {
    return null;
  }
}
