import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import type { RouteAccess } from '../../src/web/access/route-access.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type Authenticator, anAuthenticator } from '../helpers/authenticator.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { addPasskeyTo, confirm, pendingVisitor, signedBy } from '../web/passkey-visitor.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../web/visitor.ts';

/* A session that still waits for a passkey is like none: no route must show or do anything for its account. */

const HOME = 'http://localhost:8080';

let own: TestContext;
let app: FastifyInstance;
let g: TestGame;
let number: string;
/** A player, who is also an operator and may run games. */
let ann: Account;
let phone: Authenticator;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, {
    publicUrl: HOME,
    limits: { forms: 10_000, pages: 10_000, games: 10_000, pdfs: 10_000, signInByAddress: 10_000 },
  });
  g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(g.game);
  ann = g.players[0] as Account;
  const rights = { operator: true, mayRunGames: true };
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: rights });
  const policy = { letters: 'open' as const, lettersBefore: null };
  granted(await setLettersPolicy(own.ctx, { gameId: g.game.id, by: g.gm.id, ...policy }));
  phone = anAuthenticator(HOME);
  await addPasskeyTo(await signedIn(app, own.ctx, ann), phone);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** The routes of the second step itself, and the end of it. */
const STEPS = [
  'GET /sign-in',
  'GET /sign-in/passkey',
  'POST /sign-in/passkey',
  'POST /sign-in/passkey/options',
  'POST /sign-out',
];

/** Forms that can be sent without a session, so that nothing is lost: they ask for the passkey instead of the code. */
const KEPT_FORMS =
  /^POST \/my\/games\/:number\/(sheet|advance-orders\/:turn|letters)(\/check|\/sign-in|\/try)?$/;

function addressOf({ url }: RouteAccess): string {
  const uuid = '018f0000-0000-7000-8000-000000000000';
  const values: Record<string, string> = {
    number,
    turn: '1',
    version: '1',
    attempt: '1',
    seat: g.seats[0]?.id ?? uuid,
    id: String(ann.id),
    token: 'A'.repeat(43),
    index: '0',
  };
  return url.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? uuid);
}

async function send(visitor: Visitor, token: string, route: RouteAccess): Promise<LightMyRequestResponse> {
  const address = addressOf(route);
  if (route.method === 'GET') return visitor.get(address);
  if (route.method === 'POST') return visitor.postBare(address, { _csrf: token });
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return app.inject({ method: route.method as 'DELETE', url: address, headers: { cookie } });
}

/** What a response says, without what differs from request to request. */
function saidBy({ statusCode, headers, body }: LightMyRequestResponse, visitor: Visitor) {
  const said = body
    .replaceAll(/name="_csrf" value="[^"]*"/g, 'token')
    .replaceAll(/\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b/g, 'request');
  const keepsCookie = !visitor.cookies.has('whistlestop') || visitor.cookies.get('whistlestop') !== '';
  return { statusCode, location: headers.location, said, keepsCookie };
}

test('a session that waits for a passkey sees and does no more than a visitor who is signed out', async () => {
  const [pending, stranger] = [await pendingVisitor(app, ann), aVisitor(app)];
  const tokens = [await pending.token(), await stranger.token()] as const;
  const { sessionCount, rows } = { sessionCount: await sessions(), rows: await rowsOfAnn() };
  let compared = 0;
  for (const route of app.routeAccess) {
    const name = `${route.method} ${route.url}`;
    if (STEPS.includes(name)) continue;
    const mine = saidBy(await send(pending, tokens[0], route), pending);
    const theirs = saidBy(await send(stranger, tokens[1], route), stranger);
    if (KEPT_FORMS.test(name)) {
      expect([name, mine.statusCode]).toEqual([name, theirs.statusCode]);
      expect(mine.said, name).toContain('Confirm with your passkey');
      expect(mine.said, name).not.toContain(ann.email);
    } else {
      expect([name, mine]).toEqual([name, theirs]);
    }
    compared += 1;
  }
  expect(compared).toBeGreaterThan(100);
  expect([await sessions(), await rowsOfAnn()]).toEqual([sessionCount, rows]);
  // It was pending all the time.
  expect((await confirm(pending, phone)).statusCode).toBe(303);
  expect((await pending.get('/operator')).statusCode).toBe(200);
}, 120_000);

const sessions = () => own.ctx.db.prisma.session.count({ where: { accountId: ann.id } });

function rowsOfAnn() {
  const { account } = own.ctx.db.prisma;
  const include = { securityCode: true, passkeys: true, seats: true, deliveries: true, logged: true };
  return account.findUnique({ where: { id: ann.id }, include });
}

test('its second step works once: signing out ends it', async () => {
  const pending = await pendingVisitor(app, ann);
  const signed = await signedBy(pending, phone);
  const cookies = new Map(pending.cookies);
  await pending.post('/sign-out');
  for (const [name, value] of cookies) pending.cookies.set(name, value);
  const late = await pending.post('/sign-in/passkey', { _passkey: signed });
  expect(late.headers.location).toBe('/sign-in');
  expect((await pending.get('/account')).statusCode).toBe(303);
});

describe('someone whose session ended while they wrote', () => {
  const FORMS = {
    'a sheet': { path: '/sheet', fields: { _turn: '1', press: 'All that I wrote' } },
    'advance orders': { path: '/advance-orders/2', fields: { press: 'All that I wrote' } },
    'a letter': { path: '/letters', fields: { text: 'All that I wrote' } },
  };
  let visitor: Visitor;
  beforeEach(() => {
    visitor = aVisitor(app);
  });

  for (const [what, { path, fields }] of Object.entries(FORMS)) {
    test(`${what}: needs the code and the passkey, and loses nothing`, async () => {
      const address = `/my/games/${number}${path}`;
      const expired = await visitor.post(address, fields);
      expect(expired.body).toContain('Sign in again');
      const credentials = { _account: String(ann.id), _code: testCode };
      const asked = await visitor.post(`${address}/sign-in`, { ...fields, ...credentials });
      expect(asked.statusCode).toBe(401);
      expect(asked.body).toContain('Confirm with your passkey');
      expect(asked.body).toContain('value="All that I wrote"');
      expect((await visitor.get('/account')).statusCode).toBe(303);
      const pending = new Map(visitor.cookies);

      const wrong = await signedBy(visitor, phone, { origin: 'http://localhost:9999' });
      for (const _passkey of [wrong, 'not even JSON', '']) {
        const refused = await visitor.post(`${address}/sign-in`, { ...fields, _passkey });
        expect(refused.statusCode).toBe(401);
        expect(refused.body).toContain('value="All that I wrote"');
        expect((await visitor.get('/account')).statusCode).toBe(303);
      }
      const _passkey = await signedBy(visitor, phone);
      const back = await visitor.post(`${address}/sign-in`, { ...fields, _passkey });
      expect(back.statusCode, back.body).toBe(200);
      expect(back.body).toMatch(/All that I wrote(<\/textarea>|" data-max)/);
      expect((await visitor.get('/account')).statusCode).toBe(200);
      expect(visitor.cookies.get('whistlestop')).not.toBe(pending.get('whistlestop'));
    });
  }
});
