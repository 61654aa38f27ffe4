import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { extendTurn, setSchedule } from '../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../src/games/schedule/schedule-policy.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { firstDue, gameNow, goodSheet, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

/** The jobs of the schedule on a real queue, with the test's own clock. */

let own: TestContext;
let server: MailServer;
let transport: Transport;
const workers: Worker[] = [];

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  server = await startMailServer();
  transport = openTransport({ url: server.url });
});
afterEach(async () => {
  await stopAll();
  transport.close();
  await server.close();
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
});

async function startTestWorker(): Promise<Worker> {
  const { ctx } = own;
  const from = 'Whistlestop <post@whistlestop.test>';
  const worker = await startWorker({ ctx, transport, from, publicUrl: 'https://whistlestop.test' });
  workers.push(worker);
  return worker;
}
const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));

const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

async function newGame(): Promise<TestGame> {
  const play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  granted(await setSchedule(own.ctx, { gameId: play.game.id, by: play.gm.id, policy: POLICY }));
  return play;
}

/** Makes all waiting jobs due, because the database's clock cannot be set. */
const makeJobsDue = () =>
  own.ctx.db.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
const reload = (play: TestGame) => gameNow(own.ctx, play.game.id);
const turnsOf = (play: TestGame) =>
  own.ctx.db.prisma.turn.count({ where: { gameId: play.game.id, turn: { gte: 1 } } });
const waiting = async (kind: string) => {
  const { rows } = await own.ctx.db.pool.query(
    'select 1 from graphile_worker.jobs where task_identifier = $1',
    [kind],
  );
  return rows.length;
};

test('two servers that wait for one deadline process the turn once and mail each printout once', async () => {
  const play = await newGame();
  const [one, two] = [await startTestWorker(), await startTestWorker()];
  await one.idle();
  own.setNow(firstDue);
  await makeJobsDue();
  await Promise.all([one.idle(), two.idle()]);
  expect((await reload(play)).turn).toBe(2);
  expect(await turnsOf(play)).toBe(1);
  expect(server.taken.filter((mail) => mail.subject?.includes('printout for turn 2'))).toHaveLength(2);
});

test('a deadline survives a restart, even if it passes while no server runs', async () => {
  const play = await newGame();
  await (await startTestWorker()).idle();
  await stopAll();
  own.setNow(new Date(firstDue.getTime() + 3_600_000));
  await makeJobsDue();
  expect((await reload(play)).turn).toBe(1);
  await (await startTestWorker()).idle();
  expect((await reload(play)).turn).toBe(2);
});

test('a job that runs too early by the server’s clock waits again', async () => {
  const play = await newGame();
  const worker = await startTestWorker();
  await makeJobsDue();
  await worker.idle();
  expect((await reload(play)).turn).toBe(1);
  expect(await waiting('deadline')).toBe(1);
  expect(await waiting('remind')).toBe(1);
});

/** Seconds until a waiting job runs, by the database's clock. */
async function secondsUntil(kind: string): Promise<number> {
  const { rows } = await own.ctx.db.pool.query<{ wait: number }>(
    `select extract(epoch from run_at - now())::float as wait from graphile_worker.jobs
     where task_identifier = $1 and key is not null`,
    [kind],
  );
  return rows[0]?.wait ?? Number.NaN;
}

test('a server whose clock is a day behind at a date reads it again after a minute at most', async () => {
  const play = await newGame();
  const worker = await startTestWorker();
  own.setNow(new Date(firstDue.getTime() - 24 * 3_600_000));
  await makeJobsDue();
  await worker.idle();
  expect(await secondsUntil('deadline')).toBeLessThanOrEqual(60);
  expect((await reload(play)).turn).toBe(1);
  // The clock is set while the job waits.
  own.setNow(firstDue);
  await makeJobsDue();
  await worker.idle();
  expect((await reload(play)).turn).toBe(2);
});

async function sendFinalSheets(play: TestGame): Promise<void> {
  for (const seat of play.seats.slice(0, 2)) {
    const raw = await goodSheet(own.ctx, play.game.id, seat);
    const sent = { gameId: play.game.id, seatId: seat.id, turn: 1, raw, channel: 'web' as const };
    await submitSheet(own.ctx, { ...sent, sentById: seat.accountId as number, final: true });
  }
}

test('early processing is put off by a minute at most, too', async () => {
  const play = await newGame();
  const worker = await startTestWorker();
  await worker.idle();
  await sendFinalSheets(play);
  await worker.idle();
  own.setNow(new Date(testNow.getTime() - 24 * 3_600_000));
  await makeJobsDue();
  await worker.idle();
  expect(await secondsUntil('processEarly')).toBeLessThanOrEqual(60);
  expect((await reload(play)).turn).toBe(1);
});

test('early processing that a clock two hours ahead has scheduled is not two hours late once the clock is set', async () => {
  const play = await newGame();
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due: null } });
  const worker = await startTestWorker();
  await worker.idle();
  const realNow = new Date();
  own.setNow(new Date(realNow.getTime() + 2 * 3_600_000));
  await sendFinalSheets(play);
  expect(await secondsUntil('processEarly')).toBeLessThanOrEqual(30 * 60);
  own.setNow(realNow);
  await makeJobsDue();
  await worker.idle();
  expect((await reload(play)).turn).toBe(2);
});

test('a turn stays open if its deadline was moved while the job was queued', async () => {
  const play = await newGame();
  const stale = { gameId: play.game.id, turn: 1, due: firstDue.toISOString() };
  const due = granted(
    await extendTurn(own.ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, days: 7 }),
  ).due;
  // The job of the old date, which another server may have fetched before the date moved.
  await own.ctx.db.pool.query(`select graphile_worker.add_job('deadline', $1::json)`, [
    JSON.stringify(stale),
  ]);
  own.setNow(firstDue);
  await makeJobsDue();
  const worker = await startTestWorker();
  await worker.idle();
  expect(await reload(play)).toMatchObject({ turn: 1, due });
  expect(await waiting('deadline')).toBe(1);
  own.setNow(due as Date);
  await makeJobsDue();
  await worker.idle();
  expect((await reload(play)).turn).toBe(2);
});

test('a turn with final orders is processed early, even after a restart while orders can be reopened', async () => {
  const play = await newGame();
  const worker = await startTestWorker();
  await worker.idle();
  await sendFinalSheets(play);
  await worker.idle();
  expect(server.taken.filter((mail) => mail.subject?.includes('will be processed early'))).toHaveLength(2);
  await stopAll();
  own.setNow(new Date(testNow.getTime() + 20 * 60_000));
  await makeJobsDue();
  const next = await startTestWorker();
  await next.idle();
  expect((await reload(play)).turn).toBe(1);
  expect(await waiting('processEarly')).toBe(1);
  own.setNow(new Date(testNow.getTime() + 30 * 60_000));
  await makeJobsDue();
  await next.idle();
  expect((await reload(play)).turn).toBe(2);
});

test('reminders are sent by mail', async () => {
  const play = await newGame();
  const worker = await startTestWorker();
  await worker.idle();
  own.setNow(new Date(firstDue.getTime() - 48 * 3_600_000));
  await makeJobsDue();
  await worker.idle();
  await makeJobsDue();
  await worker.idle();
  const number = `${play.game.prefix}-${play.game.serial}`;
  const reminders = server.taken.filter(
    (mail) => mail.subject === `${number}: your sheet for turn 1 is missing`,
  );
  expect(reminders).toHaveLength(2);
});
