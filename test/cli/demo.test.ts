import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormBrowser } from '../../src/cli/demo/form-browser.ts';
import { occupyPort } from '../helpers/occupied-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-demo-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Starts the demo as people do. `out` has what it has printed so far. */
function startDemo(environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', './src/typescript.js', 'src/cli.ts', 'demo', '--dir', path.join(dir, 'demo')],
    {
      cwd: root,
      env: { PATH, HOME, ...environment },
    },
  );
  const printed = { out: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  return { child, printed, ended: once(child, 'close') as Promise<[number | null]> };
}

test('the first line that the demo prints is an address at which one can play, at the port of PORT', async () => {
  const { port, release } = await occupyPort();
  await release();
  const { child, printed, ended } = startDemo({ PORT: String(port) });
  try {
    await vi.waitFor(() => expect(printed.out).toContain('\n'), { timeout: 60_000 });
    const home = `http://localhost:${port}`;
    expect(printed.out.split('\n')[0]).toContain(`${home}/practice`);
    await vi.waitFor(() => expect(printed.out).toContain('Ready.'), { timeout: 120_000 });
    const browser = new FormBrowser(home);
    const sheet = await browser.send('/practice', '/practice', { ruleset: 'margin-of-error' });
    expect(sheet).toMatchObject({ status: 200, path: expect.stringMatching(/\/sheet$/) });
    expect(sheet.html).toContain('Turn sheet 1');
    await vi.waitFor(() => expect(printed.out).toContain('Press Ctrl-C to stop the demo.'), {
      timeout: 120_000,
    });
  } finally {
    child.kill('SIGINT');
  }
  expect((await ended)[0]).toBe(0);
}, 240_000);

test('the demo does not take another port than the one of PORT', async () => {
  const { port, release } = await occupyPort();
  const { printed, ended } = startDemo({ PORT: String(port) });
  const [status] = await ended;
  await release();
  expect({ status, out: printed.out }).toEqual({
    status: 2,
    out: `Port ${port} is in use. Choose another one with --port or PORT; 0 is any free port.\n`,
  });
}, 60_000);
