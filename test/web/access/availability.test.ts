import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { type Condition, createHealth, type Health } from '../../../src/operations/health.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';
import { formsOf } from '../forms-of.ts';
import { aWeb, signedIn, type Visitor } from '../visitor.ts';

/* A server whose checks find that it could not keep what it is sent takes nothing, although its database would. */

let own: TestContext;
let app: FastifyInstance;
let health: Health;
let level: Condition['level'];
let played: TestGame;
let player: Account;
let ann: Visitor;
let sheet: string;

beforeAll(async () => {
  own = await testContext();
  health = createHealth(pino({ level: 'silent' }), 3_600_000);
  health.add({ name: 'disk', run: async () => ({ level, message: 'The disk.' }) });
  app = await aWeb(own.ctx, { health, limits: { forms: 10_000, pages: 10_000 } });
  played = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  player = played.players[0] as Account;
  ann = await signedIn(app, own.ctx, player);
  sheet = `/my/games/EY-${played.game.serial}/sheet`;
});
beforeEach(() => setLevel('ok'));
afterAll(async () => {
  await app.close();
  await health.close();
  await own.close();
});

async function setLevel(next: Condition['level']): Promise<void> {
  level = next;
  await health.check();
}

const TYPED = { _turn: '1', 'fundraising[0]': 'CA', press: 'Read my lips.' };

describe('While the disk is nearly full', () => {
  test('a sheet is refused and kept, and is stored from that page once there is space', async () => {
    const token = await ann.token();
    await setLevel('down');
    const before = await allRows(own.ctx.db.pool);
    const page = await ann.postBare(sheet, { _csrf: token, ...TYPED });
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '60']);
    expect(page.body).toContain('its disk is full or cannot be written to. Nothing you sent was stored.');
    expect(await allRows(own.ctx.db.pool)).toEqual(before);
    await setLevel('warning');
    const [form] = formsOf(page.body, { button: 'Send again' });
    expect((await ann.postBare(form?.action ?? '', form?.fields ?? {})).statusCode).toBe(303);
    expect(await own.ctx.db.prisma.sheet.count()).toBe(1);
  });

  test('no form is taken but those to sign in and out and to check or try a sheet', async () => {
    await setLevel('down');
    // Not `player`, whose other sessions would be ended.
    const visitor = await signedIn(app, own.ctx, played.players[1] as Account);
    const _csrf = await visitor.token();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const taken: string[] = [];
    // Signing out comes last, so that everything before is sent by someone who is signed in.
    const routes = [...app.routeAccess].sort(
      (a, b) => Number(a.url === '/sign-out') - Number(b.url === '/sign-out'),
    );
    for (const { method, url } of routes) {
      if (method === 'GET') continue;
      const address = url.replace(':number', `EY-${played.game.serial}`).replace(/:[a-z]+/g, 'x'.repeat(43));
      const accept = url.startsWith('/api/') ? 'application/json' : 'text/html';
      const response = await app.inject({
        method: method as 'POST',
        url: address,
        headers: { accept, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ _csrf }).toString(),
      });
      if (response.statusCode === 503) expect(response.headers['retry-after'], url).toBe('60');
      else taken.push(url);
    }
    // Those of the operator are refused to a player in any case.
    expect(taken.filter((url) => !url.startsWith('/operator')).sort()).toEqual([
      ...['/account/sessions/:handle/end', '/account/sessions/end-others', '/account/tokens/:token/revoke'],
      ...['/api/games/:number/sheet/check', '/api/games/:number/sheet/guess'],
      ...['/api/practice/:game/sheet/check', '/api/practice/:game/sheet/guess'],
      '/invitation/:number/:token',
      '/my/games/:number/advance-orders/:turn/check',
      ...['/my/games/:number/advance-orders/:turn/sign-in', '/my/games/:number/advance-orders/:turn/try'],
      '/my/games/:number/letters/sign-in',
      ...['/my/games/:number/sheet/check', '/my/games/:number/sheet/sign-in', '/my/games/:number/sheet/try'],
      ...['/practice/:game/sheet/check', '/practice/:game/sheet/try'],
      ...[
        '/sign-in',
        '/sign-in/link',
        '/sign-in/link/:token',
        '/sign-in/passkey',
        '/sign-in/passkey/options',
      ],
      '/sign-out',
    ]);
  });

  test('pages can be read', async () => {
    await setLevel('down');
    for (const url of ['/', '/my/games', sheet, '/account'])
      expect((await ann.get(url)).statusCode).toBe(200);
    const checked = await ann.postBare(`${sheet}/check`, { _csrf: await ann.token(), ...TYPED });
    expect([checked.statusCode, checked.body.includes('Checked: no problems')]).toEqual([200, true]);
  });

  test('programs get a 503, with or without a good code', async () => {
    await setLevel('down');
    const response = await app.inject({
      method: 'POST',
      url: `/api/games/EY-${played.game.serial}/sheet?turn=1`,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([response.statusCode, response.json().error.code]).toEqual([503, 'unavailable']);
  });
});
