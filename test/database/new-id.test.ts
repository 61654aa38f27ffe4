import { expect, test } from 'vitest';
import { newId } from '../../src/database/new-id.ts';

test('new ids are UUIDs of version 7 that ascend, also within a millisecond', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  const after = Date.now();
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual([...new Set(ids)].sort());
  const millisecondOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(millisecondOf(ids[0])).toBeGreaterThanOrEqual(before);
  // Ten thousand in a millisecond would run ahead of the clock by a few.
  expect(millisecondOf(ids.at(-1))).toBeLessThanOrEqual(after + 5);
});
