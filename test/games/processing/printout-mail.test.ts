import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Delivery, Seat } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { goodSheet, granted, runningGame, send, type TestGame } from '../game/play.ts';
import { rollBackAsGm, rollForwardAsGm } from './turns.ts';

/** The Message-IDs of the mail of printouts: the same printout gets the same one, even in a restored database. */

const HOUR = 3_600_000;

let own: TestContext;
let play: TestGame;
let copies: string[] = [];

beforeEach(async () => {
  own = await testContext();
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  for (const seat of play.seats.slice(0, 2)) {
    expect((await send(own.ctx, seat, 1, await goodSheet(own.ctx, play.game.id, seat))).kind).toBe(
      'standing',
    );
  }
});
afterEach(async () => {
  await own.close();
  for (const name of copies) await onCluster(`drop database if exists ${name} with (force)`);
  copies = [];
});

async function onCluster(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('clusterUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Works on a copy of the database, as if it were restored from a backup. The database itself must be closed. */
async function inCopy<T>(now: Date, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  copies.push(name);
  const source = new URL(own.url).pathname.slice(1);
  await onCluster(`create database ${name} template ${source} strategy file_copy`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  const db = await openDatabase(address.href);
  const ctx = { db, now: () => now, log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' };
  return await work(ctx).finally(() => db.close());
}

async function process(ctx: AppContext): Promise<void> {
  expect((await processTurn(ctx, { gameId: play.game.id, turn: 1, by: null })).kind).toBe('processed');
}

/** The mails of the printouts before turn 2, in the order of their seats and as they were written. */
function printoutMails(ctx: AppContext): Promise<Delivery[]> {
  return ctx.db.prisma.delivery.findMany({
    where: { kind: 'printout', gameId: play.game.id, printout: { turn: 2 } },
    orderBy: [{ seat: { position: 'asc' } }, { printout: { attempt: 'asc' } }, { id: 'asc' }],
  });
}

const idsOf = (mails: Delivery[]) => mails.map(({ messageId }) => messageId);

test('a turn that is processed again in a restored database has the same ids; with another sheet, it has others', async () => {
  await own.ctx.db.close();
  const idsIn = (now: Date, before: (ctx: AppContext) => Promise<unknown> = async () => {}) =>
    inCopy(now, async (ctx) => {
      await before(ctx);
      await process(ctx);
      return idsOf(await printoutMails(ctx));
    });
  const first = await idsIn(testNow);
  const again = await idsIn(new Date(testNow.getTime() + HOUR));
  const press = { fundraising: ['CA'], press: 'Another sheet.' };
  const changed = await idsIn(testNow, (ctx) => send(ctx, play.seats[0] as Seat, 1, press));
  expect(first).toHaveLength(2);
  expect(new Set([...first, ...changed]).size).toBe(4);
  expect(first[0]).toMatch(/^<printout-[0-9a-f]{40}@whistlestop\.test>$/);
  expect(again).toEqual(first);
}, 60_000);

test('a turn that is rolled back and processed again, or rolled forward, has other ids', async () => {
  const { ctx } = own;
  await process(ctx);
  const first = await printoutMails(ctx);
  const stopped = { status: 'failed' as const, nextAttempt: null, lastError: 'rolled back' };
  await ctx.db.prisma.delivery.updateMany({ where: { kind: 'printout' }, data: stopped });
  granted(await rollBackAsGm(ctx, play, 2, 'A mistake.'));
  granted(await rollForwardAsGm(ctx, play, 1));
  const forward = await printoutMails(ctx);
  expect(forward).toHaveLength(4);
  expect(idsOf(forward)).toEqual(expect.arrayContaining(idsOf(first)));
  granted(await rollBackAsGm(ctx, play, 2, 'A mistake.'));
  await process(ctx);
  const all = await printoutMails(ctx);
  expect(all).toHaveLength(6);
  expect(new Set(idsOf(all)).size).toBe(6);
});

test('a player who gets a seat during a turn gets the printout under an id of its own', async () => {
  const { ctx } = own;
  await process(ctx);
  const [ann] = play.seats as [Seat];
  const of = { gameId: play.game.id, by: play.gm.id, turn: 2, seatId: ann.id };
  const [former] = play.players;
  granted(await replacePlayer(ctx, { ...of, name: 'Nora Neu', email: 'nora@players.test' }));
  granted(await replacePlayer(ctx, { ...of, name: 'Ann Baker', email: former?.email ?? '' }));
  const mails = (await printoutMails(ctx)).filter(({ seatId }) => seatId === ann.id);
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(
    expect.arrayContaining([former?.email, 'nora@players.test', former?.email]),
  );
  expect(new Set(idsOf(mails)).size).toBe(3);
});

test('a mail whose id is taken gets another one, so that no turn fails', async () => {
  const { ctx } = own;
  const draft = {
    kind: 'printout',
    address: 'ann@players.test',
    name: 'Ann',
    messageName: 'printout-1',
  } as const;
  const write = () => ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, ctx));
  expect((await write()).messageId).toBe('<printout-1@whistlestop.test>');
  expect((await write()).messageId).toMatch(/^<[0-9a-f-]{36}@whistlestop\.test>$/);
});
