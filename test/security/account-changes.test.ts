import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailRequestedLink } from '../../src/accounts/requested-mail.ts';
import { hasSecurityCode } from '../../src/accounts/security-codes.ts';
import { issueSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { aVisitor, aWeb, type Visitor } from '../web/visitor.ts';

/* A browser that was left signed in to an account without a security code, and a person who needs a link to get in. */

const MINUTE = 60_000;
let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, linksByAddress: 1000 } });
});
afterEach(() => own.setNow(testNow));
afterAll(async () => {
  await app.close();
  await own.close();
});

async function signedInByLink(account: Account): Promise<Visitor> {
  const visitor = aVisitor(app);
  const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, account.id, 10);
  expect((await visitor.post(`/sign-in/link/${token}`)).statusCode).toBe(303);
  return visitor;
}

describe('an account without a security code', () => {
  const CHANGES: [what: string, url: string, fields: Record<string, string>][] = [
    ['gets no code', '/account/code', { code: 'lantern tower nine', again: 'lantern tower nine' }],
    ['gets no other address', '/account/email', { email: 'thief@elsewhere.test' }],
    ['is not deleted', '/account/delete', { sure: 'yes' }],
  ];

  test.each(CHANGES)('%s from a browser that was left signed in', async (_what, url, fields) => {
    const account = await anAccount(own.ctx, 'Ann Baker');
    const visitor = await signedInByLink(account);
    own.setNow(new Date(testNow.getTime() + 16 * MINUTE));
    const answer = await visitor.post(url, fields);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('Sign in with a new mailed link first');
    expect(answer.body).toContain('Mail me a sign-in link');
    const where = { id: account.id };
    const now = await own.ctx.db.prisma.account.findUniqueOrThrow({ where });
    expect([now.email, now.deletedAt, await hasSecurityCode(own.ctx, account.id)]).toEqual([
      account.email,
      null,
      false,
    ]);
  });

  test('is told by mail when a session sets its code, and when one changes it', async () => {
    const account = await anAccount(own.ctx, 'Dora Dale');
    const visitor = await signedInByLink(account);
    const told = () =>
      own.ctx.db.prisma.delivery.findMany({ where: { accountId: account.id, kind: 'confirmation' } });
    for (const [times, code] of ['lantern tower nine', 'harbor candle window'].entries()) {
      const set = await visitor.post('/account/code', { code, again: code });
      expect(set.statusCode).toBe(303);
      const mails = await told();
      expect(mails.map(({ detail }) => (detail as { what: string }).what)).toEqual(
        Array.from({ length: times + 1 }, () => 'codeSet'),
      );
    }
    const [mail] = await told();
    const body = await composeDelivery(
      { ctx: own.ctx, publicUrl: 'https://w.test', from: 'post@w.test', renderPdf: createPdfCache() },
      mail?.id as string,
    );
    expect(JSON.stringify(body)).toContain('security code of account');
  });

  test('gets a code within 15 minutes after its owner has signed in by a mailed link', async () => {
    const account = await anAccount(own.ctx, 'Carl Dunn');
    const visitor = await signedInByLink(account);
    own.setNow(new Date(testNow.getTime() + 14 * MINUTE));
    const [, url = '', fields = {}] = CHANGES[0] ?? [];
    expect((await visitor.get('/account')).body).not.toContain('Mail me a sign-in link');
    expect((await visitor.post(url, fields)).statusCode).toBe(303);
    expect(await hasSecurityCode(own.ctx, account.id)).toBe(true);
  });
});

test('someone who keeps asking for links to an account does not keep its owner from getting one that works', async () => {
  const account = await anAccount(own.ctx, 'Eve Farrow');
  const ask = () => mailRequestedLink(own.ctx, { account: account.id, next: '', minutes: 10 });
  const where = { accountId: account.id };
  const sent = () => own.ctx.db.prisma.delivery.count({ where: { ...where, kind: 'signInLink' } });
  for (let minute = 0; minute < 60; minute += 1) {
    own.setNow(new Date(testNow.getTime() + minute * MINUTE));
    await ask();
    const usable = {
      ...where,
      usedAt: null,
      expiresAt: { gt: new Date(own.ctx.now().getTime() + 4 * MINUTE) },
    };
    expect(await own.ctx.db.prisma.signInLink.count({ where: usable }), `minute ${minute}`).toBeGreaterThan(
      0,
    );
  }
  // Four at once, and then one for every five minutes.
  expect(await sent()).toBeLessThanOrEqual(4 + 12);
  for (let i = 0; i < 10; i += 1) await ask();
  expect(await sent()).toBeLessThanOrEqual(4 + 12);
});
