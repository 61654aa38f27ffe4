import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../../src/accounts/tokens.ts';
import type { AppContext } from '../../../src/context.ts';
import { publicGames } from '../../../src/games/game/public-view.ts';
import { playPractice, undoPractice } from '../../../src/games/practice/play-practice.ts';
import {
  ensurePracticePlayer,
  findPracticePlayer,
  MAX_PRACTICE_GAMES,
} from '../../../src/games/practice/practice-player.ts';
import { findPracticeGame } from '../../../src/games/practice/practice-store.ts';
import { practiceForm, practiceLines, practiceReport } from '../../../src/games/practice/practice-view.ts';
import {
  computerSeatsOf,
  deletePractice,
  type NewPracticeGame,
  restartPractice,
  startPractice,
} from '../../../src/games/practice/start-practice.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { prunePractice } from '../../../src/operations/retention/prune-practice.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, codesOf, granted } from '../game/play.ts';

const own = useContext();
let ctx: AppContext;

beforeAll(() => {
  ({ ctx } = own);
});

/** A guest with a practice game. */
async function aPractice(wanted: Partial<NewPracticeGame> = {}, secret = randomBytes(32)) {
  const { player } = granted(await ensurePracticePlayer(ctx, { accountId: null, guestToken: null }));
  const game = { ruleset: 'election-year', ...wanted };
  const gameId = granted(await startPractice(ctx, { player, name: null }, game, () => secret));
  return { playerId: player.id, gameId };
}

async function whole({ playerId, gameId }: { playerId: string; gameId: string }) {
  const found = await findPracticeGame(ctx, playerId, gameId);
  if (found === null) throw new Error('The practice game is gone.');
  return found;
}

/** Plays the open turn with the sheet that the computer would send. */
async function playOn(practice: { playerId: string; gameId: string }) {
  const { ruleset, state, seat, game } = await whole(practice);
  const owes = ruleset.seatsOwing(state).includes(seat.identifier);
  const raw = owes ? ruleset.opponent(state, seat.identifier) : null;
  return playPractice(ctx, { ...practice, turn: game.turn, raw });
}

describe.each(Object.values(RULESETS as Record<string, Ruleset>))('a practice game of $title', (ruleset) => {
  test('is played to its end, with a printout before every turn and a final one', async () => {
    const practice = await aPractice({ ruleset: ruleset.id });
    for (let turn = 1; !(await whole(practice)).game.over; turn += 1) {
      expect(await playOn(practice)).toMatchObject({ kind: 'played' });
      expect((await whole(practice)).game.turn).toBe(turn + 1);
    }
    const end = await whole(practice);
    expect(end.ruleset.outcome(end.states.at(-1))).not.toBeNull();
    expect(practiceForm(end)).toBeNull();
    for (let turn = 1; turn <= end.states.length; turn += 1) {
      expect(practiceReport(end, turn)?.reader?.identifier).toBe('YOU');
    }
    expect(practiceReport(end, end.states.length)?.turn).toBeNull();
    expect(practiceReport(end, end.states.length + 1)).toBeNull();
  });

  test('has as many computer candidates as wanted, within what the rules allow', async () => {
    const { min, max, usual } = computerSeatsOf(ruleset);
    for (const computerSeats of new Set([min, usual, max])) {
      const {
        game,
        ruleset: played,
        states,
      } = await whole(await aPractice({ ruleset: ruleset.id, computerSeats }));
      expect(game.seats).toHaveLength(computerSeats + 1);
      expect(played.seatIdentifiers(states[0])).toHaveLength(computerSeats + 1);
    }
    const { player } = granted(await ensurePracticePlayer(ctx, { accountId: null, guestToken: null }));
    for (const computerSeats of [min - 1, max + 1, 1.5]) {
      const wanted = { ruleset: ruleset.id, computerSeats };
      const refused = await startPractice(ctx, { player, name: null }, wanted);
      expect(codesOf(refused)).toEqual(['out-of-range']);
    }
  });
});

test('the computer plays as well as the player has chosen', async () => {
  const secret = randomBytes(32);
  const sheets = await Promise.all(
    (['easy', 'hard'] as const).map(async (grade) => {
      const practice = await aPractice({ ruleset: 'margin-of-error', computerSeats: 1, grade }, secret);
      await playOn(practice);
      return (await whole(practice)).state;
    }),
  );
  expect(sheets[0]).not.toEqual(sheets[1]);
});

test('a turn that is undone has its orders again, and played again it has the same dice', async () => {
  const practice = await aPractice({ ruleset: 'margin-of-error' });
  await playOn(practice);
  const first = await whole(practice);
  await playOn(practice);
  const second = await whole(practice);
  expect(await undoPractice(ctx, { ...practice, turn: 3 })).toBe(true);
  const undone = await whole(practice);
  expect(undone.states).toEqual(first.states);
  expect(undone.game).toMatchObject({ turn: 2, over: false });
  expect(undone.game.draft).toEqual(undone.ruleset.opponent(undone.state, 'YOU'));
  await playOn(practice);
  expect((await whole(practice)).states).toEqual(second.states);
});

test('the last turn of a game can be undone, and no turn before the first', async () => {
  const practice = await aPractice({ ruleset: 'election-year', computerSeats: 3 });
  while (!(await whole(practice)).game.over) await playOn(practice);
  const { turn } = (await whole(practice)).game;
  for (let open = turn; open > 1; open -= 1) {
    expect(await undoPractice(ctx, { ...practice, turn: open })).toBe(true);
  }
  expect((await whole(practice)).game).toMatchObject({ turn: 1, over: false });
  expect(await undoPractice(ctx, { ...practice, turn: 1 })).toBe(false);
});

test('a game that is started again with the same dice begins in the same way, and with new dice in another', async () => {
  const practice = await aPractice({ computerSeats: 7 });
  const before = await whole(practice);
  const again = async (sameDice: boolean) => {
    const gameId = granted(await restartPractice(ctx, { ...practice, sameDice }));
    return whole({ ...practice, gameId });
  };
  expect((await again(true)).states).toEqual([before.states[0]]);
  expect((await again(false)).states).not.toEqual([before.states[0]]);
  expect((await whole(practice)).states).toEqual(before.states);
});

test('a sheet with problems and a sheet for another turn change nothing', async () => {
  const practice = await aPractice();
  const before = await whole(practice);
  const raw = { campaign: [{ state: 'CA', spend: 1_000_000 }] };
  expect(await playPractice(ctx, { ...practice, turn: 1, raw })).toMatchObject({ kind: 'refused' });
  expect(await playPractice(ctx, { ...practice, turn: 2, raw: {} })).toEqual({ kind: 'stale' });
  expect(await whole(practice)).toEqual(before);
});

test('a sheet that is sent twice at the same time is played once', async () => {
  const practice = await aPractice();
  const sent = { ...practice, turn: 1, raw: {} };
  const kinds = (await Promise.all([playPractice(ctx, sent), playPractice(ctx, sent)])).map(
    ({ kind }) => kind,
  );
  expect(kinds.toSorted()).toEqual(['played', 'stale']);
});

test('a turn is stored only if no other one was played or undone while it was computed', async () => {
  const practice = await aPractice({ ruleset: 'margin-of-error' });
  await playOn(practice);
  const { ruleset, state } = await whole(practice);
  const raw = ruleset.opponent(state, 'YOU');
  const meanwhile = async () => {
    own.setNow(new Date(ctx.now().getTime() + 1000));
    expect(await undoPractice(ctx, { ...practice, turn: 2 })).toBe(true);
    expect(await playPractice(ctx, { ...practice, turn: 1, raw: {} })).toMatchObject({ kind: 'played' });
    return whole(practice);
  };
  let changed: Awaited<ReturnType<typeof whole>> | undefined;
  const late = await playPractice(ctx, { ...practice, turn: 2, raw }, async (play) => {
    const computed = await play();
    changed = await meanwhile();
    return computed;
  });
  own.setNow(testNow);
  expect(late).toEqual({ kind: 'stale' });
  expect(await whole(practice)).toEqual(changed);
  expect(changed?.game.turn).toBe(2);
});

test('a turn is not stored if its game is deleted while it is computed', async () => {
  const practice = await aPractice();
  const late = await playPractice(ctx, { ...practice, turn: 1, raw: {} }, async (play) => {
    await deletePractice(ctx, practice.playerId, practice.gameId);
    return play();
  });
  expect(late).toEqual({ kind: 'stale' });
});

test('no one else has the game', async () => {
  const practice = await aPractice();
  const other = await aPractice();
  const foreign = { playerId: other.playerId, gameId: practice.gameId };
  expect(await findPracticeGame(ctx, foreign.playerId, foreign.gameId)).toBeNull();
  expect(await playPractice(ctx, { ...foreign, turn: 1, raw: {} })).toEqual({ kind: 'stale' });
  expect(await undoPractice(ctx, { ...foreign, turn: 1 })).toBe(false);
  expect(codesOf(await restartPractice(ctx, { ...foreign, sameDice: true }))).toEqual(['unknown-game']);
  await deletePractice(ctx, foreign.playerId, foreign.gameId);
  expect((await whole(practice)).game.turn).toBe(1);
});

test('it is in no list of games, and nothing is mailed', async () => {
  const before = [(await publicGames(ctx, { size: 200 })).games, await ctx.db.prisma.delivery.count()];
  const practice = await aPractice();
  await playOn(practice);
  expect([(await publicGames(ctx, { size: 200 })).games, await ctx.db.prisma.delivery.count()]).toEqual(
    before,
  );
});

test('a player has a limited number of games, however fast they are started', async () => {
  const { player } = granted(await ensurePracticePlayer(ctx, { accountId: null, guestToken: null }));
  const start = () => startPractice(ctx, { player, name: null }, { ruleset: 'margin-of-error' });
  const started = await Promise.all(Array.from({ length: MAX_PRACTICE_GAMES + 3 }, start));
  expect(started.filter(({ ok }) => ok)).toHaveLength(MAX_PRACTICE_GAMES);
  expect(codesOf(await start())).toEqual(['too-many']);
  const [oldest] = await practiceLines(ctx, player.id);
  await deletePractice(ctx, player.id, oldest?.id ?? '');
  expect((await start()).ok).toBe(true);
});

describe('the games of a guest who signs in', () => {
  /** A guest with a game, as a cookie remembers them. */
  async function aGuest() {
    const { player, newGuestToken } = granted(
      await ensurePracticePlayer(ctx, { accountId: null, guestToken: null }),
    );
    const gameId = granted(await startPractice(ctx, { player, name: null }, { ruleset: 'margin-of-error' }));
    return { guestToken: newGuestToken as string, gameId };
  }

  test('belong to the account from then on, and the cookie is good for nothing', async () => {
    const account = await anAccount(ctx, 'Ann Baker');
    const { guestToken, gameId } = await aGuest();
    const visitor = { accountId: account.id, guestToken };
    const both = await Promise.all([findPracticePlayer(ctx, visitor), findPracticePlayer(ctx, visitor)]);
    const [player] = both;
    expect(both.map((one) => one?.id)).toEqual([player?.id, player?.id]);
    expect(player?.accountId).toBe(account.id);
    expect(await findPracticeGame(ctx, player?.id ?? '', gameId)).not.toBeNull();
    expect(await findPracticePlayer(ctx, { accountId: null, guestToken })).toBeNull();
  });

  test('are added to those that the account has', async () => {
    const account = await anAccount(ctx, 'Carl Dunn');
    const visitor = { accountId: account.id, guestToken: null };
    const { player } = granted(await ensurePracticePlayer(ctx, visitor));
    granted(await startPractice(ctx, { player, name: account.name }, { ruleset: 'election-year' }));
    const { guestToken, gameId } = await aGuest();
    const found = await findPracticePlayer(ctx, { ...visitor, guestToken });
    expect(found?.id).toBe(player.id);
    const lines = await practiceLines(ctx, player.id);
    expect(lines).toHaveLength(2);
    expect(lines.map(({ id }) => id)).toContain(gameId);
  });

  test('are not adopted where all accounts together have as many as they may', async () => {
    const account = await anAccount(ctx, 'Dora Full');
    const { guestToken, gameId } = await aGuest();
    const full = { ...ctx, accountPracticeGames: 0 };
    const found = await findPracticePlayer(full, { accountId: account.id, guestToken });
    expect(found?.accountId).toBe(account.id);
    expect(await practiceLines(ctx, found?.id ?? '')).toEqual([]);
    expect(await ctx.db.prisma.practiceGame.count({ where: { id: gameId } })).toBe(0);
  });

  test('are deleted with the account', async () => {
    const account = await anAccount(ctx, 'Eve Farrow');
    const { guestToken, gameId } = await aGuest();
    await findPracticePlayer(ctx, { accountId: account.id, guestToken });
    granted(await deleteAccount(ctx, account.id));
    expect(await ctx.db.prisma.practiceGame.count({ where: { id: gameId } })).toBe(0);
  });

  test('are no one’s for a token that was never given out', async () => {
    expect(await findPracticePlayer(ctx, { accountId: null, guestToken: newToken() })).toBeNull();
  });
});

test('games that were not played for the time they are kept are deleted, with the guests who have no others', async () => {
  const old = await aPractice();
  own.setNow(new Date(testNow.getTime() + 31 * 86_400_000));
  const fresh = await aPractice();
  await prunePractice(ctx.db.pool, ctx.now(), 30);
  own.setNow(testNow);
  expect(await ctx.db.prisma.practicePlayer.count({ where: { id: old.playerId } })).toBe(0);
  expect((await whole(fresh)).game.turn).toBe(1);
});

test('a guest cannot keep a game for ever by playing it, but an account can', async () => {
  const guest = await aPractice();
  const account = await anAccount(ctx, 'Eve Farrow');
  const { player } = granted(await ensurePracticePlayer(ctx, { accountId: account.id, guestToken: null }));
  const game = { ruleset: 'election-year' };
  const kept = granted(await startPractice(ctx, { player, name: null }, game, () => randomBytes(32)));
  const inDays = (days: number) => own.setNow(new Date(testNow.getTime() + days * 86_400_000));
  const games = { id: { in: [guest.gameId, kept] } };
  const left = async () => (await ctx.db.prisma.practiceGame.findMany({ where: games })).map(({ id }) => id);
  for (const day of [9, 18, 27]) {
    inDays(day);
    await playOn(guest);
    await playOn({ playerId: player.id, gameId: kept });
    await prunePractice(ctx.db.pool, ctx.now(), 10);
    expect(await left()).toHaveLength(2);
  }
  inDays(31);
  await prunePractice(ctx.db.pool, ctx.now(), 10);
  own.setNow(testNow);
  expect(await left()).toEqual([kept]);
});
