import { describe, expect, test } from 'vitest';
import { GRADES } from '../../../src/rules/grades.ts';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { shortOrLong } from '../../helpers/long.ts';
import type { AnyContestant } from '../../tournament/contest.ts';
import { STRATEGIES } from '../../tournament/margin-of-error/strategies.ts';
import { challenge, gradesTogether } from '../../tournament/matches.ts';
import { percent } from '../../tournament/rates.ts';
import { playGame, seatsOf, secretOf, stateOf } from './games.ts';

const RULESET: Ruleset = marginOfError;
const OPTIONS = { games: shortOrLong(40, 300), seats: 2, seed: 'grades' };

describe('the grades of the computer candidate', () => {
  test.each([
    ['easy', 'standard'],
    ['standard', 'hard'],
    ['easy', 'hard'],
  ] as const)('%s wins less often than %s', (weaker, stronger) => {
    const [low, high] = gradesTogether(RULESET, [weaker, stronger], OPTIONS).map(({ won }) =>
      percent(won),
    ) as [number, number];
    expect(high).toBeGreaterThan(low);
  });

  test.each(STRATEGIES as readonly AnyContestant[])('standard is not fooled by $name', (trick) => {
    expect(percent(challenge(RULESET, trick, OPTIONS).won)).toBeLessThanOrEqual(40);
  });

  test.each(GRADES)('%s fills in legal sheets, alone and against another one', (grade) => {
    for (let n = 0; n < 12; n += 1) {
      for (const many of [1, 2] as const) {
        const options = { opponent: 'tough', homeStates: n % 2 === 0 };
        const { states } = playGame(secretOf(`grade ${n}`), options, seatsOf(many), (state, seat) => {
          const sheet = marginOfError.opponent(state, seat, grade);
          const checked = marginOfError.check(state, seat, JSON.parse(JSON.stringify(sheet)));
          expect(checked).toMatchObject({ ok: true, orders: sheet });
          return sheet;
        });
        expect(states.at(-1)?.log.some((event) => event.kind === 'missing')).toBe(false);
      }
    }
  });

  test('the standard grade is the computer candidate of the rules (MOE-13)', () => {
    const state = stateOf({ players: [{ id: 'JN', party: 'D' }] });
    expect(marginOfError.opponent(state, 'JN')).toEqual(marginOfError.opponent(state, 'JN', 'standard'));
    expect(marginOfError.opponent(state, 'JN', 'hard')).not.toEqual(marginOfError.opponent(state, 'JN'));
  });

  test('hard keeps its endorsements for the last week, when nobody can answer them', () => {
    const players = [{ id: 'JN', party: 'D', cash: 12 }];
    expect(marginOfError.opponent(stateOf({ players, week: 5 }), 'JN', 'hard')).toMatchObject({
      endorse: [],
    });
    const last = marginOfError.opponent(stateOf({ players, week: 9 }), 'JN', 'hard');
    expect(last).toMatchObject({ capital: 'endorsements' });
    expect((last as { endorse: string[] }).endorse.length).toBeGreaterThan(0);
  });

  test('hard spreads its tokens where they are expected to gain most', () => {
    const players = [{ id: 'JN', party: 'D', tokens: ['IA', 'WV', 'MT'] }];
    const { stops } = marginOfError.opponent(stateOf({ players, week: 10 }), 'JN', 'hard') as {
      stops: { state: string; tokens: number }[];
    };
    expect(stops.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(3);
  });
});
