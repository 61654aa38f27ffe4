import { expect, test } from 'vitest';
import { playOnce } from '../../../src/games/practice/play-once.ts';
import { undoPractice } from '../../../src/games/practice/play-practice.ts';
import { ensurePracticePlayer } from '../../../src/games/practice/practice-player.ts';
import { startPractice } from '../../../src/games/practice/start-practice.ts';
import { useContext } from '../../helpers/use-context.ts';
import { granted } from '../game/play.ts';

/* Sheets of practice games that a program sends again because it got no answer. */

const own = useContext();

async function aPractice() {
  const { player } = granted(await ensurePracticePlayer(own.ctx, { accountId: null, guestToken: null }));
  const wanted = { ruleset: 'election-year', computerSeats: 3 };
  const gameId = granted(await startPractice(own.ctx, { player, name: null }, wanted));
  return { playerId: player.id, gameId };
}

/** Sends a sheet under a key, and returns what became of it. */
async function send(
  practice: { playerId: string; gameId: string },
  sent: { turn: number; key: string | null; press?: string },
) {
  const { turn, key, press = 'Hello' } = sent;
  return playOnce(own.ctx, { ...practice, turn, raw: { press } }, { key });
}

test('two requests with one key that are computed at the same time play the turn once', async () => {
  const practice = await aPractice();
  const both = await Promise.all([
    send(practice, { turn: 1, key: 'a' }),
    send(practice, { turn: 1, key: 'a' }),
  ]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(['played', 'repeated']);
  const others = await Promise.all([
    send(practice, { turn: 2, key: 'b' }),
    send(practice, { turn: 2, key: 'c' }),
    send(practice, { turn: 2, key: null }),
  ]);
  expect(others.map(({ kind }) => kind).sort()).toEqual(['played', 'stale', 'stale']);
});

test('a key names a sheet of one turn, of one game, until the turn is undone', async () => {
  const [practice, other] = [await aPractice(), await aPractice()];
  const first = await send(practice, { turn: 1, key: 'a' });
  expect(first).toMatchObject({ kind: 'played', over: false });
  expect(await send(practice, { turn: 1, key: 'a', press: 'Bye' })).toEqual({ kind: 'key-reused' });
  expect((await send(other, { turn: 1, key: 'a', press: 'Bye' })).kind).toBe('played');
  expect((await send({ ...other, gameId: practice.gameId }, { turn: 1, key: 'a' })).kind).toBe('stale');
  expect((await send(practice, { turn: 2, key: 'a', press: 'Bye' })).kind).toBe('played');
  expect((await send(practice, { turn: 1, key: 'a' })).kind).toBe('repeated');
  expect(await undoPractice(own.ctx, { ...practice, turn: 3 })).toBe(true);
  expect((await send(practice, { turn: 2, key: 'a' })).kind).toBe('played');
});

test('a repeated request gets the answer of the first one, also when the game has gone on or is over', async () => {
  const practice = await aPractice();
  const { kind: _, ...first } = (await send(practice, { turn: 1, key: 'first' })) as Record<string, unknown>;
  // It spends nothing, which deserves advice.
  expect(first.advice).not.toEqual([]);
  for (let turn = 2; turn < 6; turn += 1) await send(practice, { turn, key: null });
  const last = await send(practice, { turn: 6, key: 'last' });
  expect(last).toMatchObject({ kind: 'played', over: true });
  expect(await send(practice, { turn: 6, key: 'last' })).toEqual({ ...last, kind: 'repeated' });
  expect(await send(practice, { turn: 1, key: 'first' })).toEqual({ ...first, kind: 'repeated' });
});
