import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import type { Account, Delivery } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { processAtDeadline } from '../../src/games/processing/scheduled-processing.ts';
import { scheduleJobs } from '../../src/games/schedule/schedule-jobs.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { calendarGame, gameNow, type TestGame } from '../games/game/play.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { AS_PEOPLE_DO, runCommand, type ServerProcess, startServerProcess } from './server-process.ts';

/** The command line, which starts sooner than as people start it. */
let commandLine: Bundle;
let own: TestContext;
let smtp: MailServer;
let dataDir: string;
let server: ServerProcess | null = null;
let settings: Record<string, string>;
beforeAll(async () => {
  commandLine = await bundleProgram(path.resolve(import.meta.dirname, '../../src/cli.ts'));
});
afterAll(() => commandLine.remove());
beforeEach(async () => {
  own = await testContext();
  own.setNow(new Date());
  smtp = await startMailServer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-process-'));
  settings = { DATABASE_URL: own.url, SMTP_URL: smtp.url, DATA_DIR: dataDir };
});
afterEach(async () => {
  await server?.end('SIGKILL');
  server = null;
  await smtp.close();
  await own.close();
  await rm(dataDir, { recursive: true });
});

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);
const start = async (args: string[] = [], other = settings, how: readonly string[] = commandLine.args) => {
  server = await startServerProcess(other, args, how);
  return server;
};
const command = (args: string[]) => runCommand(settings, args, commandLine.args);
const stateIn = ({ prisma }: Database) => prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
const stateOf = () => stateIn(own.ctx.db);
const seenAt = async () => (await stateOf()).seenAt;

/** The subjects of the mails to an account that the mail server has taken. */
const subjectsTo = ({ email }: Account) =>
  smtp.taken
    .filter((mail) => mail.to?.some(({ address }) => address === email))
    .map(({ subject }) => subject ?? '');

async function gameDue(due: Date): Promise<TestGame> {
  const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true };
  const play = await calendarGame(own.ctx, policy, { humans: 2, opponents: 2, due: hoursFromNow(1_000) });
  await setDue(play, due);
  return play;
}

/** Sets the due date of the open turn, even to one in the past, with its job. */
async function setDue({ game }: TestGame, due: Date): Promise<void> {
  await inTransaction(own.ctx, async (tx) => {
    await tx.gameSchedule.update({ where: { gameId: game.id }, data: { due } });
    await scheduleJobs(tx, own.ctx, game.id);
  });
}

/** Makes it so that the server, which is stopped, was last there so many hours ago. */
async function lastSeen(hoursAgo: number): Promise<Date> {
  const at = hoursFromNow(-hoursAgo);
  await own.ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt: at } });
  return at;
}

const isQueueEmpty = async () => {
  const { rows } = await own.ctx.db.pool.query(
    'select 1 from graphile_worker.jobs where locked_at is not null or run_at <= now()',
  );
  return rows.length === 0;
};

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a date that passes after %s is put off at the next start: no turn is processed, players get mail, a miss is excused',
  async (signal) => {
    await start([], settings, AS_PEOPLE_DO);
    await expect.poll(seenAt, { timeout: 60_000 }).not.toBeNull();
    await server?.end(signal);
    const play = await gameDue(hoursFromNow(-1));
    // The folder remembers the last heartbeat, which is now further back.
    await rm(path.join(dataDir, 'last-seen.json'));
    const from = await lastSeen(2);

    await start();
    await expect.poll(isQueueEmpty, { timeout: 60_000 }).toBe(true);
    const [downtime] = await own.ctx.db.prisma.downtime.findMany();
    expect(downtime?.from).toEqual(from);
    const due = new Date((downtime?.until.getTime() as number) + 12 * HOUR);
    expect(await gameNow(own.ctx, play.game.id)).toMatchObject({ turn: 1, due, missesExcused: true });
    for (const player of play.players) {
      await expect
        .poll(() => subjectsTo(player), { timeout: 60_000 })
        .toEqual([expect.stringContaining('new due date for turn 1')]);
    }
    own.setNow(due);
    const request = { gameId: play.game.id, turn: 1, due: due.toISOString() };
    expect((await processAtDeadline(own.ctx, request)).kind).toBe('processed');
    const attendance = await own.ctx.db.prisma.attendance.findMany({ where: { gameId: play.game.id } });
    expect(attendance.map(({ missed, excused }) => [missed, excused])).toEqual(Array(2).fill([true, true]));
  },
  180_000,
);

test('a held server processes nothing and sends nothing, also after a restart, until it is released', async () => {
  await lastSeen(2);
  const play = await gameDue(hoursFromNow(-1));
  const account = play.players[0] as Account;
  const waiting: Delivery = await inTransaction(own.ctx, (tx) =>
    enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 'a-token', hours: 2 } }, own.ctx),
  );
  await start(['--held']);
  expect((await fetch(`${server?.address}/games/${play.game.prefix}-${play.game.serial}`)).status).toBe(200);
  await server?.end('SIGKILL');
  await start();
  expect(server?.log()).toContain('The server is held: the operator started it with --held.');
  const workers = await own.ctx.db.pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'whistlestop jobs'`,
  );
  expect(workers.rows).toEqual([]);
  expect(await command(['held'])).toMatchObject({
    status: 1,
    out: expect.stringMatching(
      new RegExp(
        `${play.game.prefix}-${play.game.serial}, turn 1: .*, would be processed at once; put off to`,
      ),
    ),
  });
  expect(await gameNow(own.ctx, play.game.id)).toMatchObject({ turn: 1 });
  expect(smtp.taken).toEqual([]);

  const released = await command(['release', '--tell-players']);
  expect(released).toMatchObject({ status: 0, err: '' });
  expect(released.out).toContain('Told of the restore: 2 players.');
  const statusOf = async () =>
    (await own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: waiting.id } })).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('sent');
  await expect.poll(() => subjectsTo(account).length, { timeout: 60_000 }).toBe(3);
  expect(subjectsTo(account).join()).toMatch(/check that your sheet is in/);
  expect(subjectsTo(account).join()).toMatch(/new due date for turn 1/);
  expect(await gameNow(own.ctx, play.game.id)).toMatchObject({ turn: 1, missesExcused: true });
  expect(await command(['held'])).toMatchObject({ status: 0, out: 'The server is not held.\n' });
  expect(await command(['release'])).toMatchObject({
    status: 2,
    err: 'The server is not held.\n',
  });
}, 240_000);

test('a server whose database was replaced by an older copy is held, and says so', async () => {
  await start();
  await expect.poll(seenAt, { timeout: 60_000 }).not.toBeNull();
  await server?.end('SIGTERM');
  const copy = new URL(own.url);
  copy.pathname = `${copy.pathname}_copy`;
  await own.ctx.db.close();
  const cluster = new pg.Client({ connectionString: inject('clusterUrl') });
  await cluster.connect();
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  await cluster.query(`create database ${nameOf(copy.href)} template ${nameOf(own.url)} strategy file_copy`);
  const copied = await openDatabase(copy.href);
  try {
    // The original goes on, and its heartbeats with it.
    await start();
    await server?.end('SIGTERM');
    expect((await stateIn(copied)).heldAt).toBeNull();
    await start([], { ...settings, DATABASE_URL: copy.href });
    expect((await stateIn(copied)).heldReason).toBe('olderDatabase');
    expect(server?.log()).toContain('The database is older than when the server last ran');
    await server?.end('SIGTERM');
  } finally {
    await copied.close();
    await cluster.query(`drop database ${nameOf(copy.href)} with (force)`);
    await cluster.end();
  }
}, 240_000);
