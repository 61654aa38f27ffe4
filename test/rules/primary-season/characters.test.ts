import { expect, test } from 'vitest';
import { PRIMARY_CODES } from '../../../src/rules/primary-season/data.ts';
import { characterOf } from '../../../src/rules/primary-season/opponent/character.ts';
import { byScore } from '../../../src/rules/primary-season/opponent/scores.ts';
import type { Player } from '../../../src/rules/primary-season/state.ts';
import { stateOf } from './games.ts';

/* Computer candidates of the same grade differ. */

const SEATS = ['AB', 'CD', 'EF', 'GH', 'IJ', 'KL'];
const state = stateOf({ players: SEATS.map((id) => ({ id, dice: [6] })) });
const characters = state.players.map((player) => characterOf(state, player));

test('candidates at one table differ in what they buy, how long they hire, and where they go', () => {
  expect(new Set(characters.map(({ shopping }) => shopping)).size).toBeGreaterThan(1);
  expect(new Set(characters.map(({ patience }) => patience)).size).toBe(2);
  const ranking = (player: Player, i: number) => byScore(state, player, characters[i]).join(' ');
  expect(new Set(state.players.map(ranking)).size).toBeGreaterThan(3);
});

test('a character stays the same, and its tastes are small', () => {
  expect(state.players.map((player) => characterOf({ ...state, turn: 9 }, player))).toEqual(characters);
  for (const { tastes } of characters) {
    for (const code of PRIMARY_CODES) expect(Math.abs(tastes[code] - 100)).toBeLessThanOrEqual(15);
  }
});
