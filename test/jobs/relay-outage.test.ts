import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery, Prisma } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { type RelayWatch, startRelayWatch } from '../../src/mail/delivery/relay-watch.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { retryAllWaiting } from '../../src/mail/delivery/waiting-mail.ts';
import { mailCheck } from '../../src/operations/checks/mail.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer, startSilentServer } from '../helpers/mail-server.ts';

/** Outages of the mail server through which all mail goes, on a real queue. */

const HOUR = 3_600_000;

let own: TestContext;
let mails: Delivery[];
let servers: { close(): Promise<void> }[] = [];
let workers: Worker[] = [];
let watches: RelayWatch[] = [];
let transports: Transport[] = [];

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  mails = [];
  for (let i = 0; i < 12; i += 1) mails.push(await newMail(`player${i}@example.org`));
});
afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.stop()));
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(transports.map((transport) => transport.stop()));
  await Promise.all(servers.map((server) => server.close()));
  [servers, workers, watches, transports] = [[], [], [], []];
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
  await own.ctx.db.prisma.delivery.deleteMany();
});

function newMail(email: string): Promise<Delivery> {
  return own.ctx.db.prisma.$transaction(async (tx) => {
    const create = { email, name: 'Player', createdAt: testNow };
    const account = await tx.account.upsert({ where: { email }, create, update: {} });
    const detail = { what: 'changed', account: account.id };
    return await enqueueDelivery(tx, { kind: 'confirmation', account, detail }, own.ctx);
  });
}

async function startServer(port: number): Promise<MailServer> {
  const server = await startMailServer({ port });
  servers.push(server);
  return server;
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = await startMailServer();
  await server.close();
  return Number(new URL(server.url).port);
}

/** Starts a worker and, by default, its watch, as a server does. */
async function startSending(url: string, { watch = true } = {}): Promise<Transport> {
  const transport = openTransport({ url, greetingTimeout: 1_000 });
  transports.push(transport);
  const settings = { from: 'Whistlestop <post@whistlestop.test>', publicUrl: 'https://whistlestop.test' };
  workers.push(await startWorker({ ctx: own.ctx, transport, ...settings }));
  if (watch) startWatch(transport);
  return transport;
}

function startWatch(transport: Transport): RelayWatch {
  const watch = startRelayWatch({ ctx: own.ctx, transport, interval: 200 });
  watches.push(watch);
  return watch;
}

/** What is true of all mails. */
interface Common {
  status: Delivery['status'];
  obstacle: Delivery['obstacle'];
  attempts: number;
}

const common = (): Promise<Common[]> =>
  own.ctx.db.prisma.delivery.findMany({
    select: { status: true, obstacle: true, attempts: true },
    distinct: ['status', 'obstacle', 'attempts'],
  });

const whenAll = (expected: Common) => expect.poll(common, { timeout: 30_000 }).toEqual([expected]);

const count = (where: Prisma.DeliveryWhereInput) => own.ctx.db.prisma.delivery.count({ where });

const WAITING: Common = { status: 'retrying', obstacle: 'relay', attempts: 0 };
const SENT: Common = { status: 'sent', obstacle: null, attempts: 1 };

describe('mail that waits for a mail server that is away', () => {
  test('is sent within seconds when it is back, and the attempts before do not count', async () => {
    const port = await freePort();
    await startSending(`smtp://127.0.0.1:${port}`);
    await whenAll(WAITING);
    const server = await startServer(port);
    const startedAt = performance.now();
    await whenAll(SENT);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(mails.length);
    expect(server.taken).toHaveLength(mails.length);
  });

  test('is sent after a server that accepted connections and was silent is replaced', async () => {
    const silent = await startSilentServer();
    await startSending(silent.url);
    await whenAll(WAITING);
    await silent.close();
    await startServer(Number(new URL(silent.url).port));
    await whenAll(SENT);
  });

  test('is sent when Whistlestop starts and the mail server is back already', async () => {
    const port = await freePort();
    await startSending(`smtp://127.0.0.1:${port}`, { watch: false });
    await whenAll(WAITING);
    await workers.pop()?.stop();
    const server = await startServer(port);
    await startSending(server.url);
    await whenAll(SENT);
    expect(server.taken).toHaveLength(mails.length);
  });

  test('is sent once if several servers watch', async () => {
    const port = await freePort();
    const url = `smtp://127.0.0.1:${port}`;
    await Promise.all([startSending(url), startSending(url), startSending(url)]);
    await whenAll(WAITING);
    const server = await startServer(port);
    await whenAll(SENT);
    expect(server.taken).toHaveLength(mails.length);
  });

  test('is sent when a password that was refused is accepted', async () => {
    const password = { right: 'new' };
    const server = await startServerWithPassword(password);
    await startSending(server.url.replace('smtp://', 'smtp://whistlestop:old@'));
    await whenAll(WAITING);
    const { lastError } = await own.ctx.db.prisma.delivery.findFirstOrThrow();
    expect(lastError).toMatch(/^535/);
    password.right = 'old';
    await whenAll(SENT);
    expect(server.accepted()).toBe(mails.length);
  });

  test('does not make the watch sign in at every look with a password that is refused', async () => {
    const server = await startServerWithPassword({ right: 'new' });
    await startSending(server.url.replace('smtp://', 'smtp://whistlestop:old@'));
    await whenAll(WAITING);
    const signIns = server.signIns();
    await sleep(3_000);
    // There are fifteen looks.
    expect(server.signIns() - signIns).toBeLessThan(6);
  });

  test('is not sent again and again to a server that answers but takes no mail', async () => {
    const server = await startFullServer();
    await startSending(server.url);
    await whenAll(WAITING);
    // The watch finds a server that answers, sends the mail at once, and gets it back.
    await expect.poll(server.refused, { timeout: 12_000 }).toBeGreaterThanOrEqual(2 * mails.length);
    const refused = server.refused();
    const asked = server.asked();
    await sleep(3_000);
    expect(server.refused() - refused).toBeLessThan(2 * mails.length);
    // It is not asked at every look either, which is fifteen times: a service would lock the account.
    expect(server.asked() - asked).toBeLessThan(5);
    await whenAll(WAITING);
  });

  test('is asked for at once when new mail is refused, while what came back has to wait', async () => {
    const server = await startFullServer();
    await startSending(server.url);
    await expect.poll(server.refused, { timeout: 12_000 }).toBeGreaterThanOrEqual(2 * mails.length);
    await whenAll(WAITING);
    const asked = server.asked();
    await newMail('late@example.org');
    await expect.poll(() => server.asked() - asked, { timeout: 12_000 }).toBeGreaterThan(0);
  });
});

describe('a mail server that refuses all mail', () => {
  test.each([
    ['recipients', 'a used-up quota', '550 5.4.5 daily sending limit exceeded', 0],
    ['mails', 'an account that may not send', '554 5.7.1 sending paused', 0],
    // Without a code it could be the address, so that the first two mails fail.
    ['recipients', 'a reason without a code', '550 not from you', 2],
  ])('refuses %s because of %s: mail waits, the operator is warned, and it is sent later', async (...row) => {
    const [where, , answer, lost] = row;
    const server = await startRefusingServer(where, answer);
    const transport = await startSending(server.url, { watch: false });
    await expect.poll(() => count({ status: 'failed' }), { timeout: 15_000 }).toBe(lost);
    await expect.poll(() => count({ status: 'retrying' }), { timeout: 15_000 }).toBe(mails.length - lost);
    const watch = startWatch(transport);
    const { level, message } = await mailCheck(own.ctx, watch).run();
    expect(level).toBe('warning');
    expect(message).toContain(`in a row: ${answer}`);
    server.acceptAll();
    own.setNow(new Date(testNow.getTime() + HOUR / 2));
    await retryAllWaiting(own.ctx);
    await expect.poll(() => count({ status: 'sent' }), { timeout: 15_000 }).toBe(mails.length - lost);
    expect(await mailCheck(own.ctx, watch).run()).toMatchObject({ level: 'ok' });
  });

  test('is asked again with mail that waits, until it accepts some', async () => {
    const server = await startRefusingServer('recipients', '550 not from you');
    await startSending(server.url);
    await expect
      .poll(() => count({ obstacle: 'relay', attempts: 0 }), { timeout: 15_000 })
      .toBe(mails.length - 2);
    server.acceptAll();
    await expect.poll(() => count({ status: 'sent' }), { timeout: 30_000 }).toBe(mails.length - 2);
  });
});

describe('the check of the mail', () => {
  test('warns while the mail server cannot be reached, and says how much waits', async () => {
    const port = await freePort();
    const transport = await startSending(`smtp://127.0.0.1:${port}`, { watch: false });
    const watch = startWatch(transport);
    const check = mailCheck(own.ctx, watch);
    await whenAll(WAITING);
    await expect.poll(() => watch.lastAnswer()).not.toBeNull();
    const { level, message } = await check.run();
    expect(level).toBe('warning');
    expect(message).toMatch(/^The mail server cannot be reached: .*ECONNREFUSED/);
    expect(message).toContain('12 e-mails are waiting to be sent.');
    await startServer(port);
    await whenAll(SENT);
    expect(await check.run()).toEqual({ level: 'ok', message: 'No e-mail is waiting to be sent.' });
  });

  test('warns of a mail server that is away even if no mail waits', async () => {
    await own.ctx.db.prisma.delivery.deleteMany();
    const transport = openTransport({ url: `smtp://127.0.0.1:${await freePort()}` });
    transports.push(transport);
    const check = mailCheck(own.ctx, startWatch(transport));
    await expect.poll(async () => (await check.run()).level).toBe('warning');
    expect((await check.run()).message).toContain('No e-mail is waiting to be sent.');
  });

  test('warns of mail that has waited for more than an hour', async () => {
    const check = mailCheck(own.ctx, null);
    expect(await check.run()).toEqual({ level: 'ok', message: '12 e-mails are waiting to be sent.' });
    own.setNow(new Date(testNow.getTime() + HOUR + 1));
    await newMail('late@example.org');
    const { level, message } = await check.run();
    expect(level).toBe('warning');
    expect(message).toContain('12 of them have waited for more than an hour.');
  });
});

test('mail that has lost its job gets a new one when Whistlestop starts', async () => {
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
  // The queue goes by the time of the machine, which is before that of the test.
  await own.ctx.db.prisma.delivery.updateMany({ data: { nextAttempt: new Date() } });
  const server = await startServer(0);
  await startSending(server.url);
  await whenAll(SENT);
});

test('mail that was postponed while the clock was ahead is sent when Whistlestop starts', async () => {
  const far = new Date(testNow.getTime() + 60 * 24 * HOUR);
  await own.ctx.db.prisma.delivery.updateMany({ data: { status: 'retrying', nextAttempt: far } });
  await own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = $1', [far]);
  const server = await startServer(0);
  await startSending(server.url);
  await whenAll(SENT);
});

async function startServerWithPassword(password: { right: string }) {
  let accepted = 0;
  let signIns = 0;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, reply) {
      signIns += 1;
      if (auth.password === password.right) reply(null, { user: 'whistlestop' });
      else reply(new Error('wrong password'));
    },
    onData(stream, _session, reply) {
      stream.resume().on('end', () => {
        accepted += 1;
        reply();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, accepted: () => accepted, signIns: () => signIns };
}

/** A server that refuses every mail with an answer until it is told to accept all. */
async function startRefusingServer(
  where: string,
  answer: string,
): Promise<{ url: string; acceptAll: () => void }> {
  let refuses = true;
  const refusal = () =>
    Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
  const replyOf = (isHere: boolean) => (refuses && isHere ? refusal() : null);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, reply) => reply(replyOf(where === 'recipients')),
    onData(stream, _session, reply) {
      stream.resume().on('end', () => reply(replyOf(where === 'mails')));
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    acceptAll() {
      refuses = false;
    },
  };
}

/**
 * A server that takes connections but ends every mail with 421: it is full. It counts those mails, and the connections on
 * which it was only asked.
 */
async function startFullServer(): Promise<{ url: string; refused: () => number; asked: () => number }> {
  const sockets = new Set<Socket>();
  let refused = 0;
  let asked = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      const line = data.toString();
      if (/^MAIL/i.test(line)) {
        refused += 1;
        socket.end('421 4.3.2 too many connections\r\n');
      } else if (/^QUIT/i.test(line)) {
        asked += 1;
        socket.write('221 bye\r\n');
      } else socket.write('250 fine\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused: () => refused,
    asked: () => asked,
  };
}
