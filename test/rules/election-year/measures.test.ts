import { describe, expect, test } from 'vitest';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import { GRADES } from '../../../src/rules/grades.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { shortOrLong } from '../../helpers/long.ts';
import type { AnyContestant } from '../../tournament/contest.ts';
import { measure } from '../../tournament/election-year/measures.ts';
import { STRATEGIES } from '../../tournament/election-year/strategies.ts';
import { challenge, gradesTogether, standardGames } from '../../tournament/matches.ts';
import { percent } from '../../tournament/rates.ts';

const RULESET: Ruleset = electionYear;

/** Games for each measure, a multiple of the number of grades and of seats. */
const GAMES = shortOrLong(18, 300);
const OPTIONS = { games: GAMES, seats: 6, seed: 'measures' };

describe('the measures of section 13, with six seats', () => {
  test('standard candidates are of many minds', () => {
    const { sameTrips, statesPerGame, changesPerTurn } = measure(standardGames(RULESET, OPTIONS));
    expect(percent(sameTrips)).toBeLessThanOrEqual(5);
    expect(statesPerGame).toBeGreaterThanOrEqual(30);
    expect(changesPerTurn).toBeGreaterThanOrEqual(4);
  });

  test.each(STRATEGIES as readonly AnyContestant[])(
    'five standard candidates are not fooled by $name',
    (trick) => {
      const { won, party } = challenge(RULESET, trick, OPTIONS);
      expect(percent(won)).toBeLessThanOrEqual(25);
      expect(percent(party)).toBeLessThanOrEqual(60);
    },
  );

  test('each grade is elected more often than the one below it, with equal setups', () => {
    const [easy, standard, hard] = gradesTogether(RULESET, GRADES, { ...OPTIONS, games: 2 * GAMES }).map(
      ({ won }) => percent(won),
    ) as [number, number, number];
    expect(hard).toBeGreaterThan(standard);
    expect(standard).toBeGreaterThan(easy);
  });

  test.each([
    ['easy', 'standard'],
    ['standard', 'hard'],
    ['easy', 'hard'],
  ] as const)('at one table, %s is elected less often than %s', (weaker, stronger) => {
    const [low, high] = gradesTogether(RULESET, [weaker, stronger], OPTIONS).map(({ won }) =>
      percent(won),
    ) as [number, number];
    expect(high).toBeGreaterThan(low);
  });
});
