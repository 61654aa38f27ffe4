import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import { fieldsOf } from '../../../src/rules/sheet.ts';
import { runs } from '../../helpers/long.ts';
import { garbage, newGame, playedGame, sheet, sheetsOf } from './games.ts';

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anyGame = fc
  .integer({ min: 4, max: 8 })
  .chain((count) => fc.tuple(fc.constant(count), secret, sheetsOf(count, sheet)));

function fieldNames(state: State | null): string[] {
  const form = state && electionYear.sheet(state, 'AA');
  return form ? fieldsOf(form).map((field) => field.name) : [];
}

describe('a later turn', () => {
  test('has the form of that turn, and checks whatever is sent without throwing', () => {
    fc.assert(
      fc.property(anyGame, fc.integer({ min: -1, max: 9 }), garbage, ([count, seed, turns], turn, raw) => {
        let state = newGame(count, seed);
        for (const [played, sheets] of turns.entries()) {
          const ahead = electionYear.foresee(state, turn);
          expect(ahead !== null).toBe(turn > played && turn <= 6);
          for (const seat of ahead === null ? [] : ['AA', 'BBB', 'ZZ']) {
            const form = electionYear.sheet(ahead as State, seat);
            expect(form?.turn ?? null).toBe(seat === 'ZZ' ? null : turn);
            electionYear.check(ahead as State, seat, raw);
            electionYear.tally(ahead as State, seat, raw);
          }
          state = electionYear.resolve(state, sheets, seededDice(seed, played + 1));
        }
        expect(electionYear.foresee(state, turn)).toBeNull();
      }),
      { numRuns: runs(60) },
    );
  });

  test('asks for a running mate on turn 3 only, and keeps the current cash', () => {
    const state = newGame(6);
    expect(fieldNames(electionYear.foresee(state, 3))).toContain('runningMate');
    expect(fieldNames(electionYear.foresee(state, 4))).toEqual(['fundraising', 'campaign', 'press']);
    const cash = state.players.find(({ id }) => id === 'AA')?.cash;
    const form = electionYear.sheet(electionYear.foresee(state, 5) as State, 'AA');
    expect(form?.facts[1]).toBe(`Campaign funds: $${cash}`);
    expect(form?.phase).toBe('The general campaign');
  });

  test('equals the state itself for the open turn, and leaves the state unchanged', () => {
    const state = playedGame(4, 2).at(-1) as State;
    const before = structuredClone(state);
    expect(electionYear.foresee(state, 3)).toEqual(state);
    electionYear.foresee(state, 6);
    expect(state).toEqual(before);
    expect([2, 7, 2.5, Number.NaN].map((turn) => electionYear.foresee(state, turn))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
