import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { abandonGame, reviveGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { copiedSettings } from '../../../src/games/game/copied-settings.ts';
import { type CreatedGame, createGame, type NewGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { lobbyGames } from '../../../src/games/game/lobby-view.ts';
import { publicGames } from '../../../src/games/game/public-view.ts';
import { FRIEND_INVITATIONS } from '../../../src/games/notices/mail-limits.ts';
import { CANDIDATE_NAMES } from '../../../src/games/seats/candidate-names.ts';
import { joinGame } from '../../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { STATE_CODES } from '../../../src/rules/country.ts';
import type { Result } from '../../../src/rules/result.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { anAccount, codesOf, firstDue, gameNow, granted } from './play.ts';

/* Games for friends: who may run them, and that they stay among friends. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(() => own.setNow(testNow));

/** Someone without the right to run games whose address is proved. */
async function aFriend(name = 'Fay Friend'): Promise<Account> {
  const { id } = await anAccount(own.ctx, name);
  return own.ctx.db.prisma.account.update({ where: { id }, data: { addressProvedAt: testNow } });
}

function create({ id }: Account, more: Partial<NewGame> = {}): Promise<Result<CreatedGame>> {
  return createGame(own.ctx, {
    ...{ ruleset: 'election-year', title: 'Among friends', gmId: id, options: {} },
    ...{ daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false },
    ...more,
  });
}

function abandon({ id, prefix, serial, gmId }: CreatedGame): Promise<Result<void>> {
  const confirm = gameNumber({ prefix, serial });
  return abandonGame(own.ctx, { gameId: id, by: gmId, turn: 0, confirm });
}

describe('who may run games for friends', () => {
  test('creates one game with own questions a day, since each turn is stored with them', async () => {
    const friend = await aFriend('Quinn Quiz');
    const questions = 'general: Which river?\n+ Elk\n- Deer\n- Moose\n- Bear';
    const quiz = { ruleset: 'politics', options: { questions } };
    granted(await create(friend, quiz));
    expect(codesOf(await create(friend, quiz))).toEqual(['too-many-games']);
    granted(await create(friend, { ruleset: 'politics' }));
    own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    granted(await create(friend, quiz));
  });

  test('everyone whose address is proved, three at a time', async () => {
    const friend = await aFriend();
    const games = [];
    for (let i = 0; i < 3; i += 1) games.push(granted(await create(friend)));
    expect(games.map(({ forFriends }) => forFriends)).toEqual([true, true, true]);
    const fourth = await create(friend);
    expect(codesOf(fourth)).toEqual(['too-many-games']);
    expect(JSON.stringify(fourth)).toContain('You can run 3 games for friends at a time, and you run 3.');
    granted(await abandon(games[0] as CreatedGame));
    granted(await create(friend));
  });

  test('even if they create many at once', async () => {
    const friend = await aFriend();
    const results = await Promise.all(Array.from({ length: 8 }, () => create(friend)));
    expect(results.filter(({ ok }) => ok).length).toBe(3);
  });

  test('ten games a day at most, even if they abandon them', async () => {
    const friend = await aFriend();
    for (let i = 0; i < 10; i += 1) granted(await abandon(granted(await create(friend))));
    const refused = await create(friend);
    expect(codesOf(refused)).toEqual(['too-many-games']);
    expect(JSON.stringify(refused)).toContain('You can create the next one tomorrow.');
    own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    granted(await create(friend));
  });

  test('a game that is revived counts again', async () => {
    const friend = await aFriend();
    const first = granted(await create(friend));
    granted(await abandon(first));
    const others = [];
    for (let i = 0; i < 3; i += 1) others.push(granted(await create(friend)));
    const revive = () => reviveGame(own.ctx, { gameId: first.id, by: friend.id, turn: 0 });
    expect(codesOf(await revive())).toEqual(['too-many-games']);
    granted(await abandon(others[0] as CreatedGame));
    granted(await revive());
  });

  test('no one whose address is not proved, and no one if the operator does not want it', async () => {
    expect(codesOf(await create(await anAccount(own.ctx, 'Una Unproved')))).toEqual(['not-allowed']);
    const friend = await aFriend();
    const off = { ...own.ctx, friendGames: 0 };
    const wanted = { ruleset: 'election-year', title: 'Off', gmId: friend.id, options: {} };
    const dates = { daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false };
    expect(codesOf(await createGame(off, { ...wanted, ...dates }))).toEqual(['not-allowed']);
    const one = { ...own.ctx, friendGames: 1 };
    granted(await createGame(one, { ...wanted, ...dates }));
    expect(codesOf(await createGame(one, { ...wanted, ...dates }))).toEqual(['too-many-games']);
  });

  test('accounts with the right to run games and operators have no limit, and their games are for all', async () => {
    const gm = await anAccount(own.ctx, 'Greta Master', true);
    const { id } = await anAccount(own.ctx, 'Olga Operator');
    const operator = await own.ctx.db.prisma.account.update({ where: { id }, data: { operator: true } });
    for (const account of [gm, operator]) {
      for (let i = 0; i < 5; i += 1) expect(granted(await create(account)).forFriends).toBe(false);
    }
  });
});

describe('a game for friends', () => {
  const open = { joining: 'open' as const, seatsWanted: null, beginWhenFull: false };

  test('is not in the lobby and cannot be opened to everyone, until its GM has the right to run games', async () => {
    const friend = await aFriend();
    // Settings that are copied from a game that was open open nothing.
    const wanted = { title: 'Hidden', players: { ...open, offerAbandonedSeats: true } };
    const game = granted(await create(friend, wanted));
    expect(await gameNow(own.ctx, game.id)).toMatchObject({
      joining: 'invitation',
      offerAbandonedSeats: false,
    });
    const listed = async () => [
      (await publicGames(own.ctx, { size: 200 })).games.some(({ id }) => id === game.id),
      (await lobbyGames(own.ctx)).forming.some(({ card }) => card.id === game.id),
    ];
    const by = { gameId: game.id, by: friend.id };
    expect(codesOf(await setJoiningPolicy(own.ctx, { ...by, ...open }))).toEqual(['for-friends']);
    expect(await listed()).toEqual([false, false]);
    const stranger = await aFriend('Sid Stranger');
    const join = { gameId: game.id, by: stranger.id, link: null, wish: {} };
    expect(codesOf(await joinGame(own.ctx, join))).toEqual(['not-open']);

    await own.ctx.db.prisma.account.update({ where: { id: friend.id }, data: { mayRunGames: true } });
    granted(await setJoiningPolicy(own.ctx, { ...by, ...open }));
    expect(await listed()).toEqual([true, true]);
    granted(await joinGame(own.ctx, join));
  });

  test('offers no seat to strangers', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, { gmPlays: true, computers: 3 }));
    granted(await beginGame(own.ctx, { gameId: game.id, by: friend.id, due: firstDue }));
    const seat = (await gameNow(own.ctx, game.id)).seats.find(({ opponent }) => opponent);
    const by = { gameId: game.id, by: friend.id };
    const offer = { ...by, turn: 1, seatId: seat?.id ?? '' };
    expect(codesOf(await offerSeat(own.ctx, offer))).toEqual(['for-friends']);
    const policy = { maxMisses: 2, minReliability: null, offerAbandonedSeats: true };
    expect(codesOf(await setMissedTurnsPolicy(own.ctx, { ...by, ...policy }))).toEqual(['for-friends']);
    granted(await setMissedTurnsPolicy(own.ctx, { ...by, ...policy, offerAbandonedSeats: false }));
  });

  test('its invitation link lets friends join', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, { joinLink: true }));
    const guest = await aFriend('Gil Guest');
    const join = { gameId: game.id, by: guest.id, wish: {} };
    expect(codesOf(await joinGame(own.ctx, { ...join, link: 'A'.repeat(43) }))).toEqual(['not-open']);
    granted(await joinGame(own.ctx, { ...join, link: game.joinToken }));
    expect(granted(await create(friend)).joinToken).toBeNull();
  });

  test('sends invitations to twelve strangers a day at most, over all games of its GM', async () => {
    const friend = await aFriend();
    const codes: string[] = [];
    for (let i = 0; i <= FRIEND_INVITATIONS; i += 1) {
      if (i % 5 === 0) granted(await create(friend));
      const game = await own.ctx.db.prisma.game.findFirstOrThrow({
        where: { gmId: friend.id },
        orderBy: { serial: 'desc' },
      });
      const seat = { gameId: game.id, by: friend.id, name: 'Nora New' };
      const added = await addSeat(own.ctx, { ...seat, email: `nora.${i}.${friend.id}@new.test` });
      codes.push(added.ok ? 'ok' : (added.problems[0]?.code ?? ''));
    }
    expect(codes).toEqual([...Array.from({ length: FRIEND_INVITATIONS }, () => 'ok'), 'too-much-mail']);
  });
});

describe('the first seats of a game', () => {
  test('are those of the GM and of computer candidates with names of their own', async () => {
    const gm = await aFriend('Abigail Banks');
    const game = granted(await create(gm, { gmPlays: true, computers: 11 }));
    const { seats } = await gameNow(own.ctx, game.id);
    expect(seats[0]).toMatchObject({ name: 'Abigail Banks', identifier: 'AB', accountId: gm.id });
    expect(seats[0]?.acceptedAt).toEqual(testNow);
    const computers = seats.slice(1);
    expect(computers.every(({ opponent, accountId }) => opponent && accountId === null)).toBe(true);
    for (const { name } of computers) expect(CANDIDATE_NAMES).toContain(name);
    expect(new Set(seats.flatMap(({ name }) => name.split(' '))).size).toBe(24);
    expect(new Set(seats.map(({ identifier }) => identifier)).size).toBe(12);
  });

  test.each<[string, Partial<NewGame>, string]>([
    ['more computers than seats', { computers: 13 }, 'not-computers'],
    ['no seat left for the GM', { computers: 12, gmPlays: true }, 'not-computers'],
    ['more computers than seats wanted', { computers: 6, players: { seatsWanted: 5 } }, 'not-computers'],
    ['half a computer', { computers: 1.5 }, 'not-computers'],
    ['fewer than none', { computers: -1 }, 'not-computers'],
    ['more seats than the rules allow', { players: { seatsWanted: 13 } }, 'not-seats'],
    ['fewer seats than the rules allow', { players: { seatsWanted: 3 } }, 'not-seats'],
  ])('are refused if there are %s', async (_, more, code) => {
    expect(codesOf(await create(await aFriend(), more))).toEqual([code]);
  });

  test('names of computer candidates are distinct', () => {
    const words = CANDIDATE_NAMES.flatMap((name) => name.split(' '));
    expect(new Set(words).size).toBe(words.length);
    const initials = CANDIDATE_NAMES.map((name) => name.replace(/[^A-Z]/g, ''));
    expect(new Set(initials).size).toBe(initials.length);
    // In games of states, a candidate NC could be taken for North Carolina.
    const codes: readonly string[] = STATE_CODES;
    expect(initials.filter((one) => codes.includes(one))).toEqual([]);
  });
});

describe('beginning with fewer seats than wanted', () => {
  const wanted = { gmPlays: true, computers: 3, players: { seatsWanted: 6 } };

  test('asks what to do, and fills the seats with computer candidates in the same step', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, wanted));
    const begin = { gameId: game.id, by: friend.id, due: firstDue };
    const asked = await beginGame(own.ctx, begin);
    expect(codesOf(asked)).toEqual(['seats-missing']);
    expect(JSON.stringify(asked)).toContain('2 of the 6 seats are missing.');
    granted(await beginGame(own.ctx, { ...begin, missing: 'fill' }));
    const begun = await gameNow(own.ctx, game.id);
    expect(begun.seats.map(({ opponent }) => opponent)).toEqual([false, true, true, true, true, true]);
    expect(begun.status).toBe('running');
  });

  test('or begins without them', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, wanted));
    granted(await beginGame(own.ctx, { gameId: game.id, by: friend.id, due: firstDue, missing: 'leave' }));
    expect((await gameNow(own.ctx, game.id)).seats.length).toBe(4);
  });

  test('adds no seat if the game cannot begin', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, wanted));
    const begin = { gameId: game.id, by: friend.id, missing: 'fill' as const };
    expect(codesOf(await beginGame(own.ctx, { ...begin, due: testNow }))).toEqual(['past']);
    granted(await addSeat(own.ctx, { ...begin, name: 'Nora Nobody' }));
    expect(codesOf(await beginGame(own.ctx, { ...begin, due: firstDue }))).toEqual(['empty-seat']);
    expect((await gameNow(own.ctx, game.id)).seats.length).toBe(5);
  });

  test('does not ask if the GM wanted no certain number', async () => {
    const friend = await aFriend();
    const game = granted(await create(friend, { gmPlays: true, computers: 3 }));
    granted(await beginGame(own.ctx, { gameId: game.id, by: friend.id, due: firstDue }));
  });
});

test('the settings of a game can be copied by its GM alone, without its people', async () => {
  const friend = await aFriend();
  const game = granted(
    await create(friend, {
      ...{ gmPlays: true, computers: 2, processWhenComplete: true },
      letters: { letters: 'before', lettersBefore: 3 },
      calendar: { minutesPerTurn: 15, autoProcess: true },
      players: { seatsWanted: 5, maxMisses: 4, minReliability: 60, beginWhenFull: true },
    }),
  );
  const number = gameNumber(game);
  const left = { gameId: game.id, by: friend.id };
  granted(await addSeat(own.ctx, { ...left, name: 'Nora Secret', email: 'nora.secret@new.test' }));
  const copied = await copiedSettings(own.ctx, friend, number);
  expect(copied).toMatchObject({
    ...{ ruleset: 'election-year', title: 'Among friends', options: {}, processWhenComplete: true },
    ...{ gmPlays: true, computers: 2, letters: { letters: 'before', lettersBefore: 3 } },
    schedule: { minutesPerTurn: 15, daysPerTurn: 7, timeZone: 'UTC', autoProcess: true },
    players: { joining: 'invitation', seatsWanted: 5, maxMisses: 4, minReliability: 60, beginWhenFull: true },
  });
  expect(JSON.stringify(copied)).not.toMatch(/Nora|joinLink|@/);
  const other = await anAccount(own.ctx, 'Greta Master', true);
  expect(await copiedSettings(own.ctx, other, number)).toBeNull();
  expect(await copiedSettings(own.ctx, null, number)).toBeNull();
  expect(await copiedSettings(own.ctx, friend, 'EY-999')).toBeNull();
});
