import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { Account } from '../../src/database/generated/client.ts';
import type { RateLimits } from '../../src/web/web-context.ts';
import { anAccount, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { ask, aToken } from '../web/api/a-program.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A neighbor with many accounts uses up the limits of a network. People in running games can still play. All are behind one address. */

/** For each person. A fifth of it, rounded up, is kept for people in games: 4 pages, 1 form, 4 pages of games. */
const LIMITS = { pages: 20, forms: 5, games: 20, peoplePerNetwork: 3, signInByAddress: 1000 };

const HOME = '127.0.0.1';

const SHEET = { _turn: '1', 'fundraising[0]': 'CA', 'campaign[0].state': 'CA', 'campaign[0].spend': '10' };

let own: TestContext;
let played: TestGame;
let roomy: FastifyInstance;
let app: FastifyInstance;

beforeEach(async () => {
  own = await testContext();
  played = await runningGame(own.ctx, { humans: 3, opponents: 4 });
  roomy = await aWeb(own.ctx);
});
afterEach(async () => {
  await app.close();
  await roomy.close();
  await own.close();
});

const page = () => `/my/games/${played.game.prefix}-${played.game.serial}`;

async function serve(limits: Partial<RateLimits> = LIMITS): Promise<void> {
  app = await aWeb(own.ctx, { limits });
}

/** Someone who has signed in before the limits count, and the token of their forms. */
async function member(account: Account, network = HOME): Promise<{ visitor: Visitor; token: string }> {
  const before = await signedIn(roomy, own.ctx, account);
  const token = await before.token();
  const visitor = aVisitor({ inject: (options) => app.inject({ ...options, remoteAddress: network }) });
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value);
  return { visitor, token };
}

/** New accounts send so many forms and ask for so many pages that the network has none left. */
async function beLoud(network = HOME): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    const { visitor } = await member(await anAccount(own.ctx, `Loud ${i}`), network);
    for (let k = 0; k < 5; k += 1) await visitor.postBare('/sign-in/link', {});
    for (let k = 0; k < 15; k += 1) await visitor.get('/practice');
  }
}

test('new accounts of a neighbor keep neither a player nor a GM from their game', async () => {
  await serve();
  const [ann, greta] = [await member(played.players[0] as Account), await member(played.gm)];
  await beLoud();
  expect((await ann.visitor.get(page())).statusCode).toBe(200);
  const sent = await ann.visitor.postBare(`${page()}/sheet`, { ...SHEET, _csrf: ann.token });
  expect(sent.statusCode).toBe(303);
  expect(sent.headers['retry-after']).toBeUndefined();
  expect(await own.ctx.db.prisma.sheet.count({ where: { gameId: played.game.id } })).toBeGreaterThan(0);
  expect((await greta.visitor.get(page().replace('/my/', '/gm/'))).statusCode).toBe(200);
});

test('someone who plays in no running game is refused, and so are strangers', async () => {
  await serve();
  const [idle, former] = [
    await member(await anAccount(own.ctx, 'Ida Idle')),
    await member(played.players[0] as Account),
  ];
  await own.ctx.db.prisma.game.update({ where: { id: played.game.id }, data: { status: 'abandoned' } });
  await beLoud();
  expect((await idle.visitor.get('/account/calendar')).statusCode).toBe(429);
  expect((await former.visitor.get('/account/calendar')).statusCode).toBe(429);
  expect((await aVisitor(app).get('/sign-in')).statusCode).toBe(429);
});

test('a player can have a fifth of the own limit then, also in several browsers', async () => {
  await serve();
  const ann = played.players[0] as Account;
  const [one, other] = [(await member(ann)).visitor, (await member(ann)).visitor];
  await beLoud();
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    statuses.push(
      (await one.get('/account/calendar')).statusCode,
      (await other.get('/account/calendar')).statusCode,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('someone who uses a browser in which a player was signed in before cannot use up the part of the player', async () => {
  await serve();
  const ann = played.players[0] as Account;
  const before = [(await member(ann)).visitor, (await member(ann)).visitor];
  for (const browser of before) browser.cookies.delete('whistlestop');
  const { visitor } = await member(ann);
  await beLoud();
  const statuses: number[] = [];
  // These browsers have one part together.
  for (let i = 0; i < 3; i += 1) {
    for (const browser of before) statuses.push((await browser.get('/sign-in')).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await visitor.get('/account/calendar')).statusCode).toBe(200);
});

test('someone elsewhere with an old cookie of a player cannot use up the part that is kept for the player', async () => {
  await serve();
  const ann = played.players[0] as Account;
  const [home, away] = [(await member(ann)).visitor, (await member(ann, '198.51.100.7')).visitor];
  away.cookies.delete('whistlestop');
  await beLoud();
  await beLoud('198.51.100.7');
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) statuses.push((await away.get('/sign-in')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect((await home.get('/account/calendar')).statusCode).toBe(200);
});

test('a player who was signed out can sign in again in the same browser', async () => {
  await serve();
  const ann = played.players[0] as Account;
  const { visitor, token } = await member(ann);
  visitor.cookies.delete('whistlestop');
  await beLoud();
  const fields = { account: String(ann.id), code: testCode, _csrf: token };
  expect((await visitor.postBare('/sign-in', fields)).statusCode).toBe(303);
  expect((await visitor.get(page())).statusCode).toBe(200);
});

test('one person with many accounts in games has at most twice the limit of a network', async () => {
  await serve({ ...LIMITS, pages: 10, peoplePerNetwork: 1 });
  const { gm, players } = await runningGame(own.ctx, { humans: 7, opponents: 0 });
  const people = await Promise.all([gm, ...players].map((account) => member(account)));
  const statuses: number[] = [];
  for (const { visitor } of people) {
    for (let k = 0; k < 10; k += 1) statuses.push((await visitor.get('/account/calendar')).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
});

test('programs of players go on, too', async () => {
  await serve();
  const ann = played.players[0] as Account;
  granted(await setSecurityCode(own.ctx, ann.id, testCode));
  await beLoud();
  const authorization = `Basic ${Buffer.from(`${ann.id}:${testCode}`).toString('base64')}`;
  const answer = await app.inject({ url: '/api/games/EY-9999/sheet', headers: { authorization } });
  expect(answer.statusCode).toBe(404);
});

test('a program cannot use up the part that is kept for the browsers of its owner', async () => {
  await serve();
  const ann = played.players[0] as Account;
  const { visitor } = await member(ann);
  const token = await aToken(own.ctx, ann.id, ['practice']);
  await beLoud();
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    statuses.push((await ask(app, token, ['GET', '/api/practice'])).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect((await visitor.get('/account/calendar')).statusCode).toBe(200);
});

test('a player can end other sessions also when the part that is kept is used up', async () => {
  await serve();
  const { visitor, token } = await member(played.players[0] as Account);
  await beLoud();
  for (let i = 0; i < 5; i += 1) await visitor.get('/account/calendar');
  expect((await visitor.get('/account/calendar')).statusCode).toBe(429);
  expect((await visitor.get('/account/sessions')).statusCode).toBe(200);
  const ended = await visitor.postBare('/account/sessions/end-others', { _csrf: token });
  expect(ended.statusCode).toBe(303);
});
