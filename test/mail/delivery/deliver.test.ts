import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Delivery } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { attemptDelivery, type DeliverDeps } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer, startSilentServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** One attempt at a delivery, against a real mail server on loopback. */

const MINUTE = 60_000;
/** Short enough for a test, long enough for a busy machine. */
const QUICK = { connectTimeout: 1_500, greetingTimeout: 1_500, idleTimeout: 3_000, sendTimeout: 10_000 };

let base: TestContext;
let server: MailServer;
let transport: Transport;
let serial = 0;

beforeAll(async () => {
  base = await testContext();
});
afterAll(() => base.close());
beforeEach(async () => {
  base.setNow(testNow);
  server = await startMailServer({ lateBy: 200 });
  transport = openTransport({ url: server.url, ...QUICK });
});
afterEach(async () => {
  transport.close();
  await server.close();
});

const deps = (more: Partial<DeliverDeps> = {}) => deliverDeps(base.ctx, transport, more);

async function newDelivery(): Promise<Delivery> {
  serial += 1;
  const email = `player${serial}@example.org`;
  const { prisma } = base.ctx.db;
  const account: Account = await prisma.account.create({
    data: { name: `Player ${serial}`, email, createdAt: testNow },
  });
  return prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: `token${serial}` } }, base.ctx),
  );
}

const rowOf = (delivery: Delivery) =>
  base.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });

async function jobsOf(delivery: Delivery): Promise<{ run_at: Date; locked_at: Date | null }[]> {
  const { rows } = await base.ctx.db.pool.query(
    `select run_at, locked_at from graphile_worker.jobs where key = $1`,
    [`deliver:${delivery.id}`],
  );
  return rows;
}

const later = (ms: number) => new Date(testNow.getTime() + ms);

describe('a working mail server', () => {
  test('accepts the mail once; the row says so, no job is left, and the secret is erased', async () => {
    const delivery = await newDelivery();
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('gone');
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.messageId).toBe(delivery.messageId);
    expect(server.taken[0]?.text).toContain(`https://whistlestop.test/sign-in/link/token${serial}`);
    expect(await rowOf(delivery)).toMatchObject({
      status: 'sent',
      attempts: 1,
      sentAt: testNow,
      nextAttempt: null,
      lastError: null,
      detail: {},
    });
    expect(await jobsOf(delivery)).toEqual([]);
  });

  test('gets a mail once from eight workers that try to send it at the same time', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'late');
    const attempts = await Promise.all(Array.from({ length: 8 }, () => attemptDelivery(deps(), delivery.id)));
    expect(attempts.filter((attempt) => attempt === 'sent')).toHaveLength(1);
    expect(attempts.filter((attempt) => attempt === 'busy')).toHaveLength(7);
    expect(server.taken).toHaveLength(1);
  });

  test('may respond late within its time: the mail is sent once', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'late');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
    expect(server.taken).toHaveLength(1);
    expect(server.asked.get(delivery.toAddress)).toBe(1);
  });
});

describe('a mail server with problems', () => {
  test('refuses the recipient: the delivery fails for good with the server’s message', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'refuse');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('failed');
    const row = await rowOf(delivery);
    expect(row).toMatchObject({ status: 'failed', nextAttempt: null, sentAt: null });
    expect(row.lastError).toMatch(/^550 5\.1\.1 no such mailbox here/);
    expect(await jobsOf(delivery)).toEqual([]);
    expect(await attemptDelivery(deps(), delivery.id)).toBe('gone');
    expect(server.asked.get(delivery.toAddress)).toBe(1);
  });

  test('names the recipient in its answer, which is not logged', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'refuse');
    const written: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => written.push(line) });
    await attemptDelivery(deps({ ctx: { ...base.ctx, log } }), delivery.id);
    expect(written.join('')).toContain('no such mailbox here');
    expect(written.join('')).not.toContain(delivery.toAddress);
  });

  test('postpones the mail: the delivery is retried and sent later with the same Message-ID', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'postpone', 'postpone', 'accept');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('retrying');
    expect(await rowOf(delivery)).toMatchObject({
      status: 'retrying',
      attempts: 1,
      nextAttempt: later(MINUTE),
      lastError: expect.stringMatching(/^451 4\.7\.1 greylisted/),
    });
    expect(await jobsOf(delivery)).toEqual([{ run_at: later(MINUTE), locked_at: null }]);
    base.setNow(later(MINUTE));
    expect(await attemptDelivery(deps(), delivery.id)).toBe('retrying');
    expect((await rowOf(delivery)).nextAttempt).toEqual(later(6 * MINUTE));
    base.setNow(later(6 * MINUTE));
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
    expect(await rowOf(delivery)).toMatchObject({ status: 'sent', attempts: 3, lastError: null });
    expect(server.taken.map((mail) => mail.messageId)).toEqual([delivery.messageId]);
  });

  test('closes the connection because of one recipient: the attempt counts, as after any answer', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'close', 'accept');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('retrying');
    const [attempts, lastError] = [1, expect.stringMatching(/^421 4\.7\.0 too many mails/)];
    expect(await rowOf(delivery)).toMatchObject({ attempts, obstacle: 'answer', lastError });
    base.setNow(later(MINUTE));
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
  });

  test('cannot be reached: the delivery is retried', async () => {
    const delivery = await newDelivery();
    await server.close();
    expect(await attemptDelivery(deps(), delivery.id)).toBe('retrying');
    expect((await rowOf(delivery)).lastError).toMatch(/ECONNREFUSED/);
    server = await startMailServer();
  });

  test('sends no greeting: the delivery is retried after the greeting timeout', async () => {
    const silent = await startSilentServer();
    const delivery = await newDelivery();
    const other = openTransport({ url: silent.url, ...QUICK });
    const begun = performance.now();
    expect(await attemptDelivery(deps({ transport: other }), delivery.id)).toBe('retrying');
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect((await rowOf(delivery)).lastError).toMatch(/greeting/i);
    other.close();
    await silent.close();
  });

  test('stalls after the mail: the delivery is retried, and other mails are sent meanwhile', async () => {
    const stalled = await newDelivery();
    server.behave(stalled.toAddress, 'stall', 'accept');
    const waiting = attemptDelivery(deps(), stalled.id);
    for (let i = 0; i < 3; i += 1) {
      const other = await newDelivery();
      expect(await attemptDelivery(deps(), other.id)).toBe('sent');
    }
    expect((await rowOf(stalled)).status).toBe('sending');
    expect(await waiting).toBe('retrying');
    expect((await rowOf(stalled)).lastError).toMatch(/time/i);
    base.setNow(later(MINUTE));
    expect(await attemptDelivery(deps(), stalled.id)).toBe('sent');
    expect(server.taken.at(-1)?.messageId).toBe(stalled.messageId);
  });

  test('takes longer than a mail may take: the delivery is retried, even with a long idle timeout', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'stall');
    const patient = openTransport({ url: server.url, ...QUICK, idleTimeout: 60_000, sendTimeout: 500 });
    const begun = performance.now();
    expect(await attemptDelivery(deps({ transport: patient }), delivery.id)).toBe('retrying');
    expect(performance.now() - begun).toBeLessThan(10_000);
    patient.close();
  });

  test('drops the connection during the mail: one attempt is counted, and the mail is sent later', async () => {
    const delivery = await newDelivery();
    server.behave(delivery.toAddress, 'drop', 'accept');
    expect(await attemptDelivery(deps(), delivery.id)).toBe('retrying');
    expect(server.asked.get(delivery.toAddress)).toBe(1);
    expect(await rowOf(delivery)).toMatchObject({ status: 'retrying', attempts: 1 });
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
    expect(server.taken.map((mail) => mail.messageId)).toEqual([delivery.messageId]);
  });
});

describe('a Whistlestop server that dies', () => {
  test('between acceptance and commit: the mail is sent again after the lease, with the same Message-ID', async () => {
    const delivery = await newDelivery();
    // The database fails while the mail is being sent, so that the outcome is lost, as with kill -9.
    await crashing(deps({ lease: 10 * MINUTE }), delivery.id);
    expect(server.taken).toHaveLength(1);
    const left = await rowOf(delivery);
    expect(left).toMatchObject({ status: 'sending', attempts: 1, nextAttempt: later(10 * MINUTE) });
    // The job that continues was enqueued with the claim.
    const [job] = await jobsOf(delivery);
    expect(job?.run_at.getTime()).toBeGreaterThan(later(10 * MINUTE).getTime());
    expect(await attemptDelivery(deps(), delivery.id)).toBe('busy');
    base.setNow(later(10 * MINUTE));
    expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
    expect(server.taken.map((mail) => mail.messageId)).toEqual([delivery.messageId, delivery.messageId]);
    expect(await rowOf(delivery)).toMatchObject({ status: 'sent', attempts: 2 });
  });
});

class Crash extends Error {}

/** Runs an attempt whose outcome never reaches the database: its second transaction finds no connection. */
async function crashing(crashed: DeliverDeps, deliveryId: string): Promise<void> {
  const { ctx } = crashed;
  const { prisma } = ctx.db;
  let transactions = 0;
  const dying = new Proxy(prisma, {
    get(target, key) {
      if (key !== '$transaction') return Reflect.get(target, key);
      return (work: Parameters<typeof prisma.$transaction>[0]) => {
        transactions += 1;
        if (transactions > 1) throw new Crash();
        return prisma.$transaction(work as never);
      };
    },
  });
  const attempt = attemptDelivery(
    { ...crashed, ctx: { ...ctx, db: { ...ctx.db, prisma: dying } } },
    deliveryId,
  );
  await expect(attempt).rejects.toThrow(Crash);
}

describe('a delivery that does not exist', () => {
  test('is gone', async () => {
    expect(await attemptDelivery(deps(), '00000000-0000-4000-8000-000000000000')).toBe('gone');
  });
});
