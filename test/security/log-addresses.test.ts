import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb } from '../web/visitor.ts';

/** What the log says about the addresses of requests: never the secrets that are in mailed links. */

let own: TestContext;
let app: FastifyInstance;
const lines: string[] = [];

const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });

const TOKEN = 'S3cretOfALink'.repeat(3);

beforeAll(async () => {
  own = await testContext();
  app = await aWeb({ ...own.ctx, log }, { limits: { forms: 100_000 } });
  app.get('/breaks/:token', { config: { access: 'anyone' } }, async () => {
    throw new Error('broken on purpose');
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await own.close();
});
beforeEach(() => {
  lines.length = 0;
});

/** The addresses in the lines about answered requests. */
function addresses(): string[] {
  const parsed = lines.map((line) => JSON.parse(line) as { msg: string; url: string });
  return parsed.filter(({ msg }) => msg === 'request answered').map(({ url }) => url);
}

/** Other ways to write a path that lead to the same route or look like it. */
function spellings(path: string): string[] {
  const first = path.charCodeAt(1).toString(16);
  const last = path.lastIndexOf('/');
  return [
    path,
    `${path}/`,
    `${path}?next=/${TOKEN}`,
    `/%${first}${path.slice(2)}`,
    `${path.slice(0, last - 1)}%${path.charCodeAt(last - 1).toString(16)}${path.slice(last)}`,
    path.toUpperCase().replace(TOKEN.toUpperCase(), TOKEN),
    `/${path}`,
    `${path.slice(0, last)}//${path.slice(last + 1)}`,
    `${path}/more`,
    `${path}%zz`,
    `/..${path}`,
    `/x?from=${path}`,
  ];
}

test('secrets of links are not logged, however their address is written', async () => {
  const routes = app.routeAccess.filter(({ url }) => url.includes(':token'));
  expect(new Set(routes.map(({ url }) => url)).size).toBeGreaterThan(4);
  for (const { method, url } of routes) {
    for (const address of spellings(url.replaceAll(/:\w+/g, TOKEN))) {
      const headers = { referer: `http://whistlestop.test${address}` };
      await app.inject({ method: method as 'GET', url: address, headers });
    }
  }
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.filter((line) => line.includes(TOKEN))).toEqual([]);
}, 60_000);

test('an address that cannot be read is logged without it', async () => {
  await app.inject(`/sign-in/link/${TOKEN}%`);
  await app.inject(`/sign-in/link/${TOKEN.repeat(20)}`);
  expect(lines.join('')).toContain('address not readable');
  expect(lines.join('')).not.toContain(TOKEN);
});

test('a handler that answers too late does not log the address', async () => {
  const hasty = await aWeb({ ...own.ctx, log }, { timeout: 50 });
  hasty.get('/late/:token', { config: { access: 'anyone' } }, async (_request, reply) => {
    await sleep(150);
    return reply.send('too late');
  });
  await hasty.inject(`/late/${TOKEN}`);
  await expect.poll(() => lines.join('')).toContain('Reply was already sent.');
  expect(lines.join('')).not.toContain(TOKEN);
  await hasty.close();
});

test('a form that cannot be read is logged without its content', async () => {
  const headers = { 'content-type': 'application/json' };
  const payload = '{"code": "lantern tower" nine}';
  await app.inject({ method: 'POST', url: '/sign-in', headers, payload });
  expect(lines.join('')).toContain('request refused');
  expect(lines.join('')).not.toContain('lantern');
});

test('the log shows the route, and the parameters that are no secrets', async () => {
  const visitor = aVisitor(app);
  await visitor.get('/games/EY-1/turns/3?who=ann@players.test');
  await visitor.get(`/games/${TOKEN}`);
  await visitor.get('/my/games/ey-12/sheet');
  await visitor.get(`/account/${TOKEN}/more?code=1`);
  await visitor.get('/superman');
  await visitor.get(`/assets/${TOKEN}.css`);
  expect(addresses()).toEqual([
    '/games/EY-1/turns/3',
    '/games/:number',
    expect.stringMatching(/^\/my\/games\/ey-12\/sheet$/i),
    '/account/…',
    '/…',
    '/assets/…',
  ]);
});
