import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { exportGame } from '../../../src/games/archive/export-game.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { verifyExport } from '../../../src/games/archive/verify-export.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { playerPrintout } from '../../../src/games/game/player-view.ts';
import { publicPrintout } from '../../../src/games/game/public-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { previewTurn } from '../../../src/games/processing/preview-turn.ts';
import { processFinalTurn, processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS } from '../../../src/games/schedule/schedule-policy.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  codesOf,
  gameNow,
  goodSheet,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const back = (g: TestGame, turn: number) =>
  rollBack(own.ctx, {
    gameId: g.game.id,
    by: g.gm.id,
    turn,
    due: null,
    word: 'A wrong sheet was entered.',
  });
const forward = (g: TestGame, turn: number) => rollForward(own.ctx, { gameId: g.game.id, by: g.gm.id, turn });
const process = (g: TestGame, turn: number) => processTurn(own.ctx, { gameId: g.game.id, turn, by: g.gm.id });
const replay = (g: TestGame) => replayGame(own.ctx, gameNumber(g.game));

/** A game of which turns have been processed with good sheets of everybody. */
async function played(turns: number): Promise<TestGame> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const seat of g.seats.slice(0, 2)) {
      await send(own.ctx, seat, turn, await goodSheet(own.ctx, g.game.id, seat));
    }
    expect((await process(g, turn)).kind).toBe('processed');
  }
  return g;
}

describe('rolling back', () => {
  test('opens the turn again with its sheets, tells everybody, and keeps what was', async () => {
    const g = await played(2);
    const { prisma } = own.ctx.db;
    const before = await gameNow(own.ctx, g.game.id);
    granted(await back(g, 3));
    const game = await gameNow(own.ctx, g.game.id);
    expect(game.turn).toBe(2);
    expect(game.state).not.toEqual(before.state);
    const turns = await prisma.turn.findMany({ where: { gameId: g.game.id }, orderBy: { turn: 'asc' } });
    expect(turns.map(({ turn, rolledBackAt }) => [turn, rolledBackAt !== null])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ]);
    const standing = { gameId: g.game.id, turn: 2, outcome: 'standing' as const };
    expect(await prisma.sheet.count({ where: standing })).toBe(4);
    const letters = await prisma.delivery.findMany({ where: { gameId: g.game.id, kind: 'notice' } });
    expect(letters).toHaveLength(2);
    expect(JSON.stringify(letters[0]?.detail)).toContain('A wrong sheet was entered.');
    expect(await publicPrintout(own.ctx, gameNumber(game), 3)).toBeNull();
    const player = { id: g.players[0]?.id ?? 0 };
    expect(await playerPrintout(own.ctx, player, gameNumber(game), 3)).toBeNull();
    expect(await playerPrintout(own.ctx, player, gameNumber(game), 2)).not.toBeNull();
    expect(await replay(g)).toMatchObject({ ok: true, value: { turns: 1, printoutsOfOtherVersions: 0 } });
  });

  test('a corrected sheet is played, the later ones of the old line are not, and the chain holds to the end', async () => {
    const g = await played(2);
    const [ann, carl] = g.seats as [Seat, Seat];
    const { prisma } = own.ctx.db;
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 3 });
    await send(own.ctx, ann, 3, { press: 'From a world that is no more' });
    await send(own.ctx, carl, 3, { fundraising: 'nonsense' });
    granted(await back(g, 3));
    await send(own.ctx, ann, 2, { press: 'Corrected' });
    expect(await process(g, 2)).toEqual({ kind: 'processed', over: false });
    const attempts = await prisma.turn.findMany({ where: { gameId: g.game.id, turn: 2 } });
    expect(attempts.map((turn) => turn.attempt).sort()).toEqual([1, 2]);
    const valid = attempts.find((turn) => turn.rolledBackAt === null);
    const old = attempts.find((turn) => turn.rolledBackAt !== null);
    expect(valid?.attempt).toBe(2);
    expect(((valid?.sheets ?? {}) as Record<string, unknown>)[ann.identifier]).toEqual({
      press: 'Corrected',
    });
    expect(valid?.dice).toEqual(old?.dice);
    expect(valid?.previousHash).toBe(old?.previousHash);
    expect(valid?.hash).not.toBe(old?.hash);
    // Nothing of the old line is played in turn 3, the opponents' neither.
    const stale = await prisma.sheet.findMany({ where: { gameId: g.game.id, turn: 3 } });
    expect(stale.map((sheet) => sheet.outcome)).toEqual(stale.map(() => 'superseded'));
    expect(await process(g, 3)).toMatchObject({ kind: 'processed' });
    const third = await prisma.turn.findFirstOrThrow({
      where: { gameId: g.game.id, turn: 3, ...NOT_ROLLED_BACK },
    });
    const sheets = third.sheets as Record<string, unknown>;
    expect(sheets[ann.identifier]).toBeNull();
    expect(sheets[carl.identifier]).toBeNull();
    expect(Object.values(sheets).filter((sheet) => sheet !== null)).toHaveLength(2);
    expect(await replay(g)).toMatchObject({ ok: true, value: { turns: 3, printoutsOfOtherVersions: 0 } });

    for (let turn = 4; (await gameNow(own.ctx, g.game.id)).status === 'running'; turn += 1)
      await process(g, turn);
    expect((await replay(g)).ok).toBe(true);
    const exported = granted(await exportGame(own.ctx, gameNumber(g.game)));
    const verified = granted(verifyExport(JSON.parse(JSON.stringify(exported))));
    expect(verified.difference).toBeNull();
    const over = await gameNow(own.ctx, g.game.id);
    expect(codesOf(await back(g, over.turn))).toEqual(['not-running']);
  });

  test('is refused for a page of another turn, to others than the GM, and before the first turn', async () => {
    const g = await played(1);
    expect(codesOf(await back(g, 1))).toEqual(['wrong-turn']);
    const asked = { gameId: g.game.id, turn: 2, due: null };
    expect(codesOf(await rollBack(own.ctx, { ...asked, by: g.players[0]?.id ?? 0 }))).toEqual(['not-gm']);
    expect(codesOf(await rollBack(own.ctx, { ...asked, by: g.gm.id, due: new Date(0) }))).toEqual(['past']);
    granted(await back(g, 2));
    expect(codesOf(await back(g, 2))).toEqual(['wrong-turn']);
    expect(codesOf(await back(g, 1))).toEqual(['no-turn']);
  });

  test('of two clicks at once one rolls back', async () => {
    const g = await played(1);
    const both = await Promise.all([back(g, 2), back(g, 2)]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    expect((await gameNow(own.ctx, g.game.id)).turn).toBe(1);
  });

  test('two turns, and forward twice, is as if nothing had been', async () => {
    const g = await played(2);
    const before = await gameNow(own.ctx, g.game.id);
    granted(await back(g, 3));
    granted(await back(g, 2));
    expect(codesOf(await forward(g, 2))).toEqual(['wrong-turn']);
    granted(await forward(g, 1));
    granted(await forward(g, 2));
    const after = await gameNow(own.ctx, g.game.id);
    expect(after).toEqual(before);
    expect(await replay(g)).toMatchObject({ ok: true, value: { turns: 2, printoutsOfOtherVersions: 0 } });
  });
});

describe('last words', () => {
  const autoProcess = async (g: TestGame) => {
    const rules = { daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true };
    const of = { gameId: g.game.id, by: g.gm.id };
    granted(await setSchedule(own.ctx, { ...of, rules: { ...SCHEDULE_DEFAULTS, ...rules } }));
  };
  const finalOrders = async (g: TestGame, at: number, turn: number) => {
    const seat = g.seats[at] as Seat;
    const raw = await goodSheet(own.ctx, g.game.id, seat);
    const sheet = { gameId: g.game.id, seatId: seat.id, turn, raw, channel: 'web' as const, final: true };
    return submitSheet(own.ctx, { ...sheet, sentById: seat.accountId as number });
  };
  const earlyProcessingAt = async (g: TestGame) => (await gameNow(own.ctx, g.game.id)).earlyProcessingAt;
  const finals = (g: TestGame, turn: number) =>
    own.ctx.db.prisma.sheet.count({ where: { gameId: g.game.id, turn, final: true } });
  const word = async (g: TestGame) =>
    JSON.stringify(await own.ctx.db.prisma.delivery.findMany({ where: { gameId: g.game.id } })).includes(
      'No sheet is marked as its player’s last word any more',
    );

  test('are taken by a rollback, so that the turn waits; given anew they close it', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    await autoProcess(g);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 1 });
    await finalOrders(g, 0, 1);
    await finalOrders(g, 1, 1);
    const first = await earlyProcessingAt(g);
    expect(first).not.toBeNull();
    const close = (at: Date | null) =>
      processFinalTurn(own.ctx, { gameId: g.game.id, turn: 1, at: at?.toISOString() ?? '' });
    own.setNow(first as Date);
    expect((await close(first)).kind).toBe('processed');
    granted(await back(g, 2));
    expect(await finals(g, 1)).toBe(0);
    expect(await earlyProcessingAt(g)).toBeNull();
    expect(await word(g)).toBe(true);
    expect((await close(first)).kind).toBe('moved');
    await finalOrders(g, 0, 1);
    expect(await earlyProcessingAt(g)).toBeNull();
    await finalOrders(g, 1, 1);
    const second = await earlyProcessingAt(g);
    expect(second?.getTime()).toBe((first as Date).getTime() + 30 * 60_000);
    own.setNow(second as Date);
    expect((await close(second)).kind).toBe('processed');
    expect(await replay(g)).toMatchObject({ ok: true, value: { turns: 1, printoutsOfOtherVersions: 0 } });
    own.setNow(testNow);
  });

  test('of the turn after close it once the turn is rolled forward; where none was given the mail is silent', async () => {
    const g = await played(1);
    await autoProcess(g);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    await finalOrders(g, 0, 2);
    await finalOrders(g, 1, 2);
    expect(await earlyProcessingAt(g)).not.toBeNull();
    granted(await back(g, 2));
    expect(await earlyProcessingAt(g)).toBeNull();
    expect(await word(g)).toBe(false);
    expect(await finals(g, 2)).toBe(2);
    granted(await forward(g, 1));
    expect(await earlyProcessingAt(g)).toEqual(new Date(testNow.getTime() + 30 * 60_000));
  });
});

describe('rolling forward', () => {
  test('restores the turn, its printouts and the sheets sent after it; what was not mailed goes out', async () => {
    const g = await played(1);
    const { prisma } = own.ctx.db;
    const [ann] = g.seats as [Seat];
    await send(own.ctx, ann, 2, { press: 'Still standing' });
    const failed = { status: 'failed' as const, nextAttempt: null, lastError: 'rolled back' };
    const of = { kind: 'printout' as const, gameId: g.game.id, seatId: ann.id, printout: { turn: 2 } };
    await prisma.delivery.updateMany({ where: of, data: failed });
    granted(await back(g, 2));
    granted(await forward(g, 1));
    expect(await gameNow(own.ctx, g.game.id)).toMatchObject({ turn: 2, due: g.game.due && expect.any(Date) });
    expect(await prisma.delivery.count({ where: of })).toBe(2);
    const standing = await prisma.sheet.findFirst({
      where: { seatId: ann.id, turn: 2, outcome: 'standing' },
    });
    expect(standing?.raw).toEqual({ press: 'Still standing' });
    expect(await replay(g)).toMatchObject({ ok: true, value: { turns: 1, printoutsOfOtherVersions: 0 } });
    expect(codesOf(await forward(g, 2))).toEqual(['not-rolled-back']);
  });

  test('is refused once a sheet has come', async () => {
    const g = await played(1);
    granted(await back(g, 2));
    await send(own.ctx, g.seats[0] as Seat, 1, {});
    expect(codesOf(await forward(g, 1))).toEqual(['changed']);
    expect((await gameNow(own.ctx, g.game.id)).turn).toBe(1);
  });

  test('is refused where the turn before came out otherwise', async () => {
    const g = await played(2);
    granted(await back(g, 3));
    granted(await back(g, 2));
    await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Another world' });
    await process(g, 1);
    expect(codesOf(await forward(g, 2))).toEqual(['changed']);
  });
});

describe('a preview', () => {
  test('shows what processing then prints, and leaves nothing behind but a line in the log', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const { prisma } = own.ctx.db;
    await send(own.ctx, g.seats[0] as Seat, 1, { press: 'Read all about it' });
    const all = async () => ({
      game: await gameNow(own.ctx, g.game.id),
      sheets: await prisma.sheet.count(),
      turns: await prisma.turn.count(),
      printouts: await prisma.printout.count(),
      deliveries: await prisma.delivery.count(),
      jobs: (await jobsOf(own.ctx, 'deliver')).length + (await jobsOf(own.ctx, 'computerSheets')).length,
    });
    const before = await all();
    const asked = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    const shown = granted(await previewTurn(own.ctx, asked));
    expect(await all()).toEqual(before);
    expect(shown.printouts.map(({ seat }) => seat?.identifier ?? null)).toEqual([
      null,
      ...g.seats.slice(0, 2).map((seat) => seat.identifier),
    ]);
    const log = await prisma.gameEvent.findMany({ where: { gameId: g.game.id, type: 'turnPreviewed' } });
    expect(log).toMatchObject([{ accountId: g.gm.id, detail: 'turn 1' }]);
    await process(g, 1);
    const printed = await publicPrintout(own.ctx, gameNumber(g.game), 2);
    expect(shown.printouts[0]?.report).toEqual(printed);
    expect(codesOf(await previewTurn(own.ctx, asked))).toEqual(['wrong-turn']);
  });

  test('is not for a GM who plays along', async () => {
    const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await own.ctx.db.prisma.seat.update({
      where: { id: g.seats[0]?.id ?? '' },
      data: { accountId: g.gm.id },
    });
    const asked = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    expect(codesOf(await previewTurn(own.ctx, asked))).toEqual(['plays']);
  });
});

test('a turn that was complete when the one before was taken back closes once that is in force again', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  await process(g, 1);
  const seats = g.seats.slice(0, 2);
  for (const seat of seats) await send(own.ctx, seat, 2, {});
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
  const closing = async () =>
    (await jobsOf(own.ctx, 'process')).filter((job) => job.payload.gameId === g.game.id);
  expect(await closing()).toHaveLength(1);
  granted(await back(g, 2));
  // The job comes while turn 1 is open, and finds nothing to do.
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs where key = $1', [
    `process:${g.game.id}:2`,
  ]);
  granted(await forward(g, 1));
  expect((await closing()).map(({ payload }) => payload.turn)).toEqual([2]);
});
