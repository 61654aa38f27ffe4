import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processFinalTurn } from '../../../src/games/processing/process-turn.ts';
import { extendTurn, pauseGame, resumeGame } from '../../../src/games/schedule/change-due-date.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { reopenOrders } from '../../../src/games/sheets/final-orders.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  calendarGame,
  codesOf,
  firstDue,
  gameNow,
  goodSheet,
  granted,
  jobsOf,
  type TestGame,
} from '../game/play.ts';

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
const closing = minutesAfter(testNow, 30);

async function aGame(rules: Partial<SchedulePolicy> = {}): Promise<TestGame> {
  own.setNow(testNow);
  const play = await calendarGame(ctx, { ...RULES, ...rules });
  await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
  return play;
}

const fresh = (play: TestGame) => gameNow(ctx, play.game.id);
async function sendWord(play: TestGame, at: number, final: boolean) {
  const seat = play.seats[at] as Seat;
  const raw = await goodSheet(ctx, play.game.id, seat);
  const sent = { gameId: play.game.id, seatId: seat.id, turn: 1, raw, channel: 'web' as const };
  return submitSheet(ctx, { ...sent, sentById: seat.accountId as number, final });
}
const close = (play: TestGame, at: Date) =>
  processFinalTurn(ctx, { gameId: play.game.id, turn: 1, at: at.toISOString() });
const subjectsOf = async (play: TestGame) =>
  (await ctx.db.prisma.delivery.findMany({ where: { gameId: play.game.id, kind: 'notice' } }))
    .map((notice) => (notice.detail as { subject: string }).subject)
    .sort();
const jobs = async (play: TestGame, task: string) =>
  (await jobsOf(ctx, task)).filter((job) => job.payload.gameId === play.game.id);

describe('last words', () => {
  test('of all players close the turn, after a while in which it may be taken back', async () => {
    const play = await aGame();
    await sendWord(play, 0, true);
    await sendWord(play, 1, false);
    expect((await fresh(play)).earlyProcessingAt).toBeNull();
    await sendWord(play, 1, true);
    expect((await fresh(play)).earlyProcessingAt).toEqual(closing);
    expect(await subjectsOf(play)).toEqual(Array(2).fill('turn 1 is about to be processed'));
    expect((await jobs(play, 'processEarly')).map((job) => job.payload.at)).toEqual([closing.toISOString()]);
    own.setNow(minutesAfter(testNow, 29));
    expect(await close(play, closing)).toEqual({ kind: 'early' });
    own.setNow(closing);
    expect(await close(play, closing)).toEqual({ kind: 'processed', over: false });
    expect(await close(play, closing)).toEqual({ kind: 'already' });
    expect(await fresh(play)).toMatchObject({ turn: 2, earlyProcessingAt: null });
    expect(await jobs(play, 'processEarly')).toEqual([]);
  });

  test('are taken back by any player: nothing happens, all are told, and the time begins anew', async () => {
    const play = await aGame();
    await sendWord(play, 0, true);
    await sendWord(play, 1, true);
    const [ann, carl] = play.players as [(typeof play.players)[number], (typeof play.players)[number]];
    const of = { gameId: play.game.id, turn: 1 };
    expect(codesOf(await reopenOrders(ctx, { ...of, by: play.gm.id }))).toEqual(['no-seat']);
    expect(codesOf(await reopenOrders(ctx, { ...of, by: ann.id, turn: 2 }))).toEqual(['wrong-turn']);
    granted(await reopenOrders(ctx, { ...of, by: carl.id }));
    expect(codesOf(await reopenOrders(ctx, { ...of, by: carl.id }))).toEqual(['not-final']);
    expect((await fresh(play)).earlyProcessingAt).toBeNull();
    expect(await jobs(play, 'processEarly')).toEqual([]);
    expect(await subjectsOf(play)).toEqual([
      ...Array(2).fill('turn 1 is about to be processed'),
      ...Array(2).fill('turn 1 stays open'),
    ]);
    own.setNow(closing);
    expect(await close(play, closing)).toEqual({ kind: 'moved' });
    await sendWord(play, 1, true);
    expect((await fresh(play)).earlyProcessingAt).toEqual(minutesAfter(closing, 30));
    expect(await close(play, closing)).toEqual({ kind: 'moved' });
    expect((await fresh(play)).turn).toBe(1);
  });

  test('taken back again and again they close nothing any more, and no more mails go out', async () => {
    const play = await aGame();
    await sendWord(play, 0, true);
    const { id: by } = play.players[1] as (typeof play.players)[number];
    for (let round = 1; round <= 7; round += 1) {
      await sendWord(play, 1, true);
      const { earlyProcessingAt } = await fresh(play);
      expect(earlyProcessingAt === null, `round ${round}`).toBe(round > 5);
      granted(await reopenOrders(ctx, { gameId: play.game.id, by, turn: 1 }));
    }
    expect(await subjectsOf(play)).toHaveLength(2 * 2 * 5);
  });

  test('a new version without the mark takes it back, one with it keeps the time', async () => {
    const play = await aGame();
    await sendWord(play, 0, true);
    await sendWord(play, 1, true);
    own.setNow(minutesAfter(testNow, 10));
    await sendWord(play, 0, true);
    expect((await fresh(play)).earlyProcessingAt).toEqual(closing);
    await sendWord(play, 0, false);
    expect((await fresh(play)).earlyProcessingAt).toBeNull();
  });

  test('a refused version leaves the standing one what it was', async () => {
    const play = await aGame();
    await sendWord(play, 0, true);
    await sendWord(play, 1, true);
    const seat = play.seats[0] as Seat;
    const sent = { gameId: play.game.id, seatId: seat.id, turn: 1, raw: 7, channel: 'web' as const };
    const bad = await submitSheet(ctx, { ...sent, sentById: seat.accountId as number, final: true });
    expect(bad).toMatchObject({ kind: 'refused', sheet: { final: false } });
    expect((await fresh(play)).earlyProcessingAt).toEqual(closing);
  });

  test('a take-back and the end of the time at one moment: the one or the other, never both', async () => {
    const others = await Promise.all(Array.from({ length: 2 }, () => openDatabase(own.url)));
    const [one, two] = others.map((db) => ({ ...ctx, db })) as [AppContext, AppContext];
    for (let round = 0; round < 6; round += 1) {
      const play = await aGame();
      await sendWord(play, 0, true);
      await sendWord(play, 1, true);
      own.setNow(closing);
      const by = play.players[0]?.id as number;
      const [done, taken] = await Promise.all([
        processFinalTurn(one, { gameId: play.game.id, turn: 1, at: closing.toISOString() }),
        reopenOrders(two, { gameId: play.game.id, by, turn: 1 }),
      ]);
      expect(taken.ok).toBe(done.kind === 'moved');
      expect((await fresh(play)).turn).toBe(taken.ok ? 1 : 2);
    }
    await Promise.all(others.map((db) => db.close()));
  });

  test('do nothing in a paused game, by the GM’s hand, or where they are not asked for', async () => {
    for (const rules of [{ autoProcess: false }, { processWhenFinal: false }]) {
      const play = await aGame(rules);
      await sendWord(play, 0, true);
      await sendWord(play, 1, true);
      expect((await fresh(play)).earlyProcessingAt).toBeNull();
    }
    const play = await aGame();
    await sendWord(play, 0, true);
    await sendWord(play, 1, true);
    const asked = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    granted(await pauseGame(ctx, asked));
    expect((await fresh(play)).earlyProcessingAt).toBeNull();
    expect(await jobs(play, 'processEarly')).toEqual([]);
    own.setNow(minutesAfter(testNow, 60));
    granted(await resumeGame(ctx, asked));
    expect((await fresh(play)).earlyProcessingAt).toEqual(minutesAfter(testNow, 90));
  });
});

describe('reminders', () => {
  const remind = (play: TestGame) => remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
  const remindedSeats = async (play: TestGame) =>
    (await ctx.db.prisma.delivery.findMany({ where: { gameId: play.game.id, kind: 'notice' } })).map(
      (notice) =>
        `${(notice.detail as { subject: string }).subject}: ${play.seats.findIndex((seat) => seat.id === notice.seatId)}`,
    );
  const wish = (play: TestGame, at: number, remindHours: number) =>
    ctx.db.prisma.account.update({ where: { id: play.players[at]?.id as number }, data: { remindHours } });

  test('say that a standing order will serve, to those who have left one and to nobody else', async () => {
    const play = await aGame();
    const [first] = play.seats;
    const whose = { gameId: play.game.id, seatId: first?.id ?? '', sentById: first?.accountId ?? 0 };
    granted(
      await sendAdvanceOrders(ctx, { ...whose, turn: STANDING_ORDERS, raw: { press: 'Whatever comes' } }),
    );
    own.setNow(hoursBeforeDue(48));
    await remind(play);
    const where = { gameId: play.game.id, kind: 'notice' as const };
    const notices = await ctx.db.prisma.delivery.findMany({ where });
    const told = notices.filter(({ detail }) =>
      JSON.stringify(detail).includes('your standing order serves'),
    );
    expect([notices.length, told.map(({ seatId }) => seatId)]).toEqual([2, [first?.id]]);
  });

  test('go out once, as early as each wishes, to those whose sheet is missing; then the last call', async () => {
    const play = await aGame();
    await wish(play, 1, 12);
    own.setNow(hoursBeforeDue(72));
    await remind(play);
    expect(await remindedSeats(play)).toEqual([]);
    own.setNow(hoursBeforeDue(48));
    await remind(play);
    await remind(play);
    expect(await remindedSeats(play)).toEqual(['your sheet for turn 1 is missing: 0']);
    await sendWord(play, 1, false);
    own.setNow(hoursBeforeDue(12));
    await remind(play);
    expect(await remindedSeats(play)).toHaveLength(1);
    own.setNow(firstDue);
    await remind(play);
    await remind(play);
    expect((await remindedSeats(play)).slice(1)).toEqual(['last call for turn 1: 0']);
    expect(await jobs(play, 'remind')).toEqual([]);
  });

  test('call for the last time some hours before the date, where the turn is processed at it', async () => {
    const play = await aGame({ graceHours: 0 });
    await wish(play, 0, 0);
    await wish(play, 1, 12);
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

  test('not to those who want none, and not again when the date moves', async () => {
    const play = await aGame();
    await wish(play, 0, 0);
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

  test('have one job waiting for the next moment at which anybody may want one', async () => {
    const play = await aGame();
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
