import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { useContext } from '../helpers/use-context.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../web/visitor.ts';

/* Many sessions on one network do not keep a person there from ending the access of others to their account. */

const own = useContext();
const LIMITS = { forms: 5, peoplePerNetwork: 2, signInByAddress: 1000 };

let roomy: FastifyInstance;
let app: FastifyInstance;

beforeAll(async () => {
  roomy = await aWeb(own.ctx, { limits: { forms: 1000, pages: 10_000, signInByAddress: 1000 } });
  app = await aWeb(own.ctx, { limits: LIMITS });
});
afterAll(async () => {
  await app.close();
  await roomy.close();
});

/** A browser on one network, in which the account has signed in before the limits count. */
async function browser(account: Account): Promise<{ visitor: Visitor; token: string }> {
  const before = await signedIn(roomy, own.ctx, account);
  const token = await before.token();
  const visitor = aVisitor(app);
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value);
  return { visitor, token };
}

test.each([
  ['of the same account', true],
  ['of a neighbor', false],
])('with twelve sessions %s', async (_whose, isOwn) => {
  const ann = await anAccount(own.ctx, 'Ann Owner');
  const home = await browser(ann);
  const other = isOwn ? ann : await anAccount(own.ctx, 'Mallory');
  const sessions = [];
  for (let i = 0; i < 12; i += 1) sessions.push(await browser(other));
  let last = 200;
  for (let i = 0; i < 3; i += 1) {
    for (const { visitor } of sessions) last = (await visitor.get('/account/sessions')).statusCode;
  }
  expect(last).toBe(429);
  expect((await home.visitor.get('/account/sessions')).statusCode).toBe(200);
});
