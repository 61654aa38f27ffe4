import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runIsolated } from '../../src/isolation/run-isolated.ts';

/* Work that takes too much is given up, and this process goes on. */

const WORK = { module: new URL('work.ts', import.meta.url), heap: 64, memory: 300, time: 10_000 };

test('work gets its input and gives its result, and sees nothing of the environment', async () => {
  const done = await runIsolated<{ environment: string[] }>(WORK, { kind: 'answer', text: 'Ohio' });
  expect(done?.value).toMatchObject({ said: 'Ohio', bytes: new Uint8Array([1, 2]) });
  const foreign = (name: string) => name !== 'TSX_DISABLE_CACHE' && !name.startsWith('NODE_');
  expect(done?.value.environment.filter(foreign)).toEqual([]);
});

test.each(['throw', 'heap', 'buffers'])(
  'work that fails is given up: %s',
  async (kind) => {
    const before = process.memoryUsage().rss;
    expect(await runIsolated(WORK, { kind })).toBeNull();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  },
  30_000,
);

test('work that does not end is given up, but not because this process was busy', async () => {
  const begun = performance.now();
  expect(await runIsolated({ ...WORK, time: 300 }, { kind: 'endless' })).toBeNull();
  expect(performance.now() - begun).toBeLessThan(10_000);
  const working = runIsolated({ ...WORK, time: 1_000 }, { kind: 'answer', text: 'Iowa' });
  for (const until = performance.now() + 4_000; performance.now() < until; );
  // From here on, the process is ready and has no input yet.
  expect((await working)?.value).toMatchObject({ said: 'Iowa' });
}, 30_000);

test('a process that cannot be started is no work that failed', async () => {
  const module = new URL('no-such-work.ts', import.meta.url);
  await expect(runIsolated({ ...WORK, module }, {})).rejects.toThrow('could not be started');
}, 30_000);

test.skipIf(process.platform === 'win32')(
  'work ends if the server dies',
  async () => {
    const file = path.join(import.meta.dirname, 'die-at-work.ts');
    const died = spawnSync(process.execPath, ['--import', './src/typescript.js', file], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    const child = Number(died.stdout.trim());
    expect([died.signal, child > 0]).toEqual(['SIGKILL', true]);
    await vi.waitFor(() => expect(() => process.kill(child, 0)).toThrow('ESRCH'), 5_000);
  },
  60_000,
);
