import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { markFinal } from '../../../src/games/mailed-sheets/mark-final.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { runningGame, send, type TestGame } from '../game/play.ts';

/* FINAL by mail is about the version that the player has sent, and must not bring it back over a newer one. */

let own: TestContext;
let game: TestGame;
beforeAll(async () => {
  own = await testContext();
  game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const data = { autoProcess: true, processWhenFinal: true };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.game.id }, data });
});
afterAll(() => own.close());

test('a version that comes between is not replaced by the earlier one', async () => {
  const { ctx } = own;
  const [seat] = game.seats;
  const [account] = game.players;
  const player = account && (await loadPlayerSeat(ctx, account, gameNumber(game.game)));
  if (!seat || !account || !player) throw new Error('There is no player.');
  const { turn } = player.game;
  const versions = () =>
    ctx.db.prisma.sheet.findMany({ where: { seatId: seat.id }, orderBy: { version: 'asc' } });
  expect(await send(ctx, seat, turn, { press: 'First' })).toMatchObject({ kind: 'standing' });
  const about = {
    gameId: game.game.id,
    seatId: seat.id,
    turn,
    attempt: 1,
    target: { kind: 'open' as const },
  };
  const request = {
    ...{ own: player, address: { ...about, account }, command: { kind: 'final' as const } },
    ...{ text: { own: '', quotedSheet: null }, attached: null, otherFiles: [], sentAt: ctx.now() },
  };

  const holder = await ctx.db.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from "Game" where id = $1 for update', [game.game.id]);
  const second = send(ctx, seat, turn, { press: 'Second' });
  await waiting(1);
  const final = markFinal(ctx, request);
  await waiting(2);
  await holder.query('commit');
  holder.release();

  expect(await second).toMatchObject({ kind: 'standing' });
  expect(await final).toMatchObject({
    paragraphs: [expect.stringContaining('Another version of your sheet')],
  });
  expect((await versions()).map(({ raw, final: isFinal }) => [raw, isFinal])).toEqual([
    [{ press: 'First' }, false],
    [{ press: 'Second' }, false],
  ]);
  expect(await markFinal(ctx, request)).toBeNull();
  expect((await versions()).at(-1)).toMatchObject({ raw: { press: 'Second' }, final: true });
});

/** Resolves once this many sessions wait for a lock. */
async function waiting(count: number): Promise<void> {
  const sql = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await own.ctx.db.pool.query<{ n: number }>(sql)).rows[0]?.n, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);
}
