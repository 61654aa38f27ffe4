import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import type { Delivery } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { LANES } from '../../src/jobs/job-definitions.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { anAccount, calendarGame, firstDue, gameNow, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type DatabaseLink, databaseLink } from '../helpers/database-link.ts';
import { holdGameLock } from '../helpers/game-lock.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

/** The worker while the database goes away and comes back. */

let own: TestContext;
let link: DatabaseLink;
/** The context of the worker, over the link that breaks. */
let ctx: AppContext;
let server: MailServer;
let transport: Transport;
let worker: Worker | null = null;
/** The Message-IDs of mails that were being sent twice at the same moment. */
let sentTwiceAtOnce: string[] = [];

beforeEach(async () => {
  own = await testContext();
  link = await databaseLink(own.url);
  const db = await openDatabase(link.url);
  ctx = { ...own.ctx, db, now: () => new Date(), log: pino({ level: 'silent' }) };
  server = await startMailServer({ lateBy: 1_500 });
  transport = watched(openTransport({ url: server.url }));
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  transport.close();
  await server.close();
  await ctx.db.close();
  await link.close();
  await own.close();
});

/** A transport that notices if the same mail is sent again before the first attempt has ended. */
function watched(inner: Transport): Transport {
  const underWay = new Set<string>();
  sentTwiceAtOnce = [];
  return {
    ...inner,
    async send(mail) {
      const id = /^Message-ID: (.*)$/im.exec(String(mail.raw))?.[1] ?? 'no Message-ID';
      if (underWay.has(id)) sentTwiceAtOnce.push(id);
      underWay.add(id);
      try {
        return await inner.send(mail);
      } finally {
        underWay.delete(id);
      }
    },
  };
}

async function startLinkedWorker(): Promise<Worker> {
  worker = await startWorker({
    ctx,
    transport,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
    lease: 4_000,
  });
  return worker;
}

async function newMail(): Promise<Delivery> {
  const account = await anAccount(own.ctx, 'Ann Baker');
  const draft = { kind: 'signInLink', account, detail: { token: 't' } } as const;
  return own.ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, ctx));
}

const rowOf = (mail: Delivery) => own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: mail.id } });
const statusOf = async (mail: Delivery) => (await rowOf(mail)).status;
const statusesOf = async (mails: Delivery[]) => [...new Set(await Promise.all(mails.map(statusOf)))];
const taken = (mail: Delivery) => server.taken.filter(({ messageId }) => messageId === mail.messageId).length;

/** Which workers hold jobs. */
async function holders(): Promise<string[]> {
  const { rows } = await own.ctx.db.pool.query<{ locked_by: string }>(
    'select locked_by from graphile_worker.jobs where locked_by is not null',
  );
  return rows.map((row) => row.locked_by);
}

/** The workers that hold their lock, as seen by the database. */
async function presentWorkers(): Promise<number> {
  const { rows } = await own.ctx.db.pool.query(
    `select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
}

const PATIENCE = { timeout: 40_000, interval: 100 };
/** The workers of all lanes. */
const ALL_WORKERS = Object.values(LANES).reduce((sum, workers) => sum + workers, 0);
const LONG = 120_000;

test(
  'mails that were being sent when the database went away are recorded afterwards, and others follow',
  async () => {
    const mails = await Promise.all(Array.from({ length: 6 }, newMail));
    for (const { toAddress } of mails) server.behave(toAddress, 'late');
    await startLinkedWorker();
    await expect.poll(() => server.asked.size, PATIENCE).toBe(4);
    await link.cut();
    // Four mails are accepted, which no worker can record.
    await expect.poll(() => server.taken.length, PATIENCE).toBe(4);
    await sleep(shortOrLong(500, 12_000));
    await link.restore();
    mails.push(await newMail());
    await expect.poll(() => statusesOf(mails), PATIENCE).toEqual(['sent']);
    await expect.poll(holders, PATIENCE).toEqual([]);
    await expect.poll(presentWorkers, PATIENCE).toBe(ALL_WORKERS);
    expect(sentTwiceAtOnce).toEqual([]);
  },
  LONG,
);

test(
  'deadlines whose jobs were interrupted by an outage are processed once, and so are later ones',
  async () => {
    const [first, second, later] = [await newGame(), await newGame(), await newGame()];
    own.setNow(firstDue);
    ctx = { ...ctx, now: own.ctx.now };
    const locks = await Promise.all([first, second].map(({ game }) => holdGameLock(own.url, game.id)));
    await makeDeadlineDue(first);
    await makeDeadlineDue(second);
    await startLinkedWorker();
    await locks[0]?.waiting(2);
    await link.cut();
    await sleep(shortOrLong(1_000, 6_000));
    await link.restore();
    for (const lock of locks) await lock.release();
    await expect.poll(() => turnOf(first), PATIENCE).toBe(2);
    await expect.poll(() => turnOf(second), PATIENCE).toBe(2);
    await makeDeadlineDue(later);
    await expect.poll(() => turnOf(later), PATIENCE).toBe(2);
    const where = { turn: { gte: 1 } };
    expect(await own.ctx.db.prisma.turn.count({ where })).toBe(3);
  },
  LONG,
);

test(
  'a mail that is being sent while its worker’s siblings are replaced is not disturbed',
  async () => {
    const slow = await newMail();
    server.behave(slow.toAddress, 'late');
    await startLinkedWorker();
    await expect.poll(() => server.asked.get(slow.toAddress), PATIENCE).toBe(1);
    await link.cut();
    await link.restore();
    await expect.poll(() => statusOf(slow), PATIENCE).toBe('sent');
    expect(await rowOf(slow)).toMatchObject({ attempts: 1 });
    expect(taken(slow)).toBe(1);
    const next = await newMail();
    await expect.poll(() => statusOf(next), PATIENCE).toBe('sent');
  },
  LONG,
);

test(
  'a job that the database gave to a worker whose connection broke before the answer came is done by another one',
  async () => {
    // Every worker has a connection of its own afterwards, on which it asks for the next job.
    const before = await Promise.all(Array.from({ length: 8 }, newMail));
    for (const { toAddress } of before) server.behave(toAddress, 'late');
    await (await startLinkedWorker()).idle();
    // Each worker asks for another job right after its last one. If all of them did so while the answers get lost, none
    // would be left to take the next job.
    await sleep(500);
    link.swallowAnswers();
    const mail = await newMail();
    await expect.poll(holders, PATIENCE).toHaveLength(1);
    await link.cut();
    await link.restore();
    await expect.poll(() => statusOf(mail), PATIENCE).toBe('sent');
    expect(taken(mail)).toBe(1);
  },
  LONG,
);

test(
  'a worker whose database goes away in its first moment works when it is back',
  async () => {
    await startLinkedWorker();
    await link.cut();
    await link.restore();
    const mail = await newMail();
    await expect.poll(() => statusOf(mail), PATIENCE).toBe('sent');
  },
  LONG,
);

test(
  'a worker can be stopped while the database is away, and leaves nothing locked',
  async () => {
    const mail = await newMail();
    server.behave(mail.toAddress, 'late');
    const stopped = await startLinkedWorker();
    await expect.poll(() => server.asked.size, PATIENCE).toBe(1);
    await link.cut();
    const startedAt = performance.now();
    await stopped.stop();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await expect.poll(presentWorkers, PATIENCE).toBe(0);
    await link.restore();
    await startLinkedWorker();
    await expect.poll(() => statusOf(mail), PATIENCE).toBe('sent');
    expect(sentTwiceAtOnce).toEqual([]);
  },
  LONG,
);

async function newGame(): Promise<TestGame> {
  const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true };
  const play = await calendarGame(own.ctx, policy);
  await own.ctx.db.pool.query(
    `delete from graphile_worker._private_jobs where key is null or key not like 'deadline:%'`,
  );
  return play;
}

async function makeDeadlineDue({ game }: TestGame): Promise<void> {
  await own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [
    `deadline:${game.id}`,
  ]);
}

const turnOf = async ({ game }: TestGame) => (await gameNow(own.ctx, game.id)).turn;
