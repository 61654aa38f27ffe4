import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { RateLimits } from '../../src/web/web-context.ts';
import { anAccount, granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { aWeb, testCode } from '../web/visitor.ts';

/* Limits are for each person. Someone with many accounts, or many addresses, must not have as many times the limit. */

let own: TestContext;
let app: FastifyInstance;

beforeEach(async () => {
  own = await testContext();
});
afterEach(async () => {
  await app.close();
  await own.close();
});

async function serve(limits: Partial<RateLimits>): Promise<void> {
  app = await aWeb(own.ctx, { limits });
}

/** Asks for a page as someone who is signed in, or as a stranger. */
async function statusOf(url: string, remoteAddress: string, session?: string): Promise<number> {
  const headers = session === undefined ? {} : { cookie: `whistlestop=${session}` };
  return (await app.inject({ url, remoteAddress, headers })).statusCode;
}

async function newSession(): Promise<string> {
  const { id } = await anAccount(own.ctx, 'Ann Baker');
  return aSession(own.ctx, { accountId: id, method: 'code' });
}

/** Asks for a game that does not exist as a program: a 404 if the code is right and no limit is reached. */
async function program(
  account: number,
  { code = testCode, method = 'GET' as 'GET' | 'POST', remoteAddress = HOME } = {},
): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}`;
  const headers = { authorization, ...(method === 'POST' && { 'content-type': 'application/json' }) };
  const payload = method === 'POST' ? { payload: '{}' } : {};
  const url = `/api/games/EY-999/sheet${method === 'POST' ? '?turn=1' : ''}`;
  return (await app.inject({ method, url, remoteAddress, headers, ...payload })).statusCode;
}

/** The number of a new account whose code is `testCode`. */
async function accountOfProgram(name: string): Promise<number> {
  const { id } = await anAccount(own.ctx, name);
  granted(await setSecurityCode(own.ctx, id, testCode));
  return id;
}

const HOME = '192.0.2.1';

test('many accounts on one network have only so many times the limit of one, and other networks their own', async () => {
  await serve({ pages: 2, peoplePerNetwork: 3 });
  const sessions = await Promise.all(Array.from({ length: 5 }, newSession));
  const statuses: number[] = [];
  for (const session of sessions) {
    for (let i = 0; i < 2; i += 1) statuses.push(await statusOf('/account/calendar', HOME, session));
  }
  expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
  expect(await statusOf('/account/calendar', '192.0.2.2', await newSession())).toBe(200);
});

test('what one person asks for beyond the limit does not use up that of the network', async () => {
  await serve({ pages: 2, peoplePerNetwork: 3 });
  const loud = await newSession();
  for (let i = 0; i < 20; i += 1) await statusOf('/account/calendar', HOME, loud);
  expect(await statusOf('/account/calendar', HOME, loud)).toBe(429);
  expect(await statusOf('/account/calendar', HOME, await newSession())).toBe(200);
});

test('costly pages have such limits of their own', async () => {
  await serve({ games: 1, peoplePerNetwork: 2 });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) statuses.push(await statusOf('/practice', HOME, await newSession()));
  expect(statuses).toEqual([200, 200, 429]);
});

test('a block of 256 IPv4 addresses has three times the limit of one of them, and others have theirs', async () => {
  await serve({ pages: 2, peoplePerNetwork: 1 });
  const statuses: number[] = [];
  for (let i = 1; i <= 5; i += 1) {
    for (let k = 1; k <= 2; k += 1) statuses.push(await statusOf('/sign-in', `203.0.113.${i}`));
  }
  expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
  expect(await statusOf('/sign-in', '203.0.112.1')).toBe(200);
});

test('costly pages have such limits of blocks, too', async () => {
  await serve({ games: 1, peoplePerNetwork: 1 });
  const statuses: number[] = [];
  for (let i = 1; i <= 4; i += 1) statuses.push(await statusOf('/practice', `203.0.113.${i}`));
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('strangers with many /64 networks share the limits of their /48', async () => {
  await serve({ pages: 2, peoplePerNetwork: 3 });
  const statuses: number[] = [];
  for (let i = 1; i <= 5; i += 1) {
    for (let k = 1; k <= 2; k += 1) statuses.push(await statusOf('/sign-in', `2001:db8:7:${i}::${k}`));
  }
  expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
  expect(await statusOf('/sign-in', '2001:db8:8:1::1')).toBe(200);
});

test('so do the mails that they ask for', async () => {
  await serve({ linksByAddress: 1, peoplePerNetwork: 2 });
  const statuses: number[] = [];
  for (let i = 1; i <= 3; i += 1) {
    const remoteAddress = `2001:db8:7:${i}::1`;
    const page = await app.inject({ url: '/sign-in', remoteAddress });
    const token = /name="_csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      ...{ method: 'POST', url: '/sign-in/link', remoteAddress },
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ _csrf: token, who: 'ann@post.test' }).toString(),
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('wrong codes of a program do not use up the limits of others on its network', async () => {
  await serve({ pages: 4, forms: 2, peoplePerNetwork: 5, signInByAddress: 1000 });
  const [ann, bob] = [await accountOfProgram('Ann Baker'), await accountOfProgram('Bob Carter')];
  for (let i = 0; i < 6; i += 1) expect(await program(900_000 + i, { method: 'POST' })).toBe(401);
  expect(await program(ann, { method: 'POST' })).toBe(404);
  for (let i = 0; i < 3; i += 1) expect(await program(ann)).toBe(404);
  // The limit of an account is the same wherever its programs are.
  expect(await program(ann)).toBe(429);
  expect(await program(ann, { remoteAddress: '192.0.2.2' })).toBe(429);
  for (let i = 0; i < 2; i += 1) expect(await program(bob, { method: 'POST' })).toBe(404);
  expect(await program(bob, { method: 'POST' })).toBe(429);
});

test('a network can send programs with wrong codes only so often, and its people can still open pages', async () => {
  await serve({ pages: 2, peoplePerNetwork: 3, signInByAddress: 1000, signInByAccount: 1000 });
  const statuses: number[] = [];
  for (let i = 0; i < 8; i += 1) statuses.push(await program(900_000, { code: 'wrong' }));
  expect(statuses).toEqual([...Array(6).fill(401), 429, 429]);
  expect(await statusOf('/account/calendar', HOME, await newSession())).toBe(200);
  const carl = await accountOfProgram('Carl Dunn');
  expect(await program(carl, { remoteAddress: '192.0.2.2' })).toBe(404);
});
