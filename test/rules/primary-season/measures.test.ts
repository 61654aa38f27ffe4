import { expect, test } from 'vitest';
import type { Grade } from '../../../src/rules/grades.ts';
import { primarySeason } from '../../../src/rules/primary-season/index.ts';
import type { State } from '../../../src/rules/primary-season/state.ts';
import { playGame, secretOf } from './games.ts';

const SEATS = ['AB', 'CD'];

/** How many of these games of two each grade wins. They change seats from game to game. */
function winsOf(grades: readonly [Grade, Grade], games: number): [number, number] {
  const wins: [number, number] = [0, 0];
  for (let game = 0; game < games; game += 1) {
    const sideOf = (seat: string) => ((SEATS.indexOf(seat) + game) % 2) as 0 | 1;
    const { states } = playGame(secretOf(`measure ${game}`), { players: 2 }, (state, seat) =>
      primarySeason.opponent(state, seat, grades[sideOf(seat)]),
    );
    const winner = primarySeason.outcome(states.at(-1) as State)?.winner ?? null;
    if (winner !== null) wins[sideOf(winner)] += 1;
  }
  return wins;
}

test('the standard grade beats the easy one, and the hard grade the standard one', {
  timeout: 120_000,
}, () => {
  const [easy, standard] = winsOf(['easy', 'standard'], 60);
  expect(standard).toBeGreaterThan(2 * easy);
  const [usual, hard] = winsOf(['standard', 'hard'], 40);
  expect(hard).toBeGreaterThan(usual);
});

test('games of good opponents are as long as the rules say (PS-11)', () => {
  for (const [players, turns] of [
    [2, 137],
    [4, 117],
    [6, 107],
  ] as const) {
    const games = 60;
    let sum = 0;
    for (let game = 0; game < games; game += 1) {
      const { states } = playGame(secretOf(`length ${game}`), { players }, (state, seat) =>
        primarySeason.opponent(state, seat),
      );
      sum += (states.at(-1) as State).turn;
    }
    expect(Math.abs((10 * sum) / games - turns)).toBeLessThan(6);
  }
});
