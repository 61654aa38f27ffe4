import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import type { Seat } from '../../src/database/generated/client.ts';
import { replayGame } from '../../src/games/archive/replay-game.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { makeComputerSheets } from '../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { formingGame, goodSheet, granted, jobsOf, runningGame, send } from '../games/game/play.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { shortOrAll, shortOrLong } from '../helpers/long.ts';
import { allRows } from '../helpers/rows.ts';
import { type Break, type FaultyDatabase, faultyDatabase } from './faulty-database.ts';

let own: TestContext;
let faulty: FaultyDatabase;
/** `own.ctx` over connections that break. */
let faultyCtx: AppContext;

beforeAll(async () => {
  own = await testContext();
  faulty = faultyDatabase(own.url, own.ctx.db.pool);
  faultyCtx = { ...own.ctx, db: faulty };
});
afterAll(async () => {
  await faulty.close();
  await own.close();
});

const everyRow = () => allRows(own.ctx.db.pool);

/**
 * Does some work again and again, with its connection cut after one statement and then after another, up to the COMMIT:
 * in a long run after every statement, in a short one after some. Each time either nothing of the work is stored or
 * all of it, and a failure is reported.
 * @returns the statements of the work
 */
async function crashEverywhere(how: Break, work: () => Promise<unknown>): Promise<string[]> {
  const before = await everyRow();
  faulty.breakBeforeCommit();
  await expect(work()).rejects.toThrow();
  const { statements } = faulty.mend();
  expect(statements.at(-1)).toBe('COMMIT');
  expect(await everyRow(), 'stored without a COMMIT').toEqual(before);

  for (const n of shortOrAll(statements.length)) {
    faulty.breakAfter(n, how);
    const error = await work().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const crash = faulty.mend();
    const where = `after statement ${n}, ${crash.statements[n - 1]}`;
    expect(crash.broke, where).toBe(true);
    const committed = crash.statements[n - 1] === 'COMMIT';
    expect(committed, where).toBe(n === statements.length);
    if (committed) expect(await everyRow(), where).not.toEqual(before);
    else expect(await everyRow(), where).toEqual(before);
    // If the answer to the COMMIT arrives, the work is done, and the cut comes too late to be noticed.
    if (how === 'lost answer' || !committed) expect(error, where).not.toBeNull();
  }
  return statements;
}

async function jobCount(task: string, gameId: string): Promise<number> {
  return (await jobsOf(own.ctx, task)).filter((job) => job.payload.gameId === gameId).length;
}

/** How much of everything there is for a game; `unsent` counts the mails that no job will send. */
async function countRows(gameId: string) {
  const { prisma } = own.ctx.db;
  const sending = new Set((await jobsOf(own.ctx, 'deliver')).map((job) => job.payload.deliveryId));
  const deliveries = await prisma.delivery.findMany({ where: { gameId } });
  return {
    turns: await prisma.turn.count({ where: { gameId } }),
    printouts: await prisma.printout.count({ where: { gameId } }),
    mails: deliveries.filter(({ kind }) => kind === 'printout').length,
    receipts: deliveries.filter(({ kind }) => kind === 'receipt').length,
    unsent: deliveries.filter(({ id }) => !sending.has(id)).length,
    computerSheetJobs: await jobCount('computerSheets', gameId),
    processJobs: await jobCount('process', gameId),
  };
}

const options = { timeout: shortOrLong(60_000, 600_000) };

describe.each<Break>(['lost answer', 'next statement'])('A connection that breaks (%s)', (how) => {
  test(
    'while a turn is processed leaves all or nothing of it, and the retry completes it',
    options,
    async () => {
      const { game, gm, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
      await makeComputerSheets(own.ctx, { gameId: game.id, turn: 1 });
      await send(own.ctx, seats[0] as Seat, 1, await goodSheet(own.ctx, game.id, seats[0] as Seat));
      const turn = { gameId: game.id, turn: 1, by: gm.id };
      const statements = await crashEverywhere(how, () => processTurn(faultyCtx, turn));
      const written = [...statements.join(' ').matchAll(/insert into (?:"public"\.)?"(\w+)"/gi)];
      expect(written.map(([, table]) => table)).toEqual(
        expect.arrayContaining(['Attendance', 'Turn', 'Printout', 'Delivery', 'GameEvent']),
      );
      expect(await countRows(game.id)).toEqual({
        ...{ turns: 2, printouts: 6, mails: 4, receipts: 1, unsent: 0 },
        ...{ computerSheetJobs: 2, processJobs: 0 },
      });
      const done = await everyRow();
      expect(await processTurn(faultyCtx, turn)).toEqual({ kind: 'already' });
      expect(await everyRow()).toEqual(done);
      expect(await replayGame(faultyCtx, gameNumber(game))).toMatchObject({
        ok: true,
        value: { turns: 1, printoutsOfOtherVersions: 0 },
      });
      // The game goes on over the same pool of connections.
      expect(await processTurn(faultyCtx, { ...turn, turn: 2 })).toEqual({ kind: 'processed', over: false });
    },
  );

  test('while a game begins leaves it forming or begun', options, async () => {
    const { game, gm } = await formingGame(own.ctx, { humans: 2, opponents: 2 });
    const beginning = { gameId: game.id, by: gm.id, due: null };
    await crashEverywhere(how, async () => granted(await beginGame(faultyCtx, beginning)));
    expect(await countRows(game.id)).toEqual({
      ...{ turns: 1, printouts: 3, mails: 2, receipts: 0, unsent: 0 },
      ...{ computerSheetJobs: 1, processJobs: 0 },
    });
    const again = await beginGame(faultyCtx, beginning);
    expect(again).toMatchObject({ ok: false, problems: [{ code: 'begun' }] });
    expect(await replayGame(faultyCtx, gameNumber(game))).toMatchObject({
      ok: true,
      value: { turns: 0, printoutsOfOtherVersions: 0 },
    });
  });

  test('while a sheet arrives leaves the version before it standing, or the new one', options, async () => {
    const wish = { humans: 1, opponents: 3, processWhenComplete: true };
    const { game, seats } = await runningGame(own.ctx, wish);
    const ann = seats[0] as Seat;
    await send(own.ctx, ann, 1, {});
    await crashEverywhere(how, () => makeComputerSheets(faultyCtx, { gameId: game.id, turn: 1 }));
    expect(await countRows(game.id)).toMatchObject({ receipts: 1, processJobs: 1, unsent: 0 });
    await crashEverywhere(how, () => send(faultyCtx, ann, 1, { press: 'Once more.' }));
    const sheets = await own.ctx.db.prisma.sheet.findMany({
      where: { seatId: ann.id },
      orderBy: { version: 'asc' },
    });
    expect(sheets.map(({ version, outcome }) => [version, outcome])).toEqual([
      [1, 'superseded'],
      [2, 'standing'],
    ]);
    expect(await countRows(game.id)).toMatchObject({ receipts: 2, processJobs: 1, unsent: 0 });
  });
});

describe('A server that is killed', () => {
  let dying: Bundle;
  beforeAll(async () => {
    dying = await bundleProgram(path.join(import.meta.dirname, 'process-and-die.ts'));
  });
  afterAll(() => dying.remove());

  test(
    'while it processes a turn leaves nothing of it, and the next server processes it',
    options,
    async () => {
      const { game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
      const before = await everyRow();
      for (const statements of shortOrLong([8], [1, 2, 4, 6, 8, 10, 12])) {
        const args = [...dying.args, own.url, game.id, String(statements)];
        const [, signal] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
        expect(signal, `killed after ${statements} statements`).toBe('SIGKILL');
        expect(await everyRow()).toEqual(before);
      }
      const done = await processTurn(own.ctx, { gameId: game.id, turn: 1, by: null });
      expect(done).toEqual({ kind: 'processed', over: false });
      expect(await countRows(game.id)).toMatchObject({ turns: 2, printouts: 6, mails: 4, unsent: 0 });
    },
  );
});

describe('Four calls at once whose connections break', () => {
  test('lose nothing of the turn: the next call completes it', options, async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const turn = { gameId: game.id, turn: 1, by: null };
    faulty.breakAfter(9, 'lost answer');
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => processTurn(faultyCtx, turn)));
    expect(faulty.mend().broke).toBe(true);
    expect(calls.filter((call) => call.status === 'rejected').length).toBeGreaterThanOrEqual(1);
    expect(['processed', 'already']).toContain((await processTurn(faultyCtx, turn)).kind);
    expect(await countRows(game.id)).toMatchObject({ turns: 2, printouts: 4, mails: 2, unsent: 0 });
  });
});
