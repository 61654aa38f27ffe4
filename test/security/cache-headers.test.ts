import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { anAccount, gameNow, runningGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/** Which answers caches may keep: walks all registered routes, so new ones are covered as soon as they exist. */

let own: TestContext;
let app: FastifyInstance;
let operator: Account;
let number: string;

/** Pages without forms that are the same for everyone who is not signed in. */
const CACHEABLE = [
  '/api/openapi.json',
  ...['/picture.png', '/games/:number/turns/:turn/picture.png'],
  ...['/games/:number/verify', '/games/:number/export.json'],
  ...[
    '/rules',
    '/rules/:id',
    '/rules/:id.pdf',
    '/rules/:id.txt',
    '/help',
    '/help/gm',
    '/help/api',
    '/contact',
    '/privacy',
  ],
];

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 100_000, pages: 100_000 } });
  app.get('/with-form', { config: { access: 'anyone', cacheable: true } }, async (_request, reply) => {
    return reply.send(reply.generateCsrf());
  });
  app.get('/fails', { config: { access: 'anyone', cacheable: true } }, async () => {
    throw new Error('failed on purpose');
  });
  app.get('/moved', { config: { access: 'anyone', cacheable: true } }, async (_request, reply) => {
    return reply.redirect('/', 303);
  });
  await app.ready();
  const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  number = `${game.prefix}-${game.serial}`;
  let now = await gameNow(own.ctx, game.id);
  for (; now.status === 'running'; now = await gameNow(own.ctx, game.id)) {
    await processTurn(own.ctx, { gameId: game.id, turn: now.turn, by: null });
  }
  const { id } = await anAccount(own.ctx, 'Olive Operator');
  operator = await own.ctx.db.prisma.account.update({ where: { id }, data: { operator: true } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const cacheControl = (response: LightMyRequestResponse) => response.headers['cache-control'];

/** Requests every route, and returns those whose answer a cache may keep. */
async function keptByCaches(visitor: Visitor, headers: Record<string, string> = {}) {
  const kept: string[] = [];
  const _csrf = await visitor.token();
  let read = 0;
  for (const { method, url } of app.routeAccess) {
    if (url === '/sign-out') continue;
    const address = url.replace(':number', number).replaceAll(/:(turn|attempt|version)/g, '1');
    const response =
      method === 'GET' ? await visitor.get(address, headers) : await visitor.postBare(address, { _csrf });
    if (response.statusCode === 200) read += 1;
    if (cacheControl(response) !== 'no-store') kept.push(url);
  }
  return { kept, read };
}

test('no answer to someone who is signed in is kept by caches, whatever its route', async () => {
  const { kept, read } = await keptByCaches(await signedIn(app, own.ctx, operator));
  expect(kept).toEqual([]);
  expect(read).toBeGreaterThan(15);
}, 60_000);

test('no answer to a program that signs in is kept by caches', async () => {
  const authorization = `Basic ${Buffer.from(`${operator.id}:${testCode}`).toString('base64')}`;
  expect((await keptByCaches(aVisitor(app), { authorization })).kept).toEqual([]);
}, 60_000);

test('without signing in, caches may keep only pages that are marked as cacheable', async () => {
  const kept: string[] = [];
  for (const { method, url } of app.routeAccess.filter((route) => route.method === 'GET')) {
    const address = url
      .replace(':number', number)
      .replace('/rules/:id', '/rules/election-year')
      .replaceAll(/:(turn|attempt|version)/g, '1');
    const response = await aVisitor(app).get(address);
    if (cacheControl(response) !== 'no-store') kept.push(`${method} ${url} ${response.statusCode}`);
  }
  expect(kept).toEqual(CACHEABLE.map((url) => `GET ${url} 200`));
}, 60_000);

test('a browser whose session has expired gets nothing that caches keep', async () => {
  const visitor = aVisitor(app);
  visitor.cookies.set('whistlestop', 'x'.repeat(43));
  expect((await keptByCaches(visitor)).kept).toEqual([]);
}, 60_000);

test.each([
  ['a page with a form token, which is tied to a cookie', '/with-form', 200],
  ['a page that failed', '/fails', 500],
  ['a redirect', '/moved', 303],
  ['a page that does not exist', '/nothing', 404],
  ['a static file that does not exist', '/assets/nothing.css', 404],
  ['an address that cannot be read', '/%', 404],
])('caches do not keep %s', async (_what, url, status) => {
  const response = await app.inject({ url });
  expect([response.statusCode, cacheControl(response)]).toEqual([status, 'no-store']);
});

test('caches keep static files', async () => {
  expect(cacheControl(await app.inject({ url: '/assets/site.css' }))).toMatch(/^public, max-age=/);
});
