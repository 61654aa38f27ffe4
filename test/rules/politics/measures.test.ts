import { describe, expect, test } from 'vitest';
import { GRADES } from '../../../src/rules/grades.ts';
import { politics } from '../../../src/rules/politics/index.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { type AnyContestant, gradesOf } from '../../tournament/contest.ts';
import { challenge, gradeGames, gradesTogether } from '../../tournament/matches.ts';
import { meanOf, measure, winsByTemper } from '../../tournament/politics/measures.ts';
import { STRATEGIES } from '../../tournament/politics/strategies.ts';
import { percent } from '../../tournament/rates.ts';

const RULESET: Ruleset = politics;
const TIME = 600_000;

describe('the measures of computer candidates of Politics', () => {
  test.each([
    ['easy', 'standard', 2],
    ['standard', 'hard', 2],
    ['easy', 'standard', 4],
    ['standard', 'hard', 4],
    ['standard', 'hard', 8],
  ] as const)(
    'at one table, %s wins less often than %s with %i seats',
    (weaker, stronger, seats) => {
      const options = { games: shortOrLong(20, 200), seats, seed: 'grades' };
      const [low, high] = gradesTogether(RULESET, [weaker, stronger], options).map(({ won }) =>
        percent(won),
      ) as [number, number];
      expect(high).toBeGreaterThan(low);
    },
    TIME,
  );

  test.each([2, 4, 8])(
    'against standard candidates, easy wins less and hard more than an equal share with %i seats',
    (seats) => {
      const options = { games: shortOrLong(16, 200), seats, seed: 'share' };
      const [easy, hard] = gradesOf(RULESET, ['easy', 'hard']).map((one) =>
        percent(challenge(RULESET, one, options).won),
      ) as [number, number];
      expect(easy).toBeLessThan(50 / seats);
      expect(hard).toBeGreaterThan(shortOrLong(110, 130) / seats);
    },
    TIME,
  );

  test.each(STRATEGIES as readonly AnyContestant[])(
    'three standard candidates are not fooled by $name',
    (trick) => {
      const { won } = challenge(RULESET, trick, { games: shortOrLong(16, 200), seats: 4, seed: 'tricks' });
      expect(percent(won)).toBeLessThanOrEqual(shortOrLong(60, 35));
    },
    TIME,
  );

  test(
    'no character of four hard candidates always wins or loses',
    () => {
      const options = { games: shortOrLong(60, 400), seats: 4, seed: 'characters' };
      for (const rate of Object.values(winsByTemper(gradeGames(RULESET, 'hard', options), 'hard'))) {
        expect(percent(rate)).toBeGreaterThan(shortOrLong(8, 15));
        expect(percent(rate)).toBeLessThan(shortOrLong(50, 38));
      }
    },
    TIME,
  );

  test.each(GRADES)(
    'games of %s candidates last 12 to 30 printouts on average, and the lead changes',
    (grade) => {
      for (const seats of [2, 4, 8]) {
        const options = { games: shortOrLong(8, 60), seats, seed: 'endings' };
        const { turns, leadsPerGame, ended } = measure(gradeGames(RULESET, grade, options));
        expect(turns.mean).toBeGreaterThan(12);
        expect(turns.mean).toBeLessThan(31);
        expect(leadsPerGame).toBeGreaterThan(seats === 2 ? 0.4 : 1.5);
        const count = ended.majority.count + ended.runoff.count + ended.speed.count;
        expect(count).toBe(options.games);
      }
    },
    TIME,
  );

  test('a mean comes with its standard error', () => {
    // The variance of 1 to 5 is 2.5, divided by five numbers 0.5.
    const { mean, error } = meanOf([1, 2, 3, 4, 5]);
    expect(mean).toBe(3);
    expect(error).toBeCloseTo(Math.sqrt(0.5));
  });
});
