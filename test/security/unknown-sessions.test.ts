import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { aWeb } from '../web/visitor.ts';

/* Cookies that someone thought up must not make the database look for sessions as fast as they can be sent. */

const MAX = 5;
let own: TestContext;
let app: FastifyInstance;
let mine: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { pages: MAX } });
  const ann = await anAccount(own.ctx, 'Ann Baker');
  mine = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** Asks for a page with a session cookie. Returns the status, and how often a session was looked for. */
async function ask(token: string, remoteAddress: string): Promise<[status: number, looked: number]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const headers = { cookie: `whistlestop=${token}` };
  const { statusCode } = await app.inject({ method: 'GET', url: '/no-such-page', headers, remoteAddress });
  const queries = spy.mock.calls.filter(([query]) =>
    /from (\\"public\\"\.)?\\"Session\\"/i.test(JSON.stringify(query)),
  );
  spy.mockRestore();
  return [statusCode, queries.length];
}

const thoughtUp = () => randomBytes(32).toString('base64url');

test('after so many unknown sessions, the database is not asked for another one from this network', async () => {
  const from = '198.51.100.1';
  for (let i = 0; i < MAX; i += 1) expect(await ask(thoughtUp(), from)).toEqual([404, 1]);
  for (let i = 0; i < 3; i += 1) expect(await ask(thoughtUp(), from)).toEqual([429, 0]);
  expect(await ask(thoughtUp(), '198.51.100.2')).toEqual([404, 1]);
});

test('people who are signed in go on in the network of someone who sends unknown sessions', async () => {
  const from = '198.51.100.3';
  expect(await ask(mine, from)).toEqual([404, 1]);
  for (let i = 0; i <= MAX; i += 1) await ask(thoughtUp(), from);
  expect(await ask(thoughtUp(), from)).toEqual([429, 0]);
  expect(await ask(mine, from)).toEqual([404, 1]);
});
