import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { issueSignInLink } from '../../../src/accounts/sign-in-links.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { safeNext } from '../../../src/web/rendering/http-errors.ts';
import { anAccount, granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../visitor.ts';

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

async function linkFor(account: Account, hours = 2): Promise<string> {
  return own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, account.id, hours));
}

describe('by account number and code', () => {
  test('signs in, goes on to the page that was asked for, and signs out for good', async () => {
    const visitor = aVisitor(app);
    const away = await visitor.get('/account');
    expect(away.statusCode).toBe(303);
    expect(away.headers.location).toBe('/sign-in?next=%2Faccount');
    const answer = await visitor.post('/sign-in', {
      account: `#${ann.id}`,
      code: testCode,
      next: '/account',
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/account');
    expect((await visitor.get('/account')).body).toContain(`#${ann.id}`);

    const stolen = new Map(visitor.cookies);
    const left = await visitor.post('/sign-out');
    expect(left.statusCode).toBe(303);
    // Drafts of sheets lie in the browser's storage, whichever page one signs out from.
    expect(left.headers['clear-site-data']).toBe('"storage"');
    const thief = aVisitor(app);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/account')).statusCode).toBe(303);
  });

  test('an unknown account and a wrong code get the same answer', async () => {
    const wrong = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: 'not the code' });
    const nobody = await aVisitor(app).post('/sign-in', { account: '99999', code: 'not the code' });
    const told = (page: string) => /<p class="problem"[^>]*>(.*)<\/p>/.exec(page)?.[1];
    expect(wrong.statusCode).toBe(422);
    expect(nobody.statusCode).toBe(422);
    expect(told(wrong.body)).toBeDefined();
    expect(told(wrong.body)).toBe(told(nobody.body));
  });

  test('the typed code is never shown again', async () => {
    const answer = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: 'tell-tale-code' });
    expect(answer.body).not.toContain('tell-tale-code');
  });
});

describe('the cookie', () => {
  test('over http: HttpOnly and SameSite=Lax', async () => {
    const visitor = aVisitor(app);
    const answer = await visitor.post('/sign-in', { account: String(ann.id), code: testCode });
    const cookie = answer.cookies.find((one) => one.name === 'whistlestop');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('secure');
  });

  test('behind https: Secure, bound to this host, on every cookie; and HSTS', async () => {
    const secure = await aWeb(own.ctx, { publicUrl: 'https://whistlestop.test' });
    const visitor = aVisitor(secure);
    const page = await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in', { account: String(ann.id), code: testCode });
    const cookies = [...page.cookies, ...answer.cookies];
    expect(cookies.map((one) => one.name)).toContain('__Host-whistlestop');
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
      expect(cookie).not.toHaveProperty('domain');
      expect(cookie.name).toMatch(/^__Host-/);
    }
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    await secure.close();
  });

  test('a new sign-in in the same browser is a new session, and the old one is over', async () => {
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
  test('looking at the link burns nothing; the button signs in once', async () => {
    const token = await linkFor(ann);
    const scanner = aVisitor(app);
    for (let i = 0; i < 3; i += 1) expect((await scanner.get(`/sign-in/link/${token}`)).statusCode).toBe(200);
    const visitor = aVisitor(app);
    const page = await visitor.get(`/sign-in/link/${token}?next=/account`);
    expect(page.body).toContain('value="/account"');
    const answer = await visitor.post(`/sign-in/link/${token}`, { next: '/account' });
    expect(answer.headers.location).toBe('/account');
    expect((await visitor.get('/account')).statusCode).toBe(200);
    const second = await aVisitor(app).post(`/sign-in/link/${token}`);
    expect(second.statusCode).toBe(410);
    expect(second.cookies.some((one) => one.name === 'whistlestop')).toBe(false);
  });

  test('an unknown link is no longer good', async () => {
    expect((await aVisitor(app).post(`/sign-in/link/${'A'.repeat(43)}`)).statusCode).toBe(410);
  });

  test('asking for one mails it, and tells nobody which accounts there are', async () => {
    const known = await aVisitor(app).post('/sign-in/link', { who: ann.email.toUpperCase() });
    const unknown = await aVisitor(app).post('/sign-in/link', { who: 'nobody@players.test' });
    expect(known.statusCode).toBe(200);
    expect(unknown.body).toBe(known.body);
    const mails = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'signInLink' } });
    expect(mails.map((mail) => mail.toAddress)).toEqual([ann.email]);
  });

  test('it leads on to where one wanted to go, on this server only', async () => {
    const dan = await anAccount(own.ctx, 'Dan Dunn');
    const page = await aVisitor(app).get('/sign-in?next=%2Fgames%2FEY-1%2Fjoin');
    expect(page.body).toContain(
      '<input type="hidden" name="next" value="/games/EY-1/join">\n    <label for="who">',
    );
    expect(page.body).toContain('Sign in to go on');
    for (const next of ['/games/EY-1/join', 'https://elsewhere.test/', '/my/games'])
      await aVisitor(app).post('/sign-in/link', { who: dan.email, next });
    const where = { kind: 'signInLink' as const, accountId: dan.id };
    const mails = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
    expect(mails.map(({ detail }) => (detail as { next?: string }).next)).toEqual([
      '/games/EY-1/join',
      undefined,
      undefined,
    ]);
  });

  test('no more than so many links an hour for one account, whoever asks', async () => {
    const cora = await anAccount(own.ctx, 'Cora Dunn');
    for (let i = 0; i < 7; i += 1) await aVisitor(app).post('/sign-in/link', { who: String(cora.id) });
    const count = await own.ctx.db.prisma.delivery.count({ where: { accountId: cora.id } });
    expect(count).toBe(4);
  });
});

test('whatever is given in place of an address, the answer is the same', async () => {
  const open = await aWeb(own.ctx);
  for (const who of ['nobody@there.test', 'a\0b@there.test', '\0', '#', '99999999999', '', "' or 1=1 --"]) {
    const answer = await aVisitor(open).post('/sign-in/link', { who });
    expect(answer.statusCode, who).toBe(200);
    expect(answer.body).toContain('If there is an account under what you gave');
  }
  await open.close();
});

describe('limits', () => {
  test('after ten wrong codes an account’s door stays shut, even for the right one', async () => {
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

  test('codes tried all at once are counted like those tried one after the other', async () => {
    const narrow = await aWeb(own.ctx, { limits: { signInByAccount: 3, signInByAddress: 5 } });
    const guess = (account: number, code: string) =>
      narrow.inject({
        url: '/api/games/EY-1/sheet',
        headers: { authorization: `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}` },
      });
    const guesses = Array.from({ length: 6 }, (_, i) => (i < 4 ? `wrong ${i}` : testCode));
    const oneAccount = await Promise.all(guesses.map((code) => guess(ann.id, code)));
    expect(oneAccount.map((one) => one.statusCode)).toEqual([401, 401, 401, 429, 429, 429]);
    const others = await Promise.all([0, 1, 2, 3].map((i) => guess(30_000 + i, 'wrong')));
    expect(others.map((one) => one.statusCode)).toEqual([401, 401, 429, 429]);
    await narrow.close();
  });

  test('one network address cannot try account after account', async () => {
    const narrow = await aWeb(own.ctx, { limits: { signInByAddress: 4 } });
    const codes: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      codes.push(
        (await aVisitor(narrow).post('/sign-in', { account: String(20_000 + i), code: 'wrong' })).statusCode,
      );
    }
    expect(codes).toEqual([422, 422, 422, 422, 429, 429]);
    await narrow.close();
  });

  test('asking for links is limited by address', async () => {
    const narrow = await aWeb(own.ctx, { limits: { linksByAddress: 2 } });
    const visitor = aVisitor(narrow);
    const codes: number[] = [];
    for (let i = 0; i < 3; i += 1)
      codes.push((await visitor.post('/sign-in/link', { who: 'x@y.test' })).statusCode);
    expect(codes).toEqual([200, 200, 429]);
    await narrow.close();
  });

  test('forms are counted together, and the answer says how long to wait', async () => {
    const narrow = await aWeb(own.ctx, { limits: { forms: 2 } });
    const visitor = await signedIn(narrow, own.ctx, ann);
    const codes: number[] = [];
    for (const url of ['/account', '/account/code', '/account'])
      codes.push((await visitor.post(url)).statusCode);
    expect(codes).toEqual([422, 422, 429]);
    const last = await visitor.post('/account');
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body).toContain('Please wait');
    await narrow.close();
  });
});

test('after signing in people stay here, whatever the link says', async () => {
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
    const answer = await aVisitor(app).post('/sign-in', { account: String(ann.id), code: testCode, next });
    const location = String(answer.headers.location);
    expect(answer.statusCode, next).toBe(303);
    expect(new URL(location, 'http://here.test').host, next).toBe('here.test');
    expect(location.startsWith('/') && !location.startsWith('//'), next).toBe(true);
    const page = await aVisitor(app).get(`/sign-in?next=${encodeURIComponent(next)}`);
    expect(page.body).toContain('name="next" value="/my/games"');
  }
  expect(safeNext('/games/EY-1?turn=2', '/x')).toBe('/games/EY-1?turn=2');
  expect(safeNext(undefined, '/x')).toBe('/x');
});

describe('the security code', () => {
  test('is changed only by who knows the present one, and ends all other sessions', async () => {
    const gus = await anAccount(own.ctx, 'Gus Hill');
    const visitor = await signedIn(app, own.ctx, gus);
    const other = await signedIn(app, own.ctx, gus);
    const fresh = 'brass band on parade';
    const wrong = await visitor.post('/account/code', { current: 'no', code: fresh, again: fresh });
    expect(wrong.statusCode).toBe(422);
    const typo = await visitor.post('/account/code', { current: testCode, code: fresh, again: `${fresh}!` });
    expect(typo.body).toContain('The two spellings of the new code differ.');
    const done = await visitor.post('/account/code', { current: testCode, code: fresh, again: fresh });
    expect(done.headers.location).toBe('/account?done=code-set');
    expect((await visitor.get('/account')).statusCode).toBe(200);
    expect((await other.get('/account')).statusCode).toBe(303);
  });

  test('a forgotten one is replaced after coming in by a mailed link, for a quarter of an hour', async () => {
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

test('an account’s own data are saved, and what is wrong is said beside its field', async () => {
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
  const bad = await visitor.post('/account', { ...fields, timeZone: 'Mars/Olympus', name: 'Annabel' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('id="problem-timeZone"');
  expect(bad.body).toContain('value="Annabel"');
});
