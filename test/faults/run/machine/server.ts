import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Journal } from './journal.ts';
import { killAtExit } from './leftovers.ts';
import { now, until, within } from './wait.ts';

/** The folder of the project. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** How a server process ended. */
export interface Exit {
  at: string;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Seconds since it was started. */
  after: number;
  /** Whether the run made it end; otherwise it ended by itself. */
  asked: boolean;
  /** The error that nothing in the server caught, if that ended it. */
  uncaught: string | null;
}

/** The server as a service: whenever its process ends, it is started again (systemd: Restart=always, RestartSec=1). */
export interface ServerService {
  /** Its address, without a trailing slash. */
  base: string;
  /** The settings with which it is started. */
  environment: Record<string, string>;
  starts: number;
  exits: Exit[];
  start(): void;
  /**
   * Sends a signal and waits for the end of the process.
   * @param limit milliseconds after which the process is killed
   * @returns whether it ended in time; true if none was running
   */
  signal(signal: NodeJS.Signals, limit?: number): Promise<boolean>;
  /** Kills it and starts it again after so many milliseconds. */
  killFor(down: number): Promise<void>;
  /** Waits until a process runs that was started after this call. */
  nextStart(limit: number): Promise<boolean>;
  /** The first match in what the server writes from now on; null if there is none in time (milliseconds). */
  output(pattern: RegExp, limit: number): Promise<RegExpExecArray | null>;
  /** Stops it for good. Returns whether it stopped by itself. */
  shutDown(): Promise<boolean>;
}

/** Milliseconds between the end of a process and the start of the next. */
const RESTART_DELAY = 1_000;

/** How long a stopping server may take before it is killed, as systemd's TimeoutStopSec, in milliseconds. */
const STOP_LIMIT = 90_000;

/** Prepares the service, which is not started yet. */
export function serverService(
  journal: Journal,
  { port, environment, cwd }: { port: number; environment: Record<string, string>; cwd: string },
): ServerService {
  const write = journal.writer('server');
  const listeners = new Set<(text: string) => void>();
  const exits: Exit[] = [];
  let child: ChildProcess | null = null;
  let wanted = false;
  let asked = false;
  let restart: NodeJS.Timeout | undefined;
  let delay = RESTART_DELAY;

  let said = '';
  const hear = (chunk: Buffer) => {
    write(chunk);
    said = `${said}${chunk.toString()}`.slice(-8_000);
    for (const listener of listeners) listener(chunk.toString());
  };
  const launch = () => {
    const startedAt = now();
    const started = spawn(process.execPath, ['--import', TYPESCRIPT, MAIN], {
      cwd,
      env: baseEnvironment(service.environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    asked = false;
    said = '';
    service.starts += 1;
    journal.note('server started', { pid: started.pid, start: service.starts });
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    started.on('error', (error) => hear(Buffer.from(`could not be started: ${error.message}\n`)));
    started.on('exit', async (code, signal) => {
      if (child === started) child = null;
      if (wanted) restart = setTimeout(launch, delay);
      delay = RESTART_DELAY;
      const after = Number(((now() - startedAt) / 1000).toFixed(1));
      const exit: Exit = { at: new Date().toISOString(), code, signal, after, asked, uncaught: null };
      exits.push(exit);
      // Its last words may arrive after its end.
      await sleep(100);
      if (!exit.asked) exit.uncaught = uncaughtIn(said);
      journal.note('server ended', { ...exit });
    });
  };
  killAtExit(() => child?.pid ?? null);

  const service: ServerService = {
    base: `http://127.0.0.1:${port}`,
    environment,
    starts: 0,
    exits,
    start() {
      wanted = true;
      if (child === null) launch();
    },
    async signal(signal, limit = STOP_LIMIT) {
      const running = child;
      if (running === null) return true;
      asked = true;
      const ended = new Promise<true>((resolve) => running.once('exit', () => resolve(true)));
      running.kill(signal);
      const inTime = await within(ended, limit, false);
      if (!inTime) {
        running.kill('SIGKILL');
        await within(ended, 10_000, false);
      }
      return inTime;
    },
    async killFor(down) {
      delay = down;
      const next = service.nextStart(down + 10_000);
      await service.signal('SIGKILL');
      await next;
    },
    nextStart(limit) {
      const before = service.starts;
      return until(() => service.starts > before && child !== null, limit, 10);
    },
    async output(pattern, limit) {
      let heard = '';
      let found: RegExpExecArray | null = null;
      const listener = (text: string) => {
        heard += text;
        found ??= pattern.exec(heard);
      };
      listeners.add(listener);
      await until(() => found !== null, limit);
      listeners.delete(listener);
      return found;
    },
    async shutDown() {
      wanted = false;
      clearTimeout(restart);
      return await service.signal('SIGTERM');
    },
  };
  return service;
}

/** The error in what Node writes when nothing has caught it: below the line of code and the caret. */
function uncaughtIn(said: string): string | null {
  if (!/\nNode\.js v\d/.test(said)) return null;
  return /^ *\^+ *\n+(.+)$/m.exec(said)?.[1] ?? 'an error without a message';
}

const MAIN = path.join(ROOT, 'src/main.ts');
const TYPESCRIPT = new URL('../../../../src/typescript.js', import.meta.url).href;
const CLOCK = new URL('./shifted-clock.mjs', import.meta.url).href;

/** The environment of the server: nothing of this process's but what programs need to run. */
function baseEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_OPTIONS: `--import ${CLOCK}`, ...settings };
}

/** Runs a command of the project, such as `replay EY-1`. Returns its status and what it wrote. */
export async function runCommand(
  args: string[],
  { environment, cwd, limit }: { environment: Record<string, string>; cwd: string; limit: number },
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const cli = fileURLToPath(new URL('src/cli.ts', `file://${ROOT}/`));
  const child = spawn(process.execPath, ['--import', TYPESCRIPT, cli, ...args], {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = killAtExit(() => child.pid ?? null);
  const parts = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => parts.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => parts.stderr.push(chunk));
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code));
  });
  const status = await within(ended, limit, 'late' as const);
  if (status === 'late') child.kill('SIGKILL');
  forget();
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString();
  return {
    status: status === 'late' ? null : status,
    stdout: text(parts.stdout),
    stderr: `${text(parts.stderr)}${status === 'late' ? `\nnot done after ${limit / 1000} seconds` : ''}`,
  };
}
