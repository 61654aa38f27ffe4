import { beforeEach, describe, expect, test } from 'vitest';
import { endOtherSessions, endSession } from '../../src/accounts/end-access.ts';
import { lockAccount } from '../../src/accounts/lock-account.ts';
import { authenticate } from '../../src/accounts/security-codes.ts';
import { openSession } from '../../src/accounts/sessions.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount, codesOf, granted } from '../games/game/play.ts';
import { beside } from '../helpers/beside.ts';
import { testNow } from '../helpers/database.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aSession } from '../helpers/session.ts';
import { useWeb } from '../web/use-web.ts';
import { aVisitor, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A stolen session cannot keep the owner out by ending each new session. */

const { own, app } = useWeb({ limits: { forms: 1000, signInByAddress: 1000 } });
const OTHERS = '/account/sessions/end-others';
let ann: Account;
let thief: Visitor;
let minutes: number;

beforeEach(async () => {
  minutes = 0;
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
  thief = await signedIn(app, own.ctx, ann);
});

/** Signs the owner in, a minute after the one before. */
async function signInLater(): Promise<Visitor> {
  later(1);
  return await signedIn(app, own.ctx, ann);
}

function later(by: number): void {
  minutes += by;
  own.setNow(new Date(testNow.getTime() + minutes * 60_000));
}

const isOpen = async (visitor: Visitor) => (await visitor.get('/account')).statusCode === 200;

/** The addresses of the forms that end a single session. */
async function singleEnds(visitor: Visitor): Promise<string[]> {
  const { body } = await visitor.get('/account/sessions');
  return [...body.matchAll(/action="(\/account\/sessions\/[^"/]+\/end)"/g)].map((match) => match[1] ?? '');
}

describe('a session that is newer', () => {
  test('ends only with the code: alone, and with all others', async () => {
    const owner = await signInLater();
    const [single = ''] = await singleEnds(thief);
    for (const path of [OTHERS, single]) {
      const codes: Record<string, string>[] = [{}, { endCode: '' }, { endCode: 'not my code at all' }];
      for (const fields of codes) {
        const refused = await thief.post(path, fields);
        expect(refused.statusCode).toBe(422);
        expect(refused.body).toContain('This is not your current security code.');
      }
    }
    await thief.post(OTHERS, { which: 'older' });
    expect(await isOpen(owner)).toBe(true);
    expect((await thief.post(single, { endCode: testCode })).statusCode).toBe(303);
    expect(await isOpen(owner)).toBe(false);
    const again = await signInLater();
    expect((await thief.post(OTHERS, { endCode: testCode })).statusCode).toBe(303);
    expect(await isOpen(again)).toBe(false);
  });

  test('is said to need it on the page, and older ones have a button of their own', async () => {
    const middle = await signInLater();
    await signInLater();
    const { body } = await middle.get('/account/sessions');
    expect(body).toContain('Some sessions began after the session of this browser.');
    expect(body).toContain('End all sessions that began before this one');
    expect(body.match(/name="endCode"/g)).toHaveLength(2);
    const newest = await signInLater();
    const page = (await newest.get('/account/sessions')).body;
    expect(page).not.toContain('endCode');
    expect(page).toContain('End all other sessions');
    expect(page).not.toContain('End all sessions that began before this one');
  });

  test('ends without it for the function alone only if it is older', async () => {
    const [older, newer] = [
      await aSession(own.ctx, { accountId: ann.id, method: 'code' }),
      await signInLater(),
    ];
    const sessions = await own.ctx.db.prisma.session.findMany({
      where: { accountId: ann.id },
      orderBy: { createdAt: 'desc' },
    });
    const session = { accountId: ann.id, token: older };
    const handle = sessions[0]?.handle ?? '';
    expect(codesOf(await endSession(own.ctx, session, { handle, isProved: false }))).toEqual(['needs-proof']);
    granted(await endOtherSessions(own.ctx, session, 'older'));
    expect([await isOpen(newer), await isOpen(thief)]).toEqual([true, false]);
  });

  test('ends for an account without a code only from a browser that has just used a mailed link', async () => {
    const bea = await anAccount(own.ctx, 'Bea Cole');
    const byLink = async () => {
      later(1);
      const visitor = aVisitor(app);
      const { issueSignInLink } = await import('../../src/accounts/sign-in-links.ts');
      await visitor.post(`/sign-in/link/${await issueSignInLink(own.ctx.db.prisma, own.ctx, bea.id, 30)}`);
      return visitor;
    };
    const stolen = await byLink();
    later(20);
    const owner = await byLink();
    const [single = ''] =
      (await owner.get('/account/sessions')).body.match(/\/account\/sessions\/[\w-]+\/end(?=")/) ?? [];
    expect(single).not.toBe('');
    const page = (await stolen.get('/account/sessions')).body;
    expect(page).toContain('Before you end sessions that began after this one');
    expect(page).not.toContain('End all other sessions');
    const refused = await stolen.post(OTHERS);
    expect([refused.statusCode, refused.body.includes('Sign in with a new mailed link first')]).toEqual([
      422,
      true,
    ]);
    expect(await isOpen(owner)).toBe(true);
    const newest = await byLink();
    expect((await owner.post(OTHERS)).statusCode).toBe(303);
    expect([await isOpen(newest), await isOpen(stolen), await isOpen(owner)]).toEqual([false, false, true]);
  });
});

describe('sessions that are older', () => {
  test('end without the code, also all at once by an owner who has signed in anew', async () => {
    const others = [await signInLater(), await signInLater()];
    const owner = await signInLater();
    const [single = ''] = await singleEnds(owner);
    expect((await owner.post(single)).headers.location).toBe('/account/sessions?done=session-ended');
    expect((await owner.post(OTHERS)).headers.location).toBe('/account/sessions?done=other-sessions-ended');
    for (const visitor of [thief, ...others]) expect(await isOpen(visitor)).toBe(false);
    expect(await isOpen(owner)).toBe(true);
  });

  test('end without refusing a sign-in that is under way', async () => {
    const stolen = await signInLater();
    later(1);
    const account = granted(await authenticate(own.ctx, { account: String(ann.id), code: testCode }));
    const [single = ''] = await singleEnds(stolen);
    await stolen.post(single);
    await stolen.post(OTHERS);
    await stolen.post(OTHERS, { which: 'older' });
    const token = await openSession(own.ctx, { account, method: 'code' });
    expect(token).not.toBeNull();
  });

  test('leave behind no link to a new address that one of them asked for', async () => {
    for (const which of ['waits', 'mailed']) {
      const stolen = await signInLater();
      const email = `${which}.${ann.email}`;
      await stolen.post('/account/email', { email, emailCode: testCode });
      if (which === 'mailed') await answerRequests(own.ctx);
      const owner = await signInLater();
      await owner.post(OTHERS);
      await answerRequests(own.ctx);
      const waiting = { toAddress: email, status: 'queued' as const };
      expect(await own.ctx.db.prisma.delivery.count({ where: waiting })).toBe(0);
      expect(await own.ctx.db.prisma.addressProof.count({ where: { accountId: ann.id } })).toBe(0);
    }
  });
});

test('a session that is ended at the same moment ends no others', async () => {
  const owner = await signInLater();
  const stolen = await signInLater();
  const form = { _csrf: await stolen.token() };
  const refused = await beside(
    own.ctx,
    (tx) => lockAccount(tx, ann.id),
    () => stolen.postBare(OTHERS, form),
    (tx) => tx.session.deleteMany({ where: { accountId: ann.id, createdAt: own.ctx.now() } }),
  );
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('You have been signed out, so nothing was changed.');
  expect(await isOpen(owner)).toBe(true);
});
