import { Writable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { enforceRouteAccess, type RouteAccess } from '../../../src/web/access/route-access.ts';
import { newRequestId } from '../../../src/web/rendering/request-log.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aVisitor, aWeb, signedIn, testCode } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let operator: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 10_000, games: 10_000 } });
  const made = await anAccount(own.ctx, 'Olive Operator');
  operator = await own.ctx.db.prisma.account.update({ where: { id: made.id }, data: { operator: true } });
});

afterAll(async () => {
  await app.close();
  await own.close();
});

function sinkOf(lines: string[]): Writable {
  return new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
}

/** A route's address with a value for every parameter. */
function filled(route: RouteAccess): string {
  return route.url.replace(/:number/g, 'EY-1').replace(/:[a-z]+/g, '1');
}

/** Mail programs send it without a page (RFC 8058): a proof in the address stands for the form token. */
const ONE_CLICK = ['/unsubscribe/:id/:token'];

/** The routes that take POST requests, either those of programs or those of pages. */
function postRoutes(audience: 'programs' | 'pages'): RouteAccess[] {
  return app.routeAccess.filter(
    ({ method, url }) =>
      method === 'POST' && !ONE_CLICK.includes(url) && url.startsWith('/api/') === (audience === 'programs'),
  );
}

describe('form tokens', () => {
  test('every route that takes a form refuses one without a token, and one from another site', async () => {
    const visitor = await signedIn(app, own.ctx, operator);
    const routes = postRoutes('pages');
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const bare = await visitor.postBare(filled(route), {});
      expect(bare.statusCode, route.url).toBe(403);
      expect(bare.body, route.url).toContain('protection token');
      const token = await visitor.token();
      const elsewhere: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.test' },
      ];
      for (const headers of elsewhere) {
        const foreign = await visitor.postBare(filled(route), { _csrf: token }, headers);
        expect(foreign.statusCode, route.url).toBe(403);
      }
    }
  });

  test('the token of another browser is refused', async () => {
    const token = await aVisitor(app).token();
    const visitor = aVisitor(app);
    await visitor.token();
    const answer = await visitor.postBare('/sign-in', { _csrf: token, account: '1', code: 'x' });
    expect(answer.statusCode).toBe(403);
  });

  test('all forms of the first page carry the same valid token', async () => {
    const visitor = aVisitor(app);
    const page = await visitor.get('/sign-in');
    const tokens = [...page.body.matchAll(/name="_csrf" value="([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(tokens.length).toBeGreaterThan(1);
    for (const _csrf of tokens) {
      const answer = await visitor.postBare('/sign-in', { _csrf, account: '1', code: 'x' });
      expect(answer.statusCode).toBe(422);
    }
  });

  test('routes of programs, which need no token, ignore the session cookie', async () => {
    const visitor = await signedIn(app, own.ctx, operator);
    const routes = postRoutes('programs');
    expect(routes.map(({ url }) => url)).toContain('/api/games/:number/sheet');
    for (const route of routes) {
      const answer = await visitor.postBare(filled(route), {}, { accept: 'application/json' });
      expect([route.url, answer.statusCode]).toEqual([route.url, 401]);
    }
  });
});

/** Inline scripts and styles. */
const FORBIDDEN = /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:/i;

describe('headers', () => {
  test('pages are strict and private', async () => {
    const page = await aVisitor(app).get('/');
    const csp = String(page.headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("script-src 'self'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("base-uri 'none'");
    expect(csp).toContain("form-action 'self'");
    expect(csp).not.toContain('unsafe');
    expect(csp).not.toContain('upgrade-insecure-requests');
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(page.headers['strict-transport-security']).toBeUndefined();
    expect(page.headers['x-request-id']).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  });

  test('no page contains a script or a style that the policy forbids', async () => {
    const visitor = await signedIn(app, own.ctx, operator);
    const urls = app.routeAccess
      .filter(({ method, url }) => method === 'GET' && !url.includes(':'))
      .map(({ url }) => url);
    const pages: string[] = [];
    for (const url of urls) {
      const page = await visitor.get(url);
      if (!String(page.headers['content-type']).startsWith('text/html')) continue;
      pages.push(url);
      expect(page.body, url).not.toMatch(FORBIDDEN);
    }
    expect(pages).toEqual(expect.arrayContaining(['/', '/my/games', '/account', '/gm', '/operator']));
    // The pattern finds what the policy forbids.
    for (const html of ['<script>', '<p style="x">', '<style>', '<a onclick="x">', 'href="javascript:x"']) {
      expect(html).toMatch(FORBIDDEN);
    }
    expect('<script type="module" src="/assets/sheet.js">').not.toMatch(FORBIDDEN);
  });

  test('style sheets, scripts and typefaces exist and can be cached', async () => {
    const visitor = aVisitor(app);
    const page = (await visitor.get('/')).body;
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((found) => found[1] ?? '');
    const css = (await visitor.get(files.find((file) => file.includes('site.css')) ?? '')).body;
    const fonts = [...css.matchAll(/url\("([^"]+)"\)/g)].map((found) => found[1] ?? '');
    expect(fonts.length).toBeGreaterThan(5);
    for (const file of [...files, ...fonts]) {
      const answer = await visitor.get(file);
      expect(answer.statusCode, file).toBe(200);
      expect(answer.headers['cache-control'], file).toMatch(/^public, max-age=/);
    }
    for (const file of [
      '/assets/../app.ts',
      '/assets/pico/package.json',
      '/assets/fonts/league-gothic/../package.json',
      '/assets/%2e%2e/app.ts',
    ]) {
      expect((await visitor.get(file)).statusCode, file).toBe(404);
    }
  });
});

describe('errors', () => {
  let broken: FastifyInstance;
  const lines: string[] = [];

  beforeAll(async () => {
    const log = pino({ level: 'debug' }, sinkOf(lines));
    broken = await aWeb({ ...own.ctx, log });
    broken.get('/broken', { config: { access: 'anyone' } }, async () => {
      throw new Error('a secret detail');
    });
    await broken.ready();
  });
  afterAll(() => broken.close());

  test('a failure of the server shows a request number and no details', async () => {
    const page = await aVisitor(broken).get('/broken');
    expect(page.statusCode).toBe(500);
    expect(page.body).toContain(String(page.headers['x-request-id']));
    expect(page.body).not.toContain('secret detail');
    expect(page.body).not.toContain('.ts');
    const logged = lines.find((line) => line.includes('secret detail')) ?? '';
    expect(logged).toContain(String(page.headers['x-request-id']));
  });

  test('callers that ask for JSON get JSON', async () => {
    const failed = await aVisitor(broken).get('/broken', { accept: 'application/json' });
    expect(failed.json()).toEqual({
      error: { code: 'failed', message: expect.any(String), request: failed.headers['x-request-id'] },
    });
    const missing = await aVisitor(app).get('/api/nothing', { accept: '*/*' });
    expect(missing.statusCode).toBe(404);
    expect(missing.json().error.code).toBe('not-found');
  });

  test('requests for what does not exist, is too large or is malformed get a plain message', async () => {
    const visitor = aVisitor(app);
    for (const url of [
      '/nothing',
      '/games/EY-99',
      '/games/..%2f..',
      '/games/EY-1/turns/0',
      '/games/EY-1/turns/x',
      '/games/EY-99999999999',
      '/mailbox',
    ]) {
      const page = await visitor.get(url);
      expect(page.statusCode, url).toBe(404);
      expect(page.body, url).toContain('<h1>Page not found</h1>');
    }
    const large = await visitor.post('/sign-in', { account: 'x'.repeat(100_000) });
    expect(large.statusCode).toBe(413);
    expect(large.body).toContain('larger than any form');
    const odd = await visitor.postBare('/sign-in', {}, { 'content-type': 'application/xml' });
    expect(odd.statusCode).toBe(415);
    const bad = await visitor.get('/gm/new?ruleset=a&ruleset=b');
    expect([303, 400]).toContain(bad.statusCode);
    const signed = await signedIn(app, own.ctx, operator);
    expect((await signed.get('/gm/new?ruleset=a&ruleset=b')).statusCode).toBe(400);
    expect((await signed.get('/gm/new?ruleset=nothing')).statusCode).toBe(404);
  });

  test('addresses that cannot be parsed get our message, not that of the framework', async () => {
    for (const url of ['/%', '/games/%ff', `/games/${'E'.repeat(300)}`, '/api/games/%ff']) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } });
      expect([404, 414], url).toContain(answer.statusCode);
      expect(answer.body).not.toContain('FST_');
      expect(answer.body).toMatch(/does not exist|too long/);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.headers['x-request-id']).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    }
  });

  test('the log says who requested what, without secrets', async () => {
    const visitor = await signedIn(broken, own.ctx, operator);
    const link = `/sign-in/link/${'S3cretLink'.repeat(4)}`;
    await visitor.get(`${link}?next=/account`);
    await visitor.post(link, {});
    await visitor.get('/account?token=tell-tale');
    const all = lines.join('');
    expect(all).toContain(`"account":${operator.id}`);
    expect(all).toContain('"url":"/sign-in/link/:token"');
    const session = visitor.cookies.get('whistlestop') ?? 'none';
    for (const secret of ['S3cretLink', 'tell-tale', testCode, session]) expect(all).not.toContain(secret);
  });
});

test('the server does not start with a route that does not say who may use it', () => {
  const bare = fastify();
  enforceRouteAccess(bare, {});
  expect(() => bare.get('/forgotten', async () => 'open')).toThrow(/does not set config.access/);
});

test('request numbers differ and have no confusing letters', () => {
  const numbers = new Set(Array.from({ length: 500 }, newRequestId));
  expect(numbers.size).toBe(500);
  for (const number of numbers) expect(number).toMatch(/^[2-9A-HJ-NP-TV-Z]{4}-[2-9A-HJ-NP-TV-Z]{4}$/);
});
