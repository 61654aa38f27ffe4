import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { ask, aToken } from '../web/api/a-program.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/*
 * Someone else has a token of an account, or one of its sessions, and sends requests without end. The owner, who is elsewhere,
 * can go on, and can end that.
 */

const LIMITS = { pages: 20, forms: 5, games: 10, checks: 10, peoplePerNetwork: 100, signInByAddress: 1000 };

const SHEET = { _turn: '1', 'fundraising[0]': 'CA', 'campaign[0].state': 'CA', 'campaign[0].spend': '10' };

let own: TestContext;
let played: TestGame;
let ann: Account;
let roomy: FastifyInstance;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  played = await runningGame(own.ctx, { humans: 7, opponents: 0 });
  roomy = await aWeb(own.ctx, { limits: { forms: 1000, pages: 10_000, signInByAddress: 1000 } });
  app = await aWeb(own.ctx, { limits: LIMITS });
});
// Each test has a player of its own, who has used up nothing.
beforeEach(() => {
  ann = played.players.pop() as Account;
});
afterAll(async () => {
  await app.close();
  await roomy.close();
  await own.close();
});

const page = () => `/my/games/${played.game.prefix}-${played.game.serial}`;
const apiSheet = () => `/api/games/${played.game.prefix}-${played.game.serial}/sheet`;

const webFrom = (remoteAddress: string, web = app): Pick<FastifyInstance, 'inject'> =>
  ({ inject: (options: object) => web.inject({ ...options, remoteAddress }) }) as FastifyInstance;

/** A browser in which Ann has signed in before the limits count, and the token of its forms. */
async function browser(network: string, web = app): Promise<{ visitor: Visitor; token: string }> {
  const before = await signedIn(roomy, own.ctx, ann);
  const token = await before.token();
  const visitor = aVisitor(webFrom(network, web));
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value);
  return { visitor, token };
}

const HOME = '198.51.100.7';

const sendSheet = ({ visitor, token }: { visitor: Visitor; token: string }) =>
  visitor.postBare(`${page()}/sheet`, { ...SHEET, _csrf: token });

/** Asks so often for pages and pages of games, and sends so many forms, that nothing more of it is answered. */
async function flood({ visitor, token }: { visitor: Visitor; token: string }): Promise<void> {
  for (let i = 0; i < 10; i += 1) await sendSheet({ visitor, token });
  for (let i = 0; i < 15; i += 1) await visitor.get(page());
  for (let i = 0; i < 30; i += 1) await visitor.get('/account/calendar');
  expect((await visitor.get('/account/calendar')).statusCode).toBe(429);
  expect((await sendSheet({ visitor, token })).statusCode).toBe(429);
  expect((await visitor.get(page())).statusCode).toBe(429);
}

async function floodAsProgram(token: string): Promise<void> {
  const web = webFrom('203.0.113.7');
  for (let i = 0; i < 10; i += 1) await ask(web, token, ['POST', '/api/practice'], { ruleset: 'chess' });
  for (let i = 0; i < 30; i += 1) await ask(web, token, ['GET', '/api/practice']);
  expect((await ask(web, token, ['GET', '/api/practice'])).status).toBe(429);
  expect((await ask(web, token, ['POST', '/api/practice'], { ruleset: 'chess' })).status).toBe(429);
}

describe('a program that has a token for practice games alone', () => {
  test('keeps the owner neither from their game nor from revoking the token', async () => {
    const home = await browser(HOME);
    const token = await aToken(own.ctx, ann.id, ['practice']);
    await floodAsProgram(token);
    expect((await home.visitor.get(page())).statusCode).toBe(200);
    expect((await sendSheet(home)).statusCode).toBe(303);
    const tokens = await home.visitor.get('/account/tokens');
    const revoke = /action="(\/account\/tokens\/[^"]+\/revoke)"/.exec(tokens.body)?.[1] ?? '';
    expect((await home.visitor.postBare(revoke, { _csrf: home.token })).statusCode).toBe(303);
    expect((await ask(app, token, ['GET', '/api/practice'])).status).toBe(401);
    // All of the limit of the browsers is left for them.
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) statuses.push((await home.visitor.get('/account/calendar')).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(18);
  });

  test('does not keep another program of the owner from sending a sheet', async () => {
    const [practicing, playing] = [
      await aToken(own.ctx, ann.id, ['practice']),
      await aToken(own.ctx, ann.id, ['sheets', 'read']),
    ];
    await floodAsProgram(practicing);
    const sent = await ask(app, playing, ['POST', `${apiSheet()}?turn=1`], { fundraising: ['CA'] });
    expect([sent.status, sent.headers['retry-after']]).toEqual([200, undefined]);
    const schema = await ask(app, playing, ['GET', `${apiSheet()}/schema`]);
    expect(schema.status).toBe(200);
  });
});

describe('someone who has a session of the account', () => {
  test('does not keep the owner from their game, nor from ending that session', async () => {
    const [home, stolen] = [await browser(HOME), await browser('203.0.113.7')];
    await flood(stolen);
    expect((await home.visitor.get(page())).statusCode).toBe(200);
    const sent = await sendSheet(home);
    expect([sent.statusCode, sent.headers['retry-after']]).toEqual([303, undefined]);
    expect((await home.visitor.get('/account/sessions')).statusCode).toBe(200);
    const ended = await home.visitor.postBare('/account/sessions/end-others', { _csrf: home.token });
    expect(ended.statusCode).toBe(303);
    expect((await stolen.visitor.get('/account')).statusCode).toBe(303);
    expect((await home.visitor.get(page())).statusCode).toBe(200);
  });

  test('does not keep the owner from it with six of them either, nor from a new code', async () => {
    const home = await browser(HOME);
    const stolen = [];
    for (let i = 1; i <= 6; i += 1) stolen.push(await browser(`203.0.113.${i}`));
    for (const one of stolen) await flood(one);
    expect((await home.visitor.get('/account/calendar')).statusCode).toBe(429);
    for (const path of ['/account', '/account/sessions', '/account/tokens', '/account/passkeys']) {
      expect((await home.visitor.get(path)).statusCode, path).toBe(200);
    }
    const next = 'copper harbor evening';
    const fields = { current: testCode, code: next, again: next, _csrf: home.token };
    const changed = await home.visitor.postBare('/account/code', fields);
    expect([changed.statusCode, changed.headers.location]).toEqual([303, '/account?done=code-set']);
    for (const { visitor } of stolen) expect((await visitor.get('/account')).statusCode).toBe(303);
  });

  test('does not use up the attempts of the owner to make a token', async () => {
    const stolen = await signedIn(roomy, own.ctx, ann);
    const form = { name: 'Mine', days: '30', practice: 'yes', _csrf: await stolen.token() };
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1)
      statuses.push((await stolen.postBare('/account/tokens', { ...form, days: '1' })).statusCode);
    expect(statuses.slice(-2)).toEqual([422, 429]);
    const home = await signedIn(roomy, own.ctx, ann);
    const made = await home.post('/account/tokens', {
      ...form,
      addCode: testCode,
      _csrf: await home.token(),
    });
    expect(made.body).toContain('whistlestop_');
  });
});

describe('an account', () => {
  const countOf = (statuses: number[]) => statuses.filter((status) => status === 200).length;

  test('has three times the limit in all, with however many sessions and tokens', async () => {
    const web = await aWeb(own.ctx, { limits: { ...LIMITS, games: 1000 } });
    const statuses: number[] = [];
    for (let i = 1; i <= 8; i += 1) {
      const { visitor } = await browser(`203.0.${i}.1`, web);
      for (let k = 0; k < 25; k += 1) statuses.push((await visitor.get('/account/calendar')).statusCode);
    }
    expect(countOf(statuses)).toBe(2 * LIMITS.pages);
    for (let i = 1; i <= 3; i += 1) {
      const token = await aToken(own.ctx, ann.id, ['practice']);
      for (let k = 0; k < 25; k += 1) statuses.push((await ask(web, token, ['GET', '/api/practice'])).status);
    }
    await web.close();
    expect(countOf(statuses)).toBe(3 * LIMITS.pages);
  });

  test('has for one session what it had: the limit of a person, and for ending access that of forms', async () => {
    const { visitor } = await browser(HOME);
    const [pages, ending]: number[][] = [[], []];
    for (let i = 0; i < 25; i += 1) pages?.push((await visitor.get('/account/calendar')).statusCode);
    for (let i = 0; i < 10; i += 1) ending?.push((await visitor.get('/account/sessions')).statusCode);
    expect([countOf(pages ?? []), countOf(ending ?? [])]).toEqual([LIMITS.pages, LIMITS.forms]);
  });
});
