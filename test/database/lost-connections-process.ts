import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../src/database/client.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/delivery/transport.ts';

// A server under load whose connections a test breaks: node --import ./src/typescript.js lost-connections-process.ts <database>
// It writes a line for every round of queries that succeeds.

const [database = ''] = process.argv.slice(2);
const db = await openDatabase(database);
await startWorker({
  ctx: { db, now: () => new Date(), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' },
  transport: openTransport({ url: 'smtp://127.0.0.1:9' }),
  from: 'Whistlestop <post@whistlestop.test>',
  publicUrl: 'https://whistlestop.test',
});

/** A transaction that computes between its queries, as processing a turn does. */
async function transaction(): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`select pg_backend_pid()`;
    await sleep(20);
    await tx.$queryRaw`select pg_backend_pid()`;
  });
}

/** A connection that is kept for a while, as for a copy of the database. */
async function keptConnection(): Promise<void> {
  const client = await db.pool.connect();
  await sleep(20);
  client.release();
}

/** A job whose payload is not valid. */
const job = () => db.pool.query(`select graphile_worker.add_job('process', '[]', max_attempts => 1)`);

async function keepBusy(work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    try {
      await work();
    } catch {
      // The connection was lost. The next round gets another one.
      await sleep(5);
    }
  }
}

for (let i = 0; i < 4; i += 1) {
  void keepBusy(transaction);
  void keepBusy(keptConnection);
  void keepBusy(async () => {
    await job();
    await sleep(10);
  });
}
void keepBusy(async () => {
  await db.prisma.account.count();
  process.stdout.write('round\n');
  await sleep(10);
});
