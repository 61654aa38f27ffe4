import { expect, test } from 'vitest';
import {
  createInboundLimiter,
  networkOf,
  providerOf,
  wideNetworkOf,
} from '../../../src/mail/inbound/inbound-limiter.ts';

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

test.each([
  ['192.0.2.7', '192.0.2/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1/48'],
  ['2001:DB8::6', '2001:db8:0/48'],
])('the wide network of %s is %s', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', '192.0.2/24'],
  ['2001:DB8:1:2::6', '2001:db8/32'],
])('the provider of %s is %s', (address, provider) => {
  expect(providerOf(address)).toBe(provider);
});

test('the networks of a wide network together have twice the limits of one, and others have theirs', () => {
  const limits = {
    ...{ connectionsPerMinute: 9, openConnections: 2, recipientsPerConnection: 9, unknownPerMinute: 2 },
    ...{
      mailsPerMinute: 2,
      wideFactor: 2,
      openFrontConnections: 1,
      openStrangers: 99,
      mailsPerAddressPerMinute: 99,
    },
  };
  const limiter = createInboundLimiter(limits, { now: () => new Date(0), isFront: () => false });
  const open = (...addresses: string[]) => addresses.map((one) => limiter.allowConnection(one, one));
  const first = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'] as const;
  expect(open(...first)).toEqual([true, true, true, true]);
  expect(open('2001:db8:1:5::1', '2001:db8:2:5::1', '192.0.2.1')).toEqual([false, true, true]);
  for (const id of first) expect(limiter.allowMail(id, 'a')).toBe(true);
  expect(limiter.allowMail('2001:db8:1:1::1', 'a')).toBe(false);
  expect(limiter.allowMail('2001:db8:2:5::1', 'a')).toBe(true);
  for (const id of first) limiter.countUnknown(id);
  expect(limiter.allowRecipient('2001:db8:1:1::1')).toBe(false);
  expect(limiter.allowRecipient('2001:db8:2:5::1')).toBe(true);
});

test('a network with too many connections does not affect others, and a closed connection makes room', () => {
  const limits = {
    connectionsPerMinute: 9,
    openConnections: 1,
    mailsPerMinute: 9,
    wideFactor: 2,
    recipientsPerConnection: 1,
    unknownPerMinute: 9,
    openFrontConnections: 1,
    openStrangers: 9,
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

test('when strangers have too many connections, the oldest one that is not busy makes room, but none of a front server', () => {
  const limits = {
    ...{ connectionsPerMinute: 99, openConnections: 99, recipientsPerConnection: 9, unknownPerMinute: 9 },
    ...{ mailsPerMinute: 9, wideFactor: 2, openFrontConnections: 9, mailsPerAddressPerMinute: 9 },
    openStrangers: 2,
  };
  const limiter = createInboundLimiter(limits, {
    now: () => new Date(0),
    isFront: (address) => address === '127.0.0.1',
  });
  const open = (id: string, address: string) => limiter.allowConnection(id, address);
  open('front', '127.0.0.1');
  open('first', '192.0.2.1');
  open('second', '198.51.100.1');
  expect(limiter.crowdedOut(() => false)).toBeNull();
  open('third', '203.0.113.1');
  expect(limiter.crowdedOut((id) => id === 'first')).toBe('second');
  expect(limiter.crowdedOut(() => false)).toBeNull();
  open('fourth', '203.0.114.1');
  expect(limiter.crowdedOut(() => false)).toBe('first');
  open('fifth', '203.0.115.1');
  expect(limiter.crowdedOut(() => true)).toBe('fifth');
  limiter.closeConnection('third');
  open('sixth', '203.0.116.1');
  expect(limiter.crowdedOut(() => false)).toBeNull();
});

test('a network with many connections makes room before others, and a sender who lets the server wait before both', () => {
  const limits = {
    ...{ connectionsPerMinute: 99, openConnections: 99, recipientsPerConnection: 9, unknownPerMinute: 9 },
    ...{ mailsPerMinute: 9, wideFactor: 2, openFrontConnections: 9, mailsPerAddressPerMinute: 9 },
    openStrangers: 3,
  };
  let seconds = 0;
  const limiter = createInboundLimiter(limits, {
    ...{ now: () => new Date(seconds * 1_000), isFront: () => false },
  });
  const open = (id: string, address: string) => limiter.allowConnection(id, address);
  open('other', '192.0.2.1');
  seconds = 1;
  open('first', '203.0.113.1');
  open('second', '203.0.113.2');
  seconds = 2;
  limiter.beginStep('first');
  open('third', '203.0.113.3');
  expect(limiter.crowdedOut(() => false)).toBe('second');
  seconds = 31;
  open('fourth', '203.0.113.4');
  expect(limiter.crowdedOut(() => false)).toBe('other');
});

test('someone with many IPv6 networks of one provider pushes out neither others nor a customer of that provider', () => {
  const limits = {
    ...{ connectionsPerMinute: 99, openConnections: 99, recipientsPerConnection: 9, unknownPerMinute: 9 },
    ...{ mailsPerMinute: 9, wideFactor: 2, openFrontConnections: 9, mailsPerAddressPerMinute: 9 },
    openStrangers: 50,
  };
  const limiter = createInboundLimiter(limits, { now: () => new Date(0), isFront: () => false });
  const closed: string[] = [];
  const open = (id: string, address: string) => {
    expect(limiter.allowConnection(id, address)).toBe(true);
    const crowded = limiter.crowdedOut(() => false);
    if (crowded === null) return;
    closed.push(crowded);
    limiter.closeConnection(crowded);
  };
  open('other', '203.0.113.5');
  open('other by IPv6', '2001:db9::1');
  for (let i = 0; i < 200; i += 1) open(`many ${i}`, `2001:db8:${i.toString(16)}::1`);
  open('customer', '2001:db8:ffff::1');
  // With more connections in each network than the customer has.
  for (let i = 0; i < 45; i += 1) open(`more ${i}`, `2001:db8:${(i % 10).toString(16)}::1`);
  expect(closed.length).toBe(198);
  expect(closed.filter((id) => !id.startsWith('m'))).toEqual([]);
});
