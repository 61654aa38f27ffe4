import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { inTransaction } from '../../../src/games/game/game-store.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import {
  processAtDeadline,
  processWhenOrdersFinal,
} from '../../../src/games/processing/scheduled-processing.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import type { Downtime } from '../../../src/games/schedule/downtimes.ts';
import { gamesWithDatesIn, putOffGame } from '../../../src/games/schedule/put-off.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { calendarGame, firstDue, gameNow, granted, jobsOf, type TestGame } from '../game/play.ts';
import { rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';
import { sendGood } from '../sheets/sheets.ts';

let own: TestContext;
let ctx: AppContext;
beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
});
afterAll(() => own.close());
beforeEach(async () => {
  await ctx.db.prisma.downtime.deleteMany();
  await seen(null);
});

const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

const hours = (moment: Date, count: number) => new Date(moment.getTime() + count * 3_600_000);
const minutes = (moment: Date, count: number) => hours(moment, count / 60);
const around = (moment: Date, before: number, after: number): Downtime => ({
  from: hours(moment, -before),
  until: hours(moment, after),
});
const seen = (seenAt: Date | null) =>
  ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt, mailboxSeenAt: null } });
const record = (downtime: Downtime) => ctx.db.prisma.downtime.create({ data: downtime });

async function newGame(policy: Partial<SchedulePolicy> = {}): Promise<TestGame> {
  own.setNow(testNow);
  return calendarGame(ctx, { ...POLICY, ...policy });
}

const fresh = (play: TestGame) => gameNow(ctx, play.game.id);
const putOff = (play: TestGame, downtime: Downtime, other = ctx) =>
  inTransaction(other, (tx) => putOffGame(tx, other, play.game.id, downtime));
const atDeadline = (play: TestGame, due: Date, turn = 1) =>
  processAtDeadline(ctx, { gameId: play.game.id, turn, due: due.toISOString() });
const noticesOf = (play: TestGame) =>
  ctx.db.prisma.delivery.findMany({
    where: { gameId: play.game.id, kind: 'notice' },
    orderBy: { id: 'asc' },
  });
const logOf = (play: TestGame, type: 'dueDatePutOff' | 'earlyProcessingPutOff') =>
  ctx.db.prisma.gameEvent.findMany({ where: { gameId: play.game.id, type } });
const jobOf = async (play: TestGame, task: string) =>
  (await jobsOf(ctx, task)).filter(({ payload }) => payload.gameId === play.game.id);
const attendanceOf = (play: TestGame, turn = 1) =>
  ctx.db.prisma.attendance.findMany({
    where: { gameId: play.game.id, turn },
    select: { missed: true, excused: true },
    orderBy: { seat: { position: 'asc' } },
  });

describe('a due date during downtime', () => {
  test('is put off by 12 hours at least, with its job, the log, and mail with a calendar entry', async () => {
    const play = await newGame();
    const downtime = around(firstDue, 1, 2);
    expect(await putOff(play, downtime)).toBe(true);
    const due = hours(downtime.until, 12);
    expect(await fresh(play)).toMatchObject({ turn: 1, due, missesExcused: true });
    expect((await jobOf(play, 'deadline')).map(({ payload }) => payload.due)).toEqual([due.toISOString()]);
    expect((await logOf(play, 'dueDatePutOff')).map(({ detail, accountId }) => [detail, accountId])).toEqual([
      [
        'turn 1: Mon, Mar 15, 2027, 6:00 PM EDT → Tue, Mar 16, 2027, 8:00 AM EDT; the server was down from Mon, Mar 15, 2027, 5:00 PM EDT to Mon, Mar 15, 2027, 8:00 PM EDT',
        null,
      ],
    ]);
    const notices = await noticesOf(play);
    const players = play.players.map(({ id }) => id);
    expect(notices.map(({ accountId }) => accountId).sort()).toEqual([...players, play.gm.id].sort());
    for (const { accountId, detail } of notices) {
      const { subject, paragraphs, calendar } = detail as Record<string, unknown>;
      expect(subject).toBe('new due date for turn 1');
      expect(String(paragraphs)).toContain('Sheets are now due Tue, Mar 16, 2027, 8:00 AM EDT, in 15 days.');
      const isGm = accountId === play.gm.id;
      expect(calendar).toEqual(isGm ? undefined : { turn: 1, due: due.toISOString() });
    }
  });

  test('is put off by the length of the downtime if that is more, and not into a blackout', async () => {
    const play = await newGame();
    const long = around(firstDue, 10, 20);
    await putOff(play, long);
    expect((await fresh(play)).due).toEqual(hours(long.until, 30));
    const other = await newGame({ blackouts: [{ from: '2027-03-16', to: '2027-03-18' }] });
    await putOff(other, around(firstDue, 1, 2));
    expect((await fresh(other)).due).toEqual(new Date('2027-03-19T12:00:00Z'));
  });

  test('is put off once, and a second call sends nothing', async () => {
    const play = await newGame();
    const downtime = around(firstDue, 1, 2);
    await putOff(play, downtime);
    const before = [await fresh(play), await noticesOf(play), await logOf(play, 'dueDatePutOff')];
    expect(await putOff(play, downtime)).toBe(false);
    expect([await fresh(play), await noticesOf(play), await logOf(play, 'dueDatePutOff')]).toEqual(before);
  });

  test('is put off in a game without automatic processing too, and if only the grace period ended then', async () => {
    const byHand = await newGame({ autoProcess: false });
    expect(await putOff(byHand, around(firstDue, 1, 2))).toBe(true);
    const withGrace = await newGame({ graceHours: 24 });
    const downtime = around(hours(firstDue, 24), 1, 2);
    expect(await putOff(withGrace, downtime)).toBe(true);
    expect((await fresh(withGrace)).due).toEqual(hours(downtime.until, 12));
  });

  test('stays if it passed before or after, if the downtime was within the grace period, or during a pause', async () => {
    const play = await newGame({ graceHours: 24 });
    for (const [from, until] of [
      [-5, -1],
      [1, 23],
      [25, 30],
    ] as const) {
      const downtime = { from: hours(firstDue, from), until: hours(firstDue, until) };
      expect(await gamesWithDatesIn(ctx.db.prisma, downtime)).not.toContain(play.game.id);
      expect(await putOff(play, downtime)).toBe(false);
    }
    granted(await pauseGame(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1 }));
    const downtime = around(firstDue, 1, 2);
    expect(await gamesWithDatesIn(ctx.db.prisma, downtime)).not.toContain(play.game.id);
    expect(await putOff(play, downtime)).toBe(false);
    expect((await fresh(play)).due).toEqual(firstDue);
  });

  test('is put off by the hours of the settings, and stays if they are 0', async () => {
    const play = await newGame();
    const downtime = around(firstDue, 1, 2);
    expect(await putOff(play, downtime, { ...ctx, downtimeHours: 0 })).toBe(false);
    expect(await putOff(play, downtime, { ...ctx, downtimeHours: 48 })).toBe(true);
    expect((await fresh(play)).due).toEqual(hours(downtime.until, 48));
  });

  test('does not change the time of day of later due dates', async () => {
    const play = await newGame();
    const downtime = around(firstDue, 1, 2);
    await putOff(play, downtime);
    const { due } = await fresh(play);
    own.setNow(due as Date);
    expect((await atDeadline(play, due as Date)).kind).toBe('processed');
    // A week later at the usual 6 PM, not at 8 AM.
    expect((await fresh(play)).due).toEqual(new Date('2027-03-23T22:00:00Z'));
  });
});

describe('early processing during downtime', () => {
  async function finalGame(): Promise<TestGame> {
    const play = await newGame({ processWhenFinal: true });
    await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
    for (const seat of play.seats.slice(0, 2)) await sendGood(ctx, seat as Seat, 1, true);
    return play;
  }
  const early = minutes(testNow, 30);
  const processEarly = (play: TestGame, at: Date) =>
    processWhenOrdersFinal(ctx, { gameId: play.game.id, turn: 1, at: at.toISOString() });

  test('is put off, so that players can reopen their orders for as long as usual', async () => {
    const play = await finalGame();
    expect((await fresh(play)).earlyProcessingAt).toEqual(early);
    const downtime = around(early, 0.1, 1);
    await record(downtime);
    own.setNow(downtime.until);
    expect(await processEarly(play, early)).toEqual({ kind: 'putOff' });
    const later = minutes(downtime.until, 30);
    expect(await fresh(play)).toMatchObject({
      turn: 1,
      earlyProcessingAt: later,
      due: firstDue,
      missesExcused: false,
    });
    expect((await jobOf(play, 'processEarly')).map(({ payload }) => payload.at)).toEqual([
      later.toISOString(),
    ]);
    expect((await logOf(play, 'earlyProcessingPutOff')).map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^turn 1: .* → .*; the server was down from .* to .*$/),
    ]);
    const subjects = (await noticesOf(play)).map(({ detail }) => (detail as { subject: string }).subject);
    expect(subjects.filter((subject) => subject === 'turn 1 will be processed later')).toHaveLength(3);
    expect(await processEarly(play, early)).toEqual({ kind: 'moved' });
    own.setNow(later);
    expect((await processEarly(play, later)).kind).toBe('processed');
  });

  test('waits while no server can take sheets', async () => {
    const play = await finalGame();
    own.setNow(early);
    await seen(new Date(Date.now() - 60_000));
    expect(await processEarly(play, early)).toEqual({ kind: 'unavailable' });
    await seen(new Date());
    expect((await processEarly(play, early)).kind).toBe('processed');
  });

  test('does not wait if the moment seems to lie days ahead, because the clock was ahead when it was set', async () => {
    const play = await finalGame();
    const now = new Date();
    own.setNow(now);
    const at = minutes(now, 5 * 24 * 60);
    const due = minutes(now, 30 * 24 * 60);
    await ctx.db.prisma.gameSchedule.update({
      where: { gameId: play.game.id },
      data: { earlyProcessingAt: at, due },
    });
    // The last signs are some seconds old, as they mostly are.
    const data = { seenAt: new Date(now.getTime() - 4_000), mailboxSeenAt: new Date(now.getTime() - 15_000) };
    await ctx.db.prisma.serverState.update({ where: { id: 1 }, data });
    expect((await processEarly(play, at)).kind).toBe('processed');
  });
});

describe('a job for a deadline', () => {
  test('puts the date off if it passed during a recorded downtime, even if the other job has not run', async () => {
    const play = await newGame();
    const downtime = around(firstDue, 1, 2);
    await record(downtime);
    own.setNow(downtime.until);
    expect(await atDeadline(play, firstDue)).toEqual({ kind: 'putOff' });
    expect(await atDeadline(play, firstDue)).toEqual({ kind: 'moved' });
    const due = hours(downtime.until, 12);
    expect(await fresh(play)).toMatchObject({ turn: 1, due });
    own.setNow(due);
    expect((await atDeadline(play, due)).kind).toBe('processed');
  });

  test('processes a turn whose date passed before the downtime began, when it is merely late', async () => {
    const play = await newGame();
    await record({ from: minutes(firstDue, 1), until: hours(firstDue, 2) });
    own.setNow(hours(firstDue, 2));
    expect((await atDeadline(play, firstDue)).kind).toBe('processed');
    expect(await attendanceOf(play)).toEqual(Array(2).fill({ missed: true, excused: false }));
  });

  test('waits while no server with pages can take sheets, and runs again some seconds later', async () => {
    const play = await newGame();
    own.setNow(firstDue);
    await seen(new Date(Date.now() - 31_000));
    expect(await atDeadline(play, firstDue)).toEqual({ kind: 'unavailable' });
    expect((await fresh(play)).turn).toBe(1);
    const { rows } = await ctx.db.pool.query<{ wait: number }>(
      'select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1',
      [`deadline:${play.game.id}`],
    );
    expect(rows[0]?.wait).toBeGreaterThan(0);
    expect(rows[0]?.wait).toBeLessThan(10);
    await seen(new Date());
    expect((await atDeadline(play, firstDue)).kind).toBe('processed');
  });

  test('waits until a server has said after the date that it can take sheets', async () => {
    own.setNow(new Date());
    const due = minutes(new Date(), 1);
    const play = await calendarGame(ctx, POLICY, { humans: 2, opponents: 2, due });
    const passed = new Date(Date.now() - 5_000);
    await ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: passed } });
    own.setNow(new Date());
    await seen(new Date(passed.getTime() - 1_000));
    expect(await atDeadline(play, passed)).toEqual({ kind: 'unavailable' });
    await seen(new Date(passed.getTime() + 1_000));
    expect((await atDeadline(play, passed)).kind).toBe('processed');
  });

  test('asks for nothing of this in a database that no server with pages has used, nor if the settings say so', async () => {
    const play = await newGame();
    await seen(new Date(Date.now() - 60_000));
    await record(around(firstDue, 1, 2));
    own.setNow(hours(firstDue, 2));
    const done = await processAtDeadline(
      { ...ctx, downtimeHours: 0 },
      { gameId: play.game.id, turn: 1, due: firstDue.toISOString() },
    );
    expect(done.kind).toBe('processed');
  });
});

describe('a turn whose date was put off', () => {
  async function missedGame(): Promise<TestGame> {
    const play = await newGame();
    const policy = { maxMisses: 1, minReliability: null, offerAbandonedSeats: false };
    granted(await setMissedTurnsPolicy(ctx, { gameId: play.game.id, by: play.gm.id, ...policy }));
    await putOff(play, around(firstDue, 1, 2));
    await sendGood(ctx, play.seats[0] as Seat, 1, false);
    const { due } = await fresh(play);
    own.setNow(due as Date);
    expect((await atDeadline(play, due as Date)).kind).toBe('processed');
    return play;
  }
  const attended = { missed: false, excused: false };
  const excused = { missed: true, excused: true };

  test('costs no player the seat: a miss is excused, and the next turn counts again', async () => {
    const play = await missedGame();
    expect(await attendanceOf(play)).toEqual([attended, excused]);
    const game = await fresh(play);
    expect(game.missesExcused).toBe(false);
    expect(game.seats.map(({ opponent }) => opponent)).toEqual([false, false, true, true]);
    await sendGood(ctx, play.seats[0] as Seat, 2, false);
    await processTurn(ctx, { gameId: game.id, turn: 2, by: play.gm.id });
    expect(await attendanceOf(play, 2)).toEqual([attended, { missed: true, excused: false }]);
    expect((await fresh(play)).seats.map(({ opponent }) => opponent)).toEqual([false, true, true, true]);
  });

  test('stays excused when it is rolled back and processed again, or rolled forward', async () => {
    const play = await missedGame();
    granted(await rollBackAsGm(ctx, play, 2));
    expect(await fresh(play)).toMatchObject({ turn: 1, missesExcused: true });
    granted(await rollForwardAsGm(ctx, play, 1));
    expect(await attendanceOf(play)).toEqual([attended, excused]);
    expect(await fresh(play)).toMatchObject({ turn: 2, missesExcused: false });
    granted(await rollBackAsGm(ctx, play, 2));
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    expect(await attendanceOf(play)).toEqual([attended, excused]);
  });
});

test('no reminder names a date that is about to be put off', async () => {
  const play = await newGame({ graceHours: 24 });
  await record(around(firstDue, 1, 2));
  own.setNow(hours(firstDue, 2));
  await remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
  expect(await noticesOf(play)).toEqual([]);
  await ctx.db.prisma.downtime.deleteMany();
  await remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
  expect(await noticesOf(play)).toHaveLength(2);
});
