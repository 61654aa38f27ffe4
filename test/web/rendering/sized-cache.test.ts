import { expect, test } from 'vitest';
import { createSizedCache } from '../../../src/web/rendering/sized-cache.ts';
import { UnavailableError } from '../../../src/web/rendering/unavailable.ts';

/** How often a value was begun, and what those who asked for it at the same time got. */
async function askTogether(outcomes: (string | Error)[]) {
  const cache = createSizedCache<string>(10);
  const begun: number[] = [];
  const asked = outcomes.map((outcome, i) =>
    cache.get('a', async () => {
      begun.push(i);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }),
  );
  const settled = await Promise.allSettled(asked);
  return { begun, got: settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)) };
}

const busy = () => new UnavailableError('busy');

test('a refusal of one who asks is not given to the others who wait for the same value', async () => {
  const refused = busy();
  expect(await askTogether([refused, 'made', 'unused'])).toEqual({
    begun: [0, 1],
    got: [refused, 'made', 'made'],
  });
});

test('everyone tries once at most', async () => {
  const all = [busy(), busy(), busy()];
  const { begun, got } = await askTogether(all);
  expect(begun).toEqual([0, 1, 2]);
  for (const [i, error] of all.entries()) expect(got[i]).toBe(error);
});

test('any other failure is that of all, and is not tried again', async () => {
  const failure = new Error('no such file');
  expect(await askTogether([failure, 'unused'])).toEqual({ begun: [0], got: [failure, failure] });
});
