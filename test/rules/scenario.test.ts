import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceBetween, playScenario } from '../../src/rules/scenario.ts';
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

function faultField(change: Record<string, unknown>): string | null {
  const result = playScenario({ ...good(), ...change });
  return result.kind === 'fault' ? result.fault.field : null;
}

describe('a scenario', () => {
  test('gives a document of every turn, the outcome and the dice', () => {
    const result = playScenario(good());
    expect(result).toMatchObject({
      kind: 'played',
      difference: null,
      document: {
        ruleset: 'election-year',
        turns: [
          { turn: 1, problems: {}, state: { turn: 1 } },
          { turn: 2, state: { turn: 2 } },
        ],
        outcome: null,
        diceUsed: 0,
      },
    });
    if (result.kind !== 'played') return;
    expect(Object.keys(result.document)).toEqual(['ruleset', 'turns', 'outcome', 'diceUsed']);
    expect(Object.keys(result.document.turns[0] ?? {})).toEqual(['turn', 'problems', 'state']);
  });

  test('names only the seats that have problems', () => {
    const turns = [{ sheets: { AB: { press: 7 }, CD: {} } }];
    const result = playScenario({ ...good(), turns });
    expect(result).toMatchObject({ document: { turns: [{ problems: { AB: [{ code: 'wrong-type' }] } }] } });
    if (result.kind === 'played')
      expect(Object.keys(result.document.turns[0]?.problems ?? {})).toEqual(['AB']);
  });

  test('needs neither title, rule, dice nor sheets', () => {
    const { ruleset, setup } = good();
    expect(playScenario({ ruleset, setup, turns: [{}] })).toMatchObject({ kind: 'played', difference: null });
    const seeded = { ruleset, setup, turns: [{}], seed: 'aB'.repeat(32) };
    expect(playScenario(seeded)).toMatchObject({ kind: 'played', document: { diceUsed: 0 } });
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
  ])('is refused with %s named', (field, change) => {
    expect(faultField(change)).toBe(field);
  });

  test('is refused where its dice run out or cannot fall, the die named', () => {
    const rolling = casesOf('margin-of-error').find(
      ({ json }) => 'dice' in json && Array.isArray(json.dice) && json.dice.length > 1,
    );
    const played = (dice: number[]) => playScenario({ ...rolling?.json, dice });
    expect(played([])).toMatchObject({ kind: 'fault', fault: { field: 'dice[0]' } });
    expect(played([999])).toMatchObject({ kind: 'fault', fault: { field: 'dice[0]' } });
  });

  test('is nothing but an object', () => {
    for (const json of [null, 7, 'x', [], true, undefined]) {
      expect(playScenario(json)).toMatchObject({ kind: 'fault', fault: { field: '' } });
    }
  });

  test('says where it goes otherwise than expected: the first place, turns before the end', () => {
    const turns = [{}, { expect: { state: { turn: 3 } } }];
    const result = playScenario({ ...good(), turns, expect: { diceUsed: 7 } });
    expect(result).toMatchObject({ difference: 'turns[1].expect.state.turn: expected 3, found 2' });
    const end = playScenario({ ...good(), expect: { turn: 2, outcome: null, diceUsed: 7 } });
    expect(end).toMatchObject({ difference: 'expect.diceUsed: expected 7, found 0' });
  });

  test('never throws, whatever JSON it is', () => {
    const turn = fc.record({ sheets: fc.dictionary(fc.constantFrom('AB', 'CD'), fc.jsonValue()) });
    const almost = fc.record({ setup: fc.constant({ players: fourPlayers() }), turns: fc.array(turn) });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almost), (json) => {
        const scenario = { ruleset: 'election-year', ...(json as object) };
        expect(['played', 'fault']).toContain(playScenario(scenario).kind);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a partial match', () => {
  const found = { a: 1, b: [{ c: null, d: 'x' }, 2], e: { f: true } };

  test('asks only for what is named', () => {
    expect(differenceBetween({}, found, 'x')).toBeNull();
    expect(differenceBetween({ b: [{ d: 'x' }, 2], e: {} }, found, 'x')).toBeNull();
    expect(differenceBetween({ b: [{ c: null }, 2] }, found, 'x')).toBeNull();
  });

  test.each([
    [{ a: 2 }, 'x.a: expected 2, found 1'],
    [{ a: '1' }, 'x.a: expected "1", found 1'],
    [{ z: null }, 'x.z: expected null, found nothing of that name'],
    [{ b: [{}] }, 'x.b: expected 1 entries, found 2'],
    [{ b: [{ d: 'y' }, 2] }, 'x.b[0].d: expected "y", found "x"'],
    [{ b: {} }, 'x.b: expected an object, found a list of 2'],
    [{ e: [] }, 'x.e: expected a list of 0, found an object'],
    [{ e: null }, 'x.e: expected null, found an object'],
    [{ toString: 1 }, 'x.toString: expected 1, found nothing of that name'],
  ])('finds what differs in %j', (expected, difference) => {
    expect(differenceBetween(expected, found, 'x')).toBe(difference);
  });
});

describe('a key __proto__', () => {
  const played = (change: string, into: string) =>
    playScenario(JSON.parse(JSON.stringify(good()).replace(into, `${into}${change},`)));

  test.each([
    ['"setup":{', '"preference":{"__proto__":[]}', 'setup.preference.__proto__'],
    ['"players":[{', '"__proto__":1', 'setup.players[0].__proto__'],
    ['"popularity":{', '"__proto__":1', 'setup.players[0].popularity.__proto__'],
    ['"sheets":{', '"__proto__":{}', 'turns[0].sheets.__proto__'],
  ])('is a fault like any other that is not known: %s %s', (into, change, field) => {
    expect(played(change, into)).toMatchObject({ kind: 'fault', fault: { field } });
  });

  test('is expected in vain', () => {
    const result = played('"expect":{"__proto__":1}', '{');
    expect(result).toMatchObject({ kind: 'played' });
    expect(result.kind === 'played' && result.difference).toContain('expect.__proto__');
  });
});
