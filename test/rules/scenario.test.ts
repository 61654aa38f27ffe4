import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceBetween, type PlayedScenario, playScenario } from '../../src/rules/scenario.ts';
import { casesOf } from '../conformance/cases.ts';
import { runs } from '../helpers/long.ts';
import { fourPlayers } from './election-year/games.ts';

const good = () => ({
  ruleset: 'election-year',
  title: 'a title',
  rule: 'EY-6',
  setup: { players: fourPlayers() },
  dice: [] as unknown,
  turns: [{ sheets: { AB: { fundraising: ['CA'] }, CD: null } }, {}] as unknown,
});

/** The field that is wrong in the good scenario with a change; null if it is still a scenario. */
function wrongField(change: Record<string, unknown>): string | null {
  const result = playScenario({ ...good(), ...change });
  return result.ok ? null : (result.problems[0]?.field ?? null);
}

function played(json: unknown): PlayedScenario {
  const result = playScenario(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

const refusedFor = (field: string) => ({ ok: false, problems: [{ field, code: 'not-a-scenario' }] });

describe('a scenario', () => {
  test('gives a document with every turn, the outcome and the number of dice', () => {
    const { document, difference } = played(good());
    expect(difference).toBeNull();
    expect(document).toMatchObject({
      ruleset: 'election-year',
      turns: [
        { turn: 1, problems: {}, state: { turn: 1 } },
        { turn: 2, state: { turn: 2 } },
      ],
      outcome: null,
      diceUsed: 0,
    });
    expect(Object.keys(document)).toEqual(['ruleset', 'turns', 'outcome', 'diceUsed']);
    expect(Object.keys(document.turns[0] ?? {})).toEqual(['turn', 'problems', 'state']);
  });

  test('lists problems only of seats that have some', () => {
    const { document } = played({ ...good(), turns: [{ sheets: { AB: { press: 7 }, CD: {} } }] });
    expect(document.turns[0]?.problems).toMatchObject({ AB: [{ code: 'wrong-type' }] });
    expect(Object.keys(document.turns[0]?.problems ?? {})).toEqual(['AB']);
  });

  test('needs no title, rule, dice or sheets', () => {
    const { ruleset, setup } = good();
    expect(played({ ruleset, setup, turns: [{}] }).difference).toBeNull();
    const seeded = { ruleset, setup, turns: [{}], seed: 'aB'.repeat(32) };
    expect(played(seeded).document.diceUsed).toBe(0);
  });

  test.each([
    ['ruleset', { ruleset: 'chess' }],
    ['ruleset', { ruleset: '__proto__' }],
    ['ruleset', { ruleset: undefined }],
    ['title', { title: 7 }],
    ['comment', { comment: 'x' }],
    ['setup', { setup: undefined }],
    ['setup', { setup: [] }],
    ['setup.players', { setup: {} }],
    [
      'setup.players[1].party',
      { setup: { players: fourPlayers().map((p, i) => (i === 1 ? { ...p, party: 'X' } : p)) } },
    ],
    ['dice', { dice: '4' }],
    ['dice[1]', { dice: [4, 'x'] }],
    ['seed', { dice: undefined, seed: 'abc' }],
    ['seed', { dice: undefined, seed: 7 }],
    ['seed', { seed: '00'.repeat(32) }],
    ['turns', { turns: {} }],
    ['turns[0]', { turns: [7] }],
    ['turns[0].expects', { turns: [{ expects: {} }] }],
    ['turns[1].sheets', { turns: [{}, { sheets: [] }] }],
    ['turns[0].expect', { turns: [{ expect: 7 }] }],
    ['turns[0].sheets.ZZ', { turns: [{ sheets: { ZZ: {} } }] }],
    ['turns[6]', { turns: Array(8).fill({}) }],
    ['expect', { expect: [] }],
  ])('is refused if %s is wrong', (field, change) => {
    expect(wrongField(change)).toBe(field);
  });

  test('is refused if its dice run out or show an impossible number, with the die named', () => {
    const rolling = casesOf('margin-of-error').find(
      ({ json }) => 'dice' in json && Array.isArray(json.dice) && json.dice.length > 1,
    );
    for (const dice of [[], [999]]) {
      expect(playScenario({ ...rolling?.json, dice })).toMatchObject(refusedFor('dice[0]'));
    }
  });

  test('must be an object', () => {
    for (const json of [null, 7, 'x', [], true, undefined]) {
      expect(playScenario(json)).toMatchObject(refusedFor(''));
    }
  });

  test('names the first difference from what is expected, turns before the end', () => {
    const turns = [{}, { expect: { state: { turn: 3 } } }];
    const { difference } = played({ ...good(), turns, expect: { diceUsed: 7 } });
    expect(difference).toBe('turns[1].expect.state.turn: expected 3, found 2');
    const end = played({ ...good(), expect: { turn: 2, outcome: null, diceUsed: 7 } });
    expect(end.difference).toBe('expect.diceUsed: expected 7, found 0');
  });

  test('never throws, whatever JSON it is made of', () => {
    const turn = fc.record({ sheets: fc.dictionary(fc.constantFrom('AB', 'CD'), fc.jsonValue()) });
    const almost = fc.record({ setup: fc.constant({ players: fourPlayers() }), turns: fc.array(turn) });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almost), (json) => {
        const scenario = { ruleset: 'election-year', ...(json as object) };
        expect(typeof playScenario(scenario).ok).toBe('boolean');
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a partial match', () => {
  const found = { a: 1, b: [{ c: null, d: 'x' }, 2], e: { f: true } };

  test('compares only what is named', () => {
    expect(differenceBetween({}, found, 'x')).toBeNull();
    expect(differenceBetween({ b: [{ d: 'x' }, 2], e: {} }, found, 'x')).toBeNull();
    expect(differenceBetween({ b: [{ c: null }, 2] }, found, 'x')).toBeNull();
  });

  test.each([
    [{ a: 2 }, 'x.a: expected 2, found 1'],
    [{ a: '1' }, 'x.a: expected "1", found 1'],
    [{ z: null }, 'x.z: expected null, found no such key'],
    [{ b: [{}] }, 'x.b: expected 1 entries, found 2'],
    [{ b: [{ d: 'y' }, 2] }, 'x.b[0].d: expected "y", found "x"'],
    [{ b: {} }, 'x.b: expected an object, found a list of 2'],
    [{ e: [] }, 'x.e: expected a list of 0, found an object'],
    [{ e: null }, 'x.e: expected null, found an object'],
    [{ toString: 1 }, 'x.toString: expected 1, found no such key'],
  ])('finds the difference in %j', (expected, difference) => {
    expect(differenceBetween(expected, found, 'x')).toBe(difference);
  });
});

describe('a key __proto__', () => {
  const withKey = (change: string, into: string) =>
    JSON.parse(JSON.stringify(good()).replace(into, `${into}${change},`));

  test.each([
    ['"setup":{', '"preference":{"__proto__":[]}', 'setup.preference.__proto__'],
    ['"players":[{', '"__proto__":1', 'setup.players[0].__proto__'],
    ['"popularity":{', '"__proto__":1', 'setup.players[0].popularity.__proto__'],
    ['"sheets":{', '"__proto__":{}', 'turns[0].sheets.__proto__'],
  ])('is refused like any other unknown key: %s %s', (into, change, field) => {
    expect(playScenario(withKey(change, into))).toMatchObject(refusedFor(field));
  });

  test('cannot be expected, because no state has it', () => {
    const { difference } = played(withKey('"expect":{"__proto__":1}', '{'));
    expect(difference).toContain('expect.__proto__');
  });
});
