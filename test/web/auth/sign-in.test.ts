import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { issueSignInLink } from '../../../src/accounts/sign-in-links.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { safeNext } from '../../../src/web/rendering/http-errors.ts';
import { anAccount, formingGame, granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { answerRequests } from '../../helpers/requested-mail.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visited } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let ann: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  ann = await anAccount(own.ctx, 'Ann Baker');
  granted(await setSecurityCode(own.ctx, ann.id, testCode));
});

afterAll(async () => {
  await app.close();
  await own.close();
});

async function linkFor(account: Account, minutes = 10): Promise<string> {
  return own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, account.id, minutes));
}

describe('by account number and code', () => {
  test('signs in, goes to the page that was wanted, and signs out for good', async () => {
    const visitor = aVisitor(app);
    const signedOut = await visitor.get('/account');
    expect(signedOut.statusCode).toBe(303);
    expect(signedOut.headers.location).toBe('/sign-in?next=%2Faccount');
    const long = await visitor.get(`/account?${'a'.repeat(600)}`);
    expect(long.headers.location).toBe('/sign-in');
    const response = await visitor.post('/sign-in', {
      account: `#${ann.id}`,
      code: testCode,
      next: '/account',
    });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/account');
    expect((await visitor.get('/account')).body).toContain(`#${ann.id}`);

    const stolen = new Map(visitor.cookies);
    const left = await visitor.post('/sign-out');
    expect(left.statusCode).toBe(303);
    // The browser stores drafts of sheets, on whatever page a person signs out.
    expect(left.headers['clear-site-data']).toBe('"storage"');
    const thief = aVisitor(app);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/account')).statusCode).toBe(303);
  });

  test('the e-mail address does as well, in letters of any size', async () => {
    for (const account of [ann.email, ` ${ann.email.toUpperCase()} `]) {
      const visitor = aVisitor(app);
      const response = await visitor.post('/sign-in', { account, code: testCode, next: '/account/sessions' });
      expect(response.statusCode).toBe(303);
      expect(response.headers.location).toBe('/account/sessions');
      expect((await visitor.get('/account')).body).toContain(`#${ann.id}`);
    }
    const other = await anAccount(own.ctx, 'Otto Other');
    const mixed = await aVisitor(app).post('/sign-in', { account: other.email, code: testCode });
    expect(mixed.statusCode).toBe(422);
  });

  test('what was typed is still there after a wrong code, for another try and for a link', async () => {
    const page = await aVisitor(app).post('/sign-in', { account: ann.email, code: 'not the code' });
    expect(page.body.split(`value="${ann.email}"`)).toHaveLength(3);
  });

  test('an unknown account and a wrong code get the same response', async () => {
    const wrong = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: 'not the code' });
    const unknown = await aVisitor(app).post('/sign-in', { account: '99999', code: 'not the code' });
    const message = (page: string) => /<p class="problem"[^>]*>(.*)<\/p>/.exec(page)?.[1];
    expect(wrong.statusCode).toBe(422);
    expect(unknown.statusCode).toBe(422);
    expect(message(wrong.body)).toBeDefined();
    expect(message(wrong.body)).toBe(message(unknown.body));
  });

  test('the typed code is never shown again', async () => {
    const response = await aVisitor(app).post('/sign-in', {
      account: String(ann.id),
      code: 'tell-tale-code',
    });
    expect(response.body).not.toContain('tell-tale-code');
  });
});

describe('the cookie', () => {
  test('over http: HttpOnly and SameSite=Lax', async () => {
    const visitor = aVisitor(app);
    const response = await visitor.post('/sign-in', { account: String(ann.id), code: testCode });
    const cookie = response.cookies.find((one) => one.name === 'whistlestop');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('secure');
  });

  test('behind https: Secure, bound to this host, on every cookie; and HSTS', async () => {
    const secure = await aWeb(own.ctx, { publicUrl: 'https://whistlestop.test' });
    const visitor = aVisitor(secure);
    const page = await visitor.get('/sign-in');
    const response = await visitor.post('/sign-in', { account: String(ann.id), code: testCode });
    const cookies = [...page.cookies, ...response.cookies];
    expect(cookies.map((one) => one.name)).toContain('__Host-whistlestop');
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
      expect(cookie).not.toHaveProperty('domain');
      expect(cookie.name).toMatch(/^__Host-/);
    }
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });

  test('a new sign-in in the same browser starts a new session and ends the old one', async () => {
    const visitor = await signedIn(app, own.ctx, ann);
    const before = visitor.cookies.get('whistlestop');
    await visitor.post('/sign-in', { account: String(ann.id), code: testCode });
    expect(visitor.cookies.get('whistlestop')).not.toBe(before);
    const old = aVisitor(app);
    old.cookies.set('whistlestop', before ?? '');
    expect((await old.get('/account')).statusCode).toBe(303);
  });
});

describe('by a mailed link', () => {
  test('opening the link does not use it up; its button signs in once', async () => {
    const token = await linkFor(ann);
    const scanner = aVisitor(app);
    for (let i = 0; i < 3; i += 1) expect((await scanner.get(`/sign-in/link/${token}`)).statusCode).toBe(200);
    const visitor = aVisitor(app);
    const page = await visitor.get(`/sign-in/link/${token}?next=/account`);
    expect(page.body).toContain('value="/account"');
    const response = await visitor.post(`/sign-in/link/${token}`, { next: '/account' });
    expect(response.headers.location).toBe('/account');
    expect((await visitor.get('/account')).statusCode).toBe(200);
    const second = await aVisitor(app).post(`/sign-in/link/${token}`);
    expect(second.statusCode).toBe(410);
    expect(second.cookies.some((one) => one.name === 'whistlestop')).toBe(false);
  });

  test('an unknown link does not work', async () => {
    expect((await aVisitor(app).post(`/sign-in/link/${'A'.repeat(43)}`)).statusCode).toBe(410);
  });

  test('a link is mailed on request, and the response does not reveal which accounts exist', async () => {
    const known = await aVisitor(app).post('/sign-in/link', { who: ann.email.toUpperCase() });
    const unknown = await aVisitor(app).post('/sign-in/link', { who: 'nobody@players.test' });
    expect(known.statusCode).toBe(200);
    expect(unknown.body).toBe(known.body);
    await answerRequests(own.ctx);
    const mails = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'signInLink' } });
    expect(mails.map((mail) => mail.toAddress)).toEqual([ann.email]);
  });

  test('it leads to the page that was wanted, on this server only', async () => {
    const dan = await anAccount(own.ctx, 'Dan Dunn');
    const wanted = `/games/${gameNumber((await formingGame(own.ctx, { humans: 0, opponents: 3 })).game)}/join`;
    const page = await aVisitor(app).get(`/sign-in?next=${encodeURIComponent(wanted)}`);
    expect(page.body).toContain(`<input type="hidden" name="next" value="${wanted}">\n    <label for="who">`);
    expect(page.body).toContain('Sign in to continue');
    for (const next of [wanted, 'https://elsewhere.test/', '/my/games'])
      await aVisitor(app).post('/sign-in/link', { who: dan.email, next });
    await answerRequests(own.ctx);
    const where = { kind: 'signInLink' as const, accountId: dan.id };
    const mails = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
    expect(mails.map(({ detail }) => (detail as { next?: string }).next)).toEqual([
      wanted,
      undefined,
      undefined,
    ]);
  });

  test('one account gets no more than four links an hour', async () => {
    const cora = await anAccount(own.ctx, 'Cora Dunn');
    for (let i = 0; i < 7; i += 1) await aVisitor(app).post('/sign-in/link', { who: String(cora.id) });
    await answerRequests(own.ctx);
    const count = await own.ctx.db.prisma.delivery.count({ where: { accountId: cora.id } });
    expect(count).toBe(4);
  });
});

test('the response is the same for everything that is entered as an address', async () => {
  const open = await aWeb(own.ctx);
  for (const who of ['nobody@there.test', 'a\0b@there.test', '\0', '#', '99999999999', '', "' or 1=1 --"]) {
    const response = await aVisitor(open).post('/sign-in/link', { who });
    expect(response.statusCode, who).toBe(200);
    expect(response.body).toContain('If there is an account for what you entered');
  }
  await open.close();
});

describe('limits', () => {
  test('after too many wrong codes an account is locked, even for the right code', async () => {
    const narrow = await aWeb(own.ctx, { limits: { signInByAccount: 3 } });
    const eve = await anAccount(own.ctx, 'Eve Farrow');
    granted(await setSecurityCode(own.ctx, eve.id, testCode));
    for (let i = 0; i < 3; i += 1) {
      const wrong = await aVisitor(narrow).post('/sign-in', { account: String(eve.id), code: 'wrong' });
      expect(wrong.statusCode).toBe(422);
    }
    const right = await aVisitor(narrow).post('/sign-in', { account: `#${eve.id}`, code: testCode });
    expect(right.statusCode).toBe(429);
    const other = await aVisitor(narrow).post('/sign-in', { account: String(ann.id), code: testCode });
    expect(other.statusCode).toBe(303);
    await narrow.close();
  });

  test('codes that are tried at once are counted like codes that are tried in turn', async () => {
    const narrow = await aWeb(own.ctx, { limits: { signInByAccount: 3, signInByAddress: 5 } });
    const guess = (account: number, code: string) =>
      narrow.inject({
        url: '/api/games/EY-1/sheet',
        remoteAddress: '198.51.100.31',
        headers: { authorization: `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}` },
      });
    const guesses = Array.from({ length: 6 }, (_, i) => (i < 4 ? `wrong ${i}` : testCode));
    const oneAccount = await Promise.all(guesses.map((code) => guess(ann.id, code)));
    expect(oneAccount.map((one) => one.statusCode)).toEqual([401, 401, 401, 429, 429, 429]);
    const others = await Promise.all([0, 1, 2, 3].map((i) => guess(30_000 + i, 'wrong')));
    expect(others.map((one) => one.statusCode)).toEqual([401, 401, 429, 429]);
    await narrow.close();
  });

  test('a network address has a limit for all accounts together', async () => {
    const narrow = await aWeb(own.ctx, { limits: { signInByAddress: 4 } });
    const codes: number[] = [];
    const inject: Visited['inject'] = (options) =>
      narrow.inject({ ...options, remoteAddress: '198.51.100.32' });
    for (let i = 0; i < 6; i += 1) {
      codes.push(
        (await aVisitor({ inject }).post('/sign-in', { account: String(20_000 + i), code: 'wrong' }))
          .statusCode,
      );
    }
    expect(codes).toEqual([422, 422, 422, 422, 429, 429]);
    await narrow.close();
  });

  test('requests for links are limited by network address', async () => {
    const narrow = await aWeb(own.ctx, { limits: { linksByAddress: 2 } });
    const visitor = aVisitor(narrow);
    const codes: number[] = [];
    for (let i = 0; i < 3; i += 1)
      codes.push((await visitor.post('/sign-in/link', { who: 'x@y.test' })).statusCode);
    expect(codes).toEqual([200, 200, 429]);
    await narrow.close();
  });

  test('too many requests for links by others on a network keep no one from theirs who has signed in there', async () => {
    const narrow = await aWeb(own.ctx, { limits: { linksByAddress: 1 } });
    const [known, unknown] = [await anAccount(own.ctx, 'Kim Known'), await anAccount(own.ctx, 'Uma Unknown')];
    await signedIn(narrow, own.ctx, known);
    const visitor = aVisitor(narrow);
    const pages = [];
    for (const who of ['x@y.test', known.email, unknown.email]) {
      const { statusCode, body } = await visitor.post('/sign-in/link', { who });
      pages.push([statusCode, /<p class="lead">(.*?)[.,]/.exec(body)?.[1]]);
    }
    const often = 'Many sign-in links were asked for from your network within an hour';
    expect(pages).toEqual([
      [200, 'If there is an account for what you entered'],
      [429, often],
      [429, often],
    ]);
    await answerRequests(own.ctx);
    const mailed = async ({ id: accountId }: Account) =>
      own.ctx.db.prisma.delivery.count({ where: { accountId, kind: 'signInLink' } });
    expect([await mailed(known), await mailed(unknown)]).toEqual([1, 0]);
    await narrow.close();
  });

  test('forms are counted together, and the response says how long to wait', async () => {
    const narrow = await aWeb(own.ctx, { limits: { forms: 2 } });
    const visitor = await signedIn(narrow, own.ctx, ann);
    const codes: number[] = [];
    for (const url of ['/account', '/account/email', '/account'])
      codes.push((await visitor.post(url)).statusCode);
    expect(codes).toEqual([422, 422, 429]);
    const last = await visitor.post('/account');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body).toContain('Too many requests. Wait');
    await narrow.close();
  });
});

test('signing in never leads to another server', async () => {
  const elsewhere = [
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    '/%0d%0aset-cookie:x=1\r\n',
    'javascript:alert(1)',
    '/\t/evil.test',
    'evil.test',
    '',
  ];
  for (const next of elsewhere) {
    const response = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: testCode, next });
    const location = String(response.headers.location);
    expect(response.statusCode, next).toBe(303);
    expect(new URL(location, 'http://here.test').host, next).toBe('here.test');
    expect(location.startsWith('/') && !location.startsWith('//'), next).toBe(true);
    const page = await aVisitor(app).get(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.body).toContain('name="next" value="/my/games"');
  }
  expect(safeNext('/games/EY-1?turn=2', '/x')).toBe('/games/EY-1?turn=2');
  expect(safeNext(undefined, '/x')).toBe('/x');
});

test('signing in leads to the page that was wanted, without what a link says was done there', async () => {
  const to = await aVisitor(app).get('/account?done=code-set&part=%20code');
  const visitor = aVisitor(app);
  const page = await visitor.get(String(to.headers.location));
  const next = '/account?part=+code';
  expect(page.body).toContain(`name="next" value="${next}"`);
  for (const wanted of ['/account?done=code-set', '/account?d%6Fne=code-set']) {
    const signed = await visitor.post('/sign-in', { account: String(ann.id), code: testCode, next: wanted });
    expect([signed.statusCode, signed.headers.location]).toEqual([303, '/account']);
  }
  expect(safeNext('/account?part=%20code', '/x')).toBe('/account?part=%20code');
});

describe('the security code', () => {
  test('is changed only with the current one, and ends all other sessions', async () => {
    const gus = await anAccount(own.ctx, 'Gus Hill');
    const visitor = await signedIn(app, own.ctx, gus);
    const other = await signedIn(app, own.ctx, gus);
    const fresh = 'brass band on parade';
    const wrong = await visitor.post('/account/code', { current: 'no', code: fresh, again: fresh });
    expect(wrong.statusCode).toBe(422);
    const typo = await visitor.post('/account/code', { current: testCode, code: fresh, again: `${fresh}!` });
    expect(typo.body).toContain('The two new codes are different.');
    const done = await visitor.post('/account/code', { current: testCode, code: fresh, again: fresh });
    expect(done.headers.location).toBe('/account?done=code-set');
    expect((await visitor.get('/account')).statusCode).toBe(200);
    expect((await other.get('/account')).statusCode).toBe(303);
  });

  test('is replaced without the current one for 15 minutes after a sign-in by a mailed link', async () => {
    const ida = await anAccount(own.ctx, 'Ida Jones');
    granted(await setSecurityCode(own.ctx, ida.id, testCode));
    const leftOpen = await signedIn(app, own.ctx, ida);
    const now = own.ctx.now();
    own.setNow(new Date(now.getTime() + 60_000));
    const visitor = aVisitor(app);
    await visitor.post(`/sign-in/link/${await linkFor(ida)}`);
    const elsewhere = await leftOpen.post('/account/code', {
      code: 'a thief in town',
      again: 'a thief in town',
    });
    expect(elsewhere.statusCode).toBe(422);
    own.setNow(new Date(now.getTime() + 17 * 60_000));
    const late = await visitor.post('/account/code', {
      code: 'torches and bunting',
      again: 'torches and bunting',
    });
    own.setNow(new Date(now.getTime() + 14 * 60_000));
    expect(late.statusCode).toBe(422);
    const set = await visitor.post('/account/code', {
      code: 'torches and bunting',
      again: 'torches and bunting',
    });
    own.setNow(now);
    expect(set.statusCode).toBe(303);
  });
});

test('the details of an account are saved, and problems are shown beside their fields', async () => {
  const visitor = await signedIn(app, own.ctx, ann);
  const fields = {
    name: 'Ann <Baker>',
    timeZone: 'Europe/Warsaw',
    paper: 'a4',
    address: 'Mill Lane 1',
    publishAddress: 'yes',
  };
  expect((await visitor.post('/account', fields)).statusCode).toBe(303);
  const stored = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  expect(stored).toMatchObject({
    timeZone: 'Europe/Warsaw',
    paper: 'a4',
    address: 'Mill Lane 1',
    publishAddress: true,
  });
  expect(stored.email).toBe(ann.email);
  const page = await visitor.get('/account?done=account-saved');
  expect(page.body).toContain('Your account is saved.');
  expect(page.body).not.toContain('<Baker>');
  // A link that someone else has written says nothing.
  for (const site of ['cross-site', 'same-site', 'none']) {
    const linked = await visitor.get('/account?done=account-saved', { 'sec-fetch-site': site });
    expect(linked.body).not.toContain('Your account is saved.');
  }
  const after = await visitor.get('/account?done=account-saved', { 'sec-fetch-site': 'same-origin' });
  expect(after.body).toContain('Your account is saved.');
  const bad = await visitor.post('/account', { ...fields, timeZone: 'Mars/Olympus', name: 'Annabel' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('id="problem-timeZone"');
  expect(bad.body).toContain('value="Annabel"');
});

test('people who signed in by a link and have no security code are asked to choose one', async () => {
  const { ctx } = own;
  const ann = await anAccount(ctx, 'Ann Codeless');
  const token = await ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, ctx, ann.id, 10));
  const visitor = aVisitor(app);
  await visitor.post(`/sign-in/link/${token}`);
  const link = 'href="/account#security"';
  expect((await visitor.get('/my/games')).body).toContain(link);
  expect((await visitor.get('/account')).body).not.toContain(link);
  await visitor.post('/account/code', { code: 'lantern tower ten', again: 'lantern tower ten' });
  expect((await visitor.get('/my/games')).body).not.toContain(link);
});
