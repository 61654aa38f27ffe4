import { expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { makeComputerSheets } from '../../src/games/processing/computer-sheets.ts';
import { remindPlayers } from '../../src/games/schedule/reminders.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { missingSeats } from '../../src/web/forms/process-turn.ts';
import { anAccount, granted, jobsOf, type TestGame } from '../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { useContext } from '../helpers/use-context.ts';
import { inspectingGm } from './inspecting-gm.ts';

/* A turn does not wait for a seat that may not send a sheet, because its player rolled the turn back. */

const own = useContext();
const { game, gmSits } = inspectingGm(own);

const HOUR = 3_600_000;

/**
 * A game in which the GM plays and has only standing orders. Turns 1 and 2 were rolled back, and turn 1 was processed again.
 * @returns the game, and the seat of the GM, which takes no sheet for turn 2
 */
async function replayedGame(): Promise<{ g: TestGame; seatId: string; tick: () => Date }> {
  let now = Date.parse('2027-03-01T12:00:00Z');
  const tick = () => {
    now += 60_000;
    own.setNow(new Date(now));
    return new Date(now);
  };
  tick();
  const g = await game();
  const gameId = g.game.id;
  const { id: seatId } = await gmSits(g);
  const orders = { turn: STANDING_ORDERS, raw: { press: 'Vote early.' } };
  granted(await sendAdvanceOrders(own.ctx, { gameId, seatId, sentById: g.gm.id, ...orders }));
  await own.ctx.db.prisma.sheet.deleteMany({ where: { seatId } });
  for (const turn of [1, 2]) {
    tick();
    await sendAll(g, turn, 'First try');
    await processAsGm(own.ctx, g, turn);
  }
  for (const turn of [3, 2]) {
    tick();
    granted(await rollBackAsGm(own.ctx, g, turn));
  }
  tick();
  await processAsGm(own.ctx, g, 1);
  tick();
  return { g, seatId, tick };
}

async function sendAll(g: TestGame, turn: number, press: string, final = false): Promise<void> {
  for (const { id, accountId } of g.seats.slice(0, 2) as Seat[]) {
    const by = { gameId: g.game.id, seatId: id, channel: 'web' as const, sentById: accountId as number };
    const sent = await submitSheet(own.ctx, { ...by, turn, raw: { press }, final });
    expect(sent.kind).toBe('standing');
  }
}

const processJobs = async (g: TestGame) =>
  (await jobsOf(own.ctx, 'process')).filter((job) => JSON.stringify(job).includes(g.game.id));

test('a turn is complete without it', async () => {
  const { g } = await replayedGame();
  const gameId = g.game.id;
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { processWhenComplete: true } });
  expect(await processJobs(g)).toEqual([]);
  await sendAll(g, 2, 'Second try');
  expect(await processJobs(g)).toHaveLength(1);
});

test('all orders are final without it', async () => {
  const { g, tick } = await replayedGame();
  const policy = { autoProcess: true, processWhenFinal: true, due: new Date(tick().getTime() + 24 * HOUR) };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: g.game.id }, data: policy });
  await sendAll(g, 2, 'Second try', true);
  const { earlyProcessingAt } = await own.ctx.db.prisma.gameSchedule.findUniqueOrThrow({
    where: { gameId: g.game.id },
  });
  expect(earlyProcessingAt).not.toBeNull();
});

test('it alone does not make all orders final', async () => {
  const { g } = await replayedGame();
  const { prisma } = own.ctx.db;
  const gameId = g.game.id;
  // The computer plays the seats of the others now.
  const others = { gameId, accountId: { notIn: [g.gm.id] } };
  await prisma.seat.updateMany({ where: others, data: { accountId: null, opponent: true } });
  await prisma.gameSchedule.update({
    where: { gameId },
    data: { autoProcess: true, processWhenFinal: true },
  });
  await makeComputerSheets(own.ctx, { gameId, turn: 2 });
  expect(await prisma.gameSchedule.findUnique({ where: { gameId } })).toMatchObject({
    earlyProcessingAt: null,
  });
});

test('its player is not reminded, and the GM need not leave anything out', async () => {
  const { g, seatId, tick } = await replayedGame();
  const gameId = g.game.id;
  await sendAll(g, 2, 'Second try');
  const due = new Date(tick().getTime() + HOUR);
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { due } });
  await remindPlayers(own.ctx, { gameId, turn: 2 });
  expect(await own.ctx.db.prisma.reminder.count({ where: { seatId } })).toBe(0);
  const page = await gmGamePage(own.ctx, g.gm, gameNumber(g.game));
  if (page === null) throw new Error('The GM sees no page.');
  expect(missingSeats(page)).toEqual([]);
});

test('a new player of it has missed nothing', async () => {
  const g = await game();
  const { id: seatId } = await gmSits(g);
  const { prisma } = own.ctx.db;
  await prisma.sheet.deleteMany({ where: { seatId } });
  await prisma.gamePolicy.update({ where: { gameId: g.game.id }, data: { maxMisses: 1 } });
  await prisma.gameSchedule.update({ where: { gameId: g.game.id }, data: { due: own.ctx.now() } });
  await processAsGm(own.ctx, g, 1);
  granted(await rollBackAsGm(own.ctx, g, 2));
  const paula = await anAccount(own.ctx, 'Paula Prompt');
  await prisma.seat.update({
    where: { id: seatId },
    data: { accountId: paula.id, opponent: false, reclaimableById: null },
  });
  await prisma.gameSchedule.update({ where: { gameId: g.game.id }, data: { due: own.ctx.now() } });
  await processAsGm(own.ctx, g, 1);
  expect(await prisma.attendance.count({ where: { accountId: paula.id } })).toBe(0);
  expect(await prisma.seat.findUnique({ where: { id: seatId } })).toMatchObject({ accountId: paula.id });
});
