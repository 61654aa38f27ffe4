import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import { readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts';
import type { Delivery } from '../../src/database/generated/client.ts';
import { migrate } from '../../src/database/migrate.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';
import { anAccount } from '../games/game/play.ts';
import { shortOrLong } from '../helpers/long.ts';
import { startMailServer } from '../helpers/mail-server.ts';

const log = pino({ level: 'silent' });
let dataDir: string;
let embedded: Embedded;
let ctx: AppContext;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-killed-'));
  await chmod(dataDir, 0o755);
  // Durable, or the last commits before a kill would be lost.
  embedded = await startEmbedded({ dataDir, log });
  await migrate(embedded.url);
  const db = await openDatabase(embedded.url);
  ctx = { db, now: () => new Date(), log, mailDomain: 'whistlestop.test' };
});
afterAll(async () => {
  await ctx.db.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function killPostgres(): Promise<void> {
  const cluster = path.join(await realpath(dataDir), 'postgres', 'cluster');
  const found = await readPostmaster(cluster);
  process.kill(found?.pid ?? 0, 'SIGKILL');
}

async function newMail(): Promise<Delivery> {
  const account = await anAccount(ctx, 'Ann Baker');
  const draft = { kind: 'signInLink', account, detail: { token: 't' } } as const;
  return ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, ctx));
}

test(
  'mail goes on whenever PostgreSQL is killed while mails are being sent',
  async () => {
    const server = await startMailServer({ lateBy: 700 });
    const transport = openTransport({ url: server.url });
    const from = 'Whistlestop <post@whistlestop.test>';
    const publicUrl = 'https://whistlestop.test';
    const worker = await startWorker({ ctx, transport, from, publicUrl, lease: 2_000 });
    try {
      for (let n = 1; n <= shortOrLong(2, 20); n += 1) {
        const mails = await Promise.all(Array.from({ length: 4 }, newMail));
        for (const { toAddress } of mails) server.behave(toAddress, 'late');
        const asked = () => mails.some(({ toAddress }) => server.asked.has(toAddress));
        await expect.poll(asked, { timeout: 30_000 }).toBe(true);
        // The mail server needs 700 milliseconds for a mail.
        await sleep(n * 35);
        await killPostgres();
        const sent = () =>
          ctx.db.prisma.delivery
            .count({ where: { id: { in: mails.map(({ id }) => id) }, status: 'sent' } })
            .catch(() => 0);
        await expect.poll(sent, { timeout: 60_000 }).toBe(mails.length);
      }
      const locked = () =>
        ctx.db.pool.query('select 1 from graphile_worker.jobs where locked_at is not null').then(
          ({ rows }) => rows.length,
          () => null,
        );
      await expect.poll(locked, { timeout: 60_000 }).toBe(0);
    } finally {
      await worker.stop();
      transport.close();
      await server.close();
    }
  },
  shortOrLong(180_000, 900_000),
);
