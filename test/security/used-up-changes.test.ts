import { beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/access-tokens.ts';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, codesOf, granted } from '../games/game/play.ts';
import { testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A thief who uses up the changes of a day cannot keep the owner from a new code, which ends the thief's access. */

const { own, app } = useWeb({ limits: { forms: 1000, linksByAddress: 1000 } });
const MINUTE = 60_000;
let ann: Account;

beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
});

const codeOf = (i: number | string) => `harbor candle window ${i}`;

async function signedInByLink(): Promise<Visitor> {
  const visitor = aVisitor(app);
  const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 10);
  expect((await visitor.post(`/sign-in/link/${token}`)).statusCode).toBe(303);
  return visitor;
}

const setCode = (visitor: Visitor, code: string, current = '') =>
  visitor.post('/account/code', { current, code, again: code });

const canSignIn = async (code: string) =>
  (await aVisitor(app).post('/sign-in', { account: String(ann.id), code })).statusCode === 303;

/** Someone who knows the code sets ten others. @returns them, and the last code */
async function useUp(): Promise<{ thief: Visitor; last: string }> {
  const thief = await signedIn(app, own.ctx, ann);
  for (let i = 0; i < 10; i += 1) {
    const set = await setCode(thief, codeOf(i), i === 0 ? testCode : codeOf(i - 1));
    expect(set.statusCode).toBe(303);
  }
  return { thief, last: codeOf(9) };
}

const told = () => own.ctx.db.prisma.delivery.count({ where: { accountId: ann.id, kind: 'confirmation' } });

describe('after someone who knows the code has used up the changes of a day', () => {
  test('the owner sets a new code just after a mailed link, and the thief is out', async () => {
    const { thief, last } = await useUp();
    const refused = await setCode(thief, codeOf('more'), last);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('To set one more code now, sign in with a new mailed link');
    const owner = await signedInByLink();
    expect((await setCode(owner, codeOf('of the owner'))).statusCode).toBe(303);
    expect(await told()).toBe(11);
    expect((await thief.get('/account')).statusCode).toBe(303);
    expect([await canSignIn(last), await canSignIn(codeOf('of the owner'))]).toEqual([false, true]);
  });

  test('each session can do so once, even with two requests at the same time, and only in its first 15 minutes', async () => {
    await useUp();
    const token = await aSession(own.ctx, { accountId: ann.id, method: 'link' });
    const both = await Promise.all(
      [1, 2].map((i) => setSecurityCode(own.ctx, ann.id, codeOf(`x${i}`), token)),
    );
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(codesOf(await setSecurityCode(own.ctx, ann.id, codeOf('again'), token))).toEqual(['too-often']);
    expect(await told()).toBe(11);
    const owner = await signedInByLink();
    own.setNow(new Date(testNow.getTime() + 14 * MINUTE));
    expect((await setCode(owner, codeOf('of the owner'))).statusCode).toBe(303);
    const late = await aSession(own.ctx, { accountId: ann.id, method: 'link' });
    own.setNow(new Date(testNow.getTime() + 30 * MINUTE));
    expect(codesOf(await setSecurityCode(own.ctx, ann.id, codeOf('late'), late))).toEqual(['too-often']);
    expect(await told()).toBe(12);
  });

  test('a session that began with the code cannot, and no session can make a token', async () => {
    await useUp();
    const ways = { code: ['too-often'], link: [] as string[] };
    for (const method of ['code', 'link'] as const) {
      const token = await aSession(own.ctx, { accountId: ann.id, method });
      const wanted = { name: 'A program', scopes: ['read' as const], days: 30 as const };
      const made = await createToken(own.ctx, { accountId: ann.id, token }, wanted);
      expect(codesOf(made)).toEqual(['too-often']);
      const set = await setSecurityCode(own.ctx, ann.id, codeOf(method), token);
      expect(set.ok ? [] : codesOf(set)).toEqual(ways[method]);
    }
  });
});

test('tokens that use up the changes of a day do not keep the owner from a new code, which ends them', async () => {
  granted(await setSecurityCode(own.ctx, ann.id, testCode));
  const token = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
  for (let i = 0; i < 10; i += 1) {
    const wanted = { name: `Program ${i}`, scopes: ['read' as const], days: 30 as const };
    granted(await createToken(own.ctx, { accountId: ann.id, token }, wanted));
  }
  const owner = await signedInByLink();
  expect((await setCode(owner, codeOf('of the owner'))).statusCode).toBe(303);
  expect(await own.ctx.db.prisma.accessToken.count({ where: { accountId: ann.id } })).toBe(0);
});
