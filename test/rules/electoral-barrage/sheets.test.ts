import { describe, expect, test } from 'vitest';
import { listedDice } from '../../../src/rules/dice.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { State } from '../../../src/rules/electoral-barrage/state.ts';
import { fieldsOf, type SheetForm } from '../../../src/rules/sheet.ts';
import { formFromRaw, rawFromForm } from '../../../src/rules/sheet-values.ts';
import { stateOf } from './games.ts';

const start = stateOf({
  rounds: 2,
  players: [
    { id: 'AB', characters: ['banker', 'nerd'], ads: 1 },
    { id: 'CD', characters: ['scientist'] },
    { id: 'EF', characters: ['war-hero'], staffers: 8, town: 1 },
  ],
  tokens: { OH: ['EF', 'EF'], CA: ['AB', 'CD'] },
});

function formOf(state: State, seat: string): SheetForm {
  const form = electoralBarrage.sheet(state, seat);
  if (form === null) throw new Error('no sheet');
  return form;
}

function fieldNames(state: State, seat: string): string[] {
  return fieldsOf(formOf(state, seat)).map(({ name }) => name);
}

function adviceOn(state: State, seat: string, raw: unknown): string[] {
  const checked = electoralBarrage.check(state, seat, raw);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.advice.map(({ field, code }) => `${field} ${code}`);
}

describe('the sheet of a round (EB-4.2, EB-9.13)', () => {
  test('has the character on the first sheet with two cards, and fields for abilities and banks that a player has', () => {
    expect(fieldNames(start, 'AB')).toEqual([
      ...['character', 'plan', 'after', 'targets', 'ads', 'adsMost', 'double', 'press'],
    ]);
    expect(fieldNames(start, 'CD')).toEqual(['plan', 'after', 'targets', 'followUp', 'press']);
    expect(fieldNames(start, 'EF')).toEqual(['plan', 'after', 'targets', 'press']);
    expect(formOf(start, 'EF').phase).toBe('Round 1 of 2');
    expect(formOf(start, 'EF').facts).toEqual([
      'You play the War Hero. Has 3 free absentee ballots at the end, for blue states only.',
      'You have 8 staffers.',
      'In the bank: 1 town hall token.',
      'The order of play this round is AB, CD, EF.',
    ]);
  });

  test('gives the same raw orders after filling in the form', () => {
    const raw = {
      character: 'banker',
      plan: [
        { area: 'CA', when: 7, before: 1, after: 2, replace: 'CD' },
        { area: 'RECRUIT' },
        { area: 'WY', hold: true },
      ],
      after: 0,
      targets: ['CD', 'EF'],
      ads: [{ area: 'MINE' }, { seat: 'CD', area: 'TX' }],
      adsMost: 2,
      double: 3,
      press: 'Yeah, boy!',
    };
    const form = formOf(start, 'AB');
    expect(rawFromForm(form, formFromRaw(form, raw))).toEqual(raw);
    expect(electoralBarrage.check(start, 'AB', raw).ok).toBe(true);
  });

  test('is foreseen for later rounds, without the choice of a character, but not for a recount', () => {
    const next = electoralBarrage.foresee(start, 2) as State;
    expect(electoralBarrage.phaseName(next)).toBe('Round 2 of 2');
    expect(next.starter).toBe('CD');
    expect(fieldNames(next, 'AB')).toEqual([
      ...['plan', 'after', 'targets', 'ads', 'adsMost', 'double', 'press'],
    ]);
    expect(electoralBarrage.check(next, 'AB', { double: 1 }).ok).toBe(true);
    expect(electoralBarrage.foresee(start, 1)).toBe(start);
    for (const turn of [0, 3, 1.5]) expect(electoralBarrage.foresee(start, turn)).toBeNull();
  });

  test('is followed by a recount sheet for those who can use a ballot', () => {
    const before = stateOf({
      rounds: 1,
      players: [
        { id: 'AB', characters: ['nerd'], staffers: 1 },
        { id: 'CD', characters: ['war-hero'], staffers: 1 },
      ],
      tokens: { OH: ['AB', 'CD'], GA: ['AB', 'CD'], TX: ['AB', 'CD'] },
    });
    const sheets = { AB: { plan: [{ area: 'AK', hold: true }] }, CD: { plan: [{ area: 'HI' }] } };
    const state = electoralBarrage.resolve(before, sheets, listedDice([1, 1]));
    expect(electoralBarrage.seatsOwing(state)).toEqual(['CD']);
    expect(electoralBarrage.sheet(state, 'AB')).toBeNull();
    expect(fieldNames(state, 'CD')).toEqual(['ballots', 'press']);
    expect(formOf(state, 'CD').facts).toContain(
      'You are tied in TX (38 votes), OH (18 votes), and GA (16 votes).',
    );
    expect(electoralBarrage.phaseName(state)).toBe('The recount');
  });
});

describe('advice on a plan (EB-5.3)', () => {
  const rows = (...areas: string[]) => ({ plan: areas.map((area) => ({ area })) });
  const seven = ['AK', 'AL', 'AR', 'AZ', 'CA', 'CO', 'CT'];

  test('is not given on a plan with three rows more than staffers', () => {
    expect(adviceOn(start, 'CD', rows(...seven))).toEqual([]);
    expect(adviceOn(start, 'CD', rows(...seven.slice(1)))).toEqual(['plan few-rows']);
  });

  test('points out what cannot help', () => {
    const eleven = ['RECRUIT', 'RECRUIT', 'CA', 'CA', 'CA', 'CA', 'OH', 'OH', ...seven];
    expect(adviceOn(start, 'EF', rows(...eleven))).toEqual([
      'plan[1].area enough-staffers',
      'plan[5].area listed-too-often',
      'plan[6].area only-blocks',
    ]);
    const dear = { plan: seven.map((area) => ({ area, before: 1 })), ads: [{ area: 'ANY' }] };
    expect(adviceOn(start, 'CD', dear)).toEqual(['plan too-few-town-hall-tokens', 'ads no-ads-tokens']);
    expect(adviceOn(start, 'AB', rows(...seven))).toEqual(['ads no-ads-rows']);
  });
});

test('the Movie Star is told that red states need no roll', () => {
  const state = stateOf({
    rounds: 2,
    players: [
      { id: 'AB', characters: ['movie-star'] },
      { id: 'CD', characters: ['nerd'] },
    ],
  });
  expect(electoralBarrage.tally(state, 'AB', { plan: [{ area: 'AL' }] }).notes).toEqual([
    { field: 'plan[0]', text: 'Alabama: 9 votes, won without a roll' },
  ]);
});

test('the tally gives the chance of each row, whatever the sheet contains', () => {
  const raw = {
    plan: [{ area: 'oh', before: 1 }, { area: 'CA', before: 2 }, { area: 'XX' }, 7, { area: 'TOWN' }],
  };
  expect(electoralBarrage.tally(start, 'EF', raw)).toEqual({
    totals: [{ label: 'Town hall tokens before the roll', value: 3, limit: 1, unit: 'tokens' }],
    notes: [
      { field: 'plan[0]', text: 'Ohio: 18 votes, 1 or more on the die (100%), to defend' },
      { field: 'plan[1]', text: 'California: 55 votes, 3 or more on the die (67%)' },
      { field: 'plan[4]', text: 'Town hall meeting: 4 or more on the die (50%), for a town hall token' },
    ],
  });
});

test('the canonical state has the keys of section 8 in their order', () => {
  const state = electoralBarrage.resolve(start, {}, listedDice(Array.from({ length: 20 }, () => 2)));
  const json = electoralBarrage.canonical(state) as Record<string, Record<string, unknown>[]>;
  expect(Object.keys(json).join(' ')).toBe(
    'turn round rounds phase starter owing players tokens leader last recount',
  );
  expect(Object.keys(json.players?.[0] ?? {}).join(' ')).toBe(
    'id dealt character staffers town ads ballots votes states',
  );
  expect(Object.keys(state.last ?? {}).join(' ')).toBe('starter placements ads resolutions press');
  expect(Object.keys(state.last?.resolutions[0] ?? {}).join(' ')).toBe(
    'player area followUp need defence before dice ability after total won replaced removed',
  );
  expect(Object.keys(state.tokens)).toHaveLength(51);
});

describe('the computer candidate', () => {
  test('sends legal sheets at every grade, and knows only what its seat may see', () => {
    for (const grade of ['easy', 'standard', 'hard'] as const) {
      for (const { id } of start.players) {
        const orders = electoralBarrage.opponent(start, id, grade);
        expect(electoralBarrage.check(start, id, orders)).toMatchObject({ ok: true, orders });
        const hidden = {
          ...start,
          players: start.players.map((player) => (player.id === id ? player : { ...player, dealt: [] })),
          last: null,
        };
        expect(electoralBarrage.opponent(hidden, id, grade)).toEqual(orders);
      }
    }
  });

  test('chooses its card and its rows by section 13', () => {
    const { character, plan, ads } = electoralBarrage.opponent(start, 'AB');
    expect(character).toBe('nerd');
    expect(plan).toHaveLength(18);
    // 4 × 55 for absentee ballots, as it is tied in California; there, 2 × (110 − 55) + 3.
    const rest = { before: null, replace: null, hold: false };
    expect(plan[0]).toEqual({ area: 'BALLOT', when: 3, after: null, ...rest });
    expect(plan.find(({ area }) => area === 'CA')).toEqual({ area: 'CA', when: 7, after: 4, ...rest });
    expect(ads.slice(0, 2)).toEqual([
      { seat: null, area: 'MINE' },
      { seat: 'EF', area: null },
    ]);
  });
});
