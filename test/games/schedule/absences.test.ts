import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Account, GameEventType } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { gameTables } from '../../../src/games/archive/transfer-rows.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { playerGame } from '../../../src/games/game/player-view.ts';
import { publicGame } from '../../../src/games/game/public-view.ts';
import { previewTurn } from '../../../src/games/processing/preview-turn.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { announceAbsence, withdrawAbsence } from '../../../src/games/schedule/absences.ts';
import { ownAbsences } from '../../../src/games/schedule/absences-view.ts';
import { setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import {
  policyInWords,
  SCHEDULE_DEFAULTS,
  type SchedulePolicy,
} from '../../../src/games/schedule/schedule-policy.ts';
import { schedulePage } from '../../../src/games/schedule/schedule-view.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { joinGame } from '../../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  anAccount,
  calendarGame,
  codesOf,
  firstDue,
  formingGame,
  gameNow,
  granted,
  type TestGame,
} from '../game/play.ts';

let own: TestContext;
let ctx: AppContext;
beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
});
afterAll(() => own.close());
beforeEach(() => own.setNow(testNow));

const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, avoidAbsences: true },
};
/** The turn after `firstDue`: Monday, March 29, 6 p.m. in New York. */
const secondDue = new Date('2027-03-29T22:00:00Z');

const announce = (account: Account, firstDay: string, lastDay: string, by = ctx) =>
  announceAbsence(by, { accountId: account.id, firstDay, lastDay });
const withdraw = (account: Account, id: string) => withdrawAbsence(ctx, { accountId: account.id, id });
const fresh = (play: TestGame) => gameNow(ctx, play.game.id);
const logOf = (play: TestGame, type: GameEventType) =>
  ctx.db.prisma.gameEvent.findMany({ where: { gameId: play.game.id, type } });
const process = (play: TestGame, turn: number) =>
  processTurn(ctx, { gameId: play.game.id, turn, by: play.gm.id });
const person = (play: TestGame, at: number) => play.players[at] as Account;

const aGame = (policy: Partial<SchedulePolicy> = {}) => calendarGame(ctx, { ...POLICY, ...policy });

describe('announcing an absence', () => {
  test.each([
    ['soon', '2027-03-20', ['not-date']],
    ['2027-02-30', '2027-13-01', ['not-date', 'not-date']],
    ['20270320', '2027-03-21', ['not-date']],
    ['', '', ['not-date', 'not-date']],
    ['2027-02-28', '2027-03-20', ['past']],
    ['2027-03-20', '2027-03-19', ['backwards']],
    ['2027-03-20', '2027-05-19', ['too-long']],
    ['2029-03-01', '2029-03-01', ['too-far']],
  ])('refuses “%s” to “%s”: %s', async (firstDay, lastDay, codes) => {
    const ann = await anAccount(ctx, 'Ann Baker');
    expect(codesOf(await announce(ann, firstDay, lastDay))).toEqual(codes);
    expect(await ctx.db.prisma.absence.count({ where: { accountId: ann.id } })).toBe(0);
  });

  test('allows one to sixty days, also across a change of the clocks', async () => {
    const ann = await anAccount(ctx, 'Ann Baker');
    granted(await announce(ann, '2027-03-01', '2027-04-29'));
    granted(await announce(ann, ' 2027-04-30 ', '2027-04-30'));
    const { absences } = await ownAbsences(ctx, ann);
    expect(absences.map(({ days, now }) => [days, now])).toEqual([
      ['Mon, Mar 1, 2027, to Thu, Apr 29, 2027', true],
      ['Fri, Apr 30, 2027', false],
    ]);
  });

  test('allows today in the person’s own time zone as the first day', async () => {
    own.setNow(new Date('2027-03-01T23:30:00Z'));
    const ann = await anAccount(ctx, 'Ann Baker');
    const inTokyo = await ctx.db.prisma.account.update({
      where: { id: ann.id },
      data: { timeZone: 'Asia/Tokyo' },
    });
    expect(codesOf(await announce(inTokyo, '2027-03-01', '2027-03-03'))).toEqual(['past']);
    granted(await announce(inTokyo, '2027-03-02', '2027-03-03'));
    granted(await announce(await anAccount(ctx, 'Carl Dunn'), '2027-03-01', '2027-03-03'));
  });

  test('refuses days that overlap with another absence, and more than ten absences', async () => {
    const ann = await anAccount(ctx, 'Ann Baker');
    const first = granted(await announce(ann, '2027-03-10', '2027-03-12'));
    for (const [from, to] of [
      ['2027-03-12', '2027-03-14'],
      ['2027-03-08', '2027-03-10'],
      ['2027-03-11', '2027-03-11'],
      ['2027-03-01', '2027-03-31'],
    ] as const) {
      expect(codesOf(await announce(ann, from, to))).toEqual(['overlap']);
    }
    for (let month = 1; month <= 9; month += 1) {
      granted(await announce(ann, `2028-0${month}-13`, `2028-0${month}-14`));
    }
    expect(codesOf(await announce(ann, '2028-10-13', '2028-10-14'))).toEqual(['too-many']);
    // An absence that is over no longer counts, and cannot be withdrawn.
    own.setNow(new Date('2027-03-13T12:00:00Z'));
    granted(await announce(ann, '2028-10-13', '2028-10-14'));
    expect(codesOf(await withdraw(ann, first.id))).toEqual(['unknown-absence']);
  });

  test('accepts only one of two overlapping absences announced at the same moment', async () => {
    const others = await Promise.all([openDatabase(own.url), openDatabase(own.url)]);
    const play = await aGame();
    const ann = person(play, 0);
    for (let round = 1; round <= 6; round += 1) {
      const both = await Promise.all(
        others.map((db) => announce(ann, `2027-0${round + 3}-10`, `2027-0${round + 3}-12`, { ...ctx, db })),
      );
      expect(both.map((result) => (result.ok ? 'good' : result.problems[0]?.code)).sort()).toEqual([
        'good',
        'overlap',
      ]);
    }
    expect(await logOf(play, 'absenceAnnounced')).toHaveLength(6);
    await Promise.all(others.map((db) => db.close()));
  });

  test('does not deadlock with processing a turn and deleting the account', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openDatabase(own.url)));
    const [first, second, third] = others.map((db) => ({ ...ctx, db })) as [
      AppContext,
      AppContext,
      AppContext,
    ];
    for (let round = 0; round < 5; round += 1) {
      const play = await aGame();
      const [announced, processed, deleted] = await Promise.all([
        announce(person(play, 0), '2027-03-20', '2027-03-30', first),
        processTurn(second, { gameId: play.game.id, turn: 1, by: null }),
        deleteAccount(third, person(play, 0).id),
      ]);
      expect([processed.kind, deleted.ok]).toEqual(['processed', true]);
      // The account may have been deleted first.
      expect([[], ['deleted']]).toContainEqual(announced.ok ? [] : codesOf(announced));
    }
    await Promise.all(others.map((db) => db.close()));
  });
});

describe('an absence', () => {
  test('is logged in every running game and mailed to the GMs only, and so is its withdrawal', async () => {
    const play = await aGame();
    const other = await aGame({ avoidAbsences: false });
    const ann = person(play, 0);
    await ctx.db.prisma.seat.update({
      where: { id: other.seats[1]?.id ?? '' },
      data: { accountId: ann.id },
    });
    const absence = granted(await announce(ann, '2027-12-20', '2028-01-03'));
    const expected = [
      [play, 'AB', 'New due dates avoid this absence'],
      [other, 'CD', 'No due date changes'],
    ] as const;
    for (const [game, identifier, effect] of expected) {
      expect(await logOf(game, 'absenceAnnounced')).toMatchObject([
        { accountId: ann.id, detail: `[${identifier}] Mon, Dec 20, 2027, to Mon, Jan 3, 2028` },
      ]);
      const mails = await ctx.db.prisma.delivery.findMany({ where: { gameId: game.game.id } });
      expect(mails).toMatchObject([{ kind: 'notice', accountId: game.gm.id }]);
      expect(JSON.stringify(mails[0]?.detail)).toContain(effect);
    }
    own.setNow(new Date('2027-12-27T12:00:00Z'));
    expect(codesOf(await withdraw(person(play, 1), absence.id))).toEqual(['unknown-absence']);
    granted(await withdraw(ann, absence.id));
    expect(codesOf(await withdraw(ann, absence.id))).toEqual(['unknown-absence']);
    expect(await logOf(play, 'absenceWithdrawn')).toHaveLength(1);
    expect((await publicGame(ctx, gameNumber(play.game)))?.away).toEqual([]);
  });

  test('is shown to everyone until it is over in the game’s time zone', async () => {
    const play = await aGame();
    const number = gameNumber(play.game);
    const ann = person(play, 0);
    granted(await announce(ann, '2027-03-05', '2027-03-10'));
    granted(await announce(person(play, 1), '2027-03-02', '2027-03-02'));
    const shown = (await publicGame(ctx, number))?.away;
    expect(shown).toMatchObject([
      { seat: 'CD', name: 'Carl Dunn', days: 'Tue, Mar 2, 2027', now: false },
      { seat: 'AB', name: 'Ann Baker', days: 'Fri, Mar 5, 2027, to Wed, Mar 10, 2027', now: false },
    ]);
    expect((await playerGame(ctx, ann, number))?.away).toEqual(shown);
    expect((await gmGamePage(ctx, play.gm, number))?.away).toEqual(shown);
    expect((await schedulePage(ctx, play.gm, number))?.away).toEqual(shown);
    // 11:30 PM on March 10 in New York, March 11 in London.
    own.setNow(new Date('2027-03-11T04:30:00Z'));
    expect((await publicGame(ctx, number))?.away).toMatchObject([{ seat: 'AB', now: true }]);
    own.setNow(new Date('2027-03-11T05:00:00Z'));
    expect((await publicGame(ctx, number))?.away).toEqual([]);
  });

  test('is printed for everyone, also if it begins later, and a replay prints it again', async () => {
    const play = await aGame();
    granted(await announce(person(play, 0), '2027-04-10', '2027-04-12'));
    const game = await process(play, 1);
    expect(game.kind).toBe('processed');
    const printouts = await ctx.db.prisma.printout.findMany({
      where: { gameId: play.game.id },
      select: { turn: true, report: true },
    });
    const line = '[AB] Ann Baker: Sat, Apr 10, 2027, to Mon, Apr 12, 2027';
    const printed = printouts.filter(({ report }) => JSON.stringify(report).includes(line));
    expect([printed.length, printed.every(({ turn }) => turn === 2)]).toEqual([3, true]);
    const titles = printed.flatMap(({ report }) => report.sections.map(({ title }) => title));
    expect(titles).toContain('Away');
    expect(await replayGame(ctx, gameNumber(play.game))).toMatchObject({
      ok: true,
      value: { turns: 1, printoutsOfOtherVersions: 0 },
    });
    // Printouts keep the absences they were printed with: a replay uses the record, not the current announcements.
    const [mine] = (await ownAbsences(ctx, person(play, 0))).absences;
    granted(await withdraw(person(play, 0), mine?.id ?? ''));
    expect(await replayGame(ctx, gameNumber(play.game))).toMatchObject({
      ok: true,
      value: { turns: 1, printoutsOfOtherVersions: 0 },
    });
    await process(play, 2);
    const later = await ctx.db.prisma.printout.findMany({ where: { gameId: play.game.id, turn: 3 } });
    expect(JSON.stringify(later)).not.toContain(line);
  });

  test('belongs to the account and is not transferred with a game', async () => {
    const tables = await gameTables(ctx.db.prisma);
    expect(tables.map(({ name }) => name)).toContain('Seat');
    expect(tables.map(({ name }) => name)).not.toContain('Absence');
  });

  test('of a GM who is also a player is logged but not mailed to the GM', async () => {
    const play = await aGame();
    const at = { id: play.seats[0]?.id ?? '' };
    await ctx.db.prisma.seat.update({ where: at, data: { accountId: play.gm.id } });
    granted(await announce(play.gm, '2027-04-10', '2027-04-12'));
    expect(await logOf(play, 'absenceAnnounced')).toHaveLength(1);
    expect(await ctx.db.prisma.delivery.count({ where: { gameId: play.game.id } })).toBe(0);
  });

  test('is deleted with the account', async () => {
    const play = await aGame();
    granted(await announce(person(play, 0), '2027-03-05', '2027-03-10'));
    granted(await deleteAccount(ctx, person(play, 0).id));
    expect(await ctx.db.prisma.absence.count({ where: { accountId: person(play, 0).id } })).toBe(0);
  });
});

describe('new due dates', () => {
  const nearlyDue = new Date(firstDue.getTime() - 3_600_000);

  test('avoid the absences of players who owe a sheet, and the log says why', async () => {
    const play = await aGame();
    granted(await announce(person(play, 0), '2027-03-29', '2027-04-02'));
    granted(await announce(person(play, 1), '2027-04-03', '2027-04-04'));
    expect((await fresh(play)).due).toEqual(firstDue);
    const words = (processWhenComplete: boolean) => policyInWords({ ...POLICY, processWhenComplete });
    expect(words(false)).toContain('new due dates avoid announced absences');
    expect(words(false)).toContain('after all orders are final');
    expect(words(true)).toMatch(/or sooner if every sheet is in(?!.*final)/);
    own.setNow(nearlyDue);
    // The preview shows what will be printed.
    const shown = granted(await previewTurn(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1 }));
    expect(await logOf(play, 'dueDateMovedForAbsences')).toEqual([]);
    await process(play, 1);
    expect((await fresh(play)).due?.toISOString()).toBe('2027-04-05T22:00:00.000Z');
    expect(JSON.stringify(shown.printouts[0]?.report)).toContain('Apr 5');
    expect(await logOf(play, 'dueDateMovedForAbsences')).toMatchObject([
      {
        accountId: null,
        detail:
          'turn 2: due Mon, Apr 5, 2027, 6:00 PM EDT instead of Mon, Mar 29, 2027; away: [AB] Mon, Mar 29, 2027, to Fri, Apr 2, 2027; [CD] Sat, Apr 3, 2027, to Sun, Apr 4, 2027',
      },
    ]);
    // A due date that is set does not change when an absence is withdrawn.
    const [mine] = (await ownAbsences(ctx, person(play, 0))).absences;
    granted(await withdraw(person(play, 0), mine?.id ?? ''));
    expect((await fresh(play)).due?.toISOString()).toBe('2027-04-05T22:00:00.000Z');
    expect(await replayGame(ctx, gameNumber(play.game))).toMatchObject({
      ok: true,
      value: { turns: 1, printoutsOfOtherVersions: 0 },
    });
  });

  test('do not move if the schedule does not avoid absences, nor for people who owe no sheet', async () => {
    const off = await aGame({ avoidAbsences: false });
    granted(await announce(person(off, 0), '2027-03-29', '2027-04-02'));
    own.setNow(nearlyDue);
    await process(off, 1);
    expect((await fresh(off)).due).toEqual(secondDue);
    expect(await logOf(off, 'dueDateMovedForAbsences')).toEqual([]);

    own.setNow(testNow);
    const play = await aGame();
    granted(await announce(play.gm, '2027-03-29', '2027-04-02'));
    own.setNow(nearlyDue);
    await process(play, 1);
    expect((await fresh(play)).due).toEqual(secondDue);
  });

  test('do not avoid the absence of a player whose seat the computer takes over in that turn', async () => {
    const play = await aGame();
    await ctx.db.prisma.gamePolicy.update({ where: { gameId: play.game.id }, data: { maxMisses: 1 } });
    granted(await announce(person(play, 0), '2027-03-29', '2027-04-02'));
    own.setNow(nearlyDue);
    await process(play, 1);
    const seat = await ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: play.seats[0]?.id ?? '' } });
    expect(seat.opponent).toBe(true);
    expect((await fresh(play)).due).toEqual(secondDue);
  });

  test('do not move if absences would delay them by more than sixty days', async () => {
    const play = await aGame();
    granted(await announce(person(play, 0), '2027-03-29', '2027-05-27'));
    granted(await announce(person(play, 1), '2027-05-28', '2027-05-28'));
    own.setNow(nearlyDue);
    await process(play, 1);
    expect((await fresh(play)).due).toEqual(secondDue);
    expect(await logOf(play, 'dueDateMovedForAbsences')).toEqual([]);
  });

  test('avoid absences also when a full game begins and in the suggestion on the GM page', async () => {
    const play = await formingGame(ctx, { humans: 1, opponents: 2 });
    const of = { gameId: play.game.id, by: play.gm.id };
    const blackouts = [{ from: '2027-03-02', to: '2027-03-02' }];
    const policy = { ...POLICY, weekdays: [2, 5], dueTime: '20:00', blackouts };
    granted(await setSchedule(ctx, { ...of, policy }));
    const suggested = async () =>
      (await gmGamePage(ctx, play.gm, gameNumber(play.game)))?.firstDue?.toISOString();
    expect(await suggested()).toBe('2027-03-06T01:00:00.000Z');
    granted(await announce(person(play, 0), '2027-03-05', '2027-03-08'));
    expect(await suggested()).toBe('2027-03-10T01:00:00.000Z');
    granted(await setJoiningPolicy(ctx, { ...of, joining: 'open', seatsWanted: 4, beginWhenFull: true }));
    const joiner = await anAccount(ctx, 'Fay First');
    granted(await announce(joiner, '2027-03-09', '2027-03-09'));
    const joined = granted(await joinGame(ctx, { gameId: of.gameId, by: joiner.id, link: null, wish: {} }));
    expect(joined).toMatchObject({ begun: true });
    expect((await fresh(play)).due?.toISOString()).toBe('2027-03-13T01:00:00.000Z');
    expect(await logOf(play, 'dueDateMovedForAbsences')).toMatchObject([
      {
        detail: expect.stringContaining('[AB] Fri, Mar 5, 2027, to Mon, Mar 8, 2027; [FF] Tue, Mar 9, 2027'),
      },
    ]);
    expect((await gmGamePage(ctx, play.gm, gameNumber(play.game)))?.firstDue).toBeNull();
  });
});
