import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mayRunGames } from '../../src/accounts/gm-rights.ts';
import { ensureOperator } from '../../src/accounts/operator-account.ts';
import { closeSession, readSession } from '../../src/accounts/sessions.ts';
import { issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let t: TestContext;
let id: number;

beforeAll(async () => {
  t = await testContext();
  const { prisma } = t.ctx.db;
  const data = { name: 'Ann', email: 'ann@example.org', createdAt: testNow };
  id = (await prisma.account.create({ data })).id;
});
beforeEach(() => t.setNow(testNow));
afterAll(() => t.close());

function later(milliseconds: number): void {
  t.setNow(new Date(testNow.getTime() + milliseconds));
}

describe('a session', () => {
  test('is found by its token, which is not in the database', async () => {
    const token = await aSession(t.ctx, { accountId: id, method: 'code' });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await readSession(t.ctx, token))?.account.id).toBe(id);
    const stored = JSON.stringify(await t.ctx.db.prisma.session.findMany());
    expect(stored).not.toContain(token);
  });

  test('has the whole account, and tells whether it has a security code and whether its mail returns', async () => {
    const { prisma } = t.ctx.db;
    const data = { name: 'Carl', email: 'carl@example.org', createdAt: testNow, addressProvedAt: testNow };
    const account = await prisma.account.create({ data });
    const token = await aSession(t.ctx, { accountId: account.id, method: 'code' });
    expect(await readSession(t.ctx, token)).toEqual({ account, hasCode: false, mailReturns: false });
    const own = { accountId: account.id };
    await prisma.securityCode.create({ data: { ...own, codeHash: 'x' } });
    const mark = { ...own, email: account.email, reason: 'unknown', days: 3, lastAt: testNow };
    await prisma.addressMark.create({ data: { ...mark, markedAt: testNow } });
    expect(await readSession(t.ctx, token)).toEqual({ account, hasCode: true, mailReturns: true });
    // A mark of an earlier address says nothing, and neither does one day on which mail came back.
    await prisma.addressMark.update({ where: own, data: { email: 'old@example.org' } });
    expect((await readSession(t.ctx, token))?.mailReturns).toBe(false);
    await prisma.addressMark.update({ where: own, data: { email: account.email, markedAt: null } });
    expect((await readSession(t.ctx, token))?.mailReturns).toBe(false);
  });

  test('is not found by anything else', async () => {
    const [session] = await t.ctx.db.prisma.session.findMany();
    for (const token of ['', 'x', 'A'.repeat(43), session?.id ?? '', '\u0000'.repeat(43)]) {
      expect(await readSession(t.ctx, token)).toBeNull();
    }
  });

  test('expires 30 days after its last use', async () => {
    const used = await aSession(t.ctx, { accountId: id, method: 'code' });
    const unused = await aSession(t.ctx, { accountId: id, method: 'code' });
    later(20 * DAY);
    expect(await readSession(t.ctx, used)).not.toBeNull();
    later(30 * DAY);
    expect(await readSession(t.ctx, used)).not.toBeNull();
    expect(await readSession(t.ctx, unused)).toBeNull();
    later(60 * DAY);
    expect(await readSession(t.ctx, used)).toBeNull();
  });

  test('has its use stored at most once an hour', async () => {
    await t.ctx.db.prisma.session.deleteMany();
    const token = await aSession(t.ctx, { accountId: id, method: 'code' });
    const seen = async () => {
      await readSession(t.ctx, token);
      const session = await t.ctx.db.prisma.session.findFirst();
      return (session?.seenAt.getTime() ?? 0) - testNow.getTime();
    };
    later(HOUR - 1);
    expect(await seen()).toBe(0);
    later(HOUR);
    expect(await seen()).toBe(HOUR);
  });

  test('is gone when it is closed or its account is deleted', async () => {
    const token = await aSession(t.ctx, { accountId: id, method: 'code' });
    await closeSession(t.ctx, token);
    await closeSession(t.ctx, token);
    expect(await readSession(t.ctx, token)).toBeNull();
    const data = { name: 'Gone', email: 'gone@example.org', createdAt: testNow };
    const other = await t.ctx.db.prisma.account.create({ data });
    const others = await aSession(t.ctx, { accountId: other.id, method: 'code' });
    await t.ctx.db.prisma.account.delete({ where: { id: other.id } });
    expect(await readSession(t.ctx, others)).toBeNull();
  });

  test('leaves no row behind after it has expired', async () => {
    await aSession(t.ctx, { accountId: id, method: 'code' });
    later(100 * DAY);
    await aSession(t.ctx, { accountId: id, method: 'code' });
    expect(await t.ctx.db.prisma.session.count()).toBe(1);
  });
});

describe('a sign-in link', () => {
  const issue = (minutes: number) => issueSignInLink(t.ctx.db.prisma, t.ctx, id, minutes);

  test('works once', async () => {
    const token = await issue(10);
    expect((await redeemSignInLink(t.ctx, token))?.id).toBe(id);
    expect(await redeemSignInLink(t.ctx, token)).toBeNull();
  });

  test('works once for twenty requests at the same time', async () => {
    const token = await issue(10);
    const accounts = await Promise.all(Array.from({ length: 20 }, () => redeemSignInLink(t.ctx, token)));
    expect(accounts.filter((account) => account !== null)).toHaveLength(1);
  });

  test('is valid for its minutes', async () => {
    const early = await issue(10);
    later(10 * 60_000 - 1);
    expect(await redeemSignInLink(t.ctx, early)).not.toBeNull();
    t.setNow(testNow);
    const late = await issue(10);
    later(10 * 60_000);
    expect(await redeemSignInLink(t.ctx, late)).toBeNull();
  });

  test('cannot be guessed or read from the database', async () => {
    const token = await issue(10);
    const stored = await t.ctx.db.prisma.signInLink.findMany();
    expect(JSON.stringify(stored)).not.toContain(token);
    for (const guess of ['', 'A'.repeat(43), stored[0]?.id ?? '']) {
      expect(await redeemSignInLink(t.ctx, guess)).toBeNull();
    }
  });

  test('does not exist if the transaction that issues it fails', async () => {
    let token = '';
    const failing = t.ctx.db.prisma.$transaction(async (tx) => {
      token = await issueSignInLink(tx, t.ctx, id, 10);
      throw new Error('no mail');
    });
    await expect(failing).rejects.toThrow('no mail');
    expect(await redeemSignInLink(t.ctx, token)).toBeNull();
  });
});

describe('the first start', () => {
  test('creates one operator even if several servers start at once, and none if there are accounts', async () => {
    const fresh = await testContext();
    try {
      const operator = { name: 'Olive Operator', email: 'Olive@example.org' };
      const starts = await Promise.all(Array.from({ length: 6 }, () => ensureOperator(fresh.ctx, operator)));
      const created = starts.filter((start) => start !== null);
      expect(created).toHaveLength(1);
      expect(created[0]?.account).toMatchObject({ id: 10001, operator: true, email: 'olive@example.org' });
      const signedIn = await redeemSignInLink(fresh.ctx, created[0]?.signInToken ?? '');
      expect(signedIn?.id).toBe(10001);
      expect(await ensureOperator(fresh.ctx, { ...operator, email: 'second@example.org' })).toBeNull();
      expect(await fresh.ctx.db.prisma.account.count()).toBe(1);
    } finally {
      await fresh.close();
    }
  });
});

describe('the right', () => {
  const plain = { operator: false, mayRunGames: false };

  test('to run games belongs to the operator and to accounts that were given it', () => {
    expect(mayRunGames(plain)).toBe(false);
    expect(mayRunGames({ ...plain, mayRunGames: true })).toBe(true);
    expect(mayRunGames({ ...plain, operator: true })).toBe(true);
  });
});
