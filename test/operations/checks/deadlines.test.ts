import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { deadlinesCheck } from '../../../src/operations/checks/deadlines.ts';
import { holdServer } from '../../../src/operations/held/held-state.ts';
import { calendarGame, firstDue } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

let own: TestContext;

beforeEach(async () => {
  own = await testContext();
});
afterEach(() => own.close());

const automatic: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

/** A running game with this schedule, and its number. */
async function newGame(more: Partial<SchedulePolicy> = {}): Promise<{ id: string; number: string }> {
  const { game } = await calendarGame(own.ctx, { ...automatic, ...more });
  return { id: game.id, number: `${game.prefix}-${game.serial}` };
}

/** What is found so many minutes after the first due date. */
async function foundAfter(minutes: number) {
  own.setNow(new Date(firstDue.getTime() + minutes * 60_000));
  return deadlinesCheck(own.ctx).run();
}

const OK = { level: 'ok', message: 'No turn is late.' };
const late = (...numbers: string[]) => ({
  level: 'warning',
  message: `The server should have processed a turn more than 10 minutes ago in ${numbers.join(', ')}. Search the log for errors. The GM can process the turn from the game’s page.`,
});

test('a turn that is more than ten minutes late is a warning that names the game', async () => {
  const { number } = await newGame();
  expect(await foundAfter(-60)).toEqual(OK);
  expect(await foundAfter(9)).toEqual(OK);
  expect(await foundAfter(11)).toEqual(late(number));
});

test('a turn is not late during its grace period, while its game is paused, or if its GM processes it', async () => {
  const graceful = await newGame({ graceHours: 24 });
  const paused = await newGame();
  await newGame({ autoProcess: false });
  const schedules = own.ctx.db.prisma.gameSchedule;
  await schedules.update({ where: { gameId: paused.id }, data: { pausedAt: own.ctx.now() } });
  expect(await foundAfter(11)).toEqual(OK);
  expect(await foundAfter(24 * 60 + 11)).toEqual(late(graceful.number));
});

test('a turn whose early processing is late is a warning', async () => {
  const { id, number } = await newGame({ autoProcess: false });
  const earlyProcessingAt = new Date(firstDue.getTime() - 60 * 60_000);
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: id }, data: { earlyProcessingAt } });
  expect(await foundAfter(-55)).toEqual(OK);
  expect(await foundAfter(-45)).toEqual(late(number));
});

test('at most ten games are named', async () => {
  const numbers: string[] = [];
  for (let n = 1; n <= 12; n += 1) numbers.push((await newGame()).number);
  const named = numbers.slice(0, 10).join(', ');
  const { message } = await foundAfter(11);
  expect(message).toContain(` in ${named} and 2 other games.`);
}, 120_000);

test('while the server is held, a late turn is a warning that says why it is late', async () => {
  const { number } = await newGame();
  const { prisma } = own.ctx.db;
  await holdServer(own.ctx, 'operator');
  const message = `A turn is late in ${number}, because the server is held. Sign in as the operator, or run “whistlestop held”.`;
  expect(await foundAfter(11)).toEqual({ level: 'warning', message });
  await prisma.serverState.update({ where: { id: 1 }, data: { heldAt: null, heldReason: null } });
  expect(await foundAfter(11)).toEqual(late(number));
});
