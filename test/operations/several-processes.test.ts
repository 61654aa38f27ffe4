import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { scheduleJobs } from '../../src/games/schedule/schedule-jobs.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { serverProcesses } from '../../src/operations/processes/server-processes.ts';
import { calendarGame, type TestGame } from '../games/game/play.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { aSession } from '../helpers/session.ts';
import { AS_PEOPLE_DO, type ServerProcess, startServerProcess } from './server-process.ts';

/** Two processes with pages and three with workers on one PostgreSQL, one mail server and one data folder. */

const GAMES = shortOrLong(6, 40);
/** How many workers are killed, one after the other, each in the middle of a turn. */
const KILLS = shortOrLong(1, 2);
/** The turns of a killed worker are processed by another one within so many milliseconds. */
const TAKEN_OVER_WITHIN = 25_000;

let commandLine: Bundle;
let own: TestContext;
let smtp: MailServer;
let dataDir: string;
const webs: ServerProcess[] = [];
let workers: ServerProcess[] = [];
beforeAll(async () => {
  commandLine = await bundleProgram(path.resolve(import.meta.dirname, '../../src/cli.ts'));
});
afterAll(() => commandLine.remove());
beforeEach(async () => {
  own = await testContext();
  own.setNow(new Date());
  smtp = await startMailServer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-several-'));
});
afterEach(async () => {
  await Promise.all([...webs, ...workers].map((one) => one.end('SIGKILL')));
  await smtp.close();
  await own.close();
  await rm(dataDir, { recursive: true });
});

/**
 * The processes write to the same folder. They start one after the other, because a start takes a whole processor: the first one
 * as people start it, the others from a bundle, which is quicker.
 */
async function startAll(): Promise<void> {
  const settings = {
    ...{ DATABASE_URL: own.url, SMTP_URL: smtp.url, DATA_DIR: dataDir, NIGHTLY_WORK: 'off' },
    // The PostgreSQL of the tests has 400 connections for all files.
    DATABASE_CONNECTIONS: '6',
    PUBLIC_URL: 'http://localhost:8080',
  };
  const { args } = commandLine;
  for (const how of [AS_PEOPLE_DO, args]) {
    webs.push(await startServerProcess(settings, ['--role', 'web'], how));
  }
  for (let i = 0; i < 3; i += 1) {
    workers.push(await startServerProcess(settings, ['--role', 'worker'], args));
  }
}

async function startGames(): Promise<TestGame[]> {
  const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true };
  const due = new Date(Date.now() + 1_000 * 3_600_000);
  const games: TestGame[] = [];
  for (let i = 0; i < GAMES; i += 1) {
    games.push(await calendarGame(own.ctx, policy, { humans: 2, opponents: 2, due }));
  }
  return games;
}

/** Makes the open turns of all games due now. */
async function makeDue(games: readonly TestGame[]): Promise<void> {
  for (const { game } of games) {
    await inTransaction(own.ctx, async (tx) => {
      await tx.gameSchedule.update({
        where: { gameId: game.id },
        data: { due: new Date(Date.now() - 1_000) },
      });
      await scheduleJobs(tx, own.ctx, game.id);
    });
  }
}

const gamesAt = (turn: number) => own.ctx.db.prisma.game.count({ where: { turn } });
const unsent = () =>
  own.ctx.db.prisma.delivery.findMany({
    where: { status: { not: 'sent' } },
    select: { kind: true, status: true, attempts: true, lastError: true, nextAttempt: true },
  });
/** How many lines of the log of a process have this text. */
const lines = (one: ServerProcess, text: string) =>
  one
    .log()
    .split('\n')
    .filter((line) => line.includes(text)).length;
const processedBy = (one: ServerProcess) =>
  one
    .log()
    .split('\n')
    .filter((line) => line.includes('"kind":"processed"')).length;

async function everyMailWasTakenOnce(): Promise<void> {
  await expect.poll(unsent, { timeout: 120_000, interval: 250 }).toEqual([]);
  const deliveries = await own.ctx.db.prisma.delivery.findMany({ select: { messageId: true } });
  const taken = smtp.taken.map(({ messageId }) => messageId ?? '');
  expect(taken.sort()).toEqual(deliveries.map(({ messageId }) => messageId).sort());
}

/** Kills a worker while it has begun two turns, which wait for their games. Returns how long the others took to do them. */
async function killInTheMiddle(victim: ServerProcess, games: readonly TestGame[]): Promise<number> {
  const { pool } = own.ctx.db;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from "Game" for update');
    await makeDueBehind(games);
    const running = `select count(distinct locked_by)::int as n from graphile_worker.jobs
      where task_identifier = 'deadline' and locked_by is not null`;
    // Each worker does two turns at a time.
    const begun = async () => (await pool.query<{ n: number }>(running)).rows[0]?.n;
    await expect.poll(begun, { timeout: 20_000, interval: 50 }).toBe(2 * workers.length);
    await victim.end('SIGKILL');
    workers = workers.filter((one) => one !== victim);
  } finally {
    await holder.query('rollback');
    holder.release(true);
  }
  return Date.now();
}

/** As `makeDue`, without waiting for the games. */
async function makeDueBehind(games: readonly TestGame[]): Promise<void> {
  const due = new Date(Date.now() - 1_000);
  await own.ctx.db.pool.query('update "GameSchedule" set "due" = $1 where "gameId" = any($2)', [
    due,
    games.map(({ game }) => game.id),
  ]);
  await own.ctx.db.pool.query(
    `update graphile_worker._private_jobs set run_at = now(),
       payload = jsonb_set(payload::jsonb, '{due}', to_jsonb($1::text))::json
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'deadline')`,
    [due.toISOString()],
  );
}

test('share the work, do nothing twice, and go on without those that are killed', async () => {
  const games = await startGames();
  await startAll();
  const files = await readdir(dataDir);
  expect(files.filter((name) => /^starts/.test(name)).sort()).toEqual([
    ...['starts-web-2.json', 'starts-web.json'],
    ...['starts-worker-2.json', 'starts-worker-3.json', 'starts-worker.json'],
  ]);
  const names = (await serverProcesses(own.ctx)).map(({ name }) => name);
  expect(names).toEqual(['web', 'web-2', 'worker', 'worker-2', 'worker-3']);

  await makeDue(games);
  await expect.poll(() => gamesAt(2), { timeout: 120_000, interval: 250 }).toBe(GAMES);
  await everyMailWasTakenOnce();
  expect(workers.map(processedBy).reduce((sum, n) => sum + n)).toBe(GAMES);
  for (const worker of workers) {
    expect(processedBy(worker)).toBeGreaterThan(0);
    expect(lines(worker, '"msg":"mail sent"')).toBeGreaterThan(0);
  }

  let turn = 2;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killedAt = await killInTheMiddle(workers[0] as ServerProcess, games);
    turn += 1;
    await expect.poll(() => gamesAt(turn), { timeout: TAKEN_OVER_WITHIN, interval: 250 }).toBe(GAMES);
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_WITHIN);
    await everyMailWasTakenOnce();
  }
  const turns = await own.ctx.db.prisma.turn.count({ where: { turn: { gt: 0 } } });
  expect(turns).toBe(GAMES * (turn - 1));

  await signOutAfterTheDeathOf(webs[0] as ServerProcess, webs[1] as ServerProcess, games[0] as TestGame);
}, 600_000);

/** Someone opens a page of a process, which is killed, and sends its form to the other one. */
async function signOutAfterTheDeathOf(
  first: ServerProcess,
  second: ServerProcess,
  game: TestGame,
): Promise<void> {
  const accountId = (game.players[0] as { id: number }).id;
  const session = `whistlestop=${await aSession(own.ctx, { accountId, method: 'code' })}`;
  const page = await fetch(`${first.address}/account`, { headers: { cookie: session } });
  expect(page.status).toBe(200);
  const formCookie = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  const token = /name="_csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  await first.end('SIGKILL');
  const sent = await fetch(`${second.address}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: [session, ...formCookie].join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ _csrf: token }),
  });
  expect(sent.status).toBe(303);
  const after = await fetch(`${second.address}/account`, {
    headers: { cookie: session },
    redirect: 'manual',
  });
  expect(after.status).not.toBe(200);
  expect((await fetch(`${second.address}/ready`)).status).toBe(200);
}
