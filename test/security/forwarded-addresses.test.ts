import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from '../web/visitor.ts';

/* Limits count networks. A client must not get a fresh count by naming another address. */

let own: TestContext;
let app: FastifyInstance;

beforeEach(async () => {
  own = await testContext();
});
afterEach(async () => {
  await app.close();
  await own.close();
});

/** Asks for a page from an address, with what the X-Forwarded-For header says. */
async function statusFrom(remoteAddress: string, forwarded?: string): Promise<number> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded };
  return (await app.inject({ url: '/sign-in', remoteAddress, headers })).statusCode;
}

test('without a proxy, no header makes a client another one', async () => {
  app = await aWeb(own.ctx, { limits: { pages: 2 } });
  expect(await statusFrom('192.0.2.1')).toBe(200);
  expect(await statusFrom('192.0.2.1', '198.51.100.1')).toBe(200);
  expect(await statusFrom('192.0.2.1', '198.51.100.2')).toBe(429);
  expect(await statusFrom('192.0.2.2', '198.51.100.2')).toBe(200);
});

test('behind one proxy, only the address that the proxy adds counts, not those that the client sent', async () => {
  app = await aWeb(own.ctx, { limits: { pages: 2 }, trustProxy: 1 });
  expect(await statusFrom('127.0.0.1', '203.0.113.1, 192.0.2.1')).toBe(200);
  expect(await statusFrom('127.0.0.1', '203.0.113.2, 192.0.2.1')).toBe(200);
  expect(await statusFrom('127.0.0.1', '203.0.113.3, 192.0.2.1')).toBe(429);
  expect(await statusFrom('127.0.0.1', '192.0.2.2')).toBe(200);
});

test('behind a proxy that writes ports, all connections of one address count together', async () => {
  app = await aWeb(own.ctx, { limits: { pages: 2 }, trustProxy: 1 });
  const sequences = [
    ['192.0.2.1:1001', '192.0.2.1', '192.0.2.1:1002'],
    ['[2001:db8::1]:1001', '2001:db8::2', '[2001:db8::1]'],
  ];
  for (const sequence of sequences) {
    const statuses: number[] = [];
    for (const forwarded of sequence) statuses.push(await statusFrom('127.0.0.1', forwarded));
    expect(statuses).toEqual([200, 200, 429]);
  }
  expect(await statusFrom('127.0.0.1', '192.0.2.2:1001')).toBe(200);
});

test('what is no address does not make a client another one', async () => {
  app = await aWeb(own.ctx, { limits: { pages: 2 }, trustProxy: 1 });
  expect(await statusFrom('127.0.0.1', 'unknown')).toBe(200);
  expect(await statusFrom('127.0.0.1', '_hidden:1')).toBe(200);
  expect(await statusFrom('127.0.0.1', '192.0.2:99999')).toBe(429);
});
