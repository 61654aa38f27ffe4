import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestContext, testContext } from '../helpers/database.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../web/visitor.ts';

/* What every response tells browsers, whatever it is: a page, a file, JSON, a redirect, a refusal. */

let own: TestContext;
let app: FastifyInstance;
let operator: Visitor;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { publicUrl: 'https://whistlestop.test', limits: { forms: 1000 } });
  operator = await signedIn(app, own.ctx, await anOperator(own.ctx));
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** One response of each kind. */
function responses(): Record<string, () => Promise<LightMyRequestResponse>> {
  const stranger = aVisitor(app);
  const asked = (url: string, method: 'GET' | 'POST' = 'GET') => app.inject({ method, url });
  return {
    'a public page': () => stranger.get('/'),
    'a private page': () => operator.get('/account'),
    'a page of the operator': () => operator.get('/operator'),
    'a redirect': () => stranger.get('/account'),
    'a style sheet': () => stranger.get('/assets/site.css'),
    'a script': () => stranger.get('/assets/sheet.js'),
    'a picture': () => stranger.get('/assets/star.svg'),
    'a missing file': () => stranger.get('/assets/nothing.css'),
    'a missing page': () => stranger.get('/nothing'),
    'a refused form': () => stranger.postBare('/sign-in', {}),
    'a form that is too large': () => stranger.post('/sign-in', { account: 'x'.repeat(100_000) }),
    'a list for programs': () => asked('/api/games'),
    'a refusal for programs': () => asked('/api/games/EY-1/sheet'),
    'an address that cannot be read': () => asked('/%'),
    'an address that is too long': () => asked(`/games/${'E'.repeat(300)}`),
    'the health of the server': () => asked('/ready'),
  };
}

const NAMES = Object.keys(responses());

describe.each(NAMES)('%s', (name) => {
  let response: LightMyRequestResponse;
  beforeAll(async () => {
    response = (await responses()[name]?.()) as LightMyRequestResponse;
  });

  test('tells browsers to use https for a year, also for the hosts below its name', () => {
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('is never taken for another type than its own, which names its characters', () => {
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    if (response.body === '') return;
    const type = String(response.headers['content-type']);
    expect(type).toMatch(/^(text\/(html|css|plain)|application\/(json|javascript)|image\/svg\+xml);/);
    expect(type).toMatch(/; charset=utf-8$/i);
  });

  test('is shared with no other site', () => {
    expect(response.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(response.headers['referrer-policy']).toBe('same-origin');
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const cors = Object.keys(response.headers).filter((header) => header.startsWith('access-control-'));
    expect(cors).toEqual([]);
  });

  test('does not say what the server is made of', () => {
    expect(response.headers.server).toBeUndefined();
    expect(response.headers['x-powered-by']).toBeUndefined();
  });
});

test('a page loads nothing but what the policy lists, and only from this server', async () => {
  const policy = String((await operator.get('/account')).headers['content-security-policy']);
  const directives = Object.fromEntries(policy.split(';').map((directive) => directive.split(/ (.*)/s)));
  expect(directives).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'script-src-attr': "'none'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
});

test('a page of another origin that asks whether it may read gets no permission', async () => {
  const headers = { origin: 'https://evil.test', 'access-control-request-method': 'GET' };
  for (const url of ['/api/games', '/account', '/assets/sheet.js']) {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const response = await app.inject({ method, url, headers });
      expect(response.headers['access-control-allow-origin'], `${method} ${url}`).toBeUndefined();
    }
  }
});

test('folders are not listed, and files beside the pages do not exist', async () => {
  for (const url of [
    '/assets',
    '/assets/',
    '/assets/pico/',
    '/assets/fonts/league-gothic/',
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/app.ts',
    '/assets/.env',
    '/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    expect((await operator.get(url)).statusCode, url).toBe(404);
  }
});

test('TRACE, which would repeat cookies, is not supported', async () => {
  const response = await app.inject({ method: 'TRACE', url: '/account', headers: { cookie: 'tell=tale' } });
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain('tell=tale');
});
