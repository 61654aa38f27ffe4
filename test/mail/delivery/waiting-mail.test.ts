import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMail } from '../../../src/cli/send-mail.ts';
import type { Delivery, Prisma } from '../../../src/database/generated/client.ts';
import { correctMailTimes } from '../../../src/mail/delivery/correct-mail-times.ts';
import {
  countWaitingMail,
  requeueLostMail,
  retryAllWaiting,
} from '../../../src/mail/delivery/waiting-mail.ts';
import { formingGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';

/** Sending all waiting mail now. */

const HOUR = 3_600_000;

let own: TestContext;
let mine: TestGame;
let theirs: TestGame;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  const { pool, prisma } = own.ctx.db;
  await prisma.delivery.deleteMany();
  await pool.query('delete from graphile_worker._private_jobs');
  mine = await formingGame(own.ctx, { humans: 3, opponents: 2 });
  theirs = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  const nextAttempt = new Date(testNow.getTime() + HOUR);
  const data = { status: 'retrying' as const, attempts: 2, lastError: '451 later', nextAttempt };
  await prisma.delivery.updateMany({ data });
  await pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
});

const mailsOf = ({ game }: TestGame): Promise<Delivery[]> =>
  own.ctx.db.prisma.delivery.findMany({ where: { gameId: game.id }, orderBy: { id: 'asc' } });

/** The kinds of the jobs of a game's mail that the queue may do now. */
async function dueJobs(game: TestGame): Promise<string[]> {
  const keys = (await mailsOf(game)).map(({ id }) => `deliver:${id}`);
  const { rows } = await own.ctx.db.pool.query<{ task_identifier: string }>(
    'select task_identifier from graphile_worker.jobs where key = any($1) and run_at <= now()',
    [keys],
  );
  return rows.map((row) => row.task_identifier);
}

const logged = () =>
  own.ctx.db.prisma.gameEvent.findMany({ where: { type: 'mailRetried', gameId: mine.game.id } });

describe('sending all waiting mail now', () => {
  test('makes all mail of one game due, once, and says so in its log', async () => {
    const of = { gameId: mine.game.id, by: mine.gm.id };
    const clicks = await Promise.all([1, 2, 3, 4].map(() => retryAllWaiting(own.ctx, of)));
    expect(clicks.toSorted()).toEqual([0, 0, 0, 3]);
    expect(await dueJobs(mine)).toEqual(['deliverAgain', 'deliverAgain', 'deliverAgain']);
    for (const mail of await mailsOf(mine)) {
      expect(mail).toMatchObject({ status: 'retrying', attempts: 2, nextAttempt: testNow });
    }
    expect(await dueJobs(theirs)).toEqual([]);
    expect(await logged()).toMatchObject([{ gameId: of.gameId, accountId: of.by, detail: '3 e-mails' }]);
  });

  test('leaves alone mail that is being sent, or is done', async () => {
    const [sending, sent, failed] = await mailsOf(mine);
    const { delivery } = own.ctx.db.prisma;
    await delivery.update({ where: { id: sending?.id }, data: { status: 'sending' } });
    const done = { nextAttempt: null, sentAt: testNow };
    await delivery.update({ where: { id: sent?.id }, data: { ...done, status: 'sent' } });
    await delivery.update({ where: { id: failed?.id }, data: { status: 'failed', nextAttempt: null } });
    expect(await retryAllWaiting(own.ctx, { gameId: mine.game.id, by: mine.gm.id })).toBe(0);
    expect(await dueJobs(mine)).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  test('makes the mail of the whole server due, first attempts in their own lane', async () => {
    const [first] = await mailsOf(theirs);
    await own.ctx.db.prisma.delivery.update({ where: { id: first?.id }, data: { attempts: 0 } });
    const told: string[] = [];
    const output = { stdout: { write: (text: string) => told.push(text) }, stderr: { write: () => {} } };
    expect(await sendMail(own.ctx, output)).toBe(0);
    expect(await dueJobs(mine)).toHaveLength(3);
    expect((await dueJobs(theirs)).toSorted()).toEqual(['deliver', 'deliverAgain']);
    expect(await sendMail(own.ctx, output)).toBe(0);
    expect(told.join('')).toMatch(
      /^5 e-mails will be sent now\. A server must be running: .*\nNo e-mail is waiting for a later attempt\.\n$/,
    );
  });

  test('gives mail a job that has none, or whose job the queue has given up', async () => {
    const [lost, givenUp] = await mailsOf(mine);
    const { pool } = own.ctx.db;
    await pool.query('delete from graphile_worker._private_jobs where key = $1', [`deliver:${lost?.id}`]);
    const last = 'update graphile_worker._private_jobs set attempts = max_attempts where key = $1';
    await pool.query(last, [`deliver:${givenUp?.id}`]);
    expect(await requeueLostMail(own.ctx)).toBe(2);
    expect(await requeueLostMail(own.ctx)).toBe(0);
    expect(await retryAllWaiting(own.ctx, { gameId: mine.game.id })).toBe(3);
    expect(await dueJobs(mine)).toHaveLength(3);
  });
});

describe('after the clock was ahead and has been set right', () => {
  const DAY = 24 * HOUR;
  const far = new Date(testNow.getTime() + 60 * DAY);
  const update = (mail: Delivery | undefined, data: Prisma.DeliveryUpdateInput) =>
    own.ctx.db.prisma.delivery.update({ where: { id: mail?.id ?? '' }, data });
  const jobAt = (mail: Delivery | undefined, at: Date) =>
    own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = $2 where key = $1', [
      `deliver:${mail?.id}`,
      at,
    ]);

  test('mail that would wait for a date in the future is due, other mail waits as before', async () => {
    const [postponed, queued] = await mailsOf(mine);
    await update(postponed, { nextAttempt: far });
    await jobAt(postponed, far);
    // The clock of the database was ahead.
    await jobAt(queued, far);
    expect(await correctMailTimes(own.ctx)).toBe(2);
    expect(await correctMailTimes(own.ctx)).toBe(0);
    expect(await dueJobs(mine)).toHaveLength(2);
    expect(await dueJobs(theirs)).toEqual([]);
  });

  test('the claim of a process that was killed ends soon', async () => {
    const [sending] = await mailsOf(mine);
    await update(sending, { status: 'sending', nextAttempt: far });
    expect(await correctMailTimes(own.ctx)).toBe(1);
    const { nextAttempt } = (await mailsOf(mine))[0] as Delivery;
    expect(nextAttempt?.getTime()).toBeGreaterThan(testNow.getTime());
    expect(nextAttempt?.getTime()).toBeLessThan(testNow.getTime() + HOUR);
    expect(await correctMailTimes(own.ctx)).toBe(0);
  });

  test('mail that was written meanwhile counts as late if it has not been sent', async () => {
    const [ahead] = await mailsOf(mine);
    await update(ahead, { createdAt: far });
    expect(await countWaitingMail(own.ctx)).toMatchObject({ late: 1 });
  });
});

test('counts the mail that waits, for the mail server and for more than an hour', async () => {
  const [first] = await mailsOf(mine);
  const { delivery } = own.ctx.db.prisma;
  await delivery.update({ where: { id: first?.id }, data: { obstacle: 'relay' } });
  const long = new Date(testNow.getTime() - HOUR - 1);
  await delivery.updateMany({ where: { gameId: theirs.game.id }, data: { createdAt: long } });
  expect(await countWaitingMail(own.ctx)).toEqual({ waiting: 5, forRelay: 1, notDue: 1, late: 2 });
});
