import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import {
  extendTurn,
  pauseGame,
  resumeGame,
  setDueDate,
  setSchedule,
} from '../../../src/games/schedule/change-due-date.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  codesOf,
  firstDue,
  formingGame,
  type GameWish,
  gameNow,
  granted,
  jobsOf,
  runningGame,
  type TestGame,
} from '../game/play.ts';

let own: TestContext;
let ctx: AppContext;
beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
});
afterAll(() => own.close());

const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 7, timeZone: 'America/New_York', autoProcess: true, graceHours: 24 },
};

const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000);

async function automaticGame(
  policy: Partial<SchedulePolicy> = {},
  wish: Partial<GameWish> = {},
): Promise<TestGame> {
  own.setNow(testNow);
  const play = await formingGame(ctx, { humans: 2, opponents: 2, ...wish });
  const of = { gameId: play.game.id, by: play.gm.id };
  granted(await setSchedule(ctx, { ...of, policy: { ...POLICY, ...policy } }));
  granted(await beginGame(ctx, { ...of, due: firstDue }));
  return { ...play, game: await gameNow(ctx, play.game.id) };
}

const fresh = (play: TestGame) => gameNow(ctx, play.game.id);
const deadlines = async (play: TestGame) =>
  (await jobsOf(ctx, 'deadline')).filter((job) => job.payload.gameId === play.game.id);
const noticesOf = (play: TestGame) =>
  ctx.db.prisma.delivery.findMany({
    where: { gameId: play.game.id, kind: 'notice' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
const logOf = async (play: TestGame) =>
  (await ctx.db.prisma.gameEvent.findMany({ where: { gameId: play.game.id } })).map((line) => line.type);
const atDeadline = (play: TestGame, turn: number, due: Date) =>
  processAtDeadline(ctx, { gameId: play.game.id, turn, due: due.toISOString() });
const byGm = (play: TestGame, turn = 1) => ({ gameId: play.game.id, by: play.gm.id, turn });

describe('at the deadline', () => {
  test('a game has one waiting job for the end of its grace period', async () => {
    const play = await automaticGame();
    expect(await deadlines(play)).toEqual([
      {
        task_identifier: 'deadline',
        payload: { gameId: play.game.id, turn: 1, due: firstDue.toISOString() },
        key: `deadline:${play.game.id}`,
      },
    ]);
    const { rows } = await ctx.db.pool.query('select run_at from graphile_worker.jobs where key = $1', [
      `deadline:${play.game.id}`,
    ]);
    expect(rows).toEqual([{ run_at: hoursAfter(firstDue, 24) }]);
  });

  test('the turn is processed after the grace period, and the next turn has a new job', async () => {
    const play = await automaticGame();
    own.setNow(hoursAfter(firstDue, 23.9));
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'early' });
    expect((await fresh(play)).turn).toBe(1);
    expect(await deadlines(play)).toHaveLength(1);
    // Jobs run a moment after their time.
    own.setNow(new Date(hoursAfter(firstDue, 24).getTime() + 1_500));
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'processed', over: false });
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'already' });
    const game = await fresh(play);
    expect(game.turn).toBe(2);
    // Seven days after the first due date, although the grace period took a day.
    expect(game.due).toEqual(hoursAfter(firstDue, 7 * 24));
    expect((await deadlines(play)).map((job) => job.payload)).toEqual([
      { gameId: game.id, turn: 2, due: game.due?.toISOString() },
    ]);
  });

  test('a job that runs too early by the server’s clock is judged again after a minute', async () => {
    const play = await automaticGame();
    own.setNow(hoursAfter(firstDue, 23));
    await atDeadline(play, 1, firstDue);
    const { rows } = await ctx.db.pool.query<{ wait: number }>(
      'select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1',
      [`deadline:${play.game.id}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeGreaterThan(50);
    expect(rows[0]?.wait).toBeLessThanOrEqual(60);
  });

  test('a job for an old due date does nothing, and a job for the new one has replaced it', async () => {
    const play = await automaticGame();
    const moved = granted(await extendTurn(ctx, { ...byGm(play), days: 3 })).due as Date;
    expect((await deadlines(play)).map((job) => job.payload.due)).toEqual([moved.toISOString()]);
    own.setNow(hoursAfter(firstDue, 25));
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'moved' });
    expect((await fresh(play)).turn).toBe(1);
    own.setNow(hoursAfter(moved, 24));
    expect((await atDeadline(play, 1, moved)).kind).toBe('processed');
  });

  test('there is no job without automatic processing or a due date, nor while the game is paused', async () => {
    const play = await automaticGame();
    const of = { gameId: play.game.id, by: play.gm.id };
    granted(await setSchedule(ctx, { ...of, policy: { ...POLICY, autoProcess: false } }));
    expect(await deadlines(play)).toEqual([]);
    own.setNow(hoursAfter(firstDue, 24));
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'moved' });
    own.setNow(testNow);
    granted(await setSchedule(ctx, { ...of, policy: POLICY }));
    expect(await deadlines(play)).toHaveLength(1);
    granted(await setDueDate(ctx, { ...byGm(play), due: null }));
    expect(await deadlines(play)).toEqual([]);
    granted(await setDueDate(ctx, { ...byGm(play), due: firstDue }));
    granted(await pauseGame(ctx, byGm(play)));
    expect(await deadlines(play)).toEqual([]);
    own.setNow(hoursAfter(firstDue, 24));
    expect(await atDeadline(play, 1, firstDue)).toEqual({ kind: 'paused' });
    expect(await processTurn(ctx, { ...byGm(play) })).toEqual({ kind: 'paused' });
  });

  test('several servers with the same deadline process the turn once', async () => {
    const play = await automaticGame();
    own.setNow(hoursAfter(firstDue, 24));
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(own.url)));
    const servers = [ctx, ...others.map((db) => ({ ...ctx, db }))];
    const request = { gameId: play.game.id, turn: 1, due: firstDue.toISOString() };
    const kinds = (
      await Promise.all([...servers, ...servers].map((server) => processAtDeadline(server, request)))
    ).map((done) => done.kind);
    expect(kinds.filter((kind) => kind === 'processed')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'already')).toHaveLength(7);
    expect(await deadlines(play)).toHaveLength(1);
    await Promise.all(others.map((db) => db.close()));
  });

  test('a game ends although no one sends a sheet, and its due dates keep their local time across clock changes', async () => {
    const play = await automaticGame({ weekdays: [1], dueTime: '18:00', daysPerTurn: 7, minHours: 48 });
    const localTimes: string[] = [];
    for (;;) {
      const game = await fresh(play);
      if (game.status !== 'running' || game.due === null) break;
      localTimes.push(
        new Intl.DateTimeFormat('en-US', {
          timeZone: game.timeZone,
          weekday: 'short',
          hour: 'numeric',
        }).format(game.due),
      );
      own.setNow(hoursAfter(game.due, 24));
      expect((await atDeadline(play, game.turn, game.due)).kind).toBe('processed');
    }
    expect((await fresh(play)).status).toBe('over');
    expect(localTimes.length).toBeGreaterThan(3);
    expect(new Set(localTimes)).toEqual(new Set(['Mon 6 PM']));
    expect(await deadlines(play)).toEqual([]);
  }, 120_000);
});

describe('the GM', () => {
  test('extends a turn: the time of day stays the same, every player is notified, and it is logged', async () => {
    const play = await automaticGame();
    const due = granted(await extendTurn(ctx, { ...byGm(play), days: 5, reason: 'Post was\nslow' })).due;
    expect(due).toEqual(hoursAfter(firstDue, 5 * 24));
    const notices = await noticesOf(play);
    expect(notices.map((notice) => notice.seatId).sort()).toEqual(
      play.seats
        .slice(0, 2)
        .map((seat) => seat.id)
        .sort(),
    );
    expect(notices[0]?.detail).toEqual({
      subject: 'more time for turn 1',
      paragraphs: [
        'Greta Master has extended turn 1.',
        'Sheets for turn 1 are now due Sat, Mar 20, 2027, 6:00 PM EDT, in 19 days.',
      ],
      words: ['Greta Master writes: Post was slow'],
      calendar: { turn: 1, due: due?.toISOString() },
    });
    expect(await logOf(play)).toContain('turnExtended');
  });

  test('gets the problems of a refused change, and nothing changes', async () => {
    const play = await automaticGame({ blackouts: [{ from: '2027-03-18', to: '2027-03-19' }] });
    const request = byGm(play);
    expect(codesOf(await extendTurn(ctx, { ...request, by: play.players[0]?.id ?? 0, days: 1 }))).toEqual([
      'not-gm',
    ]);
    expect(codesOf(await extendTurn(ctx, { ...request, turn: 2, days: 1 }))).toEqual(['wrong-turn']);
    expect(codesOf(await extendTurn(ctx, { ...request, days: 0 }))).toEqual(['not-days']);
    expect(codesOf(await extendTurn(ctx, { ...request, days: 1, reason: 'x'.repeat(501) }))).toEqual([
      'too-long',
    ]);
    const within = new Date('2027-03-18T12:00:00Z');
    expect(codesOf(await setDueDate(ctx, { ...request, due: within }))).toEqual(['blackout']);
    expect(codesOf(await resumeGame(ctx, request))).toEqual(['not-paused']);
    expect((await fresh(play)).due).toEqual(firstDue);
    expect(await noticesOf(play)).toEqual([]);
    // Three days from the 15th is the 18th, which is in the blackout.
    expect(granted(await extendTurn(ctx, { ...request, days: 3 })).due).toEqual(hoursAfter(firstDue, 5 * 24));
    granted(await setDueDate(ctx, { ...request, due: null }));
    expect(codesOf(await extendTurn(ctx, { ...request, days: 3 }))).toEqual(['no-due']);
  });

  test('pauses and resumes the game, and the due date moves by the length of the pause', async () => {
    const play = await automaticGame();
    granted(await pauseGame(ctx, { ...byGm(play), reason: 'Elections' }));
    expect(codesOf(await pauseGame(ctx, byGm(play)))).toEqual(['paused']);
    own.setNow(hoursAfter(testNow, 9.5 * 24));
    expect(granted(await resumeGame(ctx, byGm(play))).due).toEqual(hoursAfter(firstDue, 10 * 24));
    expect((await fresh(play)).pausedAt).toBeNull();
    expect(await deadlines(play)).toHaveLength(1);
    const details = (await noticesOf(play)).map(
      (notice) => notice.detail as { calendar?: { due: string | null } },
    );
    expect(details.map((detail) => detail.calendar?.due)).toEqual([
      ...[null, null],
      ...Array.from({ length: 2 }, () => hoursAfter(firstDue, 10 * 24).toISOString()),
    ]);
    expect(await logOf(play)).toEqual(expect.arrayContaining(['gamePaused', 'gameResumed']));
  });

  test('moves a date that was set during the pause by what was left of the pause only', async () => {
    const play = await automaticGame();
    granted(await pauseGame(ctx, byGm(play)));
    const now = hoursAfter(testNow, 60 * 24);
    own.setNow(now);
    const due = hoursAfter(now, 7 * 24);
    granted(await setDueDate(ctx, { ...byGm(play), due }));
    own.setNow(hoursAfter(now, 1 / 60));
    expect(granted(await resumeGame(ctx, byGm(play))).due).toEqual(due);
  });

  test('pauses for a minute, and the due date stays', async () => {
    const play = await automaticGame();
    granted(await pauseGame(ctx, byGm(play)));
    own.setNow(hoursAfter(testNow, 1 / 60));
    expect(granted(await resumeGame(ctx, byGm(play))).due).toEqual(firstDue);
    expect(await deadlines(play)).toHaveLength(1);
    expect((await noticesOf(play)).at(-1)?.detail).toMatchObject({
      paragraphs: [
        'Greta Master has resumed the game.',
        'Sheets for turn 1 are still due Mon, Mar 15, 2027, 6:00 PM EDT, in 14 days.',
      ],
      calendar: { turn: 1, due: firstDue.toISOString() },
    });
  });

  test('sets one due date to another time of day, and later ones keep theirs', async () => {
    const play = await automaticGame({ graceHours: 0 });
    const moved = hoursAfter(firstDue, 26.6);
    expect(granted(await setDueDate(ctx, { ...byGm(play), due: moved })).due).toEqual(moved);
    own.setNow(moved);
    expect((await atDeadline(play, 1, moved)).kind).toBe('processed');
    // A week after the day that was set, at 6 PM as always.
    expect((await fresh(play)).due).toEqual(hoursAfter(firstDue, 8 * 24));
  });

  test('rolls a turn back with a due date at another time of day, and later ones keep theirs', async () => {
    const play = await automaticGame({ graceHours: 0 });
    own.setNow(firstDue);
    expect((await atDeadline(play, 1, firstDue)).kind).toBe('processed');
    const again = hoursAfter(firstDue, 5.5);
    granted(await rollBack(ctx, { ...byGm(play, 2), due: again }));
    own.setNow(again);
    expect((await atDeadline(play, 1, again)).kind).toBe('processed');
    expect((await fresh(play)).due).toEqual(hoursAfter(firstDue, 7 * 24));
  });

  test('changes the schedule for future turns, not the current due date', async () => {
    const play = await automaticGame();
    const policy = { ...POLICY, weekdays: [3], dueTime: '09:00', graceHours: 0 };
    const of = { gameId: play.game.id, by: play.gm.id };
    expect(granted(await setSchedule(ctx, { ...of, policy })).due).toEqual(firstDue);
    expect(await noticesOf(play)).toHaveLength(2);
    // The open turn keeps its grace period.
    own.setNow(hoursAfter(firstDue, 24));
    expect((await atDeadline(play, 1, firstDue)).kind).toBe('processed');
    // The next Wednesday, 9 AM in New York.
    expect((await fresh(play)).due?.toISOString()).toBe('2027-03-17T13:00:00.000Z');
    const wrong = { ...policy, dueTime: 'noon' };
    expect(codesOf(await setSchedule(ctx, { ...of, policy: wrong }))).toEqual(['not-time']);
    expect(codesOf(await setSchedule(ctx, { ...of, by: 1, policy }))).toEqual(['not-gm']);
  });
});

test('a new game is not processed automatically', async () => {
  own.setNow(testNow);
  const play = await runningGame(ctx, { humans: 1, opponents: 3 });
  expect(await deadlines(play)).toEqual([]);
});
