import { expect, test } from 'vitest';
import { createRefusedAddresses } from '../../../src/mail/delivery/refused-addresses.ts';

const ANSWER = '550 not from you';

test('all mail is refused if mail to three different addresses is, with none accepted in between', () => {
  const refused = createRefusedAddresses();
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
  expect(refused.add('b@example.org', ANSWER)).toBe(false);
  refused.accepted('good@example.org');
  for (const address of ['c@example.org', 'd@example.org']) expect(refused.add(address, ANSWER)).toBe(false);
  expect(refused.answer()).toBeNull();
  expect(refused.add('e@example.org', '554 paused')).toBe(true);
  expect(refused.answer()).toBe('554 paused');
  expect(refused.add('a@example.org', ANSWER)).toBe(true);
  refused.accepted('good@example.org');
  expect(refused.answer()).toBeNull();
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
});

test('addresses that are refused while others are not say nothing of the mail server, however often they are tried', () => {
  const refused = createRefusedAddresses();
  const bad = ['a@example.org', 'b@example.org', 'c@example.org'];
  for (const address of bad) refused.add(address, ANSWER);
  refused.accepted('good@example.org');
  for (const address of bad) expect(refused.add(address, ANSWER)).toBe(false);
  expect(refused.answer()).toBeNull();
  // One of them turns out to be good.
  refused.accepted('a@example.org');
  for (const address of ['a@example.org', 'd@example.org']) expect(refused.add(address, ANSWER)).toBe(false);
  expect(refused.add('e@example.org', ANSWER)).toBe(true);
});
