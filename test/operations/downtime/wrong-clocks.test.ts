import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Database } from '../../../src/database/client.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import { SCHEDULE_DEFAULTS } from '../../../src/games/schedule/schedule-policy.ts';
import { clockCheck } from '../../../src/operations/checks/clock.ts';
import { createClockDoubts } from '../../../src/operations/downtime/clock-doubts.ts';
import type { OwnSign } from '../../../src/operations/downtime/gaps.ts';
import {
  type BeatOptions,
  beat,
  type RecordedBeat,
  startHeartbeat,
} from '../../../src/operations/downtime/heartbeat.ts';
import { putOffDates } from '../../../src/operations/downtime/put-off-dates.ts';
import { calendarGame, gameNow, jobsOf } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { openClocked } from '../../helpers/database-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let own: TestContext;
let db: Database;
let ctx: AppContext;
let setDatabaseAhead: (milliseconds: number) => Promise<void>;
/** By how much the server's clock is ahead, and how long its process has run. */
let wallAhead: number;
let uptime: number;

beforeEach(async () => {
  own = await testContext();
  ({ db, setAhead: setDatabaseAhead } = await openClocked(own.url));
  wallAhead = 0;
  uptime = 0;
  ctx = { ...own.ctx, db, now: () => new Date(Date.now() + wallAhead) };
});
afterEach(async () => {
  await db.close();
  await own.close();
});

/** A process of the server, which remembers its last heartbeat. */
function newProcess(of = ctx): { beat: (options?: BeatOptions) => Promise<RecordedBeat> } {
  let last: OwnSign | null = null;
  return {
    async beat(options = {}) {
      const beaten = await beat(of, { last, uptime: () => uptime, ...options });
      if (beaten.kind === 'held') throw new Error('The server is held.');
      last = beaten.own;
      return beaten;
    },
  };
}

const downtimes = () => db.prisma.downtime.findMany({ select: { from: true, until: true } });
const seenAt = async () =>
  (await db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } })).seenAt as Date;
const setSeenAt = (moment: Date) =>
  db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt: moment } });
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);
const lengthOf = ({ downtime }: RecordedBeat) =>
  downtime && downtime.until.getTime() - downtime.from.getTime();
const POLICY = { ...SCHEDULE_DEFAULTS, daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true };
const gameDue = (due: Date) => calendarGame(ctx, POLICY, { humans: 2, opponents: 2, due });

describe('a clock of the database that goes ahead', () => {
  test('and is set right puts no date off, and later dates are met', async () => {
    const play = await gameDue(fromNow(14 * DAY));
    const { due } = play.game;
    const server = newProcess();
    await server.beat();
    uptime += 5 * SECOND;
    await setDatabaseAhead(30 * DAY);
    const jumped = await server.beat();
    expect(jumped).toMatchObject({ downtime: null, unconfirmed: { from: expect.any(Date) } });
    await setDatabaseAhead(0);
    uptime += 5 * SECOND;
    const right = await server.beat();
    expect(right).toMatchObject({ downtime: null, unconfirmed: null, corrected: [] });
    expect(right.setBackBy).toBeGreaterThan(29 * DAY);
    expect([await downtimes(), await jobsOf(ctx, 'putOffDates')]).toEqual([[], []]);
    expect((await gameNow(ctx, play.game.id)).due).toEqual(due);

    const passed = fromNow(-SECOND);
    await db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: passed } });
    await server.beat();
    const request = { gameId: play.game.id, turn: 1, due: passed.toISOString() };
    expect((await processAtDeadline(ctx, request)).kind).toBe('processed');
  });

  test('is seen by each of several processes, whichever is first, and by one that starts', async () => {
    const others = [newProcess(), newProcess()] as const;
    for (const each of others) await each.beat();
    uptime += 5 * SECOND;
    await others[1].beat();
    await setDatabaseAhead(30 * DAY);
    const found = [await others[0].beat(), await newProcess().beat(), await others[1].beat()];
    expect(found.map(({ unconfirmed }) => unconfirmed !== null)).toEqual([true, false, false]);
    await setSeenAt(fromNow(0));
    expect(await newProcess().beat()).toMatchObject({ downtime: null, unconfirmed: expect.anything() });
    await setDatabaseAhead(0);
    for (const each of others) expect(await each.beat()).toMatchObject({ downtime: null, unconfirmed: null });
    expect(await downtimes()).toEqual([]);
  });

  test('by little more than the longest gap is seen, too', async () => {
    const server = newProcess();
    await server.beat();
    uptime += 5 * SECOND;
    await setDatabaseAhead(16 * SECOND);
    expect(await server.beat()).toMatchObject({ downtime: null, unconfirmed: expect.anything() });
  });
});

describe('real downtime', () => {
  test.each([16 * SECOND, HOUR, 3 * DAY])(
    'of %i milliseconds is recorded if the process has run for as long',
    async (gap) => {
      const server = newProcess();
      await server.beat();
      await setDatabaseAhead(gap);
      uptime += gap;
      const beaten = await server.beat();
      expect(lengthOf(beaten)).toBeGreaterThanOrEqual(gap);
      expect(await downtimes()).toEqual([beaten.downtime]);
      expect(await jobsOf(ctx, 'putOffDates')).toHaveLength(1);
    },
  );

  test('of a suspended machine is recorded: only its clocks went on', async () => {
    const server = newProcess();
    await server.beat();
    await setDatabaseAhead(8 * HOUR);
    wallAhead = 8 * HOUR;
    expect(lengthOf(await server.beat())).toBeGreaterThanOrEqual(8 * HOUR);
    expect(await downtimes()).toHaveLength(1);
  });

  test('before a start is recorded if the clocks agree within minutes', async () => {
    await setSeenAt(fromNow(-2 * HOUR));
    wallAhead = 4 * MINUTE;
    expect(lengthOf(await newProcess().beat())).toBeGreaterThanOrEqual(2 * HOUR);
  });

  test.each([6 * MINUTE, -6 * MINUTE])(
    'before a start is not recorded if the server’s clock is wrong by %i milliseconds',
    async (wrong) => {
      const from = fromNow(-2 * HOUR);
      await setSeenAt(from);
      wallAhead = wrong;
      expect(await newProcess().beat()).toMatchObject({ downtime: null, unconfirmed: { from } });
      expect(await downtimes()).toEqual([]);
      expect((await seenAt()).getTime()).toBeGreaterThan(from.getTime() + HOUR);
    },
  );

  test('is measured from the real last sign if the machine started with an old clock', async () => {
    const from = fromNow(-2 * HOUR);
    await setSeenAt(from);
    await setDatabaseAhead(-1_000 * DAY);
    wallAhead = -1_000 * DAY;
    const server = newProcess();
    expect(await server.beat()).toMatchObject({ downtime: null, unconfirmed: null });
    await server.beat();
    await setDatabaseAhead(0);
    wallAhead = 0;
    expect(await server.beat()).toMatchObject({ downtime: { from } });
  });
});

describe('a downtime that ends in the future', () => {
  const future = { from: fromNow(-10 * SECOND), until: fromNow(30 * DAY) };
  const record = () =>
    db.prisma.downtime.createMany({
      data: [future, { from: fromNow(DAY), until: fromNow(2 * DAY) }],
    });

  test('ends now, with its job, when the clock is set back; one that has not begun is deleted', async () => {
    const past = { from: fromNow(-5 * DAY), until: fromNow(-4 * DAY) };
    await db.prisma.downtime.create({ data: past });
    await record();
    await setSeenAt(future.until);
    const { corrected } = await newProcess().beat();
    expect(corrected).toHaveLength(2);
    const cut = { from: future.from, until: await seenAt() };
    expect(await downtimes()).toEqual([past, cut]);
    expect((await jobsOf(ctx, 'putOffDates')).map(({ payload }) => payload)).toEqual([
      { from: cut.from.toISOString(), until: cut.until.toISOString() },
    ]);
  });

  test('is deleted by a heartbeat if the clock was set back earlier', async () => {
    await record();
    await setSeenAt(fromNow(-5 * SECOND));
    expect((await newProcess().beat()).corrected).toHaveLength(2);
    expect([await downtimes(), await jobsOf(ctx, 'putOffDates')]).toEqual([[], []]);
  });

  test('puts no date off, neither at its deadline nor by a job that was written before', async () => {
    const passed = fromNow(-5 * SECOND);
    const [play, byJob] = [await gameDue(fromNow(DAY)), await gameDue(fromNow(DAY))];
    await db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: passed } });
    await record();
    await setSeenAt(fromNow(0));
    expect(await putOffDates(ctx, future)).toBe(0);
    expect((await gameNow(ctx, byJob.game.id)).due).toEqual(byJob.game.due);
    const request = { gameId: play.game.id, turn: 1, due: passed.toISOString() };
    expect((await processAtDeadline(ctx, request)).kind).toBe('processed');
  });

  test('by seconds is real: the clock was merely corrected', async () => {
    const play = await gameDue(fromNow(DAY));
    const passed = fromNow(-5 * SECOND);
    await db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: passed } });
    const real = { from: fromNow(-HOUR), until: fromNow(30 * SECOND) };
    expect(await putOffDates(ctx, real)).toBe(1);
    expect((await gameNow(ctx, play.game.id)).due).not.toEqual(passed);
  });
});

test('a turn waits for a heartbeat if the last one is from the future', async () => {
  const play = await gameDue(fromNow(DAY));
  const passed = fromNow(-5 * SECOND);
  await db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: passed } });
  const request = { gameId: play.game.id, turn: 1, due: passed.toISOString() };
  await setSeenAt(fromNow(30 * DAY));
  expect(await processAtDeadline(ctx, request)).toEqual({ kind: 'unavailable' });
  await newProcess().beat();
  expect((await processAtDeadline(ctx, request)).kind).toBe('processed');
});

test('the check of the clocks tells for an hour what heartbeats noticed', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-clocks-'));
  const doubts = createClockDoubts(() => uptime);
  const check = () => clockCheck(ctx, doubts).run();
  const heartbeat = await startHeartbeat({
    ...{ ctx, dataDir, doubts, canTakeSheets: () => true, interval: 50 },
    uptime: () => uptime,
  });
  expect(await check()).toEqual({ level: 'ok', message: 'The clocks agree.' });
  await setDatabaseAhead(30 * DAY);
  await expect.poll(() => doubts.recent()).toHaveLength(1);
  await setDatabaseAhead(0);
  await expect.poll(() => doubts.recent()).toHaveLength(2);
  await heartbeat.stop();
  expect(await check()).toEqual({
    level: 'warning',
    message:
      'The clock of the database went ahead by 720 hours, but by the clocks of the server no such time has passed. This does not count as downtime, and no date was put off. See “Wrong clocks” in the operators’ guide. The clock of the database was set back by 720 hours. See “Wrong clocks” in the operators’ guide.',
  });
  uptime += 61 * MINUTE;
  expect(await check()).toEqual({ level: 'ok', message: 'The clocks agree.' });
  await rm(dataDir, { recursive: true });
});
