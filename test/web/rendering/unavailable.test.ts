import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { faultyDatabase } from '../../faults/faulty-database.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { holdGameLock } from '../../helpers/game-lock.ts';
import { startTcpProxy, type TcpProxy } from '../../helpers/tcp-proxy.ts';
import { formsOf } from '../forms-of.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor, visitorTo } from '../visitor.ts';

/* What people get while the database is gone, and whether anything they typed is lost. */

let own: TestContext;
let proxy: TcpProxy;
let db: Database;
/** A server whose database is reached through the proxy. */
let app: FastifyInstance;
let played: TestGame;
let player: Account;
let ann: Visitor;
let sheet: string;

beforeAll(async () => {
  own = await testContext();
  proxy = await startTcpProxy(own.url);
  db = await openDatabase(proxy.url);
  app = await aWeb({ ...own.ctx, db }, { limits: { forms: 10_000, pages: 10_000 } });
  played = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  player = played.players[0] as Account;
  ann = await signedIn(app, own.ctx, player);
  sheet = `/my/games/EY-${played.game.serial}/sheet`;
});
afterEach(() => proxy.restore());
afterAll(async () => {
  await app.close();
  await db.close();
  await proxy.close();
  await own.close();
});

const PRESS = 'Read <b>my</b> "lips" & chips,\ntwo lines of them.';
const TYPED = {
  _turn: '1',
  'fundraising[0]': 'CA',
  'fundraising[1]': 'NY',
  'campaign[0].state': 'OH',
  'campaign[0].spend': '20',
  press: PRESS,
};

const storedSheets = () => own.ctx.db.prisma.sheet.findMany({ where: { gameId: played.game.id } });

describe('A sheet that is sent while the database is gone', () => {
  test('is kept on a page that says so, and is stored once it is sent again from there', async () => {
    const token = await ann.token();
    await proxy.cut();
    const page = await ann.postBare(sheet, { _csrf: token, ...TYPED });
    expect(page.statusCode).toBe(503);
    expect(page.headers).toMatchObject({
      'retry-after': '15',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
    });
    expect(page.body).toContain('cannot reach its database');
    expect(page.body).toContain('Nothing you sent was stored.');
    expect(page.body).not.toContain(player.name);
    expect(page.body).not.toContain('>Sign in<');
    expect(page.body).not.toContain('<b>my</b>');
    const [form] = formsOf(page.body, { button: 'Send again' });
    expect(form?.action).toBe(sheet);
    expect(form?.fields).toEqual({ ...TYPED, _csrf: expect.any(String) });

    // Once more while the database is still gone, then with it.
    const second = await ann.postBare(form?.action ?? '', form?.fields ?? {});
    expect(second.statusCode).toBe(503);
    await proxy.restore();
    const [again] = formsOf(second.body, { button: 'Send again' });
    expect(await storedSheets()).toEqual([]);
    const sent = await ann.postBare(again?.action ?? '', again?.fields ?? {});
    expect(sent.statusCode).toBe(303);
    expect(await storedSheets()).toMatchObject([
      {
        outcome: 'standing',
        raw: {
          fundraising: ['CA', 'NY'],
          campaign: [{ state: 'OH', spend: 20 }],
          press: PRESS,
        },
      },
    ]);
  });

  test('by a program gets a 503 as JSON', async () => {
    await proxy.cut();
    const response = await app.inject({
      method: 'POST',
      url: `/api${sheet.replace('/my', '')}?turn=1`,
      headers: {
        authorization: `Basic ${Buffer.from(`${player.id}:${testCode}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: '{}',
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '15']);
    expect(response.json()).toEqual({
      error: {
        code: 'unavailable',
        message:
          'The server cannot reach its database at the moment, or the database cannot store anything. Nothing you sent was stored.',
        request: response.headers['x-request-id'],
      },
    });
  });

  test('with a security code, as the session had ended, is kept without the code', async () => {
    const visitor = aVisitor(app);
    const token = await visitor.token();
    const fields = { _csrf: token, ...TYPED, _account: String(player.id), _code: testCode };
    await proxy.cut();
    const page = await visitor.postBare(`${sheet}/sign-in`, fields);
    expect(page.statusCode).toBe(503);
    expect(page.body).not.toContain(testCode);
    const [form] = formsOf(page.body, { button: 'Send again' });
    expect(form?.fields).toEqual({ ...TYPED, _csrf: expect.any(String) });
    await proxy.restore();
    const asked = await visitor.postBare(form?.action ?? '', form?.fields ?? {});
    expect(asked.statusCode).toBe(401);
    expect(asked.body).not.toContain('You are not signed in.');
    const [signIn] = formsOf(asked.body, { button: 'Sign in and continue' });
    expect(signIn?.fields).toMatchObject(TYPED);
  });
});

describe('While the database is gone', () => {
  test('pages say so, and what needs no database works', async () => {
    await proxy.cut();
    for (const url of ['/', '/my/games', sheet, '/account']) {
      const page = await ann.get(url);
      expect([url, page.statusCode, page.headers['retry-after']]).toEqual([url, 503, '15']);
      expect(page.body).toContain(`<a href="${url}">open this page again</a>`);
      expect(page.body).not.toContain('http-equiv');
      expect(page.body).not.toMatch(/stored|\bnull\b|undefined/);
    }
    expect((await ann.get('/health')).json()).toEqual({ status: 'alive' });
    expect((await ann.get('/assets/site.css')).statusCode).toBe(200);
    const missing = await ann.get('/nothing/here');
    expect([missing.statusCode, missing.body.includes('Page not found')]).toEqual([404, true]);
    await proxy.restore();
    expect((await ann.get('/my/games')).body).toContain(player.name);
  });

  test('every form is refused with 503, and only forms without secrets are repeated', async () => {
    const token = await ann.token();
    await proxy.cut();
    const forms = app.routeAccess.filter(({ method, url }) => method === 'POST' && !url.startsWith('/api/'));
    const repeated: string[] = [];
    for (const { url } of forms) {
      const address = url.replace(':number', 'EY-1').replace(/:[a-z]+/g, 'x'.repeat(43));
      const typed = { _csrf: token, name: 'What was typed', _code: 'hush hush', _account: '10001' };
      const page = await ann.postBare(address, typed);
      expect([url, page.statusCode]).toEqual([url, 503]);
      expect(page.body, url).not.toContain('hush hush');
      expect(page.body.includes('Nothing you sent was stored.'), url).toBe(!/\/(check|try)$/.test(url));
      expect(page.body, url).not.toMatch(/\bnull\b|undefined/);
      if (page.body.includes('What was typed')) repeated.push(url);
    }
    const secret = forms.map(({ url }) => url).filter((url) => !repeated.includes(url));
    expect(secret.sort()).toEqual([
      ...['/account', '/account/code', '/account/delete', '/account/email', '/account/email/:token'],
      ...['/account/passkeys', '/account/passkeys/options'],
      ...['/account/passkeys/remove', '/account/passkeys/rename'],
      ...['/account/sessions/:handle/end', '/account/sessions/end-others'],
      ...['/account/tokens', '/account/tokens/:token/revoke'],
      '/invitation/:number/:token',
      '/my/games/:number/give-up',
      ...['/operator/accounts', '/operator/accounts/:id/email', '/operator/accounts/:id/link'],
      ...['/operator/accounts/:id/remove-passkeys', '/operator/accounts/:id/rights'],
      ...['/sign-in', '/sign-in/link', '/sign-in/link/:token'],
      ...['/sign-in/passkey', '/sign-in/passkey/options', '/sign-up', '/sign-up/:token'],
      '/unsubscribe/:id/:token',
    ]);
  });

  test('what another site made the browser send is not repeated', async () => {
    await ann.token();
    await proxy.cut();
    const bare = await ann.postBare(sheet, TYPED);
    expect([bare.statusCode, bare.body.includes('two lines')]).toEqual([403, false]);
  });
});

describe('A database that hangs', () => {
  test('keeps no form for long: what was typed comes back with a 503', async () => {
    const token = await ann.token();
    proxy.stall();
    const page = await ann.postBare(sheet, { _csrf: token, ...TYPED });
    expect(page.statusCode).toBe(503);
    expect(formsOf(page.body, { button: 'Send again' })[0]?.fields).toMatchObject(TYPED);
    // What hung gets its answer late, and nothing is the worse for it.
    await proxy.restore();
    expect((await ann.get('/my/games')).statusCode).toBe(200);
  });

  test('in the middle of a form leads to a 503 after some time, which does not promise that nothing was stored', async () => {
    const hasty = await aWeb(own.ctx, { timeout: 700 });
    const visitor = await signedIn(hasty, own.ctx, player);
    const token = await visitor.token();
    const lock = await holdGameLock(own.url, played.game.id);
    const before = (await storedSheets()).length;
    const page = await visitor.postBare(
      sheet,
      { _csrf: token, ...TYPED },
      { referer: `http://whistlestop.test${sheet}` },
    );
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('may not have been stored');
    expect(page.body).toContain(`<a href="${sheet}" target="_blank" rel="noopener">See what is stored</a>`);
    await lock.release();
    // It was stored after all.
    await expect.poll(async () => (await storedSheets()).length).toBe(before + 1);
    await hasty.close();
  });
});

describe('A handler that never ends', () => {
  test('gets an answer also if the request had a body, before its connection is dropped', async () => {
    const lock = await holdGameLock(own.url, played.game.id);
    const hasty = await aWeb(own.ctx, { timeout: 700 });
    const address = await hasty.listen({ port: 0, host: '127.0.0.1' });
    const visitor = await signedIn(visitorTo(address), own.ctx, player);
    const token = await visitor.token();
    const signal = AbortSignal.timeout(20_000);
    const page = await Promise.race([
      visitor.postBare(sheet, { _csrf: token, ...TYPED }),
      once(signal, 'abort').then(() => null),
    ]);
    expect(page?.statusCode).toBe(503);
    expect(page?.body).toContain('may not have been stored');
    await lock.release();
    await hasty.close();
  });
});

describe('A connection that breaks', () => {
  test('at the end of a form leads to a page that does not say that nothing was stored', async () => {
    const faulty = faultyDatabase(own.url, own.ctx.db.pool);
    const shaky = await aWeb({ ...own.ctx, db: faulty });
    const visitor = await signedIn(shaky, own.ctx, player);
    const fields = { _csrf: await visitor.token(), ...TYPED };
    const versions = (await storedSheets()).length;
    faulty.breakAfter(1_000, 'lost answer');
    expect((await visitor.postBare(sheet, fields)).statusCode).toBe(303);
    const { statements } = faulty.mend();
    const commit = statements.lastIndexOf('COMMIT') + 1;

    faulty.breakAfter(commit, 'lost answer');
    const page = await visitor.postBare(sheet, fields);
    expect(faulty.mend().broke).toBe(true);
    expect(page.statusCode).toBe(503);
    expect(page.body).toContain('What you sent may not have been stored.');
    expect(page.body).toContain('shows the version that counts');
    expect(await storedSheets()).toHaveLength(versions + 2);
    const [again] = formsOf(page.body, { button: 'Send again' });
    expect((await visitor.postBare(again?.action ?? '', again?.fields ?? {})).statusCode).toBe(303);
    await shaky.close();
    await faulty.close();
  });

  test('while a page is read leads to a page that says nothing about storing', async () => {
    const faulty = faultyDatabase(own.url, own.ctx.db.pool, { alone: true });
    const shaky = await aWeb({ ...own.ctx, db: faulty });
    const visitor = await signedIn(shaky, own.ctx, player);
    for (const address of [sheet, `${sheet}/check`]) {
      const _csrf = await visitor.token();
      // The session is read, and what follows is the work of the handler.
      faulty.breakAfter(4, 'lost answer');
      const isForm = address.endsWith('/check');
      const page = isForm ? await visitor.postBare(address, { _csrf, ...TYPED }) : await visitor.get(address);
      expect([address, faulty.mend().broke, page.statusCode]).toEqual([address, true, 503]);
      expect(page.body).not.toMatch(/stored/);
    }
    await shaky.close();
    await faulty.close();
  });

  test('after a refused sheet was stored leads to a page that does not say that nothing was', async () => {
    const faulty = faultyDatabase(own.url, own.ctx.db.pool, { alone: true });
    const shaky = await aWeb({ ...own.ctx, db: faulty });
    const visitor = await signedIn(shaky, own.ctx, player);
    const fields = { _csrf: await visitor.token(), ...TYPED, 'campaign[0].state': 'ZZ' };
    faulty.breakAfter(1_000, 'lost answer');
    expect((await visitor.postBare(sheet, fields)).statusCode).toBe(422);
    const { statements } = faulty.mend();
    const lastInsert = statements.findLastIndex((text) => /\binsert into/i.test(text));
    const commit = statements.indexOf('COMMIT', lastInsert) + 1;
    const before = (await storedSheets()).length;
    faulty.breakAfter(commit + 1, 'lost answer');
    const page = await visitor.postBare(sheet, fields);
    expect(faulty.mend().broke).toBe(true);
    expect(await storedSheets()).toHaveLength(before + 1);
    expect([page.statusCode, page.body.includes('may not have been stored')]).toEqual([503, true]);
    await shaky.close();
    await faulty.close();
  });

  test('after a handler has stored something leads to a page that does not say that nothing was', async () => {
    const half = await aWeb({ ...own.ctx, db });
    half.post('/half', { config: { access: 'anyone', csrf: false } }, async (request) => {
      await db.pool.query('SELECT 1');
      request.stored = true;
      await proxy.cut();
      return db.prisma.account.count();
    });
    await half.ready();
    const page = await half.inject({ method: 'POST', url: '/half', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.body.includes('may not have been stored')]).toEqual([503, true]);
    await half.close();
  });
});

test('a failure that is not the database’s is still a 500', async () => {
  const buggy = await aWeb(own.ctx);
  buggy.get('/buggy', { config: { access: 'anyone' } }, async () => own.ctx.db.pool.query('SELECT nonsense'));
  await buggy.ready();
  const page = await aVisitor(buggy).get('/buggy');
  expect([page.statusCode, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
    500,
    undefined,
    'no-store',
  ]);
  await buggy.close();
});

test('only pages without an account may be kept by caches', async () => {
  const cached = await aWeb(own.ctx);
  cached.get('/cached', { config: { access: 'anyone', cacheable: true } }, async () => 'for everyone');
  await cached.ready();
  expect((await aVisitor(cached).get('/cached')).headers['cache-control']).toBeUndefined();
  const visitor = await signedIn(cached, own.ctx, player);
  expect((await visitor.get('/cached')).headers['cache-control']).toBe('no-store');
  await cached.close();
});
