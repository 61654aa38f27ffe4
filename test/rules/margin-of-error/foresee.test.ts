import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marginOfError } from '../../../src/rules/margin-of-error/index.ts';
import type { State } from '../../../src/rules/margin-of-error/state.ts';
import { fieldsOf } from '../../../src/rules/sheet.ts';
import { runs } from '../../helpers/long.ts';
import { playGame, seatsOf, secretOf, stateOf } from './games.ts';
import { garbage, legalWeek } from './garbage.ts';

const sheets = fc.array(fc.oneof(garbage, legalWeek, fc.constant(null)), { minLength: 1, maxLength: 10 });

function holding(tokens: string[]): State {
  const players = [
    { id: 'DM', party: 'D', tokens },
    { id: 'RK', party: 'R' },
  ];
  return stateOf({ players, week: 8 });
}

describe('a later turn', () => {
  test('has the form of that turn, and checks whatever is sent without throwing', () => {
    const properties = [fc.integer({ min: 0, max: 9999 }), fc.constantFrom<1 | 2>(1, 2), sheets] as const;
    fc.assert(
      fc.property(...properties, fc.integer({ min: -1, max: 13 }), garbage, (word, many, sent, turn, raw) => {
        let k = 0;
        const options = { opponent: 'even', homeStates: false };
        const played = playGame(secretOf(`${word}`), options, seatsOf(many), () => sent[k++ % sent.length]);
        for (const state of played.states) {
          const ahead = marginOfError.foresee(state, turn);
          if (turn <= state.turn || state.phase === 'over') expect(ahead).toBeNull();
          if (ahead === null) continue;
          for (const seat of [...marginOfError.seatIdentifiers(state), 'ZZ']) {
            const owes = marginOfError.seatsOwing(ahead).includes(seat);
            expect(marginOfError.sheet(ahead, seat)?.turn ?? null).toBe(owes ? turn : null);
            marginOfError.check(ahead, seat, raw);
            marginOfError.tally(ahead, seat, raw);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('is foreseen while it is a week, and is always as foreseen', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), sheets, (word, sent) => {
        let k = 0;
        const options = { opponent: 'even', homeStates: false };
        const { states } = playGame(secretOf(`${word}`), options, seatsOf(2), () => sent[k++ % sent.length]);
        for (const [i, state] of states.entries()) {
          for (const later of states.slice(i).filter(({ phase }) => phase !== 'over')) {
            const ahead = marginOfError.foresee(state, later.turn + 1);
            if (later.phase === 'week') expect(ahead?.week).toBe(later.week);
            if (ahead !== null) expect([ahead.phase, ahead.week]).toEqual([later.phase, later.week]);
          }
          expect(marginOfError.foresee(state, states.length)).toBeNull();
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('can be the last minute once a token is held, because tokens cannot be lost', () => {
    const [without, withToken] = [holding([]), holding(['NH'])];
    expect(marginOfError.foresee(without, 2)?.week).toBe(9);
    expect(marginOfError.foresee(without, 3)).toBeNull();
    const last = marginOfError.foresee(withToken, 3) as State;
    expect(fieldsOf(marginOfError.sheet(last, 'DM') as never).map(({ name }) => name)).toEqual(['stops']);
    expect(marginOfError.sheet(last, 'RK')).toBeNull();
    expect(marginOfError.foresee(withToken, 4)).toBeNull();
    expect(marginOfError.foresee(last, 4)).toBeNull();
  });
});
