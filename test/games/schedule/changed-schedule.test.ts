import { describe, expect, test } from 'vitest';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import {
  extendTurn,
  pauseGame,
  resumeGame,
  setDueDate,
  setSchedule,
} from '../../../src/games/schedule/change-due-date.ts';
import { gamesWithDatesIn } from '../../../src/games/schedule/put-off.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { schedulePage } from '../../../src/games/schedule/schedule-view.ts';
import { formatDateToMeet } from '../../../src/text/dates.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { codesOf, firstDue, formingGame, gameNow, granted, type TestGame } from '../game/play.ts';

/* A change of the schedule does not end the open turn earlier than its players were told. */

const own = useContext();
const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true, graceHours: 48 },
};
const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000);
const inWords = (date: Date) => formatDateToMeet(date, POLICY.timeZone, own.ctx.now());

async function aGame(policy: Partial<SchedulePolicy> = {}): Promise<TestGame> {
  own.setNow(testNow);
  const play = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  await change(play, policy);
  granted(await beginGame(own.ctx, { gameId: play.game.id, by: play.gm.id, due: firstDue }));
  return { ...play, game: await gameNow(own.ctx, play.game.id) };
}

const saved = (play: TestGame, policy: Partial<SchedulePolicy>, processWhenComplete?: boolean) =>
  setSchedule(own.ctx, {
    ...{ gameId: play.game.id, by: play.gm.id, policy: { ...POLICY, ...policy } },
    ...(processWhenComplete !== undefined && { processWhenComplete }),
  });
const change = async (play: TestGame, policy: Partial<SchedulePolicy>) => granted(await saved(play, policy));
const byGm = (play: TestGame, turn = 1) => ({ gameId: play.game.id, by: play.gm.id, turn });
const atDeadline = (play: TestGame, due = firstDue) =>
  processAtDeadline(own.ctx, { gameId: play.game.id, turn: 1, due: due.toISOString() });

/** When the waiting job processes the open turn. */
async function processedAt(play: TestGame): Promise<Date | null> {
  const sql = 'select run_at from graphile_worker.jobs where key = $1';
  const { rows } = await own.ctx.db.pool.query(sql, [`deadline:${play.game.id}`]);
  const page = await schedulePage(own.ctx, { id: play.gm.id }, `${play.game.prefix}-${play.game.serial}`);
  expect(page?.processedAt ?? null).toEqual(rows[0]?.run_at ?? null);
  return page?.processedAt ?? null;
}

/** The notices that went to the first player at once, as one text. */
async function mailed(play: TestGame): Promise<string> {
  const accountId = play.players[0]?.id as number;
  const where = { gameId: play.game.id, kind: 'notice' as const, accountId };
  const notices = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { id: 'asc' } });
  return notices.flatMap(({ detail }) => (detail as { paragraphs: string[] }).paragraphs).join(' ');
}

async function wantsNoNews(play: TestGame): Promise<void> {
  const where = { id: play.players[0]?.id as number };
  await own.ctx.db.prisma.account.update({ where, data: { noticeMail: 'none' } });
}

describe('a shorter grace period', () => {
  test('applies from the next turn on, because the last call told the end of this one', async () => {
    const play = await aGame();
    await wantsNoNews(play);
    own.setNow(hoursAfter(firstDue, 0.1));
    await remindPlayers(own.ctx, { gameId: play.game.id, turn: 1 });
    const end = hoursAfter(firstDue, 48);
    expect(await mailed(play)).toContain(`You can still send it until ${inWords(end)}.`);
    own.setNow(hoursAfter(firstDue, 13));
    await change(play, { graceHours: 12 });
    await change(play, { graceHours: 6 });
    expect(await processedAt(play)).toEqual(end);
    expect(await mailed(play)).toContain(
      `It keeps its longer grace period: the server processes turn 1 ${inWords(end)} at the latest`,
    );
    expect(await atDeadline(play)).toEqual({ kind: 'early' });
    own.setNow(hoursAfter(end, 0.01));
    expect((await atDeadline(play)).kind).toBe('processed');
    // The turn was not late, so the next date is a week after the last one, without the old grace period.
    const next = hoursAfter(firstDue, 7 * 24);
    expect((await gameNow(own.ctx, play.game.id)).due).toEqual(next);
    expect(await processedAt(play)).toEqual(hoursAfter(next, 6));
  });

  test('is kept for the open turn when its due date moves, in a pause, and while the GM processes turns', async () => {
    const play = await aGame();
    await change(play, { graceHours: 0 });
    const sooner = hoursAfter(firstDue, -30);
    granted(await setDueDate(own.ctx, { ...byGm(play), due: sooner }));
    expect(await processedAt(play)).toEqual(hoursAfter(sooner, 48));
    granted(await extendTurn(own.ctx, { ...byGm(play), days: 1 }));
    granted(await pauseGame(own.ctx, byGm(play)));
    await change(play, { graceHours: 3 });
    granted(await resumeGame(own.ctx, byGm(play)));
    expect(await processedAt(play)).toEqual(hoursAfter(sooner, 72));
    await change(play, { graceHours: 3, autoProcess: false });
    expect(await processedAt(play)).toBeNull();
    expect(await mailed(play)).toContain('now processes turn 1, which can happen at any time.');
    await change(play, { graceHours: 2 });
    expect(await processedAt(play)).toEqual(hoursAfter(sooner, 72));
  });

  test('is not what downtime is judged by', async () => {
    const play = await aGame();
    await change(play, { graceHours: 0 });
    const downtime = { from: hoursAfter(firstDue, 47), until: hoursAfter(firstDue, 49) };
    const found = await own.ctx.db.prisma.$transaction((tx) => gamesWithDatesIn(tx, downtime));
    expect(found).toContain(play.game.id);
  });

  test('is shown on the page of the GM, and a longer one applies at once', async () => {
    const play = await aGame();
    await change(play, { graceHours: 5 });
    const page = await schedulePage(own.ctx, { id: play.gm.id }, `${play.game.prefix}-${play.game.serial}`);
    expect(page?.policy.graceHours).toBe(5);
    await change(play, { graceHours: 60 });
    expect(await processedAt(play)).toEqual(hoursAfter(firstDue, 60));
    expect(await mailed(play)).toContain(
      `The server processes turn 1 ${inWords(hoursAfter(firstDue, 60))} at the latest`,
    );
  });
});

describe('automatic processing', () => {
  test('does not begin with an overdue turn until it has a new due date', async () => {
    const play = await aGame({ autoProcess: false, graceHours: 12 });
    own.setNow(hoursAfter(firstDue, 13));
    expect(codesOf(await saved(play, { graceHours: 12 }))).toEqual(['overdue']);
    expect(await gameNow(own.ctx, play.game.id)).toMatchObject({ autoProcess: false, turn: 1 });
    const due = hoursAfter(firstDue, 40);
    granted(await setDueDate(own.ctx, { ...byGm(play), due }));
    await change(play, { graceHours: 12 });
    expect(await processedAt(play)).toEqual(hoursAfter(due, 12));
  });

  test('does not begin with an overdue turn after a short pause, either', async () => {
    const play = await aGame({ autoProcess: false, graceHours: 24 });
    own.setNow(hoursAfter(firstDue, 23));
    granted(await pauseGame(own.ctx, byGm(play)));
    expect(codesOf(await saved(play, { graceHours: 24 }))).toEqual(['overdue']);
    own.setNow(hoursAfter(firstDue, 23.25));
    await change(play, { graceHours: 24 });
    granted(await resumeGame(own.ctx, byGm(play)));
    const { due } = await gameNow(own.ctx, play.game.id);
    expect(due?.getTime()).toBeGreaterThanOrEqual(hoursAfter(firstDue, 23.25 + 24).getTime());
  });

  test('that begins on the last day is mailed at once, and misses do not count for a day', async () => {
    const play = await aGame({ autoProcess: false, graceHours: 0 });
    await wantsNoNews(play);
    own.setNow(hoursAfter(firstDue, -2));
    await change(play, { graceHours: 0 });
    expect(await mailed(play)).toContain(`The server processes turn 1 ${inWords(firstDue)} at the latest`);
    own.setNow(hoursAfter(firstDue, 0.01));
    expect((await atDeadline(play)).kind).toBe('processed');
    const attendance = await own.ctx.db.prisma.attendance.findMany({ where: { gameId: play.game.id } });
    expect(attendance.map(({ missed, counts }) => ({ missed, counts }))).toEqual(
      Array(2).fill({ missed: true, counts: false }),
    );
  });

  test('that begins with more than a day left changes nothing else', async () => {
    const play = await aGame({ autoProcess: false });
    await change(play, {});
    const game = await gameNow(own.ctx, play.game.id);
    expect(game).toMatchObject({ autoProcess: true, missesCountFrom: null, turnGraceHours: null });
  });
});

test('that a turn may end with its last sheet is mailed at once, and new due dates can wait', async () => {
  const play = await aGame({ autoProcess: false });
  await wantsNoNews(play);
  granted(await saved(play, { autoProcess: false }, true));
  const text = await mailed(play);
  expect(text).toContain('Turn 1 is processed as soon as every sheet is in.');
  granted(await saved(play, { autoProcess: false, daysPerTurn: 21 }, true));
  expect(await mailed(play)).toBe(text);
});
