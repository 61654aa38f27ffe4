import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitsOf } from '../../src/web/access/rate-limits.ts';
import type { RouteAccess } from '../../src/web/access/route-access.ts';
import { useContext } from '../helpers/use-context.ts';
import { aWeb } from '../web/visitor.ts';

/** What reads a game has a limit of its own, far below that of all pages. A new page is in it, or a line here. */

const NO_GAME = 'reads no game';
const OWN_ACCOUNT = 'reads the own account only';
const OPERATOR = 'only the operator can use it';
const IN_MEMORY = 'is the same for everyone and kept in memory';
const SECRET = 'reads a game only for those who know a mailed secret';

/** Pages without a cost class, and why they need none. */
const CHEAP: Record<string, string> = {
  '/rules': IN_MEMORY,
  '/rules/:id': IN_MEMORY,
  '/rules/:id.txt': IN_MEMORY,
  '/help': IN_MEMORY,
  '/help/gm': IN_MEMORY,
  '/help/api': IN_MEMORY,
  '/contact': IN_MEMORY,
  '/privacy': IN_MEMORY,
  '/.well-known/security.txt': IN_MEMORY,
  '/api/openapi.json': IN_MEMORY,
  '/health': NO_GAME,
  '/ready': NO_GAME,
  '/metrics': NO_GAME,
  '/my': NO_GAME,
  '/sign-in': NO_GAME,
  '/sign-in/link/:token': NO_GAME,
  '/sign-in/passkey': NO_GAME,
  '/sign-up': NO_GAME,
  '/sign-up/:token': NO_GAME,
  '/unsubscribe/:id/:token': SECRET,
  '/invitation/:number/:token': SECRET,
  '/account': OWN_ACCOUNT,
  '/account/email/:token': OWN_ACCOUNT,
  '/account/passkeys': OWN_ACCOUNT,
  '/account/sessions': OWN_ACCOUNT,
  '/account/tokens': OWN_ACCOUNT,
  '/account/calendar': OWN_ACCOUNT,
  '/mailbox': 'reads files of mail, which no one but testers has',
  '/mailbox/:id': 'reads one mail',
  '/mailbox/:id/html': 'reads one mail',
  '/mailbox/:id/attachments/:index': 'reads one mail',
  '/operator': OPERATOR,
  '/operator/system': OPERATOR,
  '/operator/questions': OPERATOR,
  '/operator/held': OPERATOR,
};

const own = useContext();
let app: FastifyInstance;
beforeAll(async () => {
  app = await aWeb(own.ctx);
});
afterAll(() => app.close());

const isRead = ({ method }: RouteAccess) => method === 'GET';
const isCostly = ({ config }: RouteAccess) => config.costly !== undefined;

describe('a page', () => {
  test('has a cost class, or a reason why it needs none', () => {
    const pages = app.routeAccess.filter(isRead);
    expect(pages.length).toBeGreaterThan(50);
    const without = pages.filter((route) => !isCostly(route)).map(({ url }) => url);
    expect(without.filter((url) => !(url in CHEAP))).toEqual([]);
  });

  test('that needs no cost class has none', () => {
    const costly = app.routeAccess.filter((route) => isRead(route) && isCostly(route)).map(({ url }) => url);
    expect(costly.filter((url) => url in CHEAP)).toEqual([]);
    // Without a mailbox and a token for metrics, their pages do not exist.
    const missing = Object.keys(CHEAP).filter((url) => !app.routeAccess.some((route) => route.url === url));
    expect(missing.filter((url) => !/^\/(mailbox|metrics|\.well-known)/.test(url))).toEqual([]);
  });
});

describe('a form', () => {
  test('has the limit of forms, which is below that of costly pages', () => {
    const { forms, games } = limitsOf({});
    expect(forms).toBeLessThan(games);
    for (const { method, url, config } of app.routeAccess.filter((route) => !isRead(route))) {
      if (!url.startsWith('/api/')) expect(config.rateLimit, `${method} ${url}`).toBeUndefined();
    }
  });

  test('that is sent after each change of a sheet has a higher limit, and shows whole pages within that of costly pages', () => {
    const checks = app.routeAccess.filter(({ config }) => config.checks);
    expect(checks.map(({ config }) => config.costlyPage)).toEqual(['game', 'game', 'game']);
    expect(checks.map(({ url }) => url).sort()).toEqual([
      '/my/games/:number/advance-orders/:turn/check',
      '/my/games/:number/sheet/check',
      '/practice/:game/sheet/check',
    ]);
  });
});

test('what ends the access of others, and its pages, have limits of their own', () => {
  const ending = app.routeAccess.filter(({ config }) => config.endsAccess);
  expect(ending.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    'GET /account',
    'GET /account/passkeys',
    'GET /account/sessions',
    'GET /account/tokens',
    'POST /account/code',
    'POST /account/passkeys',
    'POST /account/passkeys/options',
    'POST /account/passkeys/remove',
    'POST /account/passkeys/rename',
    'POST /account/sessions/:handle/end',
    'POST /account/sessions/end-others',
    'POST /account/tokens/:token/revoke',
    'POST /sign-out',
  ]);
});
