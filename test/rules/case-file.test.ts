import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlayedCase, playCase } from '../../src/rules/case-file.ts';
import { RULESETS } from '../../src/rules/catalog.ts';
import { runs } from '../helpers/long.ts';

/* The files that `play` takes, and the samples that the documentation shows. */

const SAMPLES = path.join(import.meta.dirname, '../../docs/samples');
const samples = readdirSync(SAMPLES).map((name) => ({
  name,
  json: JSON.parse(readFileSync(path.join(SAMPLES, name), 'utf8')) as Record<string, unknown>,
}));
const sample = (name: string) => samples.find((one) => one.name === name)?.json ?? {};

function played(json: unknown): PlayedCase {
  const result = playCase(json);
  if (!result.ok) throw new Error(result.problems.map(({ field, message }) => `${field} ${message}`).join());
  return result.value;
}

/** The field for which a file is refused; null if it is played. */
function wrongField(json: unknown): string | undefined | null {
  const result = playCase(json);
  return result.ok ? null : result.problems[0]?.field;
}

describe('the samples', () => {
  test.each(samples)('$name is played, and comes out as it expects', ({ json }) => {
    expect(played(json).difference).toBeNull();
  });

  test('are listed in the documentation, and each ruleset has one', () => {
    const docs = readFileSync(path.join(SAMPLES, '../scenarios.md'), 'utf8');
    for (const { name } of samples) expect(docs).toContain(`\`${name}\``);
    const names = samples.map(({ name }) => name);
    for (const id of Object.keys(RULESETS)) expect(names).toContain(`${id}.json`);
  });
});

describe('a new game', () => {
  const game = (change: object) => {
    const json = sample('new-game.json');
    return { ...json, newGame: { ...(json.newGame as object), ...change } };
  };

  test('prints its setup and how many dice were rolled', () => {
    expect(played(game({})).document).toMatchObject({
      ruleset: 'margin-of-error',
      setup: { players: [{ id: 'JN', party: 'R' }] },
      diceUsed: 1,
    });
  });

  test('names what is not as expected', () => {
    expect(played({ ...game({}), setup: { edge: 'JN' } }).difference).toBe(
      'setup.edge: expected "JN", found null',
    );
    expect(played(game({ dice: [2, 2] })).difference).toBe('1 of 2 dice were not rolled');
  });

  test.each([
    ['ruleset', { ...game({}), ruleset: 'chess' }],
    ['newGame', { ...game({}), newGame: 7 }],
    ['newGame.dice', game({ dice: 'two' })],
    ['newGame.dice[0]', game({ dice: [] })],
    ['newGame.dice[0]', game({ dice: [99] })],
    ['newGame.seats', game({ seats: [] })],
    ['newGame.seats[0]', game({ seats: ['J'] })],
    ['newGame.seats[1]', game({ seats: ['JN', 'JN'] })],
    ['newGame.seats[0].wish.party', game({ seats: [{ id: 'JN', wish: { party: 'W' } }] })],
    ['turns', { ...game({}), turns: [] }],
  ])('is refused if %s is wrong', (field, json) => {
    expect(wrongField(json)).toBe(field);
  });
});

describe('a file that must be refused', () => {
  test('prints for which field it was', () => {
    const { document, difference } = played(sample('refused.json'));
    expect(difference).toBeNull();
    expect(document).toEqual({
      refused: { field: 'setup.players[0].party', message: 'must be "D" or "R"' },
    });
  });

  test('differs if it is played, or refused for another field', () => {
    const scenario = sample('margin-of-error.json');
    const wrongly = played({ scenario, refused: { field: 'setup' } });
    expect(wrongly).toEqual({ document: { refused: null }, difference: 'was played, but should be refused' });
    const other = played({ ...sample('refused.json'), refused: { field: 'dice' } });
    expect(other.difference).toBe('refused field: expected "dice", found "setup.players[0].party"');
    expect(wrongField({ scenario, refused: 'setup' })).toBe('refused');
  });
});

test('nothing throws, whatever JSON it is made of', () => {
  const almost = fc.record({
    ruleset: fc.constantFrom('margin-of-error', 'election-year'),
    newGame: fc.record({
      seats: fc.array(fc.oneof(fc.constantFrom('AB', 'CD', 'EF', 'GH'), fc.jsonValue()), { maxLength: 13 }),
      dice: fc.array(fc.integer({ min: -1, max: 12 })),
    }),
  });
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), almost),
      fc.constantFrom('newGame', 'refused', 'turns'),
      (json, key) => {
        expect(typeof playCase(json).ok).toBe('boolean');
        expect(typeof playCase({ [key]: json, ...(json as object) }).ok).toBe('boolean');
      },
    ),
    { numRuns: runs(300) },
  );
});
