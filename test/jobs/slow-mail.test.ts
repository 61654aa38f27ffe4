import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport, type TransportOptions } from '../../src/mail/delivery/transport.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

/** Recipients for whom the mail server takes long, on a real queue. */

let own: TestContext;
let server: MailServer;
const workers: Worker[] = [];
const transports: Transport[] = [];
let serial = 0;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  server = await startMailServer();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(transports.splice(0).map((transport) => transport.stop()));
  await server.close();
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
  await own.ctx.db.prisma.delivery.deleteMany();
});

async function startTestWorker(options: Partial<TransportOptions> = {}): Promise<Worker> {
  const transport = openTransport({ url: server.url, ...options });
  transports.push(transport);
  const worker = await startWorker({
    ctx: own.ctx,
    transport,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
  });
  workers.push(worker);
  return worker;
}

function newAddress(): string {
  serial += 1;
  return `player${serial}@example.org`;
}

function newMail(address = newAddress()): Promise<Delivery> {
  return own.ctx.db.prisma.$transaction(async (tx) => {
    const account = await tx.account.upsert({
      where: { email: address },
      create: { email: address, name: 'Player', createdAt: testNow },
      update: {},
    });
    return await enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 't' } }, own.ctx);
  });
}

async function newMails(count: number): Promise<Delivery[]> {
  const mails: Delivery[] = [];
  for (let i = 0; i < count; i += 1) mails.push(await newMail());
  return mails;
}

const rowOf = (mail: Delivery) => own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: mail.id } });

async function countOf(status: Delivery['status'], mails: Delivery[]): Promise<number> {
  const where = { id: { in: mails.map(({ id }) => id) }, status };
  return await own.ctx.db.prisma.delivery.count({ where });
}

/** The kind of the waiting job of a mail. */
async function jobOf(mail: Delivery): Promise<string | undefined> {
  const { rows } = await own.ctx.db.pool.query<{ task_identifier: string }>(
    'select task_identifier from graphile_worker.jobs where key = $1',
    [`deliver:${mail.id}`],
  );
  return rows[0]?.task_identifier;
}

/** The kind of the job that is sending a mail now. */
async function runningJobOf(mail: Delivery): Promise<string | undefined> {
  const { rows } = await own.ctx.db.pool.query<{ identifier: string }>(
    `select identifier from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where locked_at is not null and payload->>'deliveryId' = $1`,
    [mail.id],
  );
  return rows[0]?.identifier;
}

const makeAllDue = () => own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = now()');

test('4 recipients at whom the mail server stalls do not delay the mail of 29 others', async () => {
  const stalling = await newMails(4);
  for (const [i, mail] of stalling.entries()) {
    server.behave(mail.toAddress, i % 2 === 0 ? 'stallAtRecipient' : 'stall');
  }
  const healthy = await newMails(29);
  const startedAt = performance.now();
  await startTestWorker();
  await expect.poll(() => countOf('sent', healthy), { timeout: 60_000, interval: 100 }).toBe(29);
  // The stalling ones had all workers for 5 seconds. Before they gave them up, it took the mail server's patience.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await countOf('sending', stalling)).toBe(4);
}, 90_000);

describe('a slow mail', () => {
  test('goes on in the background, is sent once, and counts as one attempt', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'hold');
    const worker = await startTestWorker({ patience: 200 });
    await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
    // The job ends, and the mail is still being sent.
    await worker.idle();
    expect(await rowOf(mail)).toMatchObject({ status: 'sending', attempts: 1 });
    expect(await jobOf(mail)).toBe('deliverAgain');
    server.release();
    await expect.poll(async () => (await rowOf(mail)).status, { timeout: 15_000 }).toBe('sent');
    expect(await rowOf(mail)).toMatchObject({ attempts: 1, obstacle: null, lastError: null });
    expect(await jobOf(mail)).toBeUndefined();
    expect(server.taken).toHaveLength(1);
  });

  test('is waited for when the server stops', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'hold');
    const worker = await startTestWorker({ patience: 200 });
    await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
    await worker.idle();
    const stopped = worker.stop();
    server.release();
    await stopped;
    expect((await rowOf(mail)).status).toBe('sent');
    expect(server.taken).toHaveLength(1);
  });

  test('that stalls is dropped within seconds when the server stops, and tried again later', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'stall');
    const worker = await startTestWorker({ patience: 200 });
    await expect.poll(() => server.asked.get(mail.toAddress), { timeout: 15_000 }).toBe(1);
    await worker.idle();
    const startedAt = performance.now();
    await worker.stop();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await rowOf(mail)).toMatchObject({
      status: 'retrying',
      lastError: expect.stringMatching(/stopped/),
    });
  });

  test('that the mail server never takes is tried again in the other lane', async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'stallAtRecipient', 'accept');
    const worker = await startTestWorker({ patience: 200, idleTimeout: 1_500 });
    await expect.poll(async () => (await rowOf(mail)).status, { timeout: 15_000 }).toBe('retrying');
    expect(await rowOf(mail)).toMatchObject({ attempts: 1, obstacle: 'slow' });
    expect(await jobOf(mail)).toBe('deliverAgain');
    await makeAllDue();
    await worker.idle();
    expect(await rowOf(mail)).toMatchObject({ status: 'sent', attempts: 2, obstacle: null });
    expect(server.taken).toHaveLength(1);
  });

  test('keeps further mail to its address waiting, without an attempt', async () => {
    const address = newAddress();
    server.behave(address, 'hold', 'accept');
    const mails = [await newMail(address), await newMail(address), await newMail(address)];
    const worker = await startTestWorker({ patience: 200 });
    await expect.poll(() => countOf('sending', mails), { timeout: 15_000 }).toBe(1);
    await worker.idle();
    expect(server.asked.get(address)).toBe(1);
    const waiting = await own.ctx.db.prisma.delivery.findMany({ where: { status: 'queued' } });
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0]);
    server.release();
    await expect.poll(() => countOf('sent', mails), { timeout: 15_000 }).toBe(1);
    await makeAllDue();
    await worker.idle();
    expect(await countOf('sent', mails)).toBe(3);
    expect(server.taken).toHaveLength(3);
  });

  test('sends later mail to its address to the other lane at once', async () => {
    const address = newAddress();
    server.behave(address, 'stallAtRecipient');
    const first = await newMail(address);
    const worker = await startTestWorker({ patience: 200, idleTimeout: 1_500 });
    await expect.poll(async () => (await rowOf(first)).status, { timeout: 15_000 }).toBe('retrying');
    const second = await newMail(address);
    await expect.poll(() => server.asked.get(address), { timeout: 15_000 }).toBe(2);
    expect(await runningJobOf(second)).toBe('deliverAgain');
    await worker.idle();
    expect(await rowOf(second)).toMatchObject({ attempts: 1, obstacle: 'slow' });
  });
});

test('at most 8 mails go on in the background; the others keep their workers', async () => {
  const stalling = await newMails(14);
  for (const mail of stalling) server.behave(mail.toAddress, 'stall');
  await startTestWorker({ patience: 100 });
  await expect.poll(() => countOf('sending', stalling), { timeout: 20_000 }).toBe(12);
  await sleep(3_000);
  expect(await countOf('sending', stalling)).toBe(12);
}, 60_000);
