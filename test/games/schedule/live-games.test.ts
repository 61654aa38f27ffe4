import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { abandonGame, reviveGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { inTransaction } from '../../../src/games/game/game-store.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import { pauseGame, resumeGame, setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { putOffGame } from '../../../src/games/schedule/put-off.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { nextDue, type Schedule } from '../../../src/games/schedule/schedule.ts';
import {
  policyInWords,
  SCHEDULE_DEFAULTS,
  type SchedulePolicy,
} from '../../../src/games/schedule/schedule-policy.ts';
import { paceInWords, scheduleProblems } from '../../../src/games/schedule/schedule-text.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { formingGame, gameNow, goodSheet, granted, jobsOf, send, type TestGame } from '../game/play.ts';
import { processAsGm, rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';

/* Games that are played live: turns of some minutes. */

const own = useContext();
let ctx: AppContext;
beforeEach(() => {
  own.setNow(testNow);
  ctx = own.ctx;
});

const LIVE: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 7, minutesPerTurn: 10, timeZone: 'America/New_York', autoProcess: true },
};
const plain: Schedule = { ...LIVE };
const minutesLater = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
const fresh = ({ game }: TestGame) => gameNow(ctx, game.id);
const deadlineOf = async ({ game }: TestGame) =>
  (await jobsOf(ctx, 'deadline'))
    .filter(({ payload }) => payload.gameId === game.id)
    .map(({ payload }) => payload.due);

/** A live game on turn 1. */
async function liveGame(): Promise<TestGame> {
  const play = await formingGame(ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  const by = { gameId: play.game.id, by: play.gm.id };
  granted(await setSchedule(ctx, { ...by, policy: LIVE }));
  granted(await beginGame(ctx, { ...by, due: 'schedule' }));
  await ctx.db.prisma.delivery.deleteMany({ where: { gameId: play.game.id } });
  return { ...play, game: await fresh(play) };
}

describe('the due date of a live turn', () => {
  test.each([
    ['at the last due date', '2027-03-15T22:00:00Z', '2027-03-15T22:00:00Z', '2027-03-15T22:10:00.000Z'],
    ['early', '2027-03-15T22:00:00Z', '2027-03-15T21:53:00Z', '2027-03-15T22:03:00.000Z'],
    ['late', '2027-03-15T22:00:00Z', '2027-03-15T22:07:30Z', '2027-03-15T22:18:00.000Z'],
  ])('is ten minutes after the last turn was processed, on a full minute: %s', (_, previous, now, due) => {
    expect(nextDue(new Date(previous), new Date(now), plain)?.toISOString()).toBe(due);
  });

  test('depends on no weekday, time, minimum or blackout', () => {
    const more = { weekdays: [5], dueTime: '18:00', minHours: 48, graceHours: 12 };
    const now = new Date('2027-03-15T22:00:00Z');
    const blackouts = [{ from: '2027-03-01', to: '2027-03-31' }];
    expect(nextDue(now, now, { ...plain, ...more, blackouts })).toEqual(minutesLater(now, 10));
    expect(nextDue(null, now, plain)).toBeNull();
  });

  test('is said in minutes', () => {
    expect(paceInWords(LIVE)).toBe('every 10 minutes');
    expect(policyInWords({ ...LIVE, minHours: 5, processWhenComplete: true })).toBe(
      'sheets due every 10 minutes, or sooner if every sheet is in (America/New_York); turns are processed at the due date',
    );
  });

  test.each([1, 2.5, 241, -10, Number.NaN])('is not %s minutes away', (minutesPerTurn) => {
    expect(scheduleProblems({ ...plain, minutesPerTurn }).map(({ code }) => code)).toEqual(['not-live']);
  });
});

describe('a live game', () => {
  test('has its first due date ten minutes after it begins, and processes turns by itself', async () => {
    const play = await liveGame();
    const due = minutesLater(testNow, 10);
    expect(play.game.due).toEqual(due);
    await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
    own.setNow(due);
    const request = { gameId: play.game.id, turn: 1, due: due.toISOString() };
    expect((await processAtDeadline(ctx, request)).kind).toBe('processed');
    expect(await fresh(play)).toMatchObject({ turn: 2, due: minutesLater(due, 10) });
  });

  test('processes a turn as soon as every sheet is in', async () => {
    const play = await liveGame();
    await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
    for (const seat of play.seats.slice(0, 2)) {
      await send(ctx, seat, 1, await goodSheet(ctx, play.game.id, seat));
    }
    const jobs = await jobsOf(ctx, 'process');
    expect(jobs.map(({ payload }) => payload)).toContainEqual({ gameId: play.game.id, turn: 1 });
  });

  test('mails no reminders and no last calls', async () => {
    const play = await liveGame();
    const ofGame = async () =>
      (await jobsOf(ctx, 'remind')).filter(({ payload }) => payload.gameId === play.game.id);
    expect(await ofGame()).toEqual([]);
    for (const minutes of [1, 9, 11]) {
      own.setNow(minutesLater(testNow, minutes));
      await remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
    }
    expect(await ofGame()).toEqual([]);
    expect(await ctx.db.prisma.delivery.count({ where: { gameId: play.game.id } })).toBe(0);
  });

  test('goes on with a whole turn after a short downtime, and after hours if it was long', async () => {
    const play = await liveGame();
    const due = play.game.due as Date;
    const short = { from: minutesLater(due, -2), until: minutesLater(due, 3) };
    await inTransaction(ctx, (tx) => putOffGame(tx, ctx, play.game.id, short));
    const putOff = await fresh(play);
    expect(putOff).toMatchObject({ due: minutesLater(due, 13), missesExcused: true, dueTime: null });
    const long = { from: minutesLater(due, 10), until: minutesLater(due, 90) };
    await inTransaction(ctx, (tx) => putOffGame(tx, ctx, play.game.id, long));
    expect((await fresh(play)).due).toEqual(minutesLater(long.until, 12 * 60));
  });

  test('goes on with a whole turn after a pause', async () => {
    const play = await liveGame();
    const by = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    own.setNow(minutesLater(testNow, 4));
    granted(await pauseGame(ctx, by));
    own.setNow(minutesLater(testNow, 30));
    granted(await resumeGame(ctx, by));
    expect((await fresh(play)).due).toEqual(minutesLater(testNow, 40));
  });

  test('goes on with a whole turn after a revival', async () => {
    const play = await liveGame();
    const by = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    granted(await abandonGame(ctx, { ...by, confirm: gameNumber(play.game) }));
    granted(await reviveGame(ctx, by));
    own.setNow(minutesLater(testNow, 30));
    granted(await resumeGame(ctx, by));
    expect((await fresh(play)).due).toEqual(minutesLater(testNow, 40));
    expect(await deadlineOf(play)).toEqual([minutesLater(testNow, 40).toISOString()]);
  });

  test('goes on with a whole turn if a rollback is undone a moment before the due date', async () => {
    const play = await liveGame();
    await processAsGm(ctx, play, 1);
    const { due } = await fresh(play);
    granted(await rollBackAsGm(ctx, play, 2));
    own.setNow(new Date((due as Date).getTime() - 5_000));
    granted(await rollForwardAsGm(ctx, play, 1));
    expect(await fresh(play)).toMatchObject({ turn: 2, due: minutesLater(due as Date, 10) });
  });

  test('goes on with a whole turn if a rollback is undone after the due date', async () => {
    const play = await liveGame();
    await processAsGm(ctx, play, 1);
    const { due } = await fresh(play);
    expect(due).not.toBeNull();
    granted(await rollBackAsGm(ctx, play, 2));
    own.setNow(minutesLater(due as Date, 1));
    granted(await rollForwardAsGm(ctx, play, 1));
    expect(await fresh(play)).toMatchObject({ turn: 2, due: minutesLater(due as Date, 11) });
    expect(await deadlineOf(play)).toEqual([minutesLater(due as Date, 11).toISOString()]);
  });

  test('processes the open turn at once if every sheet is in when the GM decides so', async () => {
    const play = await liveGame();
    const by = { gameId: play.game.id, by: play.gm.id };
    granted(await setSchedule(ctx, { ...by, policy: LIVE, processWhenComplete: false }));
    await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
    for (const seat of play.seats.slice(0, 2)) {
      await send(ctx, seat, 1, await goodSheet(ctx, play.game.id, seat));
    }
    const ofGame = async () =>
      (await jobsOf(ctx, 'process')).filter(({ payload }) => payload.gameId === play.game.id);
    expect(await ofGame()).toEqual([]);
    granted(await setSchedule(ctx, { ...by, policy: LIVE, processWhenComplete: true }));
    expect((await ofGame()).length).toBe(1);
    expect((await fresh(play)).processWhenComplete).toBe(true);
  });

  test('becomes one by its schedule later, and is no longer one if the minutes are removed', async () => {
    const play = await liveGame();
    const by = { gameId: play.game.id, by: play.gm.id };
    granted(await setSchedule(ctx, { ...by, policy: { ...LIVE, minutesPerTurn: null } }));
    expect(await fresh(play)).toMatchObject({ minutesPerTurn: null, due: play.game.due });
    granted(await setSchedule(ctx, { ...by, policy: { ...LIVE, minutesPerTurn: 20 } }));
    expect((await fresh(play)).minutesPerTurn).toBe(20);
  });
});
