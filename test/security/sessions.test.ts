import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listSessions } from '../../src/accounts/session-list.ts';
import { readSession } from '../../src/accounts/sessions.ts';
import { issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import { tokenHash } from '../../src/accounts/tokens.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { anAccount } from '../games/game/play.ts';
import { anAuthenticator } from '../helpers/authenticator.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { aSession } from '../helpers/session.ts';
import { addPasskeyTo, confirm, pendingVisitor } from '../web/passkey-visitor.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../web/visitor.ts';

const DAY = 24 * 3_600_000;
const HOME = 'http://localhost:8080';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:124.0) Gecko/20100101 Firefox/124.0';

let own: TestContext;
let app: FastifyInstance;
let ann: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { publicUrl: HOME, limits: { forms: 10_000, signInByAddress: 10_000 } });
});
beforeEach(async () => {
  own.setNow(testNow);
  ann = await anAccount(own.ctx, 'Ann Baker');
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const later = (milliseconds: number) => own.setNow(new Date(testNow.getTime() + milliseconds));

describe('a session', () => {
  test('ends 90 days after it began, even if it is used again and again', async () => {
    const token = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    for (let day = 10; day < 90; day += 10) {
      later(day * DAY);
      expect(await readSession(own.ctx, token), `day ${day}`).not.toBeNull();
      const row = await own.ctx.db.prisma.session.findUniqueOrThrow({ where: { id: tokenHash(token) } });
      expect(row.expiresAt.getTime()).toBeLessThanOrEqual(testNow.getTime() + 90 * DAY);
    }
    later(90 * DAY);
    expect(await readSession(own.ctx, token)).toBeNull();
  });

  test('ends if fifty others of its account were used later, and is then no longer listed', async () => {
    const { prisma } = own.ctx.db;
    const token = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    const other = await anAccount(own.ctx, 'Bob');
    const others = await aSession(own.ctx, { accountId: other.id, method: 'code' });
    const used = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    for (let i = 1; i < 50; i += 1) {
      later(i * 60_000);
      await aSession(own.ctx, { accountId: ann.id, method: 'code' });
      if (i === 30)
        await prisma.session.update({ where: { id: tokenHash(used) }, data: { seenAt: own.ctx.now() } });
    }
    expect(await readSession(own.ctx, token)).toBeNull();
    expect(await readSession(own.ctx, used)).not.toBeNull();
    expect(await readSession(own.ctx, others)).not.toBeNull();
    expect(await listSessions(own.ctx, ann.id, used)).toHaveLength(50);
    // What an earlier version has stored is not listed without end either, and the next sign-in ends it.
    const rows = Array.from({ length: 200 }, (_, i) => ({
      ...{ id: tokenHash(`old ${i}`), accountId: ann.id, method: 'code' as const },
      ...{ createdAt: testNow, seenAt: testNow, expiresAt: new Date(testNow.getTime() + 30 * DAY) },
    }));
    await prisma.session.createMany({ data: rows });
    expect((await listSessions(own.ctx, ann.id, used)).length).toBeLessThanOrEqual(100);
    // The one that has just begun is kept, although the clock of another process may be ahead.
    later(0);
    const newest = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    expect(await readSession(own.ctx, newest)).not.toBeNull();
    expect(await prisma.session.count({ where: { accountId: ann.id } })).toBe(50);
  });

  test('does not end because of many that wait for a passkey, until one is confirmed', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    const phone = anAuthenticator(HOME);
    await addPasskeyTo(visitor, phone);
    const rows = Array.from({ length: 49 }, (_, i) => ({
      ...{ id: tokenHash(`more ${ann.id} ${i}`), accountId: ann.id, method: 'code' as const },
      ...{ createdAt: testNow, seenAt: testNow, expiresAt: new Date(testNow.getTime() + 30 * DAY) },
    }));
    await own.ctx.db.prisma.session.createMany({ data: rows });
    const passkeyPending = true;
    later(1000);
    for (let i = 0; i < 52; i += 1) await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    const count = (where: object) =>
      own.ctx.db.prisma.session.count({ where: { accountId: ann.id, ...where } });
    expect([await count({ passkeyPending }), await count({ passkeyPending: false })]).toEqual([50, 50]);
    expect((await visitor.get('/account')).statusCode).toBe(200);
    const pending = await pendingVisitor(app, ann);
    expect((await confirm(pending, phone)).statusCode).toBe(303);
    expect(await count({ passkeyPending: false })).toBe(50);
    expect((await pending.get('/account')).statusCode).toBe(200);
  });

  test('that an earlier version extended beyond 90 days ends after 90 days, too', async () => {
    const token = await aSession(own.ctx, { accountId: ann.id, method: 'code' });
    const expiresAt = new Date(testNow.getTime() + 110 * DAY);
    await own.ctx.db.prisma.session.update({
      where: { id: tokenHash(token) },
      data: { expiresAt, seenAt: expiresAt },
    });
    later(90 * DAY);
    expect(await readSession(own.ctx, token)).toBeNull();
    expect(await listSessions(own.ctx, ann.id, token)).toEqual([]);
  });

  test('has a cookie that lasts no longer', async () => {
    await signedIn(app, own.ctx, ann);
    const response = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: testCode });
    const cookie = response.cookies.find(({ name }) => name === 'whistlestop');
    expect(cookie?.maxAge).toBe((90 * DAY) / 1000);
  });
});

describe('the page with one’s sessions', () => {
  test('shows how and when each one began, and which one is this browser', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    await aSession(own.ctx, { accountId: ann.id, method: 'link', userAgent: FIREFOX });
    const { body } = await visitor.get('/account/sessions');
    expect(body).toContain('Unknown browser (this browser)');
    expect(body).toContain('Firefox on Windows');
    expect(body).toContain('With a mailed link');
    expect(body).toContain('With the security code');
    expect(body.match(/End this session/g)).toHaveLength(1);
    const [session] = await own.ctx.db.prisma.session.findMany({ where: { accountId: ann.id } });
    expect(body).not.toContain(session?.id);
  });

  test('shows a session that waits for a passkey: someone has the code', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    await addPasskeyTo(visitor, anAuthenticator(HOME));
    await pendingVisitor(app, ann);
    expect((await visitor.get('/account/sessions')).body).toContain('but has not used a passkey');
  });

  test('says what stays when a session ends, and where to end that', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    const { body } = await visitor.get('/account/sessions');
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
    for (const path of ['/account/passkeys', '/account/tokens', '/account/calendar']) {
      expect(main).toContain(`href="${path}"`);
    }
    expect(main).toContain('the programs that your games call');
  });

  test('ends one of them', async () => {
    const [here, there] = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
    const page = await here.get('/account/sessions');
    const address = /action="(\/account\/sessions\/[^"/]+\/end)"/.exec(page.body)?.[1] ?? '';
    expect((await here.post(address)).headers.location).toBe('/account/sessions?done=session-ended');
    expect((await there.get('/account')).statusCode).toBe(303);
    expect((await here.get('/account')).statusCode).toBe(200);
    // A second click does no harm.
    expect((await here.post(address)).statusCode).toBe(303);
  });

  test('ends all others', async () => {
    const here = await signedIn(app, own.ctx, ann);
    const others = [await signedIn(app, own.ctx, ann), await signedIn(app, own.ctx, ann)];
    await here.post('/account/sessions/end-others');
    for (const other of others) expect((await other.get('/account')).statusCode).toBe(303);
    expect((await here.get('/account')).statusCode).toBe(200);
  });

  test('does not end a session of another account', async () => {
    const eve = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Eve Farrow'));
    const visitor = await signedIn(app, own.ctx, ann);
    const [session] = await own.ctx.db.prisma.session.findMany({ where: { accountId: ann.id } });
    await eve.post(`/account/sessions/${session?.handle}/end`);
    await eve.post('/account/sessions/end-others');
    expect((await visitor.get('/account')).statusCode).toBe(200);
  });
});

test('a code that was entered just after a link was used elsewhere does not replace the current code', async () => {
  await signedIn(app, own.ctx, ann);
  later(60_000);
  const token = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 2);
  await redeemSignInLink(own.ctx, token);
  const byCode = await signedIn(app, own.ctx, ann);
  const fresh = 'torches and bunting';
  expect((await byCode.post('/account/code', { code: fresh, again: fresh })).statusCode).toBe(422);
  const byLink = aVisitor(app);
  const second = await issueSignInLink(own.ctx.db.prisma, own.ctx, ann.id, 2);
  await byLink.post(`/sign-in/link/${second}`);
  expect((await byLink.post('/account/code', { code: fresh, again: fresh })).statusCode).toBe(303);
});
