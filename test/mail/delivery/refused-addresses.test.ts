import { expect, test } from 'vitest';
import { createRefusedAddresses } from '../../../src/mail/delivery/refused-addresses.ts';

const ANSWER = '550 relay not permitted';

test('all mail is refused if mail to three different addresses is, with none accepted in between', () => {
  const refused = createRefusedAddresses();
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
  expect(refused.add('b@example.org', ANSWER)).toBe(false);
  refused.clear();
  for (const address of ['b@example.org', 'c@example.org']) expect(refused.add(address, ANSWER)).toBe(false);
  expect(refused.answer()).toBeNull();
  expect(refused.add('d@example.org', '554 paused')).toBe(true);
  expect(refused.answer()).toBe('554 paused');
  expect(refused.add('a@example.org', ANSWER)).toBe(true);
  refused.clear();
  expect(refused.answer()).toBeNull();
  expect(refused.add('a@example.org', ANSWER)).toBe(false);
});
