import { describe, expect, test } from 'vitest';
import { seededDice } from '../../../src/rules/dice.ts';
import { BANKS, findBank } from '../../../src/rules/politics/bank/index.ts';
import { politics } from '../../../src/rules/politics/index.ts';
import { openQuestions } from '../../../src/rules/politics/pending.ts';
import { options } from '../../../src/rules/politics/setup.ts';
import { sharedQuestions } from '../../../src/rules/politics/shared-questions.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { livelySheet, newGame, playGame, seatsOf, secretOf } from './games.ts';
import { reportOf } from './printouts.ts';

/* PTG-2.9: questions that players disputed are left out of later games; the bank itself never changes. */

const { solved, find, withoutRetired } = sharedQuestions;
const specimen = BANKS.specimen ?? [];

function setUp(chosen: Record<string, unknown>) {
  return politics.setUp(options.parse(chosen), seatsOf(3), seededDice(secretOf('setup'), 0));
}

/** A whole game; every seat does a little of everything. */
function play(name: string, players: number, chosen: Record<string, unknown> = {}): State[] {
  const secret = secretOf(name);
  const dice = seededDice(secretOf(`${name} sheets`), 0);
  return playGame(secret, newGame(secret, players, chosen), (state, seat) => livelySheet(state, seat, dice))
    .states;
}

/** The questions that are open now: those that candidates were asked, and those to be answered in writing. */
function openIn(state: State): string[] {
  const { phase, runoff, speed } = state;
  const written =
    phase === 'runoff' ? runoff?.questions : phase === 'speed' ? speed?.questions[speed.round - 1] : [];
  return [...openQuestions(state).map(({ asked }) => asked.id), ...(written ?? [])];
}

describe('a game without retired questions', () => {
  test('has another bank, whose name tells which', () => {
    const { bank } = setUp({ bank: 'specimen', retired: ['v02', 'g03', 'g03', 'unknown'] });
    expect(bank).toBe('specimen without g03 v02');
    expect(findBank(bank ?? '')?.map(({ id }) => id)).toEqual(
      specimen.map(({ id }) => id).filter((id) => id !== 'g03' && id !== 'v02'),
    );
    expect(setUp({ bank: 'specimen' })).toEqual(setUp({ bank: 'specimen', retired: [] }));
    expect(setUp({ bank: 'specimen' })).not.toHaveProperty('retired');
  });

  test('is as good a setup as any', () => {
    const setup = setUp({ bank: 'house-1', retired: ['house-g-017'] });
    expect(setup.bank).toBe('house-1 without house-g-017');
    expect(politics.parseSetup(JSON.parse(JSON.stringify(setup)))).toEqual({ ok: true, value: setup });
  });

  test.each([
    'specimen without ',
    'specimen without unknown',
    'specimen without v02 g03',
    'specimen without g03 g03',
    'nothing without g03',
    `specimen without ${specimen.map(({ id }) => id).join(' ')}`,
    'toString',
  ])('has no other names: %s', (bank) => {
    const parsed = politics.parseSetup({ players: [{ id: 'AB' }, { id: 'CD' }], bank });
    expect(parsed).toMatchObject({ ok: false, problems: [{ field: 'bank' }] });
  });

  test('keeps half of the questions of each kind', () => {
    const { bank } = setUp({ bank: 'specimen', retired: specimen.map(({ id }) => id).toReversed() });
    expect(
      findBank(bank ?? '')
        ?.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['general', 'government', 'state'].flatMap((kind) => Array.from({ length: 5 }, () => kind)));
  });

  test('never asks them', () => {
    const retired = ['g01', 'g02', 's-tx-01', 'v01', 'v02', 'v03'];
    const states = play('retired', 4, { retired });
    const used = new Set(
      states.flatMap(({ used: { general, state, government } }) => [...general, ...state, ...government]),
    );
    expect(used.size).toBeGreaterThan(10);
    expect(retired.filter((id) => used.has(id))).toEqual([]);
  });

  test('has them in its options from the time it begins', () => {
    const retired = [
      { bank: 'specimen', id: 'g03' },
      { bank: 'house-1', id: 'house-g-017' },
    ];
    const chosen = options.parse({ bank: 'house-1' });
    expect(withoutRetired(chosen, retired)).toEqual({ ...chosen, retired: ['house-g-017'] });
    expect(withoutRetired({ ...chosen, retired: ['house-g-018'] }, [])).toEqual(chosen);
    expect(withoutRetired({ ...chosen, bank: null }, retired)).toEqual({ ...chosen, bank: null });
  });
});

describe('the solved questions of a game', () => {
  test.each([
    ['runoff and campaign', 2],
    ['many candidates', 5],
  ])('are those whose answers everyone has read: %s', (name, players) => {
    const states = play(name, players, { turnLimit: 8 });
    for (let turn = 1; turn < states.length; turn += 1) {
      const known = states.slice(0, turn + 1);
      const found = solved(known);
      const open = new Set(openIn(known.at(-1) as State));
      for (const { question, turn: solvedIn } of found) {
        expect(open.has(question.id), `${question.id} is open`).toBe(false);
        const printout = JSON.stringify(reportOf(states.slice(0, solvedIn + 1), null));
        expect(printout).toContain(JSON.stringify(question.text).slice(1, -1));
        expect(printout).toContain(JSON.stringify(question.answer).slice(1, -1));
      }
    }
    expect(solved(states).length).toBeGreaterThan(10);
  });

  test('are not those that are asked again, and not the own ones of the GM', () => {
    const states = play('few questions', 6, { turnLimit: 6 });
    const again = states.flatMap((state, i) => {
      const before = new Set(solved(states.slice(0, i)).map(({ question }) => question.id));
      return openIn(state).filter((id) => before.has(id));
    });
    // The specimen bank is so small that its questions come again.
    expect(again.length).toBeGreaterThan(0);
    const own =
      'general: Which?\n+ A\n- B\n- C\n- D\ngovernment: Which?\n+ A\n- B\n- C\n- D\nstate TX: Which?\n+ A\n- B\n- C\n- D';
    expect(solved(play('own', 3, { bank: null, questions: own, turnLimit: 5 }))).toEqual([]);
    const both = solved(play('both', 3, { questions: own, turnLimit: 8 }));
    expect(both.length).toBeGreaterThan(0);
    expect(both.filter(({ question }) => question.id.startsWith('own-'))).toEqual([]);
  });

  test('are found without the part of the states that is not read', () => {
    const own = 'general: Which?\n+ A\n- B\n- C\n- D';
    const states = play('unread', 3, { questions: own, turnLimit: 8 });
    const [outer = '', inner = ''] = sharedQuestions.unread;
    const without = states.map((state) => {
      const copy = JSON.parse(JSON.stringify(state));
      expect(copy[outer][inner]).toHaveLength(1);
      delete copy[outer][inner];
      return copy as State;
    });
    expect(solved(without)).toEqual(solved(states));
    expect(solved(states).length).toBeGreaterThan(0);
  });

  test('can be looked up by bank and id', () => {
    expect(find('specimen', 'g01')).toMatchObject({ bank: 'specimen', id: 'g01', answer: 'Jupiter' });
    expect(find('specimen', 'house-g-001')).toBeNull();
    expect(find('toString', 'g01')).toBeNull();
  });
});
