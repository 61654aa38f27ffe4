import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { enqueueDelivery, enqueueJob } from '../../src/database/outbox.ts';
import { makeComputerSheets } from '../../src/games/processing/computer-sheets.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';
import { goodSheet, runningGame, send } from '../games/game/play.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

let program: Bundle;
let own: TestContext;
let server: MailServer;
let child: ChildProcess | null = null;

beforeAll(async () => {
  program = await bundleProgram(path.join(import.meta.dirname, 'worker-process.ts'));
});
afterAll(() => program.remove());
beforeEach(async () => {
  own = await testContext();
  server = await startMailServer();
});
/** A worker in a process of its own. */
function spawnWorker(...interval: string[]): ChildProcess {
  const args = [...program.args, own.url, server.url, ...interval];
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

afterEach(async () => {
  child?.kill('SIGKILL');
  await server.close();
  await own.close();
});

test('mail of a worker that is killed while sending is sent by the next one, with the same Message-ID', async () => {
  const { prisma, pool } = own.ctx.db;
  const account = await prisma.account.create({
    data: { name: 'Ann Baker', email: 'ann@example.org', createdAt: testNow },
  });
  const delivery = await prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 't' } }, own.ctx),
  );
  server.behave('ann@example.org', 'stall', 'accept');
  child = spawnWorker();
  const rowOf = () => prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
  await expect.poll(() => server.asked.get('ann@example.org'), { timeout: 60_000 }).toBe(1);
  expect((await rowOf()).status).toBe('sending');
  await kill(child);

  const transport = openTransport({ url: server.url });
  const worker = await startWorker({
    ctx: own.ctx,
    transport,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
  });
  await worker.idle();
  expect((await rowOf()).status).toBe('sending');
  const { rows } = await pool.query(
    `select run_at > now() + interval '3 minutes' as after_the_lease from graphile_worker.jobs where key = $1`,
    [`deliver:${delivery.id}`],
  );
  expect(rows).toEqual([{ after_the_lease: true }]);
  // The lease has expired by the test's clock, which is set far ahead; now it expires for the queue too.
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where key is not null`);
  await worker.idle();
  expect(await rowOf()).toMatchObject({ status: 'sent', attempts: 2 });
  expect(server.taken.map((mail) => mail.messageId)).toEqual([delivery.messageId]);
  await worker.stop();
  transport.close();
}, 120_000);

test('mail that was accepted before its worker was killed is sent again byte for byte, whatever has changed', async () => {
  const { ctx } = own;
  const { prisma, pool } = ctx.db;
  const play = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [ann, bob] = play.seats as [Seat, Seat];
  await send(ctx, bob, 1, await goodSheet(ctx, play.game.id, bob));
  const kept = { OR: [{ kind: 'printout' as const, seatId: ann.id }, { kind: 'receipt' as const }] };
  await prisma.delivery.deleteMany({ where: { NOT: kept } });
  const mails = await prisma.delivery.findMany({ orderBy: { kind: 'asc' } });
  expect(mails.map(({ kind }) => kind)).toEqual(['printout', 'receipt']);
  for (const { toAddress } of mails) server.behave(toAddress, 'hold', 'accept');
  const holder = await pool.connect();
  try {
    child = spawnWorker();
    await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(2);
    // The worker cannot store that the mails are accepted.
    await holder.query('begin');
    await holder.query('select from "Delivery" for update');
    server.release();
    const blocked = `select count(*)::int as workers from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await pool.query(blocked)).rows[0].workers, { timeout: 60_000 }).toBe(2);
    await kill(child);
    await holder.query('rollback');
  } finally {
    holder.release(true);
  }
  expect(await prisma.delivery.count({ where: { status: 'sending' } })).toBe(2);
  const where = { gameId: play.game.id };
  await prisma.gameSchedule.update({ where, data: { due: new Date('2027-03-20T22:00:00Z') } });
  await prisma.game.update({ where: { id: play.game.id }, data: { title: 'Another title' } });
  await prisma.account.updateMany({ data: { name: 'Another name', paper: 'a4' } });
  await prisma.seat.updateMany({ where, data: { name: 'Another name' } });

  const transport = openTransport({ url: server.url });
  const from = 'Whistlestop <post@whistlestop.test>';
  const worker = await startWorker({ ctx, transport, from, publicUrl: 'https://whistlestop.test' });
  // The leases have expired by the test's clock, which is set far ahead; now they expire for the queue too.
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where key like 'deliver:%'`);
  const sent = { status: 'sent' as const, attempts: 2 };
  await expect.poll(() => prisma.delivery.count({ where: sent }), { timeout: 60_000 }).toBe(2);
  expect(server.sources).toHaveLength(4);
  for (const { messageId } of mails) {
    const copies = server.sources.filter((source) => source.includes(messageId));
    expect(copies).toHaveLength(2);
    expect(copies[1]?.equals(copies[0] as Buffer)).toBe(true);
  }
  expect(await prisma.composedMail.count()).toBe(0);
  await worker.stop();
  transport.close();
}, 180_000);

test('the turn of a worker that is killed while processing is processed by another one, and only then', async () => {
  const { ctx } = own;
  const { prisma, pool } = ctx.db;
  const play = await runningGame(ctx, { humans: 1, opponents: 3, processWhenComplete: true });
  const of = { gameId: play.game.id, turn: 1 };
  await makeComputerSheets(ctx, of);
  const seat = play.seats[0] as Seat;
  await send(ctx, seat, 1, await goodSheet(ctx, of.gameId, seat));
  await pool.query('delete from graphile_worker._private_jobs');
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from "Game" where "id" = $1 for update', [of.gameId]);
    const jobKey = 'the turn';
    await prisma.$transaction((tx) => enqueueJob(tx, 'process', of, { jobKey }));
    const lockedBy = async () => {
      const { rows } = await pool.query<{ locked_by: string | null }>(
        'select locked_by from graphile_worker.jobs where key = $1',
        [jobKey],
      );
      return rows[0]?.locked_by ?? null;
    };
    child = spawnWorker();
    await expect.poll(lockedBy, { timeout: 60_000 }).not.toBeNull();
    const first = await lockedBy();

    const transport = openTransport({ url: server.url });
    const from = 'Whistlestop <post@whistlestop.test>';
    const publicUrl = 'https://whistlestop.test';
    const worker = await startWorker({ ctx, transport, from, publicUrl, presenceInterval: 500 });
    // Longer than a job must be locked before other workers check whether its worker is alive.
    await sleep(7_000);
    expect(await lockedBy()).toBe(first);
    await kill(child);
    await expect.poll(lockedBy, { timeout: 30_000 }).not.toBe(first);
    await holder.query('commit');
    const turnOf = async () => (await prisma.game.findUniqueOrThrow({ where: { id: of.gameId } })).turn;
    await expect.poll(turnOf, { timeout: 30_000 }).toBe(2);
    await worker.stop();
    transport.close();
  } finally {
    holder.release(true);
  }
}, 180_000);

test('the turn of a worker that is frozen goes to another one, and is processed once when the first wakes up', async () => {
  const { ctx } = own;
  const { prisma, pool } = ctx.db;
  const play = await runningGame(ctx, { humans: 1, opponents: 3, processWhenComplete: true });
  const of = { gameId: play.game.id, turn: 1 };
  await makeComputerSheets(ctx, of);
  const seat = play.seats[0] as Seat;
  await send(ctx, seat, 1, await goodSheet(ctx, of.gameId, seat));
  await pool.query('delete from graphile_worker._private_jobs');
  const holder = await pool.connect();
  const transport = openTransport({ url: server.url });
  try {
    await holder.query('begin');
    await holder.query('select 1 from "Game" where "id" = $1 for update', [of.gameId]);
    await prisma.$transaction((tx) => enqueueJob(tx, 'process', of, { jobKey: 'the turn' }));
    const lockedBy = async () => {
      const { rows } = await pool.query<{ locked_by: string | null }>(
        `select locked_by from graphile_worker.jobs where key = 'the turn'`,
      );
      return rows[0]?.locked_by ?? null;
    };
    const waiting = async () => {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0]?.n ?? 0;
    };
    child = spawnWorker('500');
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    const first = await lockedBy();
    expect(first).not.toBeNull();
    child.kill('SIGSTOP');
    const from = 'Whistlestop <post@whistlestop.test>';
    const publicUrl = 'https://whistlestop.test';
    const worker = await startWorker({ ctx, transport, from, publicUrl, presenceInterval: 500 });
    await expect.poll(async () => [first, null].includes(await lockedBy()), { timeout: 30_000 }).toBe(false);
    // Now both workers wait for the game.
    child.kill('SIGCONT');
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
    await holder.query('commit');
    await worker.idle();
    const game = await prisma.game.findUniqueOrThrow({ where: { id: of.gameId } });
    expect(game.turn).toBe(2);
    expect(await prisma.turn.count({ where: { gameId: of.gameId, turn: 1 } })).toBe(1);
    expect(await prisma.printout.count({ where: { gameId: of.gameId, turn: 1, seatId: seat.id } })).toBe(1);
    const ids = server.taken.map((mail) => mail.messageId);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    await worker.stop();
  } finally {
    transport.close();
    holder.release(true);
  }
}, 180_000);
