import { expect, test } from 'vitest';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import { scheduleJobs } from '../../../src/games/schedule/schedule-jobs.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { beat } from '../../../src/operations/downtime/heartbeat.ts';
import { createMailSign } from '../../../src/operations/downtime/mail-signs.ts';
import { putOffDates } from '../../../src/operations/downtime/put-off-dates.ts';
import { calendarGame, gameNow, type TestGame } from '../../games/game/play.ts';
import { useContext } from '../../helpers/use-context.ts';

/** The whole server is down, so that its signs of pages and of mail are both missing. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

const own = useContext();
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** A game whose turn was due so many milliseconds from now. */
async function gameDue(milliseconds: number, policy: Partial<SchedulePolicy> = {}) {
  const { ctx } = own;
  const wish = { humans: 2, opponents: 2, due: fromNow(24 * HOUR) };
  const play = await calendarGame(ctx, { ...POLICY, ...policy }, wish);
  const due = fromNow(milliseconds);
  await ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due } });
  await ctx.db.prisma.$transaction((tx) => scheduleJobs(tx, ctx, play.game.id));
  return { play, due };
}

const atDeadline = async ({ play, due }: { play: TestGame; due: Date }) =>
  (await processAtDeadline(own.ctx, { gameId: play.game.id, turn: 1, due: due.toISOString() })).kind;

const hoursLeft = async ({ play }: { play: TestGame }) =>
  Math.round((((await gameNow(own.ctx, play.game.id)).due?.getTime() ?? 0) - Date.now()) / HOUR);

async function downSince(milliseconds: number): Promise<void> {
  own.ctx.now = () => new Date();
  const since = fromNow(milliseconds);
  // Of earlier tests.
  await own.ctx.db.prisma.downtime.deleteMany();
  await own.ctx.db.prisma.serverState.update({
    where: { id: 1 },
    data: { seenAt: since, portSeenAt: since },
  });
}

const giveMailSign = () => createMailSign({ ctx: own.ctx, way: 'port' }).complete();

test('dates are put off by the length of that, also if the last sign is one of mail', async () => {
  await downSince(-72 * HOUR);
  const game = await gameDue(-HOUR);
  await beat(own.ctx);
  await giveMailSign();
  expect(await atDeadline(game)).toBe('putOff');
  expect(await hoursLeft(game)).toBe(72);
});

test('a live game goes on with a whole turn', async () => {
  await downSince(-10 * MINUTE);
  const game = await gameDue(-5 * MINUTE, { minutesPerTurn: 30 });
  await beat(own.ctx);
  await giveMailSign();
  expect(await atDeadline(game)).toBe('putOff');
  const { turn, missesExcused } = await gameNow(own.ctx, game.play.game.id);
  expect([turn, missesExcused]).toEqual([1, true]);
});

test('mail that comes back before the pages does not put dates off by less', async () => {
  await downSince(-72 * HOUR);
  const game = await gameDue(-HOUR);
  await giveMailSign();
  expect(await atDeadline(game)).toBe('unavailable');
  await beat(own.ctx);
  await giveMailSign();
  expect(await atDeadline(game)).toBe('putOff');
  expect(await hoursLeft(game)).toBe(72);
});

test('a game without automatic processing is put off by the length, too, whichever job comes first', async () => {
  await downSince(-72 * HOUR);
  const game = await gameDue(-HOUR, { autoProcess: false });
  await beat(own.ctx);
  await giveMailSign();
  const ofMail = await own.ctx.db.prisma.downtime.findFirstOrThrow({ where: { ofMailOnly: true } });
  expect(await putOffDates(own.ctx, ofMail)).toBe(1);
  expect(await hoursLeft(game)).toBe(72);
});
