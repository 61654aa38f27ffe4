import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { isMuted } from '../../src/games/notices/muted-games.ts';
import { notifySeat } from '../../src/games/notices/notices.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { gameNow, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { aWeb } from './visitor.ts';

/** The link with which mail programs end mail of a kind (RFC 8058). */

const PUBLIC_URL = 'https://whistlestop.test';
let own: TestContext;
let app: FastifyInstance;
let game: TestGame;
let ann: Account;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  game = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  ann = game.players[0] as Account;
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { addressProvedAt: new Date() } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

/** The headers of a notice to Ann. */
async function headersOf(more: {
  reminder?: true;
  broadcast?: true;
  calendar?: { turn: number; due: null };
}): Promise<Record<string, string>> {
  const { ctx } = own;
  const seat = (await gameNow(ctx, game.game.id)).seats.find(({ accountId }) => accountId === ann.id);
  const notice = { subject: 'news', paragraphs: ['Something.'], ...more };
  await ctx.db.prisma.$transaction((tx) => notifySeat(tx, ctx, seat as never, notice));
  const { id } = await ctx.db.prisma.delivery.findFirstOrThrow({
    where: { kind: 'notice', accountId: ann.id },
    orderBy: { id: 'desc' },
  });
  const newest = await ctx.db.prisma.delivery.findMany({ where: { kind: 'notice', accountId: ann.id } });
  const wanted = newest.find(({ detail }) => Object.keys(more).every((key) => key in detail))?.id ?? id;
  const deps = {
    ctx,
    from: 'post@whistlestop.test',
    publicUrl: PUBLIC_URL,
    renderPdf: () => Promise.reject(),
  };
  return (await composeDelivery(deps, wanted)).headers as Record<string, string>;
}

const pathOf = (headers: Record<string, string>) =>
  /^<https:\/\/whistlestop\.test(\/unsubscribe\/[\w/-]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ??
  'none';

/** What a mail service sends: no cookie, no token, no origin. */
const oneClick = (url: string) =>
  app.inject({
    ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** The same in the way that the standard recommends. */
const oneClickInParts = (url: string) =>
  app.inject({
    ...{ method: 'POST', url },
    headers: { 'content-type': 'multipart/form-data; boundary=end' },
    payload:
      '--end\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--end--\r\n',
  });

const annNow = () => own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });

test('a notice that cannot be turned off has no such link', async () => {
  const headers = await headersOf({ calendar: { turn: 1, due: null } });
  expect(headers['List-Unsubscribe']).toBeUndefined();
  expect(headers['List-Unsubscribe-Post']).toBeUndefined();
});

test('one click ends reminders, and nothing else; opening the page changes nothing', async () => {
  const headers = await headersOf({ reminder: true });
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const path = pathOf(headers);
  const before = await annNow();
  const page = await app.inject({ method: 'GET', url: path });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('reminders of missing turn sheets');
  expect(await annNow()).toEqual(before);
  expect((await oneClick(path)).statusCode).toBe(200);
  expect(await annNow()).toEqual({ ...before, remindHours: 0 });
});

test('one click mutes the GM of one game', async () => {
  const path = pathOf(await headersOf({ broadcast: true }));
  const wanted = { gameId: game.game.id, accountId: ann.id };
  expect(await isMuted(own.ctx.db.prisma, wanted)).toBe(false);
  expect((await oneClickInParts(path)).statusCode).toBe(200);
  expect(await isMuted(own.ctx.db.prisma, wanted)).toBe(true);
});

test('a link about a game that was deleted mutes no other game, even with the same number', async () => {
  const { ctx } = own;
  const path = pathOf(await headersOf({ broadcast: true }));
  const other = await runningGame(ctx, { humans: 1, opponents: 3 });
  const { prefix, serial } = game.game;
  const move = (id: string, to: number) => ctx.db.prisma.game.update({ where: { id }, data: { serial: to } });
  await move(game.game.id, 901);
  expect((await oneClick(path)).statusCode).toBe(410);
  await move(other.game.id, serial);
  expect((await oneClick(path)).statusCode).toBe(410);
  const wanted = { gameId: other.game.id, accountId: ann.id };
  expect(await isMuted(ctx.db.prisma, wanted)).toBe(false);
  await move(other.game.id, 902);
  await move(game.game.id, serial);
  expect((await oneClick(path)).statusCode, `${prefix}-${serial}`).toBe(200);
});

test('a link of someone else, for other mail or of an old address changes nothing', async () => {
  const path = pathOf(await headersOf({ reminder: true }));
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { remindHours: 24 } });
  const before = await own.ctx.db.prisma.account.findMany({ orderBy: { id: 'asc' } });
  for (const wrong of [
    path.replace(`/${ann.id}/`, `/${game.gm.id}/`),
    path.replace('/reminders-', '/letters-'),
    path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    path.replace(`/${ann.id}/`, '/999999/'),
  ]) {
    expect((await oneClick(wrong)).statusCode, wrong).toBe(410);
  }
  expect(await own.ctx.db.prisma.account.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email: 'ann.new@players.test' } });
  expect((await oneClick(path)).statusCode).toBe(410);
});
