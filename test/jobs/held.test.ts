import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { type HeldWatch, holdServer, watchHeld } from '../../src/operations/held/held-state.ts';
import { defaultRelease, releaseServer } from '../../src/operations/held/release-server.ts';
import { granted } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

let own: TestContext;
let server: MailServer;
let transport: Transport;
let watch: HeldWatch;
let worker: Worker;
beforeEach(async () => {
  own = await testContext();
  server = await startMailServer();
  transport = openTransport({ url: server.url });
  // It never looks by itself, like one that has not looked since the server is held.
  watch = await watchHeld(own.ctx, { interval: 1_000_000 });
  const settings = { from: 'Whistlestop <post@whistlestop.test>', publicUrl: 'https://whistlestop.test' };
  const isHeldNow = () => watch.isHeldNow();
  worker = await startWorker({ ctx: own.ctx, transport, isHeldNow, ...settings });
});
afterEach(async () => {
  await worker.stop();
  await transport.stop();
  await watch.close();
  await server.close();
  await own.close();
});

test('a worker that has not been stopped yet begins no job while the server is held', async () => {
  await holdServer(own.ctx, 'operator');
  const account = { email: 'ann@example.org', name: 'Ann' };
  await own.ctx.db.prisma.$transaction(async (tx) => {
    const created = await tx.account.create({ data: { ...account, createdAt: own.ctx.now() } });
    const detail = { what: 'changed', account: created.id };
    await enqueueDelivery(tx, { kind: 'confirmation', account: created, detail }, own.ctx);
  });
  const refusals = async () =>
    (await own.ctx.db.pool.query('select last_error from graphile_worker.jobs')).rows.map(
      ({ last_error }) => last_error,
    );
  await expect.poll(refusals, { timeout: 20_000 }).toEqual(['The server is held, so this job waits.']);
  expect(server.taken).toEqual([]);
  expect(watch.held()?.reason).toBe('operator');
  granted(await releaseServer(own.ctx, defaultRelease('operator')));
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1);
}, 120_000);
