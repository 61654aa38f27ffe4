import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { createClockDoubts } from '../../../src/operations/downtime/clock-doubts.ts';
import { beat, canTakeSheets, startHeartbeat } from '../../../src/operations/downtime/heartbeat.ts';
import { putOffDates } from '../../../src/operations/downtime/put-off-dates.ts';
import type { CheckName, Condition } from '../../../src/operations/health.ts';
import { holdServer } from '../../../src/operations/held/held-state.ts';
import { firstDue, gameNow, jobsOf, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

let own: TestContext;
let ctx: AppContext;
let dataDir: string;
beforeEach(async () => {
  own = await testContext();
  ctx = own.ctx;
  // At a start, the server's clock must agree with the database's.
  own.setNow(new Date());
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-heartbeat-'));
});
afterEach(async () => {
  await own.close();
  await rm(dataDir, { recursive: true });
});

const stateOf = () => ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
const downtimes = () => ctx.db.prisma.downtime.findMany({ select: { from: true, until: true } });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const lastSeenAt = (seenAt: Date) => ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt } });
const remembered = async () => JSON.parse(await readFile(path.join(dataDir, 'last-seen.json'), 'utf8'));

describe('a heartbeat', () => {
  test('of a new database records no downtime', async () => {
    expect(await beat(ctx)).toMatchObject({ kind: 'recorded', downtime: null });
    const { seenAt } = await stateOf();
    expect(Date.now() - (seenAt as Date).getTime()).toBeLessThan(10_000);
    expect(await downtimes()).toEqual([]);
  });

  test('soon after the last one records no downtime', async () => {
    await lastSeenAt(secondsAgo(10));
    expect(await beat(ctx)).toMatchObject({ downtime: null });
    expect(await jobsOf(ctx, 'putOffDates')).toEqual([]);
  });

  test('after a gap records the downtime and the job that puts dates off', async () => {
    const from = secondsAgo(20);
    await lastSeenAt(from);
    await beat(ctx);
    const { seenAt: until } = await stateOf();
    expect(await downtimes()).toEqual([{ from, until }]);
    expect((await jobsOf(ctx, 'putOffDates')).map(({ payload }) => payload)).toEqual([
      { from: from.toISOString(), until: until?.toISOString() },
    ]);
  });

  test('of several processes after a gap records one downtime', async () => {
    await lastSeenAt(secondsAgo(3_600));
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(own.url)));
    await Promise.all([ctx, ...others.map((db) => ({ ...ctx, db }))].map((each) => beat(each)));
    expect(await downtimes()).toHaveLength(1);
    expect(await jobsOf(ctx, 'putOffDates')).toHaveLength(1);
    await Promise.all(others.map((db) => db.close()));
  });

  test('is not recorded while the server is held', async () => {
    const seenAt = secondsAgo(100);
    await lastSeenAt(seenAt);
    await holdServer(ctx, 'operator');
    expect(await beat(ctx)).toEqual({ kind: 'held' });
    expect(await stateOf()).toMatchObject({ seenAt });
    expect(await downtimes()).toEqual([]);
  });
});

describe('the heartbeats of a process', () => {
  const interval = 100;
  const start = (takesSheets = () => true) =>
    startHeartbeat({ ctx, dataDir, doubts: createClockDoubts(), canTakeSheets: takesSheets, interval });

  test('begin with one that records the downtime before, go on, and end with a last one', async () => {
    const from = secondsAgo(12);
    await lastSeenAt(from);
    const heartbeat = await start();
    const first = (await stateOf()).seenAt as Date;
    expect(await downtimes()).toEqual([{ from, until: first }]);
    await expect.poll(async () => (await stateOf()).seenAt).not.toEqual(first);
    const before = Date.now();
    await heartbeat.stop();
    const last = (await stateOf()).seenAt as Date;
    expect(last.getTime()).toBeGreaterThan(before - 1_000);
    expect(await downtimes()).toHaveLength(1);
  });

  test('are written to the data folder, too, after the database has them', async () => {
    const heartbeat = await start();
    await heartbeat.stop();
    const { databaseId, beats, seenAt } = await stateOf();
    expect(await remembered()).toEqual({
      databaseId,
      beats: Number(beats),
      seenAt: seenAt?.toISOString(),
    });
    expect(await readdir(dataDir)).toEqual(['last-seen.json']);
  });

  test('stop while the process cannot take sheets, and that time is downtime', async () => {
    let able = false;
    const from = secondsAgo(60);
    await lastSeenAt(from);
    const heartbeat = await start(() => able);
    expect(await stateOf()).toMatchObject({ seenAt: from });
    able = true;
    await expect.poll(downtimes).toHaveLength(1);
    able = false;
    await heartbeat.stop();
    expect(await downtimes()).toEqual([{ from, until: expect.any(Date) }]);
  });

  test('go on after the database was away', async () => {
    const heartbeat = await start();
    const before = (await stateOf()).seenAt as Date;
    const { pool } = ctx.db;
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect.poll(async () => (await stateOf()).seenAt, { timeout: 10_000 }).not.toEqual(before);
    await heartbeat.stop();
  });
});

test('a process cannot take sheets without database or disk; late workers do not matter', () => {
  const down = (check: CheckName): Condition[] => [{ check, level: 'down', message: '' }];
  expect(canTakeSheets([])).toBe(true);
  expect([canTakeSheets(down('database')), canTakeSheets(down('disk'))]).toEqual([false, false]);
  // Late turns wait for a heartbeat. If the heartbeat waited for them, too, both would wait forever.
  expect(canTakeSheets([...down('workers'), ...down('deadlines')])).toBe(true);
  expect(canTakeSheets([{ check: 'disk', level: 'warning', message: '' }])).toBe(true);
});

test('the job puts off the dates of all games, even if one of them fails, and can run again', async () => {
  const wish = { humans: 2, opponents: 2 };
  const plays = [await runningGame(ctx, wish), await runningGame(ctx, wish), await runningGame(ctx, wish)];
  const ids = plays.map(({ game }) => game.id).sort();
  const dues = async () => Promise.all(ids.map(async (id) => (await gameNow(ctx, id)).due));
  const downtime = {
    from: new Date(firstDue.getTime() - 3_600_000),
    until: new Date(firstDue.getTime() + 3_600_000),
  };
  own.setNow(downtime.until);
  const broken = ids[1] as string;
  await ctx.db.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'this game is broken'; end $$`,
  );
  await ctx.db.pool.query(
    `create trigger broken before update on "GameSchedule" for each row when (old."gameId" = '${broken}') execute function refuse()`,
  );
  await expect(putOffDates(ctx, downtime)).rejects.toThrow('1 game');
  const later = new Date(downtime.until.getTime() + 12 * 3_600_000);
  expect(await dues()).toEqual([later, firstDue, later]);
  await ctx.db.pool.query('drop trigger broken on "GameSchedule"');
  expect(await putOffDates(ctx, downtime)).toBe(1);
  expect(await dues()).toEqual([later, later, later]);
  expect(await putOffDates(ctx, downtime)).toBe(0);
});
