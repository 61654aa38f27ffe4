import { expect, test } from 'vitest';
import { MAX_RECIPIENTS, readFetchedHeaders } from '../../../src/mail/fetching/fetched-headers.ts';

/* Which of our addresses a fetched mail is for. */

const DOMAIN = 'mail.whistlestop.test';
const HEAD = ['From: ann@players.test', 'Return-Path: <ann@players.test>'];
const address = (n: number) => `sheet-ey-${n}@${DOMAIN}`;
const upTo = (count: number) => Array.from({ length: count }, (_, i) => address(i + 1));

async function recipientsOf(...headers: string[]) {
  const raw = Buffer.from([...HEAD, ...headers, '', ''].join('\r\n'));
  return (await readFetchedHeaders(raw, { domain: DOMAIN }))?.recipients ?? [];
}
const addressesOf = async (...headers: string[]) =>
  (await recipientsOf(...headers)).map((recipient) => recipient.address);

test('one of our addresses is found behind those of seventy friends', async () => {
  const friends = Array.from({ length: 70 }, (_, i) => `"Friend Number ${i}" <friend${i}@players.test>`);
  expect(await addressesOf(`To: ${[...friends, address(1)].join(',\r\n ')}`)).toEqual([address(1)]);
});

test('a mail is for five addresses, and for the next one it is refused', async () => {
  const found = await recipientsOf(`To: ${upTo(4)}`, `Cc: ${upTo(8).slice(4)}`);
  expect(found.map((recipient) => recipient.address)).toEqual(upTo(MAX_RECIPIENTS + 1));
  expect(found.map(({ isTooMany }) => isTooMany === true)).toEqual([
    ...Array(MAX_RECIPIENTS).fill(false),
    true,
  ]);
});

test('a copy that names one address is for the others, too, if copies can be told from other mail', async () => {
  const headers = [`To: ${upTo(2)}`, `Delivered-To: ${address(3)}`, `Cc: ${address(3)}`];
  expect(await addressesOf(...headers, 'Message-ID: <1@players.test>')).toEqual([address(3), ...upTo(2)]);
  expect(await addressesOf(...headers)).toEqual([address(3)]);
  // There may be a copy for each of many addresses, so none of them is refused.
  const many = await recipientsOf(`To: ${upTo(8)}`, `Delivered-To: ${address(8)}`, 'Message-ID: <1@x.test>');
  expect(many.map((one) => one.address)).toEqual([address(8), ...upTo(MAX_RECIPIENTS - 1)]);
  expect(many.some(({ isTooMany }) => isTooMany)).toBe(false);
});
