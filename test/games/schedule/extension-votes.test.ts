import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { lockGame } from '../../../src/games/game/game-store.ts';
import { extendTurn, setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { voteCount, voteForMoreTime, withdrawVote } from '../../../src/games/schedule/extension-votes.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { calendarGame, codesOf, firstDue, gameNow, granted, jobsOf, type TestGame } from '../game/play.ts';
import { processAsGm } from '../processing/turns.ts';

let own: TestContext;
let ctx: AppContext;
beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
});
afterAll(() => own.close());

const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{
    daysPerTurn: 14,
    timeZone: 'America/New_York',
    autoProcess: true,
    graceHours: 72,
    voteExtensionDays: 2,
  },
};
const daysOn = (days: number) => new Date(firstDue.getTime() + days * 86_400_000);

function aGame(humans: number, policy: Partial<SchedulePolicy> = {}): Promise<TestGame> {
  own.setNow(testNow);
  return calendarGame(ctx, { ...POLICY, ...policy }, { humans, opponents: Math.max(4 - humans, 1) });
}

const vote = (play: TestGame, at: number, due = firstDue, by = ctx) =>
  voteForMoreTime(by, { gameId: play.game.id, by: play.players[at]?.id as number, turn: 1, due });
const dueOf = async (play: TestGame) => (await gameNow(ctx, play.game.id)).due;
const noticesOf = (play: TestGame) =>
  ctx.db.prisma.delivery.findMany({ where: { gameId: play.game.id, kind: 'notice' } });

describe('a vote for more time', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 4],
    [6, 4],
  ])('by %d players needs %d votes', async (humans, needed) => {
    const play = await aGame(humans);
    for (let at = 0; at < needed; at += 1) {
      expect(await dueOf(play)).toEqual(firstDue);
      expect(granted(await vote(play, at))).toEqual({ extended: at === needed - 1 });
    }
    expect(await dueOf(play)).toEqual(daysOn(2));
    expect(await noticesOf(play)).toHaveLength(humans);
    const jobs = (await jobsOf(ctx, 'deadline')).filter((job) => job.payload.gameId === play.game.id);
    expect(jobs.map((job) => job.payload.due)).toEqual([daysOn(2).toISOString()]);
  });

  test('does not wait for players without e-mail, who cannot vote', async () => {
    const play = await aGame(3);
    const paper = play.players.slice(1).map(({ id }) => id);
    for (const id of paper)
      await ctx.db.prisma.account.update({ where: { id }, data: { email: `paper-${id}@paper.invalid` } });
    expect(granted(await vote(play, 0))).toEqual({ extended: true });
  });

  test('counts each player once, and only for the due date that the player saw', async () => {
    const play = await aGame(3);
    granted(await vote(play, 0));
    expect(granted(await vote(play, 0))).toEqual({ extended: false });
    expect(await dueOf(play)).toEqual(firstDue);
    granted(await extendTurn(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, days: 1 }));
    expect(codesOf(await vote(play, 1))).toEqual(['moved']);
    // The vote for the old date no longer counts: the new date needs two of three votes again.
    expect(granted(await vote(play, 1, daysOn(1)))).toEqual({ extended: false });
    expect(granted(await vote(play, 2, daysOn(1)))).toEqual({ extended: true });
    expect(await dueOf(play)).toEqual(daysOn(3));
  });

  test('is only for players who owe a sheet, in games that allow votes', async () => {
    const play = await aGame(2);
    const byGm = { gameId: play.game.id, by: play.gm.id, turn: 1, due: firstDue };
    expect(codesOf(await voteForMoreTime(ctx, byGm))).toEqual(['not-owing']);
    const of = { ...byGm, by: play.players[0]?.id as number };
    expect(codesOf(await voteForMoreTime(ctx, { ...of, turn: 2 }))).toEqual(['wrong-turn']);
    const closed = await aGame(2, { voteExtensionDays: 0 });
    expect(codesOf(await vote(closed, 0))).toEqual(['no-vote']);
    expect(
      codesOf(
        await setSchedule(ctx, {
          gameId: play.game.id,
          by: play.gm.id,
          policy: { ...POLICY, voteExtensionDays: 61 },
        }),
      ),
    ).toEqual(['not-vote']);
  });

  test('can be withdrawn until the due date moves', async () => {
    const play = await aGame(3);
    const of = (at: number, due = firstDue) => ({
      ...{ gameId: play.game.id, turn: 1, due },
      by: play.players[at]?.id as number,
    });
    granted(await vote(play, 0));
    expect(codesOf(await withdrawVote(ctx, of(1)))).toEqual(['not-voted']);
    expect(codesOf(await withdrawVote(ctx, { ...of(0), turn: 2 }))).toEqual(['wrong-turn']);
    expect(codesOf(await withdrawVote(ctx, { ...of(0), by: play.gm.id }))).toEqual(['not-owing']);
    granted(await withdrawVote(ctx, of(0)));
    expect(codesOf(await withdrawVote(ctx, of(0)))).toEqual(['not-voted']);
    const log = await ctx.db.prisma.gameEvent.findMany({
      where: { gameId: play.game.id, type: 'extensionVoteWithdrawn' },
    });
    expect(log).toMatchObject([{ accountId: play.players[0]?.id, detail: '[AB] turn 1, 0 of 2' }]);
    // The withdrawn vote does not count: the next one is the first.
    expect(granted(await vote(play, 1))).toEqual({ extended: false });
    const game = await lockGame(ctx.db.prisma, play.game.id);
    expect(game && (await voteCount(ctx.db.prisma, game))).toMatchObject({ votes: 1, seats: ['CD'] });
    expect(granted(await vote(play, 0))).toEqual({ extended: true });
    expect(codesOf(await withdrawVote(ctx, of(0)))).toEqual(['moved']);
  });

  test('cannot be changed more than twenty times in an hour', async () => {
    const play = await aGame(3);
    const of = { gameId: play.game.id, by: play.players[0]?.id as number, turn: 1, due: firstDue };
    for (let round = 0; round < 10; round += 1) {
      granted(await vote(play, 0));
      granted(await withdrawVote(ctx, of));
    }
    expect(codesOf(await vote(play, 0))).toEqual(['too-often']);
    granted(await vote(play, 1));
    own.setNow(new Date(testNow.getTime() + 3_600_001));
    expect(granted(await vote(play, 0))).toEqual({ extended: true });
  });

  test('can extend a turn twice, but no more: then the GM decides', async () => {
    const play = await aGame(1);
    expect(granted(await vote(play, 0))).toEqual({ extended: true });
    expect(granted(await vote(play, 0, daysOn(2)))).toEqual({ extended: true });
    expect(codesOf(await vote(play, 0, daysOn(4)))).toEqual(['extended-often']);
    const game = await lockGame(ctx.db.prisma, play.game.id);
    expect(game && (await voteCount(ctx.db.prisma, game))).toBeNull();
    expect(await dueOf(play)).toEqual(daysOn(4));
    await processAsGm(own.ctx, play, 1);
    const due = (await dueOf(play)) as Date;
    const next = { gameId: play.game.id, by: play.players[0]?.id as number, turn: 2, due };
    own.setNow(new Date(testNow.getTime() + 86_400_001));
    expect(granted(await voteForMoreTime(ctx, next))).toEqual({ extended: true });
  });

  test('in the grace period moves the due date into the future', async () => {
    const play = await aGame(1);
    own.setNow(daysOn(2.5));
    expect(granted(await vote(play, 0))).toEqual({ extended: true });
    expect(await dueOf(play)).toEqual(daysOn(4));
  });

  test('never counts for another due date when the GM extends the turn at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 2 }, () => openDatabase(own.url)));
    const [first, second] = others.map((db) => ({ ...ctx, db })) as [AppContext, AppContext];
    for (let round = 0; round < 8; round += 1) {
      const play = await aGame(2);
      granted(await vote(play, 0));
      const [voted, extended] = await Promise.all([
        vote(play, 1, firstDue, first),
        extendTurn(second, { gameId: play.game.id, by: play.gm.id, turn: 1, days: 5 }),
      ]);
      expect(extended.ok).toBe(true);
      if (!voted.ok) expect(codesOf(voted)).toEqual(['moved']);
      expect(await dueOf(play)).toEqual(daysOn(voted.ok ? 7 : 5));
      expect(await noticesOf(play)).toHaveLength(voted.ok ? 4 : 2);
    }
    await Promise.all(others.map((db) => db.close()));
  });

  test('extends the turn once when several deciding votes come at the same moment', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(own.url)));
    const play = await aGame(3);
    const done = await Promise.all(others.map((db, at) => vote(play, at, firstDue, { ...ctx, db })));
    const outcomes = done.map((result) => (result.ok ? result.value.extended : result.problems[0]?.code));
    expect(outcomes.sort()).toEqual([false, 'moved', true].sort());
    expect(await dueOf(play)).toEqual(daysOn(2));
    await Promise.all(others.map((db) => db.close()));
  });
});
