import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from '../../src/database/embedded/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A server in a process of its own. */
export interface ServerProcess {
  /** The address of its pages, or of the checks of a worker: `http://127.0.0.1:4711`. */
  address: string;
  /** What it has logged, a line of JSON for each entry. */
  log(): string;
  /** Ends it: SIGTERM lets it stop cleanly, SIGKILL does not. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const { PATH = '', HOME = '' } = process.env;

/** What starts the command line as people do. A bundle of `src/cli.ts` starts sooner. */
export const AS_PEOPLE_DO: readonly string[] = ['--import', './src/typescript.js', 'src/cli.ts'];

/** Runs `whistlestop start` with these settings and waits until its pages or its checks are open. @throws with its output if it ends */
export async function startServerProcess(
  settings: Record<string, string>,
  args: readonly string[] = [],
  commandLine = AS_PEOPLE_DO,
): Promise<ServerProcess> {
  const port = await findFreePort(0);
  const address = `http://127.0.0.1:${port}`;
  const ports = { PORT: String(port), HEALTH_PORT: String(port) };
  const env = { PATH, HOME, ...ports, PUBLIC_URL: address, ...settings };
  const child = spawn(process.execPath, [...commandLine, 'start', ...args], { cwd: root, env });
  const ended = once(child, 'close');
  let output = '';
  const listening = new Promise<void>((resolve, reject) => {
    const add = (chunk: Buffer) => {
      output += chunk.toString();
      if (/"msg":"listening( for \/ready)?"/.test(output)) resolve();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
  await listening;
  return {
    address,
    log: () => output,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** Runs a command of the command line. */
export async function runCommand(
  settings: Record<string, string>,
  args: readonly string[],
  commandLine = AS_PEOPLE_DO,
): Promise<{ status: number; out: string; err: string }> {
  const env = { PATH, HOME, ...settings };
  const child = spawn(process.execPath, [...commandLine, ...args], { cwd: root, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, out, err };
}
