import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { otherPagesCheck } from '../../../src/operations/checks/other-pages.ts';
import { createHealth, type HealthCheck } from '../../../src/operations/health.ts';
import { startPresence } from '../../../src/operations/processes/server-processes.ts';
import { useContext } from '../../helpers/use-context.ts';

/** What a worker finds whose server has pages, or has none any more. Only the clock that cannot be set is the test's. */

const own = useContext();
const MINUTE = 60_000;
let uptime: number;
let held: boolean;
let check: HealthCheck;

beforeEach(async () => {
  uptime = 1_000;
  held = false;
  check = otherPagesCheck(
    own.ctx,
    () => held,
    () => uptime,
  );
  await own.ctx.db.pool.query('delete from "ServerProcess"');
});

/** What is found after so many milliseconds. */
async function levelAfter(milliseconds: number): Promise<string> {
  uptime += milliseconds;
  return (await check.run()).level;
}

async function aProcess(role: 'all' | 'web' | 'worker', seen: string): Promise<void> {
  const health = createHealth(pino({ level: 'silent' }));
  await startPresence(own.ctx, health, { name: role, role });
  await health.close();
  await own.ctx.db.pool.query('update "ServerProcess" set "seenAt" = now() + $1::interval', [seen]);
}

test.each(['web', 'all'] as const)('a process with the role %s has pages, until it is dead', async (role) => {
  await aProcess(role, '0 seconds');
  expect(await levelAfter(0)).toBe('ok');
  expect(await levelAfter(10 * MINUTE)).toBe('ok');
  await own.ctx.db.pool.query(`update "ServerProcess" set "seenAt" = now() - interval '31 seconds'`);
  expect(await levelAfter(0)).toBe('ok');
  expect(await levelAfter(2 * MINUTE)).toBe('warning');
  expect((await check.run()).message).toContain('Start one: “whistlestop start --role web”.');
  await own.ctx.db.pool.query('update "ServerProcess" set "seenAt" = now()');
  expect(await levelAfter(0)).toBe('ok');
});

test('other workers have no pages, and a start may take two minutes', async () => {
  await aProcess('worker', '0 seconds');
  expect(await levelAfter(0)).toBe('ok');
  expect(await levelAfter(2 * MINUTE - 1)).toBe('ok');
  expect(await levelAfter(1)).toBe('warning');
});

test('a clock of the database that jumps is no reason: the process gives its sign within seconds', async () => {
  await aProcess('web', '-1 hour');
  expect(await levelAfter(0)).toBe('ok');
  expect(await levelAfter(MINUTE)).toBe('ok');
  await own.ctx.db.pool.query(`update "ServerProcess" set "seenAt" = now() + interval '1 hour'`);
  expect(await levelAfter(10 * MINUTE)).toBe('ok');
});

test('a held server may have no pages, and they have time to start after its release', async () => {
  expect(await levelAfter(0)).toBe('ok');
  held = true;
  expect(await levelAfter(10 * MINUTE)).toBe('ok');
  held = false;
  expect(await levelAfter(10 * MINUTE)).toBe('ok');
  expect(await levelAfter(2 * MINUTE)).toBe('warning');
});

test('after an outage of the database, processes with pages have time to give signs again', async () => {
  expect(await levelAfter(0)).toBe('ok');
  await own.ctx.db.pool.query('alter table "ServerProcess" rename to "Away"');
  await expect(levelAfter(10 * MINUTE)).rejects.toThrow();
  await own.ctx.db.pool.query('alter table "Away" rename to "ServerProcess"');
  expect(await levelAfter(5_000)).toBe('ok');
  expect(await levelAfter(2 * MINUTE)).toBe('warning');
});
