import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SETTINGS } from '../../src/config.ts';
import { findFreePort } from '../../src/database/embedded/free-port.ts';
import { shortOrLong } from '../helpers/long.ts';
import { environmentOf, readStages, restOf, type Stage } from './dockerfile.ts';

/*
 * No image can be built here. What is in the files is checked, and in a long run the steps of the Dockerfile are run in
 * an empty folder by an ordinary user, and the server is started from there without the right to write to it.
 */

const root = path.resolve(import.meta.dirname, '../..');
const [install, server] = readStages(path.join(root, 'Dockerfile')) as [Stage, Stage];
const run = promisify(execFile);

describe('The Dockerfile', () => {
  test('has two stages on the same Node, which the project supports', () => {
    expect(readStages(path.join(root, 'Dockerfile'))).toHaveLength(2);
    expect(server.base).toBe(install.base);
    expect(Number(/^node:(\d+)-/.exec(server.base)?.[1])).toBeGreaterThanOrEqual(20);
  });

  test('copies only what exists and is not left out by .dockerignore', () => {
    const kept = readFileSync(path.join(root, '.dockerignore'), 'utf8').match(/^!.+$/gm) ?? [];
    for (const name of copiedFiles()) {
      expect(existsSync(path.join(root, name)), name).toBe(true);
      expect(kept, name).toContain(`!${name}`);
    }
  });

  test('runs as an ordinary user who may write to the data folder only', () => {
    const { DATA_DIR } = environmentOf(server);
    expect(restOf(server, 'USER')).toEqual(['node']);
    expect(restOf(server, 'VOLUME')).toEqual([DATA_DIR]);
    expect(restOf(server, 'RUN')).toEqual([`mkdir ${DATA_DIR} && chown node:node ${DATA_DIR}`]);
    const order = server.instructions.map(({ name }) => name);
    expect(order.indexOf('RUN')).toBeLessThan(order.indexOf('USER'));
  });

  test('sets only settings that the server knows', () => {
    const names = Object.keys(environmentOf(server)).filter((name) => name !== 'NODE_ENV');
    for (const name of names) expect(SETTINGS).toContain(name);
  });

  test('checks the health of the server', () => {
    expect(healthCheck()).toContain('health');
  });
});

describe('The steps of the Dockerfile, by an ordinary user', () => {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  let folder: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-image-'));
    const home = path.join(folder, 'home');
    await chmod(folder, 0o755);
    for (const name of ['app', 'home', 'data']) {
      await mkdir(path.join(folder, name));
      if (user.uid !== undefined) await chown(path.join(folder, name), user.uid, user.gid);
    }
    environment = {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      npm_config_cache: path.join(home, 'npm'),
    };
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('give a server that is ready, answers its health check, and stops cleanly', {
    timeout: 600_000,
  }, async () => {
    const app = path.join(folder, 'app');
    await copyFiles(app);
    for (const step of stepsToRun()) {
      await run('/bin/sh', ['-c', step], { cwd: app, env: environment, ...user, maxBuffer: 1e8 });
    }
    await run('/bin/sh', ['-c', 'chmod -R a-w .'], { cwd: app, ...user });

    const port = await findFreePort(0);
    const settings = { ...environmentOf(server), HOST: '127.0.0.1', PORT: String(port) };
    const env = { ...environment, ...settings, DATA_DIR: path.join(folder, 'data') };
    const [program = '', ...args] = commandOf(restOf(server, 'CMD')[0] ?? '');
    const child = spawn(program, args, { cwd: app, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const ended = once(child, 'exit');
    try {
      const ready = () => fetch(`http://127.0.0.1:${port}/ready`).then((response) => response.status);
      await expect.poll(() => ready().catch(() => 0), { timeout: 90_000, interval: 250 }).toBe(200);
      const [check = '', ...checkArgs] = commandOf(healthCheck());
      const { stdout } = await run(check, checkArgs, { cwd: app, env, ...user });
      expect(stdout).toContain('ready');
    } catch (error) {
      throw new Error(`The server said:\n${output}`, { cause: error });
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  async function copyFiles(app: string): Promise<void> {
    const generated = path.join(root, 'src/database/generated');
    for (const name of copiedFiles()) {
      const filter = (source: string) => source !== generated;
      await cp(path.join(root, name), path.join(app, name), { recursive: true, filter });
    }
    // In a short run the packages of this checkout stand for those that npm would install.
    if (!inject('long')) {
      await run('cp', ['-r', path.join(root, 'node_modules/.'), path.join(app, 'node_modules')]);
    }
    if (user.uid !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, app]);
  }
});

/** The commands of the first stage; without `npm ci` in a short run. */
function stepsToRun(): string[] {
  const steps = restOf(install, 'RUN');
  return shortOrLong(
    steps.filter((step) => !step.startsWith('npm ci')),
    steps,
  );
}

/** The files and folders that the first stage copies from the project. */
function copiedFiles(): string[] {
  return restOf(install, 'COPY').flatMap((rest) => rest.split(/\s+/).slice(0, -1));
}

function healthCheck(): string {
  const [check = ''] = restOf(server, 'HEALTHCHECK');
  return check.slice(check.indexOf('CMD') + 'CMD'.length).trim();
}

/** A command in the form of a JSON array. */
function commandOf(text: string): string[] {
  return JSON.parse(text) as string[];
}
