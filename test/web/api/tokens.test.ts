import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_TOKENS, SCOPES } from '../../../src/accounts/access-tokens.ts';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { granted, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { aWeb, signedIn, testCode, type Visitor } from '../visitor.ts';

/* Tokens with which programs sign in. */

const ORDERS = { fundraising: ['CA'] };
const DAY = 24 * 3_600_000;

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
let visitor: Visitor;
let sheet: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  const game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = game.players[0] as Account;
  visitor = await signedIn(app, own.ctx, ann);
  sheet = `/api/games/${gameNumber(game.game)}/sheet`;
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const made = (fields: Record<string, string>) =>
  visitor.post('/account/tokens', { name: 'My bot', days: '30', addCode: testCode, ...fields });

async function newToken(fields: Record<string, string>): Promise<string> {
  const token = /value="(whistlestop_[\w-]+)"/.exec((await made(fields)).body)?.[1];
  if (token === undefined) throw new Error('No token is shown.');
  return token;
}

async function forgetChanges(): Promise<void> {
  await own.ctx.db.prisma.mailRequest.deleteMany();
  await own.ctx.db.prisma.accessToken.deleteMany();
}

async function ask(token: string, method: 'GET' | 'POST' = 'GET') {
  const answer = await app.inject({
    method,
    url: method === 'GET' ? sheet : `${sheet}?turn=1`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { payload: JSON.stringify(ORDERS) }),
  });
  return { status: answer.statusCode, code: answer.json().error?.code, headers: answer.headers };
}

describe('a token', () => {
  test('lets a program do what its owner chose, and nothing else', async () => {
    const reader = await newToken({ read: 'yes' });
    expect((await ask(reader)).status).toBe(200);
    const refused = await ask(reader, 'POST');
    expect([refused.status, refused.code]).toEqual([403, 'scope']);
    expect(refused.headers['www-authenticate']).toContain('scope="sheets"');
    const sender = await newToken({ sheets: 'yes' });
    expect((await ask(sender, 'POST')).status).toBe(200);
    expect((await ask(sender)).status).toBe(403);
  });

  test('has a name of one line, whatever was typed', async () => {
    await newToken({ read: 'yes', name: ' My\0\nnew  robot ' });
    const names = (await own.ctx.db.prisma.accessToken.findMany()).map(({ name }) => name);
    expect(names).toContain('My new robot');
    expect((await made({ read: 'yes', name: '\0' })).body).toContain(
      'Name the program that will use the token.',
    );
  });

  test('is shown once, is stored as a hash, and its owner is told by mail', async () => {
    const all = Object.fromEntries(SCOPES.map((scope) => [scope, 'yes']));
    const token = await newToken({ ...all, name: 'Kitchen robot' });
    const page = (await visitor.get('/account/tokens')).body;
    expect(page).toContain('Kitchen robot');
    expect(page).not.toContain(token);
    const rows = await own.ctx.db.prisma.accessToken.findMany();
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    expect(rows.find(({ name }) => name === 'Kitchen robot')?.scopes).toEqual([...SCOPES]);
    const mails = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'confirmation' } });
    expect(mails.map(({ detail }) => detail)).toContainEqual({
      ...{ what: 'tokenAdded', token: 'Kitchen robot', account: ann.id },
    });
  });

  test('ends when it is revoked, when its time is over, and with a new security code', async () => {
    await forgetChanges();
    const [revoked, old, ended] = [
      await newToken({ read: 'yes', name: 'Revoked' }),
      await newToken({ read: 'yes', name: 'Old' }),
      await newToken({ read: 'yes', name: 'Ended', days: '365' }),
    ];
    const page = (await visitor.get('/account/tokens')).body;
    const address = /<h3>Revoked<\/h3>.*?action="([^"]+)"/s.exec(page)?.[1] as string;
    expect((await visitor.post(address)).statusCode).toBe(303);
    expect((await ask(revoked)).code).toBe('token');
    own.setNow(new Date(testNow.getTime() + 31 * DAY));
    expect((await ask(old)).status).toBe(401);
    expect((await ask(ended)).status).toBe(200);
    own.setNow(testNow);
    granted(await setSecurityCode(own.ctx, ann.id, 'another code altogether'));
    expect((await ask(ended)).status).toBe(401);
    granted(await setSecurityCode(own.ctx, ann.id, testCode));
    visitor = await signedIn(app, own.ctx, ann);
  });

  test('of someone else cannot be revoked', async () => {
    const token = await newToken({ read: 'yes' });
    const { id } = await own.ctx.db.prisma.accessToken.findFirstOrThrow();
    const other = await own.ctx.db.prisma.account.findFirstOrThrow({ where: { id: { not: ann.id } } });
    const stranger = await signedIn(app, own.ctx, other);
    await stranger.post(`/account/tokens/${id}/revoke`);
    expect((await ask(token)).status).toBe(200);
  });
});

describe('the form', () => {
  test('offers every scope', async () => {
    const page = (await visitor.get('/account/tokens')).body;
    for (const scope of SCOPES) expect(page).toMatch(new RegExp(`name="${scope}" value="yes"`));
  });

  test('names what is missing, and asks for the code', async () => {
    await forgetChanges();
    const nothing = await made({ name: ' ', days: '7' });
    expect(nothing.statusCode).toBe(422);
    for (const words of ['Name the program', 'Choose at least one thing', 'Choose how long']) {
      expect(nothing.body).toContain(words);
    }
    const wrong = await made({ read: 'yes', addCode: 'wrong' });
    expect([wrong.statusCode, await own.ctx.db.prisma.accessToken.count()]).toEqual([422, 0]);
    expect(wrong.body).toContain('This is not your current security code.');
  });

  test('makes only so many tokens for an account', async () => {
    await forgetChanges();
    for (let n = 0; n < MAX_TOKENS; n += 1) {
      await own.ctx.db.prisma.mailRequest.deleteMany();
      await newToken({ read: 'yes' });
    }
    expect((await made({ read: 'yes' })).statusCode).toBe(422);
    expect((await visitor.get('/account/tokens')).body).toContain('the most that an account can have');
  });
});

test.each(['Bearer whistlestop_short', `Bearer whistlestop_${'a'.repeat(43)}`, 'Bearer'])(
  '“%s” is refused',
  async (authorization) => {
    const answer = await app.inject({ url: sheet, headers: { authorization } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBeDefined();
  },
);
