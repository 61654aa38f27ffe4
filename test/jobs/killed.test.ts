import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { openTransport } from '../../src/mail/transport.ts';
import { type TestHouse, testHouse, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mailServer.ts';

let test: TestHouse;
let server: MailServer;
let child: ChildProcess | null = null;

beforeEach(async () => {
  test = await testHouse();
  server = await startMailServer();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await server.close();
  await test.close();
});

it('a worker that is killed while it sends: the mail is sent by the next, under the same Message-ID', async () => {
  const { prisma, pool } = test.house.db;
  const account = await prisma.account.create({
    data: { name: 'Ann Baker', email: 'ann@example.org', createdAt: testNow },
  });
  const delivery = await prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 't' } }, test.house),
  );
  server.behave('ann@example.org', 'stall', 'accept');
  const script = fileURLToPath(new URL('worker-process.ts', import.meta.url));
  child = spawn(process.execPath, ['--import', 'tsx', script, test.url, server.url], { stdio: 'inherit' });
  const rowOf = () => prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
  await expect.poll(() => server.asked.get('ann@example.org'), { timeout: 60_000 }).toBe(1);
  expect((await rowOf()).status).toBe('sending');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;

  const transport = openTransport({ url: server.url });
  const worker = await startWorker({
    house: test.house,
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
  // The lease runs out: by the house's clock it has (that is set far ahead), now by the queue's too.
  await pool.query(`update graphile_worker._private_jobs set run_at = now() where key is not null`);
  await worker.idle();
  expect(await rowOf()).toMatchObject({ status: 'sent', attempts: 2 });
  expect(server.taken.map((mail) => mail.messageId)).toEqual([delivery.messageId]);
  await worker.stop();
  transport.close();
}, 120_000);
