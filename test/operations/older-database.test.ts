import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { holdServer, readHeld } from '../../src/operations/held/held-state.ts';
import { defaultRelease, releaseServer } from '../../src/operations/held/release-server.ts';
import { gameNow, goodSheet, granted, runningGame, send, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/*
 * A server that runs is held: because its database is replaced by an older copy, or by another process. Nothing is processed or sent
 * from then on, and everything goes on after the release.
 */

let own: TestContext;
let cluster: pg.Client;
let smtp: MailServer;
let dataDir: string;
let servers: ServerProcess[];
beforeEach(async () => {
  own = await testContext();
  own.setNow(new Date());
  cluster = new pg.Client({ connectionString: inject('clusterUrl') });
  await cluster.connect();
  smtp = await startMailServer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-older-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.end('SIGKILL');
  await smtp.close();
  for (const name of [nameOf(copyUrl()), `${nameOf(own.url)}_new`]) {
    await cluster.query(`drop database if exists ${name} with (force)`);
  }
  await cluster.end();
  await own.close();
  await rm(dataDir, { recursive: true });
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);
const copyUrl = () => own.url.replace(nameOf(own.url), `${nameOf(own.url)}_copy`);
const beats = async () =>
  Number((await own.ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } })).beats);

async function start(...args: string[]): Promise<ServerProcess> {
  const settings = {
    ...{ DATABASE_URL: own.url, SMTP_URL: smtp.url, DATA_DIR: dataDir, OPERATOR_EMAIL: 'olive@example.org' },
  };
  const server = await startServerProcess(settings, args);
  servers.push(server);
  return server;
}

/** Does something with the databases that no one may be connected to meanwhile. The server loses its connections. */
async function whileDown(work: () => Promise<void>): Promise<void> {
  const name = nameOf(own.url);
  await cluster.query(`alter database ${name} allow_connections false`);
  await cluster.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await work();
  await cluster.query(`alter database ${name} allow_connections true`);
}

const copyDatabase = () =>
  whileDown(async () => {
    await cluster.query(
      `create database ${nameOf(copyUrl())} template ${nameOf(own.url)} strategy file_copy`,
    );
  });

const putCopyBack = () =>
  whileDown(async () => {
    await cluster.query(`alter database ${nameOf(own.url)} rename to ${nameOf(own.url)}_new`);
    await cluster.query(`alter database ${nameOf(copyUrl())} rename to ${nameOf(own.url)}`);
  });

/** A game whose turn is to be processed now, and a mail that is to be sent now. */
async function dueWork(ctx: AppContext): Promise<{ play: TestGame; account: Account }> {
  const due = new Date(Date.now() + 86_400_000);
  const play = await runningGame(ctx, { humans: 2, opponents: 2, processWhenComplete: true, due });
  const account = play.players[0] as Account;
  await inTransaction(ctx, (tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 'a-token', hours: 2 } }, ctx),
  );
  for (const seat of play.seats.slice(0, 2)) {
    expect((await send(ctx, seat, 1, await goodSheet(ctx, play.game.id, seat))).kind).toBe('standing');
  }
  return { play, account };
}

const mailsTo = ({ email }: Account) =>
  smtp.taken.filter((mail) => mail.to?.some(({ address }) => address === email)).length;

async function expectNothingDone({ play, account }: Awaited<ReturnType<typeof dueWork>>): Promise<void> {
  await sleep(8_000);
  expect([(await gameNow(own.ctx, play.game.id)).turn, mailsTo(account)]).toEqual([1, 0]);
}

async function expectDoneAfterRelease(work: Awaited<ReturnType<typeof dueWork>>): Promise<void> {
  const { play, account } = work;
  granted(await releaseServer(own.ctx, defaultRelease('operator')));
  await expect
    .poll(async () => (await gameNow(own.ctx, play.game.id)).turn, { timeout: 90_000, interval: 500 })
    .toBe(2);
  await expect.poll(() => mailsTo(account), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await readHeld(own.ctx)).toBeNull();
}

test('a server whose database is replaced by an older copy while it runs is held at once, until it is released', async () => {
  const server = await start();
  await expect.poll(beats, { timeout: 60_000 }).toBeGreaterThan(0);
  await copyDatabase();
  const copied = await beats();
  await expect.poll(beats, { timeout: 60_000, interval: 500 }).toBeGreaterThan(copied);
  const copy = await openDatabase(copyUrl());
  const work = await dueWork({ ...own.ctx, db: copy }).finally(() => copy.close());

  await putCopyBack();
  await expect
    .poll(async () => (await readHeld(own.ctx).catch(() => null))?.reason, { timeout: 30_000 })
    .toBe('olderDatabase');
  await expectNothingDone(work);
  expect(server.log()).toContain('The database is older than when the server last ran');
  expect((await fetch(`${server.address}/ready`)).status).toBe(503);
  // Not overwritten by a heartbeat of the older database.
  const remembered = JSON.parse(await readFile(path.join(dataDir, 'last-seen.json'), 'utf8'));
  expect(remembered.beats).toBeGreaterThan(copied);
  await expectDoneAfterRelease(work);
  await expect
    .poll(async () => (await fetch(`${server.address}/ready`)).status, { timeout: 30_000 })
    .toBe(200);
}, 240_000);

test('a worker that runs stops when another process holds the server, and goes on when it is released', async () => {
  await start('--role', 'web');
  const worker = await start('--role', 'worker');
  await holdServer(own.ctx, 'operator');
  const work = await dueWork(own.ctx);
  await expectNothingDone(work);
  const ready = async () => {
    const answer = await fetch(`${worker.address}/ready`);
    const { reasons } = (await answer.json()) as { reasons: { check: string }[] };
    return reasons.map(({ check }) => check);
  };
  await expect.poll(ready, { timeout: 15_000 }).toEqual(['held']);
  await expectDoneAfterRelease(work);
  await expect.poll(ready, { timeout: 30_000 }).toEqual([]);
}, 240_000);
