import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { type HeldWatch, holdServer, readHeld, watchHeld } from '../../../src/operations/held/held-state.ts';
import { anAccount, goodSheet, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';
import { aVisitor, aWeb, signedIn, testCode, type Visitor } from '../visitor.ts';
import { anOperator } from './an-operator.ts';

let own: TestContext;
let app: FastifyInstance;
let watch: HeldWatch;
let operator: Account;
let play: TestGame;
let visitor: Visitor;

beforeAll(async () => {
  own = await testContext();
  own.setNow(new Date());
  watch = await watchHeld(own.ctx, { interval: 1_000_000 });
  app = await aWeb(own.ctx, { limits: { forms: 100_000 }, held: watch });
  operator = await anOperator(own.ctx);
  play = await runningGame(own.ctx, { humans: 2, opponents: 2, due: new Date(Date.now() + 3_600_000) });
  visitor = await signedIn(app, own.ctx, operator);
});
afterAll(async () => {
  await app.close();
  await watch.close();
  await own.close();
});
beforeEach(async () => {
  await own.ctx.db.prisma.serverState.update({
    where: { id: 1 },
    data: { seenAt: new Date(Date.now() - 7_200_000), heldAt: null, heldReason: null },
  });
  await holdServer(own.ctx, 'restored');
  await watch.check();
});

test('while the server is held, everyone can read, and each page says that nothing can be sent', async () => {
  const page = await aVisitor(app).get(`/games/${gameNumber(play.game)}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('This server was restored from a backup and is being checked.');
  const own = (await visitor.get('/operator')).body;
  expect(own).toContain('<strong>The server is held:</strong>');
  expect(own).toContain('href="/operator/held"');
});

test('a sheet that is sent while the server is held is refused with a reason, on the page and for programs', async () => {
  const [ann, seat] = [play.players[0] as Account, play.seats[0] as Seat];
  // Signing in works.
  const player = await signedIn(app, own.ctx, ann);
  const path = `/my/games/${gameNumber(play.game)}/sheet`;
  expect((await player.get(path)).statusCode).toBe(200);
  const refused = await player.post(path, { _turn: '1', press: 'Hello' });
  expect(refused.statusCode).toBe(503);
  expect(refused.body).toContain('Nothing you sent was stored.');
  // What was typed is kept on the page.
  expect(refused.body).toContain('Hello');
  const api = await app.inject({
    method: 'POST',
    url: `/api/games/${gameNumber(play.game)}/sheet?turn=1`,
    headers: { authorization: `Basic ${Buffer.from(`${ann.id}:${testCode}`).toString('base64')}` },
    payload: (await goodSheet(own.ctx, play.game.id, seat)) as object,
  });
  expect([api.statusCode, api.json().error?.code]).toEqual([503, 'held']);
  expect(await own.ctx.db.prisma.sheet.count({ where: { seatId: seat.id } })).toBe(0);
  expect((await player.post('/sign-out')).statusCode).toBe(303);
});

test('while the server is held, no route changes anything but those that end access, those for signing in and out, the correction of addresses, and the release', async () => {
  const params = { number: gameNumber(play.game), seat: (play.seats[0] as Seat).id, turn: '1' } as Record<
    string,
    string
  >;
  const routes = app.routeAccess.filter(
    ({ method, url }) =>
      method === 'POST' &&
      !/^\/(sign-|account\/sessions\/|account\/tokens\/:token\/revoke|operator\/accounts\/:id\/(email|sign-out|remove-passkeys)$)/.test(
        url,
      ) &&
      url !== '/operator/held',
  );
  expect(routes.length).toBeGreaterThan(40);
  const gm = await signedIn(app, own.ctx, play.gm);
  const before = await allRows(own.ctx.db.pool);
  for (const each of [visitor, gm]) {
    const fields = { _csrf: await each.token(), turn: '1', _turn: '1', text: 'Hello' };
    for (const { url } of routes) {
      const address = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? play.game.id);
      const { statusCode } = await each.postBare(address, fields);
      expect(statusCode, address).toBeGreaterThanOrEqual(400);
    }
  }
  expect(await allRows(own.ctx.db.pool)).toEqual(before);
}, 120_000);

test('before the release, the operator ends access that a stranger had when the backup was made', async () => {
  const eve = await anAccount(own.ctx, 'Eve Ellis');
  const there = await signedIn(app, own.ctx, eve);
  const passkey = { id: 'stranger', accountId: eve.id, name: 'x', publicKey: new Uint8Array([1]) };
  await own.ctx.db.prisma.passkey.create({ data: { ...passkey, createdAt: own.ctx.now() } });
  const path = `/operator/accounts/${eve.id}`;
  expect((await visitor.post(`${path}/remove-passkeys`, { removeCode: testCode })).statusCode).toBe(303);
  expect((await visitor.post(`${path}/sign-out`)).statusCode).toBe(303);
  expect((await there.get('/account')).statusCode).toBe(303);
  const email = { email: 'eve.right@players.test', removeKeys: 'yes', emailCode: testCode };
  expect((await visitor.post(`${path}/email`, email)).statusCode).toBe(303);
  const { prisma } = own.ctx.db;
  expect((await prisma.account.findUniqueOrThrow({ where: { id: eve.id } })).email).toBe(email.email);
  expect(await prisma.passkey.count({ where: { accountId: eve.id } })).toBe(0);
  expect(await prisma.securityCode.count({ where: { accountId: eve.id } })).toBe(0);
});

test('the operator sees what would happen, and releases the server', async () => {
  const due = new Date(Date.now() - 3_600_000);
  await own.ctx.db.prisma.gameSchedule.update({
    where: { gameId: play.game.id },
    data: { due, autoProcess: true, timeZone: 'America/New_York' },
  });
  const page = await visitor.get('/operator/held');
  expect(page.body).toMatch(/Everything that players sent between .* is missing\./);
  expect(page.body).toContain('Games that have moved to another server since the backup are back');
  expect(page.body).toContain(`href="/games/${gameNumber(play.game)}"`);
  expect(page.body).toContain('The turn is processed at once.');
  expect(page.body).toMatch(/New date: /);
  expect(page.body).toMatch(/<li>2 invitations to 2 people<\/li>/);
  expect((await visitor.post('/operator/held', { dates: 'never', mail: 'send' })).statusCode).toBe(400);
  expect(await readHeld(own.ctx)).not.toBeNull();
  const released = await visitor.post('/operator/held', {
    dates: 'putOff',
    mail: 'send',
    tellPlayers: 'yes',
  });
  expect([released.statusCode, released.headers.location]).toEqual([303, '/operator/held?done=released']);
  expect(await readHeld(own.ctx)).toBeNull();
  const after = await visitor.get('/operator/held?done=released');
  expect(after.body).toContain('The server is released.');
  expect(after.body).toContain('The server is not held.');
  expect((await visitor.get('/')).body).not.toContain('The server is held');
  expect((await visitor.post('/operator/held', { dates: 'putOff', mail: 'send' })).statusCode).toBe(409);
  expect((await send(own.ctx, play.seats[0] as Seat, 1, {})).kind).toBe('standing');
});

test('the page says why dates cannot be put off with the settings, and does not release the server', async () => {
  const site = await aWeb({ ...own.ctx, downtimeHours: 0 }, { held: watch });
  const there = await signedIn(site, own.ctx, operator);
  const due = new Date(Date.now() - 3_600_000);
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due } });
  const refused = await there.post('/operator/held', { dates: 'putOff', mail: 'send' });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('With DOWNTIME_EXTENSION_HOURS=0, no date is put off');
  expect(await readHeld(own.ctx)).not.toBeNull();
  await site.close();
});

test('the release closes a game that has moved first, as a list says that came after the start, and waits for a list that cannot be read', async () => {
  const { ctx } = own;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-held-'));
  const backups = { dir: path.join(dataDir, 'backups'), kept: 7 };
  const system = { dataDir, backups, embedded: false, nightlyAt: { hour: 3, minute: 30 } };
  const site = await aWeb(ctx, { held: watch, system });
  try {
    const there = await signedIn(site, ctx, operator);
    const away = await runningGame(ctx, { humans: 2, opponents: 2 });
    const { databaseId } = await ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
    const at = new Date(Date.now() + 5_000).toISOString();
    const game = { game: gameNumber(away.game), id: away.game.id };
    const line = { database: databaseId, at, kind: 'gameMoved', ...game, event: randomUUID() };
    await writeFile(path.join(dataDir, 'departures.jsonl'), `${JSON.stringify(line)}\n`);
    const unreadable = path.join(backups.dir, 'departures.jsonl');
    await mkdir(unreadable, { recursive: true });
    const form = { dates: 'putOff', mail: 'send' };
    const refused = await there.post('/operator/held', form);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('The server was not released.');
    expect(refused.body).toContain(`in ${backups.dir} could not be read`);
    expect(await readHeld(ctx)).not.toBeNull();
    await rm(unreadable, { recursive: true });
    expect((await there.post('/operator/held', form)).statusCode).toBe(303);
    expect(await readHeld(ctx)).toBeNull();
    const closed = await ctx.db.prisma.game.findUniqueOrThrow({ where: { id: away.game.id } });
    expect(closed.transferredOutAt).not.toBeNull();
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true });
  }
});

test('no one but the operator sees or releases a held server', async () => {
  const gm = await signedIn(app, own.ctx, play.gm);
  expect((await gm.get('/operator/held')).statusCode).toBe(403);
  expect((await gm.post('/operator/held', { dates: 'putOff', mail: 'send' })).statusCode).toBe(403);
  expect((await gm.get('/gm')).body).not.toContain('/operator/held');
  expect(await readHeld(own.ctx)).not.toBeNull();
});
