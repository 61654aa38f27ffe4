import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import type { Seat } from '../../src/database/generated/client.ts';
import { replayGame } from '../../src/games/archive/replay-game.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { makeComputerSheets } from '../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { formingGame, goodSheet, granted, jobsOf, runningGame, send } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type Break, type FaultyDatabase, faultyDatabase } from './faulty.ts';

let own: TestContext;
let faulty: FaultyDatabase;
/** The same house over connections that break. */
let ctx: AppContext;

beforeAll(async () => {
  own = await testContext();
  faulty = faultyDatabase(own.url, own.ctx.db.pool);
  ctx = { ...own.ctx, db: faulty };
});
afterAll(async () => {
  await faulty.close();
  await own.close();
});

/** Every row of every table that the house and its queue write, as text. */
async function everything(): Promise<Record<string, string[]>> {
  const { pool } = own.ctx.db;
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const rows = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    all[name] = rows.rows.map(({ row }) => row);
  }
  return all;
}

/**
 * Does a piece of work again and again, its connection cut after the first statement, after the second, and so
 * on, until it goes through: whatever the statement, there is nothing of it or all of it.
 * @returns the statements of the work that went through
 */
async function crashEverywhere(how: Break, work: () => Promise<unknown>): Promise<string[]> {
  const before = await everything();
  for (let n = 1; ; n += 1) {
    faulty.breakAfter(n, how);
    const thrown = await work().then(
      () => null,
      (error: unknown) => error,
    );
    const { statements, broke } = faulty.mend();
    const after = await everything();
    const cutAfter = statements[n - 1];
    if (JSON.stringify(after) === JSON.stringify(before)) {
      expect(broke, `statement ${n} was reached, and nothing was done`).toBe(true);
      expect(thrown, `the crash after "${cutAfter}" was reported`).not.toBeNull();
      expect(cutAfter).not.toBe('COMMIT');
      expect(n).toBeLessThan(1000);
      continue;
    }
    // Something is there: then the work was committed, and the cut came after it.
    expect(cutAfter).toBe('COMMIT');
    expect(broke).toBe(true);
    expect(statements).toHaveLength(n);
    if (how === 'lost answer') expect(thrown).not.toBeNull();
    return statements;
  }
}

async function jobCount(task: string, gameId: string): Promise<number> {
  return (await jobsOf(own.ctx, task)).filter((job) => job.payload.gameId === gameId).length;
}

async function rowsOf(gameId: string) {
  const { prisma } = own.ctx.db;
  const sending = new Set((await jobsOf(own.ctx, 'deliver')).map((job) => job.payload.deliveryId));
  const deliveries = await prisma.delivery.findMany({ where: { gameId } });
  return {
    turns: await prisma.turn.count({ where: { gameId } }),
    printouts: await prisma.printout.count({ where: { gameId } }),
    mails: deliveries.filter(({ kind }) => kind === 'printout').length,
    receipts: deliveries.filter(({ kind }) => kind === 'receipt').length,
    unsent: deliveries.filter(({ id }) => !sending.has(id)).length,
    opponents: await jobCount('computerSheets', gameId),
    process: await jobCount('process', gameId),
  };
}

describe.each<Break>(['lost answer', 'next statement'])('a crash after each statement (%s)', (how) => {
  test('of processing leaves all or nothing, and the retry completes it', { timeout: 120_000 }, async () => {
    const { game, gm, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
    await send(own.ctx, seats[0] as Seat, 1, await goodSheet(own.ctx, game.id, seats[0] as Seat));
    const wanted = { gameId: game.id, turn: 1, by: gm.id };
    const statements = await crashEverywhere(how, () => processTurn(ctx, wanted));
    expect(statements.filter((text) => text.startsWith('INSERT')).length).toBeGreaterThanOrEqual(5);
    expect(await rowsOf(game.id)).toEqual({
      ...{ turns: 2, printouts: 6, mails: 4, receipts: 1, unsent: 0 },
      ...{ opponents: 2, process: 0 },
    });
    const done = await everything();
    expect(await processTurn(ctx, wanted)).toEqual({ kind: 'already' });
    expect(await everything()).toEqual(done);
    expect(await replayGame(ctx, gameNumber(game))).toEqual({ ok: true, turns: 1 });
    // And the game goes on over the very connections that broke.
    expect(await processTurn(ctx, { ...wanted, turn: 2 })).toEqual({ kind: 'processed', over: false });
  });

  test('of the beginning leaves the game forming or begun', { timeout: 120_000 }, async () => {
    const { game, gm } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
    const wanted = { gameId: game.id, by: gm.id, due: null };
    await crashEverywhere(how, async () => granted(await beginGame(ctx, wanted)));
    expect(await rowsOf(game.id)).toEqual({
      ...{ turns: 1, printouts: 3, mails: 2, receipts: 0, unsent: 0 },
      ...{ opponents: 1, process: 0 },
    });
    expect(await beginGame(ctx, wanted)).toMatchObject({ ok: false, problems: [{ code: 'begun' }] });
    expect(await replayGame(ctx, gameNumber(game))).toEqual({ ok: true, turns: 0 });
  });

  test('of a sheet leaves the version before it standing or the new one', { timeout: 120_000 }, async () => {
    const wish = { humans: 1, opponents: 3, processWhenComplete: true };
    const { game, seats } = await runningGame(own.ctx, wish);
    const ann = seats[0] as Seat;
    await send(own.ctx, ann, 1, {});
    await crashEverywhere(how, () => makeComputerSheets(ctx, { gameId: game.id, turn: 1 }));
    expect(await rowsOf(game.id)).toMatchObject({ receipts: 1, process: 1, unsent: 0 });
    await crashEverywhere(how, () => send(ctx, ann, 1, { press: 'Once more.' }));
    const sheets = await own.ctx.db.prisma.sheet.findMany({
      where: { seatId: ann.id },
      orderBy: { version: 'asc' },
    });
    expect(sheets.map(({ version, outcome }) => [version, outcome])).toEqual([
      [1, 'superseded'],
      [2, 'standing'],
    ]);
    expect(await rowsOf(game.id)).toMatchObject({ receipts: 2, process: 1, unsent: 0 });
  });
});

describe('a server that is killed', () => {
  test('in the middle of a turn leaves nothing of it, and the next one plays it', {
    timeout: 120_000,
  }, async () => {
    const { game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const wanted = { gameId: game.id, turn: 1, by: null };
    const before = await everything();
    for (const statements of [1, 12, 24]) {
      const script = fileURLToPath(new URL('./process-and-die.ts', import.meta.url));
      const args = ['--import', 'tsx', script, own.url, game.id, String(statements)];
      const signal = await new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, { stdio: 'ignore' });
        child.on('error', reject);
        child.on('exit', (_code, by) => resolve(by));
      });
      expect(signal, `killed after ${statements} statements`).toBe('SIGKILL');
      expect(await everything()).toEqual(before);
    }
    expect(await processTurn(own.ctx, wanted)).toEqual({ kind: 'processed', over: false });
    expect(await rowsOf(game.id)).toMatchObject({ turns: 2, printouts: 6, mails: 4, unsent: 0 });
  });
});

describe('a server whose database goes away', () => {
  test('for as long as it likes does not lose the turn: the next call after it completes it', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const wanted = { gameId: game.id, turn: 1, by: null };
    // Four calls at once, all of their connections cut on the way.
    faulty.breakAfter(9, 'lost answer');
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => processTurn(ctx, wanted)));
    expect(faulty.mend().broke).toBe(true);
    expect(calls.filter((call) => call.status === 'rejected').length).toBeGreaterThanOrEqual(1);
    expect(['processed', 'already']).toContain((await processTurn(ctx, wanted)).kind);
    expect(await rowsOf(game.id)).toMatchObject({ turns: 2, printouts: 4, mails: 2, unsent: 0 });
  });
});
