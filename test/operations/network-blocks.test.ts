import { expect, test } from 'vitest';
import { blockOf } from '../../src/operations/network-blocks.ts';

test.each([
  ['198.51.100.7', 48, '198.51.100'],
  ['::ffff:198.51.100.7', 48, '198.51.100'],
  ['2001:db8:1:2::3', 48, '2001:db8:1::'],
  ['2001:db8:1:2::3', 32, '2001:db8::'],
] as const)('%s is in a block of networks', (address, bits, block) => {
  expect(blockOf(address, bits)).toBe(block);
});
