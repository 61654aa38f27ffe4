import { describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { acceptSeat } from '../../../src/games/game/accepted-seat.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import {
  pauseGame,
  resumeGame,
  setDueDate,
  setSchedule,
} from '../../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, calendarGame, gameNow, granted, type TestGame } from '../game/play.ts';

/* Misses of turns that open on short notice do not count for reliability, so that no GM can ruin that of others. */

const own = useContext();

const HOUR = 3_600_000;
const postal: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

const aGame = async (policy: SchedulePolicy, due = new Date(testNow.getTime() + 48 * HOUR)) => {
  own.setNow(testNow);
  const play = await calendarGame(own.ctx, policy, { humans: 2, opponents: 2, due });
  // As if the game had been created with this schedule.
  await own.ctx.db.prisma.gameEvent.deleteMany({ where: { gameId: play.game.id, type: 'scheduleSet' } });
  return play;
};

/** Lets this turn pass without any sheet, and returns whether the misses of it count. */
async function missedTurn({ game }: TestGame): Promise<boolean[]> {
  const { due, turn } = await gameNow(own.ctx, game.id);
  own.setNow(new Date((due as Date).getTime() + 1_000));
  await processAtDeadline(own.ctx, { gameId: game.id, turn, due: (due as Date).toISOString() });
  const where = { gameId: game.id, turn };
  return (await own.ctx.db.prisma.attendance.findMany({ where })).map(({ counts }) => counts);
}

const change = async ({ game, gm }: TestGame, policy: SchedulePolicy) =>
  granted(await setSchedule(own.ctx, { gameId: game.id, by: gm.id, policy }));

test.each([
  ['live', { minutesPerTurn: 2 }],
  ['due ten hours after the turn opens', { weekdays: [1, 2, 3, 4, 5, 6, 7], dueTime: '10:00' }],
])('a game that its GM makes %s counts no misses of short turns', async (_, faster) => {
  const play = await aGame(postal, new Date('2027-06-22T03:59:00Z'));
  await change(play, { ...postal, ...faster });
  expect(await missedTurn(play)).toEqual([true, true]);
  const { due } = await gameNow(own.ctx, play.game.id);
  expect((due as Date).getTime() - own.ctx.now().getTime()).toBeLessThan(12 * HOUR);
  expect(await missedTurn(play)).toEqual([false, false]);
});

test('a game that was live when people joined counts misses, and so does one with a turn of a day or longer', async () => {
  const live = { ...postal, minutesPerTurn: 20 };
  const begun = await aGame(live);
  expect([await missedTurn(begun), await missedTurn(begun)]).toEqual([
    [true, true],
    [true, true],
  ]);
  const play = await aGame(postal);
  await change(play, { ...postal, daysPerTurn: 2 });
  expect([await missedTurn(play), await missedTurn(play)]).toEqual([
    [true, true],
    [true, true],
  ]);
});

test('a due date that is set when the GM has made a game live needs a day, too', async () => {
  const play = await aGame(postal, new Date(testNow.getTime() + 6 * 24 * HOUR));
  await change(play, { ...postal, minutesPerTurn: 2 });
  const due = new Date(testNow.getTime() + HOUR);
  const { game, gm } = play;
  granted(await setDueDate(own.ctx, { gameId: game.id, by: gm.id, turn: 1, due }));
  expect(await missedTurn(play)).toEqual([false, false]);
});

test('a first due date on short notice counts no misses', async () => {
  const play = await aGame(postal, new Date(testNow.getTime() + HOUR));
  expect(await missedTurn(play)).toEqual([false, false]);
  expect(await missedTurn(play)).toEqual([true, true]);
});

describe('a date that players do not wait for, because', () => {
  const NOTICE = 60_000;
  const ways = {
    'the game is paused': {
      begin: async ({ game, gm }: TestGame) =>
        granted(await pauseGame(own.ctx, { gameId: game.id, by: gm.id, turn: 1 })),
      end: async ({ game, gm }: TestGame, due: Date) =>
        granted(await resumeGame(own.ctx, { gameId: game.id, by: gm.id, turn: 1, due })),
    },
    'there is none for now': {
      begin: async ({ game, gm }: TestGame) =>
        granted(await setDueDate(own.ctx, { gameId: game.id, by: gm.id, turn: 1, due: null })),
      end: async ({ game, gm }: TestGame, due: Date) =>
        granted(await setDueDate(own.ctx, { gameId: game.id, by: gm.id, turn: 1, due })),
    },
  };
  const cases = Object.entries(ways).flatMap(([because, way]) =>
    [
      ['after', 20 * 24],
      ['just before', 48 - 1 / 120],
    ].map(([when, hours]) => ({ because, way, when, hours })),
  );

  test.each(cases)(
    '$because, binds no one in a minute $when the one that was announced',
    async ({ way, hours }) => {
      const play = await aGame(postal);
      await way.begin(play);
      own.setNow(new Date(testNow.getTime() + Number(hours) * HOUR));
      await way.end(play, new Date(own.ctx.now().getTime() + NOTICE));
      expect(await missedTurn(play)).toEqual([false, false]);
    },
  );

  test.each(Object.values(ways))('binds with a day of notice', async (way) => {
    const play = await aGame(postal);
    await way.begin(play);
    own.setNow(new Date(testNow.getTime() + 20 * 24 * HOUR));
    await way.end(play, new Date(own.ctx.now().getTime() + 24 * HOUR));
    expect(await missedTurn(play)).toEqual([true, true]);
  });
});

describe('someone who gets a seat', () => {
  const MINUTE = 60_000;
  const ways = {
    'back from the computer': async (play: TestGame, before: Date) => {
      const wanted = { gameId: play.game.id, by: play.gm.id, turn: 1, seatId: play.seats[0]?.id ?? '' };
      granted(await handSeatToComputer(own.ctx, wanted));
      own.setNow(before);
      granted(await returnSeat(own.ctx, wanted));
    },
    'of another person': async (play: TestGame, before: Date) => {
      const seat = play.seats[0] as Seat;
      own.setNow(before);
      const { id: accountId, name, email } = await anAccount(own.ctx, 'Nora Neu');
      const wanted = { gameId: play.game.id, by: play.gm.id, turn: 1, seatId: seat.id };
      granted(await replacePlayer(own.ctx, { ...wanted, name, email }));
      await acceptSeat(own.ctx, { gameId: play.game.id, seatId: seat.id, accountId });
    },
  };
  /** Whether the miss of the player counts who gets the first seat so long before the due date. */
  const counts = async (way: (play: TestGame, before: Date) => Promise<void>, before: number) => {
    const play = await aGame(postal);
    await way(play, new Date(testNow.getTime() + 48 * HOUR - before));
    await missedTurn(play);
    const where = { gameId: play.game.id, turn: 1, seatId: play.seats[0]?.id ?? '' };
    return (await own.ctx.db.prisma.attendance.findFirstOrThrow({ where })).counts;
  };

  test.each(Object.entries(ways))(
    '%s: a due date in a minute does not bind them, one in a day does',
    async (_, way) => {
      expect(await counts(way, MINUTE)).toBe(false);
      expect(await counts(way, 24 * HOUR)).toBe(true);
    },
  );

  test('a due date in a minute binds those who decide themselves to take their seat back', async () => {
    const reclaim = async (play: TestGame, before: Date) => {
      const wanted = { gameId: play.game.id, by: play.gm.id, turn: 1, seatId: play.seats[0]?.id ?? '' };
      granted(await handSeatToComputer(own.ctx, wanted));
      own.setNow(before);
      granted(await reclaimSeat(own.ctx, { gameId: play.game.id, by: play.players[0]?.id ?? 0 }));
    };
    expect(await counts(reclaim, MINUTE)).toBe(true);
    const returnOwn = async (play: TestGame, before: Date) => {
      const gmId = play.players[0]?.id ?? 0;
      await own.ctx.db.prisma.game.update({ where: { id: play.game.id }, data: { gmId } });
      await ways['back from the computer']({ ...play, gm: play.players[0] as Account }, before);
    };
    expect(await counts(returnOwn, MINUTE)).toBe(true);
  });

  test('someone who was given a seat just now and reclaims it is bound by no date in a minute', async () => {
    const handOver = async (play: TestGame, before: Date) => {
      await ways['of another person'](play, before);
      const wanted = { gameId: play.game.id, by: play.gm.id, turn: 1, seatId: play.seats[0]?.id ?? '' };
      granted(await handSeatToComputer(own.ctx, wanted));
      const { reclaimableById: by } = await own.ctx.db.prisma.seat.findUniqueOrThrow({
        where: { id: wanted.seatId },
      });
      granted(await reclaimSeat(own.ctx, { gameId: play.game.id, by: by as number }));
    };
    expect(await counts(handOver, MINUTE)).toBe(false);
  });
});
