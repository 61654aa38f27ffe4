import { expect, test } from 'vitest';
import { createInboundLimiter, networkOf } from '../../../src/mail/inbound/inbound-limits.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3::', '2001:db8:1:2'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a network that is full keeps no other out, and who leaves makes room', () => {
  const gate = createInboundLimiter({ aMinute: 9, atOnce: 1, recipients: 1, toOne: 9 }, () => new Date(0));
  expect(gate.enter('a', '2001:db8::1')).toBe(true);
  expect(gate.enter('b', '2001:db8::2')).toBe(false);
  gate.leave('b');
  expect(gate.enter('c', '192.0.2.7')).toBe(true);
  gate.leave('a');
  expect(gate.enter('d', '2001:db8::2')).toBe(true);
  expect([gate.name('d'), gate.name('d'), gate.name('gone')]).toEqual([true, false, false]);
});
