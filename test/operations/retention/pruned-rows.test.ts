import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markAddressProved } from '../../../src/accounts/proved-address.ts';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Prisma } from '../../../src/database/generated/client.ts';
import { enqueueJob } from '../../../src/database/outbox.ts';
import { pruneAddressProofs } from '../../../src/operations/retention/prune-address-proofs.ts';
import { pruneAttemptCounts } from '../../../src/operations/retention/prune-attempt-counts.ts';
import { pruneDeliveries } from '../../../src/operations/retention/prune-deliveries.ts';
import { pruneDowntimes } from '../../../src/operations/retention/prune-downtimes.ts';
import { pruneFailedJobs } from '../../../src/operations/retention/prune-jobs.ts';
import { pruneKnownNetworks } from '../../../src/operations/retention/prune-known-networks.ts';
import { pruneLimitedActions } from '../../../src/operations/retention/prune-limited-actions.ts';
import { pruneMailRequests } from '../../../src/operations/retention/prune-mail-requests.ts';
import { pruneSessions } from '../../../src/operations/retention/prune-sessions.ts';
import { pruneSignInLinks } from '../../../src/operations/retention/prune-sign-in-links.ts';
import { pruneTakenMail } from '../../../src/operations/retention/prune-taken-mail.ts';
import { pruneWebhookCalls } from '../../../src/operations/retention/prune-webhook-calls.ts';
import { anAccount, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';

/** What is deleted at night, at the boundary of its age. What is one day younger, or still needed, stays. */

let own: TestContext;
let pool: pg.Pool;
const now = testNow;
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

beforeAll(async () => {
  own = await testContext();
  pool = own.ctx.db.pool;
});
afterAll(() => own.close());

describe('failed jobs', () => {
  const KEEP = 30;
  const addJob = async (failedDaysAgo: number, attempts: number): Promise<string> => {
    const jobKey = randomUUID();
    await enqueueJob(own.ctx.db.prisma, 'deliver', { deliveryId: randomUUID() }, { jobKey });
    await pool.query(
      `update graphile_worker._private_jobs
       set attempts = $2, run_at = $3, updated_at = $3, created_at = $3 where key = $1`,
      [jobKey, attempts, daysAgo(failedDaysAgo)],
    );
    return jobKey;
  };
  const keys = async () => {
    const { rows } = await pool.query<{ key: string }>('select key from graphile_worker.jobs');
    return rows.map(({ key }) => key);
  };

  test('are deleted when they are too old, but no job that is still tried', async () => {
    const old = await addJob(KEEP + 1, 25);
    const young = await addJob(KEEP - 1, 25);
    const waiting = await addJob(KEEP + 100, 24);
    const running = await addJob(KEEP + 1, 25);
    await pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = $1`,
      [running],
    );
    expect(await pruneFailedJobs(pool, now, KEEP)).toBe(1);
    expect(await keys()).toEqual(expect.arrayContaining([young, waiting, running]));
    expect(await keys()).not.toContain(old);
    expect(await pruneFailedJobs(pool, now, KEEP)).toBe(0);
  });

  test('are deleted in batches', async () => {
    await pool.query(
      `insert into graphile_worker._private_jobs (task_id, payload, attempts, run_at, updated_at)
       select (select id from graphile_worker._private_tasks limit 1), '{}', 25, $1, $1
       from generate_series(1, 2500)`,
      [daysAgo(KEEP + 1)],
    );
    expect(await pruneFailedJobs(pool, now, KEEP)).toBe(2500);
  });
});

describe('deliveries', () => {
  const KEEP = 365;
  const aDelivery = async (more: Partial<Prisma.DeliveryUncheckedCreateInput> = {}): Promise<string> => {
    const id = randomUUID();
    const old = daysAgo(KEEP + 1);
    const address = { toAddress: 'ann@players.test', toName: 'Ann' };
    await own.ctx.db.prisma.delivery.create({
      data: {
        ...{ id, kind: 'notice', status: 'sent', messageId: `<${id}@test>`, ...address },
        ...{ createdAt: old, sentAt: more.status === 'failed' ? null : old },
        ...more,
      },
    });
    return id;
  };
  const remaining = async () =>
    (await own.ctx.db.prisma.delivery.findMany({ select: { id: true } })).map(({ id }) => id);
  const prune = () => pruneDeliveries(pool, now, KEEP);

  test('that were sent or have failed are deleted when they are too old', async () => {
    const sent = await aDelivery();
    const failed = await aDelivery({ status: 'failed' });
    await own.ctx.db.prisma.composedMail.create({ data: { deliveryId: sent, message: Buffer.from('x') } });
    const kept = [
      await aDelivery({ createdAt: daysAgo(KEEP - 1), sentAt: daysAgo(KEEP - 1) }),
      // It waited for a mail server for a long time.
      await aDelivery({ sentAt: daysAgo(KEEP - 1) }),
      await aDelivery({ status: 'failed', createdAt: daysAgo(KEEP - 1) }),
    ];
    expect(await prune()).toBe(2);
    expect(await remaining()).toEqual(expect.arrayContaining(kept));
    expect(await remaining()).not.toEqual(expect.arrayContaining([sent]));
    expect(await remaining()).not.toEqual(expect.arrayContaining([failed]));
  });

  test('that may still be sent are never deleted', async () => {
    const waiting = await Promise.all(
      (['queued', 'sending', 'retrying'] as const).map((status) =>
        aDelivery({ status, sentAt: null, nextAttempt: daysAgo(KEEP) }),
      ),
    );
    expect(await prune()).toBe(0);
    expect(await remaining()).toEqual(expect.arrayContaining(waiting));
  });

  test('of a game are kept until the game has been over for as long', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const mail = await aDelivery({ gameId: game.id });
    await prune();
    expect(await remaining()).toContain(mail);
    const end = (endedAt: Date) =>
      own.ctx.db.prisma.game.update({ where: { id: game.id }, data: { status: 'over', endedAt } });
    await end(daysAgo(KEEP - 1));
    await prune();
    expect(await remaining()).toContain(mail);
    await end(daysAgo(KEEP + 1));
    await prune();
    expect(await remaining()).not.toContain(mail);
  });

  test('of a game that was abandoned or has moved away are deleted, but not before it could be revived', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const mail = await aDelivery({ gameId: game.id });
    const set = (data: Prisma.GameUpdateInput) =>
      own.ctx.db.prisma.game.update({ where: { id: game.id }, data });
    const isKept = async (keepDays: number) => {
      await pruneDeliveries(pool, now, keepDays);
      return (await remaining()).includes(mail);
    };
    await set({ status: 'abandoned', endedAt: daysAgo(59) });
    expect(await isKept(7)).toBe(true);
    await set({ status: 'running', endedAt: null, transferredOutAt: daysAgo(59) });
    expect(await isKept(7)).toBe(true);
    await set({ transferredOutAt: daysAgo(61) });
    expect(await isKept(KEEP)).toBe(true);
    expect(await isKept(7)).toBe(false);
  });

  test('of letters to an account that no one has used are kept: they show that someone may read its mail', async () => {
    const ann = await anAccount(own.ctx, 'Ann Letters');
    const letter = await aDelivery({ kind: 'letter', accountId: ann.id });
    await prune();
    expect(await remaining()).toContain(letter);
    await markAddressProved(own.ctx.db.prisma, own.ctx, ann.id);
    await prune();
    expect(await remaining()).not.toContain(letter);
  });
});

describe('sign-in links', () => {
  const aLink = async (accountId: number, at: { expiresAt: Date; usedAt?: Date }): Promise<string> => {
    const id = tokenHash(newToken());
    await own.ctx.db.prisma.signInLink.create({ data: { id, accountId, createdAt: daysAgo(60), ...at } });
    return id;
  };
  const remaining = async (accountId: number) => {
    const links = await own.ctx.db.prisma.signInLink.findMany({ where: { accountId } });
    return links.map(({ id }) => id).sort();
  };

  test('are deleted 30 days after they were used or have expired', async () => {
    const ann = await anAccount(own.ctx, 'Ann Links');
    await aLink(ann.id, { expiresAt: daysAgo(31) });
    await aLink(ann.id, { expiresAt: daysAgo(29), usedAt: daysAgo(31) });
    const kept = [
      await aLink(ann.id, { expiresAt: daysAgo(29) }),
      await aLink(ann.id, { expiresAt: daysAgo(20), usedAt: daysAgo(29) }),
      await aLink(ann.id, { expiresAt: daysAgo(-1) }),
    ].sort();
    expect(await pruneSignInLinks(pool, now)).toBe(2);
    expect(await remaining(ann.id)).toEqual(kept);
  });
});

test('sessions are deleted 30 days after they have expired', async () => {
  const { id: accountId } = await anAccount(own.ctx, 'Ann Sessions');
  const times = { createdAt: daysAgo(90), seenAt: daysAgo(61) };
  for (const days of [31, 29, -1]) {
    const data = {
      id: tokenHash(`${days}`),
      accountId,
      method: 'code' as const,
      ...times,
      expiresAt: daysAgo(days),
    };
    await own.ctx.db.prisma.session.create({ data });
  }
  expect(await pruneSessions(pool, now)).toBe(1);
  const left = await own.ctx.db.prisma.session.findMany({ orderBy: { expiresAt: 'asc' } });
  expect(left.map(({ expiresAt }) => expiresAt)).toEqual([daysAgo(29), daysAgo(-1)]);
});

test('networks of accounts are deleted when no one has signed in from them for 180 days', async () => {
  const { id: accountId } = await anAccount(own.ctx, 'Rover Ray');
  for (const days of [181, 179]) {
    const data = { accountId, network: `network of ${days} days ago`, seenAt: daysAgo(days) };
    await own.ctx.db.prisma.knownNetwork.create({ data });
  }
  expect(await pruneKnownNetworks(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.knownNetwork.findMany()).toMatchObject([{ seenAt: daysAgo(179) }]);
});

test('address proofs are deleted 30 days after they have expired', async () => {
  for (const days of [31, 29]) {
    const person = { name: 'Nell', email: 'nell@players.test' };
    const times = { createdAt: daysAgo(days + 1), expiresAt: daysAgo(days) };
    const data = { id: tokenHash(`${days}`), ...person, ...times };
    await own.ctx.db.prisma.addressProof.create({ data });
  }
  expect(await pruneAddressProofs(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.addressProof.findMany()).toMatchObject([{ expiresAt: daysAgo(29) }]);
});

test('counts of wrong codes are deleted when counting begins anew', async () => {
  for (const minutes of [-1, 1]) {
    const endsAt = new Date(now.getTime() + minutes * 60_000);
    await own.ctx.db.prisma.attemptCount.create({ data: { key: `ends in ${minutes}`, count: 3, endsAt } });
  }
  expect(await pruneAttemptCounts(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.attemptCount.findMany()).toMatchObject([{ key: 'ends in 1' }]);
  await own.ctx.db.prisma.attemptCount.deleteMany();
});

test('limited actions are deleted after a day, the longest time for which they count', async () => {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  for (const minutes of [24 * 60 + 1, 24 * 60 - 1]) {
    const at = new Date(now.getTime() - minutes * 60_000);
    const data = { gameId: game.id, accountId: gm.id, kind: 'oldMailCommand' as const, at };
    await own.ctx.db.prisma.limitedAction.create({ data });
  }
  expect(await pruneLimitedActions(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.limitedAction.count({ where: { kind: 'oldMailCommand' } })).toBe(1);
});

test('mail requests are deleted after a day', async () => {
  await own.ctx.db.prisma.mailRequest.deleteMany();
  const { id: accountId } = await anAccount(own.ctx, 'Greta Requests');
  for (const minutes of [24 * 60 + 1, 24 * 60 - 1]) {
    const at = new Date(now.getTime() - minutes * 60_000);
    const data = { accountId, addressHash: tokenHash('an address'), kind: 'invitation' as const, at };
    await own.ctx.db.prisma.mailRequest.create({ data });
  }
  expect(await pruneMailRequests(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.mailRequest.count()).toBe(1);
});

test('records of taken mail are deleted', async () => {
  const KEEP = 100;
  for (const days of [101, 99])
    await own.ctx.db.prisma.takenMail.create({ data: { id: `taken ${days}`, at: daysAgo(days) } });
  expect(await pruneTakenMail(pool, now, KEEP)).toBe(1);
  expect(await own.ctx.db.prisma.takenMail.findMany()).toMatchObject([{ id: 'taken 99' }]);
});

test('downtimes are deleted a year after their end', async () => {
  for (const days of [366, 364]) {
    await own.ctx.db.prisma.downtime.create({ data: { from: daysAgo(400), until: daysAgo(days) } });
  }
  expect(await pruneDowntimes(pool, now)).toBe(1);
  expect(await own.ctx.db.prisma.downtime.findMany()).toMatchObject([{ until: daysAgo(364) }]);
});

test('nothing else is deleted', async () => {
  await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const before = await allRows(pool);
  const later = new Date(now.getTime() + 60_000);
  await pruneFailedJobs(pool, later, 1);
  await pruneDeliveries(pool, later, 1);
  await pruneSignInLinks(pool, later);
  await pruneSessions(pool, later);
  await pruneAddressProofs(pool, later);
  await pruneKnownNetworks(pool, later);
  await pruneAttemptCounts(pool, later);
  await pruneLimitedActions(pool, later);
  await pruneMailRequests(pool, later);
  await pruneTakenMail(pool, later, 1);
  await pruneDowntimes(pool, later);
  await pruneWebhookCalls(pool, later);
  const changed = Object.entries(await allRows(pool)).filter(
    ([table, rows]) => JSON.stringify(rows) !== JSON.stringify(before[table]),
  );
  // What earlier tests have kept for other reasons than its age alone.
  const pruned = ['graphile_worker._private_jobs', 'public."Delivery"', 'public."TakenMail"'];
  expect(changed.map(([table]) => table).filter((table) => !pruned.includes(table))).toEqual([]);
});
