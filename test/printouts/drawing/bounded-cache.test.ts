import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { boundedCache } from '../../../src/printouts/drawing/bounded-cache.ts';
import { wordWidth } from '../../../src/printouts/drawing/fonts.ts';

test('a cache is emptied when it would hold too many entries or too many characters', () => {
  const cache = boundedCache<number>({ entries: 3, characters: 10 });
  for (const [text, value] of [
    ['a', 1],
    ['bb', 2],
    ['a', 3],
  ] as const)
    cache.set(text, value);
  expect([cache.get('a'), cache.get('bb'), cache.get('c')]).toEqual([3, 2, undefined]);
  cache.set('eight...', 4);
  expect([cache.get('a'), cache.get('eight...')]).toEqual([undefined, 4]);
  cache.set('c', 5);
  cache.set('d', 6);
  cache.set('e', 7);
  expect([cache.get('eight...'), cache.get('c'), cache.get('e')]).toEqual([undefined, undefined, 7]);
});

test('long words that differ do not fill the memory', () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
  wordWidth('sans', 'warm');
  const before = used();
  for (let i = 0; i < 250; i += 1) wordWidth('sans', `${i}${'abcd'.repeat(1_000)}`);
  expect(used() - before).toBeLessThan(50);
}, 60_000);
