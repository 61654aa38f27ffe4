import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { shortOrLong } from '../helpers/long.ts';

let own: TestContext;
const cluster = new pg.Client({ connectionString: inject('clusterUrl') });

beforeAll(async () => {
  own = await testContext();
  await cluster.connect();
});
afterAll(async () => {
  await own.close();
  await cluster.end();
});

/** Ends all connections to the database of the test. */
async function breakConnections(): Promise<number> {
  const { rowCount } = await cluster.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [new URL(own.url).pathname.slice(1)],
  );
  return rowCount ?? 0;
}

test(
  'a process lives on however often its connections break while it is busy',
  async () => {
    const script = fileURLToPath(new URL('lost-connections-process.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', './src/typescript.js', script, own.url], {
      // The queue writes a trace for every worker that ends.
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let rounds = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      rounds += chunk.toString().split('\n').length - 1;
    });
    const exit = once(child, 'exit').then(([code]) => `exit status ${code}`);
    try {
      await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(5);
      let broken = 0;
      for (let n = 0; n < shortOrLong(40, 600); n += 1) {
        broken += await breakConnections();
        const ended = await Promise.race([exit, sleep(100)]);
        expect(ended, `after ${broken} broken connections`).toBeUndefined();
      }
      expect(broken).toBeGreaterThan(100);
      const before = rounds;
      await expect.poll(() => rounds, { timeout: 20_000 }).toBeGreaterThan(before + 20);
    } finally {
      child.kill('SIGKILL');
      await exit;
    }
  },
  shortOrLong(90_000, 300_000),
);
