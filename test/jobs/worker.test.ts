import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery, Seat } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker, type Worker, type WorkerOptions } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { gameNow, goodSheet, runningGame, send } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer, startSilentServer } from '../helpers/mail-server.ts';

/** The worker on a real queue, sending to real mail servers. */

let own: TestContext;
let server: MailServer;
let transport: Transport;
const workers: Worker[] = [];
let serial = 0;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  server = await startMailServer();
  transport = openTransport({ url: server.url });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  transport.close();
  await server.close();
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
});

async function startTestWorker(more: Partial<WorkerOptions> = {}): Promise<Worker> {
  const worker = await startWorker({
    ctx: own.ctx,
    transport,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
    ...more,
  });
  workers.push(worker);
  return worker;
}

async function newMail(): Promise<Delivery> {
  serial += 1;
  const data = { name: `Player ${serial}`, email: `player${serial}@example.org`, createdAt: testNow };
  const { prisma } = own.ctx.db;
  const account = await prisma.account.create({ data });
  return prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 't' } }, own.ctx),
  );
}

const statusOf = async (delivery: Delivery) =>
  (await own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } })).status;

describe('the worker', () => {
  test('runs a whole turn: computer sheets, processing when complete, and all mail', async () => {
    const worker = await startTestWorker();
    const play = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
    await worker.idle();
    const sheets = await own.ctx.db.prisma.sheet.count({ where: { gameId: play.game.id } });
    expect(sheets).toBe(2);
    for (const seat of play.seats.slice(0, 2)) {
      await send(own.ctx, seat, 1, await goodSheet(own.ctx, play.game.id, seat));
    }
    await worker.idle();
    const game = await gameNow(own.ctx, play.game.id);
    expect(game.turn).toBe(2);
    const subjects = server.taken.map((mail) => mail.subject).sort();
    const number = `${game.prefix}-${game.serial}`;
    expect(subjects).toEqual(
      [
        ...Array.from({ length: 2 }, () => `${number}: printout for turn 1`),
        ...Array.from({ length: 2 }, () => `${number}: printout for turn 2`),
        ...Array.from({ length: 2 }, () => `${number}: turn 1 sheet received (version 1)`),
        ...Array.from({ length: 2 }, () => `${number}: you are invited to a game by mail`),
      ].sort(),
    );
    const left = await own.ctx.db.prisma.delivery.count({ where: { status: { not: 'sent' } } });
    expect(left).toBe(0);
  }, 120_000);

  test('processes turns while the mail server stalls on every mail', async () => {
    const silent = await startSilentServer();
    const stalled = openTransport({ url: silent.url, greetingTimeout: 60_000 });
    await startTestWorker({ transport: stalled });
    const mails = await Promise.all(Array.from({ length: 10 }, newMail));
    await expect
      .poll(async () => (await Promise.all(mails.map(statusOf))).sort()[9], { timeout: 15_000 })
      .toBe('sending');
    const startedAt = performance.now();
    const play = await runningGame(own.ctx, { humans: 1, opponents: 3, processWhenComplete: true });
    const seat = play.seats[0] as Seat;
    await send(own.ctx, seat, 1, await goodSheet(own.ctx, play.game.id, seat));
    const turnOf = async () => (await gameNow(own.ctx, play.game.id)).turn;
    await expect.poll(turnOf, { timeout: 20_000 }).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await Promise.all(mails.map(statusOf))).not.toContain('sent');
    stalled.close();
    await silent.close();
  });

  test('sends other mails while one stalls', async () => {
    const stalled = await newMail();
    server.behave(stalled.toAddress, 'stall');
    await startTestWorker();
    await expect.poll(() => statusOf(stalled), { timeout: 15_000 }).toBe('sending');
    const others = await Promise.all(Array.from({ length: 6 }, newMail));
    await expect
      .poll(async () => new Set(await Promise.all(others.map(statusOf))), { timeout: 20_000 })
      .toEqual(new Set(['sent']));
    expect(await statusOf(stalled)).toBe('sending');
  });

  test('retries a mail once when it is due', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'postpone', 'accept');
    const worker = await startTestWorker();
    await worker.idle();
    expect(await statusOf(mail)).toBe('retrying');
    expect(server.asked.get(mail.toAddress)).toBe(1);
    await own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await worker.idle();
    expect(await statusOf(mail)).toBe('sent');
    expect(server.taken.map((one) => one.messageId)).toEqual([mail.messageId]);
  });

  test('sends every mail once with two workers on one queue', async () => {
    const mails = await Promise.all(Array.from({ length: 20 }, newMail));
    const [one, two] = [await startTestWorker(), await startTestWorker()];
    await Promise.all([one.idle(), two.idle()]);
    expect(server.taken).toHaveLength(mails.length);
    expect(new Set(server.taken.map((mail) => mail.messageId)).size).toBe(mails.length);
  });

  test('stops within seconds if a mail server stalls, and the mail is retried later', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'stall');
    const worker = await startTestWorker();
    await expect.poll(() => statusOf(mail), { timeout: 15_000 }).toBe('sending');
    const startedAt = performance.now();
    await worker.stop();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await statusOf(mail)).toBe('retrying');
  });

  test('survives jobs with invalid payloads', async () => {
    await own.ctx.db.pool.query(
      `select graphile_worker.add_job('deliver', '{"deliveryId": "../../x"}'), graphile_worker.add_job('process', '[]')`,
    );
    const mail = await newMail();
    const worker = await startTestWorker();
    await worker.idle();
    expect(await statusOf(mail)).toBe('sent');
    const { rows } = await own.ctx.db.pool.query(
      'select last_error from graphile_worker.jobs where attempts = 1',
    );
    expect(rows).toHaveLength(2);
  });
});

describe('the jobs of a killed server', () => {
  const lock = (worker: string) =>
    own.ctx.db.pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1`,
      [worker],
    );

  test('run again at the next start', async () => {
    const mail = await newMail();
    await lock('dead-worker');
    const worker = await startTestWorker();
    await worker.idle();
    expect(await statusOf(mail)).toBe('sent');
  });

  test('are not touched if another worker is alive, because they may be its own', async () => {
    await startTestWorker();
    const { rows } = await own.ctx.db.pool.query<{ id: string }>(
      `insert into graphile_worker._private_jobs (task_id, payload, locked_by, locked_at, attempts)
       select id, '{}', 'live-worker', now(), 1 from graphile_worker._private_tasks limit 1 returning id`,
    );
    await startTestWorker();
    const { rows: after } = await own.ctx.db.pool.query(
      'select locked_by from graphile_worker._private_jobs where id = $1',
      [rows[0]?.id],
    );
    expect(after).toEqual([{ locked_by: 'live-worker' }]);
  });
});
