import { describe, expect, test } from 'vitest';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { type AnyContestant, gradesOf } from '../../tournament/contest.ts';
import { measure } from '../../tournament/electoral-barrage/measures.ts';
import { STRATEGIES } from '../../tournament/electoral-barrage/strategies.ts';
import { challenge, gradeGames, gradesTogether } from '../../tournament/matches.ts';
import { percent } from '../../tournament/rates.ts';

const RULESET: Ruleset = electoralBarrage;

describe('the measures of computer candidates', () => {
  test.each([
    ['easy', 'standard', 2],
    ['standard', 'hard', 2],
    ['easy', 'standard', 4],
    ['standard', 'hard', 3],
    ['standard', 'hard', 4],
  ] as const)(
    'at one table, %s wins less often than %s with %i seats',
    (weaker, stronger, seats) => {
      const options = { games: shortOrLong(40, 160), seats, seed: 'grades' };
      const [low, high] = gradesTogether(RULESET, [weaker, stronger], options).map(({ won }) =>
        percent(won),
      ) as [number, number];
      expect(high).toBeGreaterThan(low);
    },
    300_000,
  );

  test.each([3, 4, 8])(
    'one hard candidate against standard ones wins at least 1.4 times its share with %i seats',
    (seats) => {
      const [hard] = gradesOf(RULESET, ['hard']) as [AnyContestant];
      const { won } = challenge(RULESET, hard, { games: shortOrLong(32, 160), seats, seed: 'share' });
      expect(percent(won)).toBeGreaterThan(140 / seats);
      // The dice have a say, too.
      expect(percent(won)).toBeLessThan(90);
    },
    300_000,
  );

  test.each(STRATEGIES as readonly AnyContestant[])(
    'three standard candidates are not fooled by $name',
    (trick) => {
      const { won } = challenge(RULESET, trick, { games: shortOrLong(24, 200), seats: 4, seed: 'tricks' });
      expect(percent(won)).toBeLessThanOrEqual(25);
    },
    300_000,
  );

  test.each(['easy', 'standard', 'hard'] as const)(
    'candidates of the grade %s hardly ever go to the same areas, and move the leads',
    (grade) => {
      const games = gradeGames(RULESET, grade, { games: shortOrLong(4, 40), seats: 4, seed: 'minds' });
      const { samePlaces, statesPerGame, changesPerRound } = measure(games);
      expect(percent(samePlaces)).toBeLessThanOrEqual(5);
      expect(statesPerGame).toBeGreaterThanOrEqual(20);
      expect(changesPerRound).toBeGreaterThanOrEqual(3);
    },
    300_000,
  );
});
