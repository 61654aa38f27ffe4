import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { primarySeason } from '../../../src/rules/primary-season/index.ts';
import { goodOrders } from '../../../src/rules/primary-season/opponent/standard.ts';
import type { Player, State } from '../../../src/rules/primary-season/state.ts';
import { fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { headerOf, stateOf } from './games.ts';

const full = { IA: 18, NH: 21, SC: 6, NV: 6, MO: 15, OH: 24, PA: 18, FL: 36, VA: 15 };

const start = stateOf({
  players: [
    {
      id: 'AB',
      dice: [2, 1, 6],
      staff: 5,
      funds: 6,
      items: ['organizer', 'radio'],
      marks: { IA: 18, MO: 3 },
    },
    { id: 'CD', dice: [5] },
  ],
  places: { IA: ['AB'] },
});

function formOf(state: State, seat: string): SheetForm {
  const form = primarySeason.sheet(state, seat);
  if (form === null) throw new Error('no sheet');
  return form;
}

function fieldNames(state: State, seat: string): string[] {
  return fieldsOf(formOf(state, seat)).map(({ name }) => name);
}

function adviceOn(state: State, seat: string, raw: unknown): string[] {
  const checked = primarySeason.check(state, seat, raw);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.advice.map(({ field, code }) => `${field} ${code}`);
}

describe('the sheet (PS-4.4, PS-9.10)', () => {
  test('has a second re-roll only with an Organizer, and no ranking of an ad that was bought', () => {
    expect(fieldNames(start, 'AB')).toEqual([
      ...['reroll', 'second', 'ones', 'shop', 'votes', 'rest', 'television', 'debate'],
    ]);
    expect(fieldNames(start, 'CD')).toEqual([
      ...['reroll', 'ones', 'shop', 'votes', 'rest', 'radio', 'television', 'debate'],
    ]);
    expect(formOf(start, 'AB').facts).toEqual([
      'Your dice: die 1 shows 2, die 2 shows 1, die 3 shows 6.',
      'As they lie they earn 3 votes and $2, and 1 die that shows 1.',
      'You have $6.',
      'Order of play: AB and CD.',
    ]);
  });

  test('gives the same raw orders after filling in the spending part', () => {
    const raw = {
      second: [{ votesBelow: 6, faces: '1,2' }],
      ones: 'finish',
      shop: [{ item: 'spokesperson' }, { item: 'debate', keep: 2, votesFrom: 1, votesTo: 9, ifOpen: 'SC' }],
      television: ['SC', 'NV'],
      votes: [
        { where: 'SC', whole: true, place: 1 },
        { where: 'STAFF', marks: 4 },
      ],
      rest: 'none',
    };
    const form = formOf(start, 'AB');
    expect(rawFromForm(form, formFromRaw(form, raw))).toEqual(raw);
    expect(primarySeason.check(start, 'AB', raw).ok).toBe(true);
  });

  test('has one part in each phase with two sheets a turn, numbered on', () => {
    const roll = stateOf({
      options: { pace: 'two-sheet' },
      turn: 3,
      players: [
        { id: 'AB', dice: [2] },
        { id: 'CD', dice: [5] },
      ],
    });
    expect([formOf(roll, 'AB').turn, primarySeason.phaseName(roll)]).toEqual([7, 'Round 4, re-rolls']);
    expect(fieldNames(roll, 'AB')).toEqual(['reroll']);
    const spend = primarySeason.resolve(roll, {}, listedDice([]));
    expect([formOf(spend, 'AB').turn, primarySeason.phaseName(spend)]).toEqual([8, 'Round 4, spending']);
    expect(fieldNames(spend, 'AB')).not.toContain('reroll');
    expect(primarySeason.foresee(roll, 8)?.phase).toBe('spend');
    expect(primarySeason.foresee(roll, 10)?.phase).toBe('spend');
    expect(primarySeason.foresee(roll, 11)).toBeNull();
  });

  test('remarks on rankings without a purchase, too many issues, votes that may be lost, and no second re-roll', () => {
    expect(adviceOn(start, 'AB', {})).toEqual(['second no-second-re-roll']);
    const shop = ['pro-life', 'defense', 'low-tax'].map((item) => ({ item }));
    expect(adviceOn(start, 'CD', { radio: ['SC'], shop, rest: 'none' })).toEqual([
      ...['radio ranked-not-bought', 'shop too-many-issues', 'rest votes-may-be-lost'],
    ]);
  });
});

describe('the good opponent (section 13)', () => {
  test('without a character of its own, writes the first sheet of case 24', () => {
    const state = stateOf({
      players: [
        { id: 'AB', dice: [3] },
        { id: 'CD', dice: [2] },
      ],
    });
    const orders = goodOrders(state, state.players[0] as Player);
    const ranking = ['SC', 'NV', 'IA', 'PA', 'NH', 'OH', 'FL', 'MO', 'VA'];
    expect(orders).toMatchObject({ reroll: [1], second: [], ones: 'votes', rest: 'auto' });
    expect(orders.shop.map((row) => row?.item)).toEqual([
      ...['organizer', 'spokesperson', 'manager', 'pro-life', 'immigration', 'debate', 'television', 'radio'],
    ]);
    expect([orders.radio, orders.television, orders.debate]).toEqual([ranking, ranking, ranking]);
    expect(orders.votes.map((row) => [row?.where, row?.marks])).toEqual([
      ...[
        ['STAFF', 9],
        ['SC', null],
        ['NV', null],
        ['STAFF', 14],
      ],
      ...['SC', 'NV', 'IA', 'PA', 'NH', 'OH', 'FL', 'MO'].map((code) => [code, null]),
    ]);
  });

  test('is the same whatever is secret', () => {
    const before = stateOf({
      players: [
        { id: 'AB', dice: [6] },
        { id: 'CD', dice: [5] },
      ],
    });
    const sheets = { CD: { shop: [{ item: 'manager' }] } };
    const state = primarySeason.resolve(before, sheets, listedDice([3, 4]));
    const actions = state.actions.map((action) => ({ ...action, skipped: [] }));
    for (const grade of ['easy', 'standard', 'hard'] as const) {
      const blind = primarySeason.opponent({ ...state, actions }, 'AB', grade);
      expect(primarySeason.opponent(state, 'AB', grade)).toEqual(blind);
    }
    expect(primarySeason.guess({ ...state, actions }, 'AB', {}, null)).toEqual(
      primarySeason.guess(state, 'AB', {}, null),
    );
  });
});

describe('the printout (section 9)', () => {
  test('shows skipped rows to their player only', () => {
    const before = stateOf({
      players: [
        { id: 'AB', dice: [6] },
        { id: 'CD', dice: [5] },
      ],
    });
    const sheets = { CD: { shop: [{ item: 'manager' }] } };
    const state = primarySeason.resolve(before, sheets, listedDice([3, 4]));
    const history = { header: headerOf(2, false), states: [before, state] };
    const textFor = (seat: string | null) => JSON.stringify(primarySeason.report(history, seat));
    expect(textFor('CD')).toContain('not enough money');
    expect(textFor('AB')).not.toContain('not enough money');
    expect(textFor(null)).not.toContain('not enough money');
  });

  test('says that the open turn is the last', () => {
    const last = stateOf({
      players: [
        { id: 'AB', dice: [6], marks: full },
        { id: 'CD', dice: [5] },
      ],
      places: Object.fromEntries(Object.keys(full).map((code) => [code, ['AB']])),
    });
    const text = JSON.stringify(primarySeason.report({ header: headerOf(2, false), states: [last] }, 'CD'));
    expect(text).toContain('This is the last round.');
    expect(
      JSON.stringify(primarySeason.report({ header: headerOf(2, false), states: [start] }, 'CD')),
    ).not.toContain('This is the last round.');
  });
});
