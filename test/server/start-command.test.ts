import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useContext } from '../helpers/use-context.ts';

/* Programs that are started as by earlier versions say so: tsx runs what other users may have put where it looks. */

const own = useContext();
const run = promisify(execFile);
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-command-'));
});
afterAll(() => rm(dir, { recursive: true }));

const WARNING = 'started with tsx itself';

test.each([
  ['tsx', true],
  ['./src/typescript.js', false],
])('a command that was started with %s', async (loader, warns) => {
  const args = [`--import=${loader}`, 'src/cli.ts', '--help'];
  const { stdout, stderr } = await run(process.execPath, args, {
    env: { ...process.env, TMPDIR: dir },
  });
  expect(stdout).toContain('Whistlestop');
  expect(stderr.includes(WARNING)).toBe(warns);
});

test.each([
  ['tsx', 1],
  ['./src/typescript.js', 0],
])(
  'a server that was started with %s has %i such conditions',
  async (loader, count) => {
    const settings = { DATABASE_URL: own.url, DATA_DIR: path.join(dir, 'data'), PORT: '0', TMPDIR: dir };
    const child = spawn(process.execPath, ['--import', loader, 'src/main.ts'], {
      env: { ...process.env, ...settings, SMTP_URL: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    child.stdout.on('data', (chunk) => {
      log += chunk;
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      await expect.poll(() => log, { timeout: 60_000 }).toContain('"address":');
      const lines = log.split('\n').filter((line) => line.includes('"check":"startCommand"'));
      expect(lines).toHaveLength(count);
      for (const line of lines) expect(line).toContain(WARNING);
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
  },
  90_000,
);
