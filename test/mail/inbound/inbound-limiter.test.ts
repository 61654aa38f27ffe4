import { expect, test } from 'vitest';
import { createInboundLimiter, networkOf } from '../../../src/mail/inbound/inbound-limiter.ts';

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

test('a network with too many connections does not affect others, and a closed connection makes room', () => {
  const limits = {
    connectionsPerMinute: 9,
    openConnections: 1,
    recipientsPerConnection: 1,
    unknownPerMinute: 9,
    openFrontConnections: 1,
    mailsPerAddressPerMinute: 9,
  };
  const limiter = createInboundLimiter(limits, { now: () => new Date(0), isFront: () => false });
  expect(limiter.allowConnection('a', '2001:db8::1')).toBe(true);
  expect(limiter.allowConnection('b', '2001:db8::2')).toBe(false);
  limiter.closeConnection('b');
  expect(limiter.allowConnection('c', '192.0.2.7')).toBe(true);
  limiter.closeConnection('a');
  expect(limiter.allowConnection('d', '2001:db8::2')).toBe(true);
  expect(['d', 'd', 'gone'].map((id) => limiter.allowRecipient(id))).toEqual([true, false, false]);
});
