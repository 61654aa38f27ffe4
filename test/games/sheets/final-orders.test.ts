import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processWhenOrdersFinal } from '../../../src/games/processing/scheduled-processing.ts';
import { extendTurn, pauseGame, resumeGame } from '../../../src/games/schedule/change-due-date.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { reopenOrders } from '../../../src/games/sheets/reopen-orders.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { calendarGame, codesOf, firstDue, gameNow, granted, type TestGame } from '../game/play.ts';
import { jobsOfGame, sendGood } from './sheets.ts';

let own: TestContext;
let ctx: AppContext;
beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
});
afterAll(() => own.close());

const RULES: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 24 },
};
const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
const hoursBeforeDue = (hours: number) => minutesAfter(firstDue, -60 * hours);
const processedAt = minutesAfter(testNow, 30);

async function newGame(rules: Partial<SchedulePolicy> = {}): Promise<TestGame> {
  own.setNow(testNow);
  const play = await calendarGame(ctx, { ...RULES, ...rules });
  await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
  return play;
}

const gameOf = (play: TestGame) => gameNow(ctx, play.game.id);
const sendFinal = (play: TestGame, at: number, final = true) =>
  sendGood(ctx, play.seats[at] as Seat, 1, final);
const processFinal = (play: TestGame, at: Date) =>
  processWhenOrdersFinal(ctx, { gameId: play.game.id, turn: 1, at: at.toISOString() });
const subjectsOf = async (play: TestGame) =>
  (await ctx.db.prisma.delivery.findMany({ where: { gameId: play.game.id, kind: 'notice' } }))
    .map((notice) => (notice.detail as { subject: string }).subject)
    .sort();
const jobs = (play: TestGame, task: string) => jobsOfGame(ctx, play.game.id, task);

describe('final orders', () => {
  test('of all players have the turn processed early, after a time in which they can be reopened', async () => {
    const play = await newGame();
    await sendFinal(play, 0);
    await sendFinal(play, 1, false);
    expect((await gameOf(play)).earlyProcessingAt).toBeNull();
    await sendFinal(play, 1);
    expect((await gameOf(play)).earlyProcessingAt).toEqual(processedAt);
    expect(await subjectsOf(play)).toEqual(Array(2).fill('turn 1 will be processed early'));
    expect((await jobs(play, 'processEarly')).map((job) => job.payload.at)).toEqual([
      processedAt.toISOString(),
    ]);
    own.setNow(minutesAfter(testNow, 29));
    expect(await processFinal(play, processedAt)).toEqual({ kind: 'early' });
    own.setNow(processedAt);
    expect(await processFinal(play, processedAt)).toEqual({ kind: 'processed', over: false });
    expect(await processFinal(play, processedAt)).toEqual({ kind: 'already' });
    expect(await gameOf(play)).toMatchObject({ turn: 2, earlyProcessingAt: null });
    expect(await jobs(play, 'processEarly')).toEqual([]);
  });

  test('can be reopened by any player: early processing is canceled, all are told, and the time begins again', async () => {
    const play = await newGame();
    await sendFinal(play, 0);
    await sendFinal(play, 1);
    const [ann, carl] = play.players as [(typeof play.players)[number], (typeof play.players)[number]];
    const request = { gameId: play.game.id, turn: 1 };
    expect(codesOf(await reopenOrders(ctx, { ...request, by: play.gm.id }))).toEqual(['no-seat']);
    expect(codesOf(await reopenOrders(ctx, { ...request, by: ann.id, turn: 2 }))).toEqual(['wrong-turn']);
    granted(await reopenOrders(ctx, { ...request, by: carl.id }));
    expect(codesOf(await reopenOrders(ctx, { ...request, by: carl.id }))).toEqual(['not-final']);
    expect((await gameOf(play)).earlyProcessingAt).toBeNull();
    expect(await jobs(play, 'processEarly')).toEqual([]);
    expect(await subjectsOf(play)).toEqual([
      ...Array(2).fill('turn 1 will be processed early'),
      ...Array(2).fill('turn 1 will not be processed early'),
    ]);
    own.setNow(processedAt);
    expect(await processFinal(play, processedAt)).toEqual({ kind: 'moved' });
    await sendFinal(play, 1);
    expect((await gameOf(play)).earlyProcessingAt).toEqual(minutesAfter(processedAt, 30));
    expect(await processFinal(play, processedAt)).toEqual({ kind: 'moved' });
    expect((await gameOf(play)).turn).toBe(1);
  });

  test('that are reopened too often no longer have the turn processed early, and no more mails go out', async () => {
    const play = await newGame();
    await sendFinal(play, 0);
    const { id: by } = play.players[1] as (typeof play.players)[number];
    for (let round = 1; round <= 7; round += 1) {
      await sendFinal(play, 1);
      const { earlyProcessingAt } = await gameOf(play);
      expect(earlyProcessingAt === null, `round ${round}`).toBe(round > 5);
      granted(await reopenOrders(ctx, { gameId: play.game.id, by, turn: 1 }));
    }
    expect(await subjectsOf(play)).toHaveLength(2 * 2 * 5);
  });

  test('are reopened by a new version without the mark; a new version with it does not change the time', async () => {
    const play = await newGame();
    await sendFinal(play, 0);
    await sendFinal(play, 1);
    own.setNow(minutesAfter(testNow, 10));
    await sendFinal(play, 0);
    expect((await gameOf(play)).earlyProcessingAt).toEqual(processedAt);
    await sendFinal(play, 0, false);
    expect((await gameOf(play)).earlyProcessingAt).toBeNull();
  });

  test('are still final after a version that was refused', async () => {
    const play = await newGame();
    await sendFinal(play, 0);
    await sendFinal(play, 1);
    const seat = play.seats[0] as Seat;
    const sent = { gameId: play.game.id, seatId: seat.id, turn: 1, raw: 7, channel: 'web' as const };
    const bad = await submitSheet(ctx, { ...sent, sentById: seat.accountId as number, final: true });
    expect(bad).toMatchObject({ kind: 'refused', sheet: { final: false } });
    expect((await gameOf(play)).earlyProcessingAt).toEqual(processedAt);
  });

  test('are either reopened or processed if both happen at the same moment, never both', async () => {
    const others = await Promise.all(Array.from({ length: 2 }, () => openDatabase(own.url)));
    const [one, two] = others.map((db) => ({ ...ctx, db })) as [AppContext, AppContext];
    for (let round = 0; round < 6; round += 1) {
      const play = await newGame();
      await sendFinal(play, 0);
      await sendFinal(play, 1);
      own.setNow(processedAt);
      const by = play.players[0]?.id as number;
      const [processed, reopened] = await Promise.all([
        processWhenOrdersFinal(one, { gameId: play.game.id, turn: 1, at: processedAt.toISOString() }),
        reopenOrders(two, { gameId: play.game.id, by, turn: 1 }),
      ]);
      expect(reopened.ok).toBe(processed.kind === 'moved');
      expect((await gameOf(play)).turn).toBe(reopened.ok ? 1 : 2);
    }
    await Promise.all(others.map((db) => db.close()));
  });

  test('do nothing in a paused game, without automatic processing, or if the policy does not ask for them', async () => {
    for (const rules of [{ autoProcess: false }, { processWhenFinal: false }]) {
      const play = await newGame(rules);
      await sendFinal(play, 0);
      await sendFinal(play, 1);
      expect((await gameOf(play)).earlyProcessingAt).toBeNull();
    }
    const play = await newGame();
    await sendFinal(play, 0);
    await sendFinal(play, 1);
    const request = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    granted(await pauseGame(ctx, request));
    expect((await gameOf(play)).earlyProcessingAt).toBeNull();
    expect(await jobs(play, 'processEarly')).toEqual([]);
    own.setNow(minutesAfter(testNow, 60));
    granted(await resumeGame(ctx, request));
    expect((await gameOf(play)).earlyProcessingAt).toEqual(minutesAfter(testNow, 90));
  });
});

describe('reminders', () => {
  const remind = (play: TestGame) => remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
  const remindedSeats = async (play: TestGame) =>
    (
      await ctx.db.prisma.delivery.findMany({
        where: { gameId: play.game.id, kind: 'notice' },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
    ).map(
      (notice) =>
        `${(notice.detail as { subject: string }).subject}: ${play.seats.findIndex((seat) => seat.id === notice.seatId)}`,
    );
  const setRemindHours = (play: TestGame, at: number, remindHours: number) =>
    ctx.db.prisma.account.update({ where: { id: play.players[at]?.id as number }, data: { remindHours } });

  test('mention standing orders to those who have sent them, and to no one else', async () => {
    const play = await newGame();
    const [first] = play.seats;
    const key = { gameId: play.game.id, seatId: first?.id ?? '', sentById: first?.accountId ?? 0 };
    granted(
      await sendAdvanceOrders(ctx, { ...key, turn: STANDING_ORDERS, raw: { press: 'Whatever comes' } }),
    );
    own.setNow(hoursBeforeDue(48));
    await remind(play);
    const where = { gameId: play.game.id, kind: 'notice' as const };
    const notices = await ctx.db.prisma.delivery.findMany({ where });
    const mentions = notices.filter(({ detail }) =>
      JSON.stringify(detail).includes('your standing orders are played'),
    );
    expect([notices.length, mentions.map(({ seatId }) => seatId)]).toEqual([2, [first?.id]]);
  });

  test('go out once, as early as each player wants, to those whose sheet is missing; then the last call', async () => {
    const play = await newGame();
    await setRemindHours(play, 1, 12);
    own.setNow(hoursBeforeDue(72));
    await remind(play);
    expect(await remindedSeats(play)).toEqual([]);
    own.setNow(hoursBeforeDue(48));
    await remind(play);
    await remind(play);
    expect(await remindedSeats(play)).toEqual(['your sheet for turn 1 is missing: 0']);
    await sendFinal(play, 1, false);
    own.setNow(hoursBeforeDue(12));
    await remind(play);
    expect(await remindedSeats(play)).toHaveLength(1);
    own.setNow(firstDue);
    await remind(play);
    await remind(play);
    expect((await remindedSeats(play)).slice(1)).toEqual(['last call for turn 1: 0']);
    expect(await jobs(play, 'remind')).toEqual([]);
  });

  test('include a last call some hours before the due date if there is no grace period', async () => {
    const play = await newGame({ graceHours: 0 });
    await setRemindHours(play, 0, 0);
    await setRemindHours(play, 1, 12);
    own.setNow(hoursBeforeDue(12));
    await remind(play);
    expect(await remindedSeats(play)).toEqual(['your sheet for turn 1 is missing: 1']);
    own.setNow(hoursBeforeDue(3));
    await remind(play);
    await remind(play);
    expect((await remindedSeats(play)).slice(1).sort()).toEqual([
      'last call for turn 1: 0',
      'last call for turn 1: 1',
    ]);
    expect(await jobs(play, 'remind')).toEqual([]);
  });

  test('do not go to those who want none, and not again when the due date is moved', async () => {
    const play = await newGame();
    await setRemindHours(play, 0, 0);
    own.setNow(hoursBeforeDue(48));
    await remind(play);
    expect(await remindedSeats(play)).toEqual(['your sheet for turn 1 is missing: 1']);
    const moved = granted(
      await extendTurn(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, days: 7 }),
    ).due;
    own.setNow(minutesAfter(moved as Date, -24 * 60));
    await remind(play);
    expect((await remindedSeats(play)).filter((line) => line.includes('missing'))).toHaveLength(1);
  });

  test('have one job waiting for the next moment at which any player may want one', async () => {
    const play = await newGame();
    const waits = async () => {
      const { rows } = await ctx.db.pool.query<{ wait: number }>(
        `select extract(epoch from run_at - now())::float8 / 3600 as wait from graphile_worker.jobs where key = $1`,
        [`remind:${play.game.id}`],
      );
      return rows.map((row) => Math.round(row.wait));
    };
    expect(await waits()).toEqual([
      Math.round((hoursBeforeDue(168).getTime() - testNow.getTime()) / 3_600_000),
    ]);
    for (const [now, next] of [
      [168, 96],
      [72, 24],
      [24, 12],
      [12, 12],
    ] as const) {
      own.setNow(hoursBeforeDue(now));
      await remind(play);
      expect(await waits()).toEqual([next]);
    }
  });
});
