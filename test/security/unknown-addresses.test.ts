import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from '../web/visitor.ts';

/** Requests that lead nowhere count against the same limits as those for pages and forms. */

let own: TestContext;
let app: FastifyInstance;
let networks = 0;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { pages: 4, forms: 4 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
}

/** Sends the same request six times from a new network, and returns the statuses. */
async function sixTimes(sent: Sent): Promise<number[]> {
  networks += 1;
  const remoteAddress = `198.51.100.${networks}`;
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) {
    const { statusCode, headers } = await app.inject({ ...sent, remoteAddress });
    statuses.push(statusCode);
    if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  // Pages have the same count.
  expect((await app.inject({ url: '/assets/site.css', remoteAddress })).statusCode).toBe(200);
  return statuses;
}

const large = 'x'.repeat(100_000);
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test.each<[string, Sent, number]>([
  ['an address that does not exist', { url: '/nothing' }, 404],
  ['an address of the API that does not exist', { url: '/api/nothing' }, 404],
  ['a static file that does not exist', { url: '/assets/nothing.js' }, 404],
  ['a file of a package that is not served', { url: '/assets/pico/package.json' }, 404],
  ['an address that cannot be read', { url: '/%' }, 404],
  ['an address that is too long', { url: `/games/${'E'.repeat(300)}` }, 414],
  ['a method that no page has', { method: 'OPTIONS', url: '/sign-in' }, 404],
  ['a method that changes things and no page has', { method: 'PUT', url: '/sign-in' }, 404],
  ['a body that cannot be read', { method: 'POST', url: '/sign-in', headers: json, payload: '{' }, 400],
  ['a body that is too large', { method: 'POST', url: '/sign-in', headers: form, payload: large }, 413],
  ['a body of another type', { method: 'POST', url: '/sign-in', headers: { 'content-type': 'a/b' } }, 415],
])('%s is refused after as many requests as a page', async (_what, sent, status) => {
  const statuses = await sixTimes(sent);
  expect(statuses.slice(0, 4)).toEqual(Array(4).fill(status));
  expect(statuses.slice(4)).toEqual([429, 429]);
});

test('unknown addresses and pages share one count', async () => {
  const remoteAddress = '198.51.100.200';
  const statuses: number[] = [];
  for (const url of ['/nothing', '/sign-in', '/assets/nothing.js', '/sign-in', '/sign-in', '/nothing']) {
    statuses.push((await app.inject({ url, remoteAddress })).statusCode);
  }
  expect(statuses).toEqual([404, 200, 404, 200, 429, 429]);
});
