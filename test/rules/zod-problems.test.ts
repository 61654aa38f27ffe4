import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldPath, findPrototypeKey, zodProblems } from '../../src/rules/zod-problems.ts';

const shape = z.strictObject({
  players: z.array(z.strictObject({ id: z.string({ error: 'must be a string' }) })),
});

function problemsOf(value: unknown, options?: Parameters<typeof zodProblems>[1]) {
  const parsed = shape.safeParse(value);
  return parsed.success ? [] : zodProblems(parsed.error, options);
}

describe('the problems that zod finds', () => {
  test('have the path of their field and zod’s code with hyphens', () => {
    expect(problemsOf({ players: [{ id: 'AB' }, { id: 7 }] })).toEqual([
      { field: 'players[1].id', code: 'invalid-type', message: 'must be a string' },
    ]);
  });

  test('name a key that is not known', () => {
    expect(problemsOf({ players: [{ id: 'AB', nickname: 'x' }] })).toMatchObject([
      { field: 'players[0].nickname', code: 'unrecognized-keys' },
    ]);
  });

  test('can be put under the name of a part, with a code of one’s own', () => {
    expect(problemsOf({ players: [{ id: 7 }] }, { under: 'setup', code: 'invalid' })).toMatchObject([
      { field: 'setup.players[0].id', code: 'invalid' },
    ]);
    expect(problemsOf(7, { under: 'setup' })).toMatchObject([{ field: 'setup' }]);
  });
});

test('a field path is written as in the messages', () => {
  expect(fieldPath(['players', 1, 'party'])).toBe('players[1].party');
  expect(fieldPath([])).toBe('');
});

test('a key __proto__ is found at any depth that setups have', () => {
  expect(findPrototypeKey(JSON.parse('{"a":[{"b":{"__proto__":1}}]}'))?.field).toBe('a[0].b.__proto__');
  expect(findPrototypeKey({ a: [1, 'x', null] })).toBeNull();
});
