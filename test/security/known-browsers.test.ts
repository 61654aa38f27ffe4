import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../web/visitor.ts';

/* Neighbors behind one network address must not keep people from signing in whose browser has been signed in before. */

const COOKIE = 'whistlestop-known';
const MAX = 4;
let own: TestContext;
let app: FastifyInstance;
let ann: Account;

beforeAll(async () => {
  own = await testContext();
  ann = await anAccount(own.ctx, 'Ann Baker');
});
afterAll(() => own.close());
beforeEach(async () => {
  app = await aWeb(own.ctx, { limits: { forms: MAX, pages: 20 } });
});
afterEach(() => app.close());

/** Uses up the limits of those who are not signed in, and goes on. */
async function beLoud(): Promise<void> {
  const neighbor = aVisitor(app);
  for (let i = 0; i < MAX + 2; i += 1) await neighbor.postBare('/sign-in', {});
  expect((await neighbor.postBare('/sign-in', {})).statusCode).toBe(429);
  for (let i = 0; i < 22; i += 1) await neighbor.get('/sign-in');
  expect((await neighbor.get('/sign-in')).statusCode).toBe(429);
}

const codeOf = (account: Account) => ({ account: String(account.id), code: testCode });

test('someone who has signed out signs in again, by code and by link, beside a neighbor who sends many forms', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  await visitor.post('/sign-out');
  await beLoud();
  const sent = await visitor.post('/sign-in/link', { who: String(ann.id) });
  expect(sent.statusCode).toBe(200);
  const signIn = await visitor.post('/sign-in', codeOf(ann));
  expect(signIn.statusCode).toBe(303);
  expect((await visitor.get('/account')).statusCode).toBe(200);
});

test('so does someone whose session has been ended', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  visitor.cookies.delete('whistlestop');
  await beLoud();
  expect((await visitor.post('/sign-in', codeOf(ann))).statusCode).toBe(303);
});

test('a known browser has a limit, too, which all browsers of the account in a network share', async () => {
  const [one, other] = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
  for (const visitor of [one, other]) visitor.cookies.delete('whistlestop');
  const statuses: number[] = [];
  for (let i = 0; i < MAX; i += 1) {
    for (const visitor of [one, other]) statuses.push((await visitor.postBare('/sign-in', {})).statusCode);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(MAX);
});

test('someone who has kept the cookie does not use up the limit of its owner in another network', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  await visitor.post('/sign-out');
  const headers = { cookie: `${COOKIE}=${visitor.cookies.get(COOKIE)}` };
  const elsewhere = { method: 'GET' as const, url: '/sign-in', headers, remoteAddress: '198.51.100.9' };
  for (let i = 0; i < 22; i += 1) await app.inject(elsewhere);
  expect((await app.inject(elsewhere)).statusCode).toBe(429);
  expect((await visitor.post('/sign-in', codeOf(ann))).statusCode).toBe(303);
});

test('a cookie that this server did not write has no limits of its own', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const cookie = visitor.cookies.get(COOKIE) ?? '';
  await beLoud();
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  const [browser = '', proof = ''] = cookie.split('.');
  const forged = [`${flip(browser)}.${proof}`, `${browser}.${flip(proof)}`, browser, '', `${cookie}0`];
  for (const value of forged) {
    const stranger = aVisitor(app);
    stranger.cookies.set(COOKIE, value);
    expect((await stranger.get('/sign-in')).statusCode).toBe(429);
  }
  const known = aVisitor(app);
  known.cookies.set(COOKIE, cookie);
  expect((await known.get('/sign-in')).statusCode).toBe(200);
});

test('the cookie signs no one in, and does not name the account', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const known = aVisitor(app);
  const cookie = visitor.cookies.get(COOKIE) ?? '';
  known.cookies.set(COOKIE, cookie);
  expect((await known.get('/account')).statusCode).toBe(303);
  expect(cookie).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{64}$/);
});

test('the page on privacy tells of the cookie', async () => {
  expect((await aVisitor(app).get('/privacy')).body).toContain('give your browser request limits of its own');
});
