import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import type { Seat } from '../../src/database/generated/client.ts';
import { transferIn } from '../../src/games/archive/transfer-in.ts';
import { transferOut } from '../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { checkMayInspect } from '../../src/games/inspections/inspect.ts';
import { replacePlayer } from '../../src/games/seats/replace-player.ts';
import { checkTakeover } from '../../src/games/seats/takeover-eligibility.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

/* Someone who had a seat for only a part of a turn knows its secrets, and that is never forgotten. */

let old: TestContext;
let next: TestContext;
let g: TestGame;

beforeAll(async () => {
  [old, next] = [await testContext(), await testContext()];
  g = await runningGame(old.ctx, { humans: 2, opponents: 2 });
  const seat = g.seats[0] as Seat;
  for (const name of ['Nora Neu', 'Paul Past']) {
    const { email } = await anAccount(old.ctx, name);
    const wanted = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id };
    granted(await replacePlayer(old.ctx, { ...wanted, name, email }));
  }
  const paused = { where: { gameId: g.game.id }, data: { pausedAt: old.ctx.now() } };
  await old.ctx.db.prisma.gameSchedule.update(paused);
  const file = granted(await transferOut(old.ctx, gameNumber(g.game)));
  granted(await transferIn(next.ctx, JSON.parse(JSON.stringify(file))));
});
afterAll(async () => {
  await old.close();
  await next.close();
});

/** Whether Nora, who had the first seat between two others, may have the second one. */
async function tryToTakeOver(ctx: AppContext): Promise<string[]> {
  const game = await gameNow(ctx, g.game.id);
  const nora = await ctx.db.prisma.account.findFirstOrThrow({ where: { name: 'Nora Neu' } });
  const seat = { id: g.seats[1]?.id ?? '', reclaimableById: null };
  return codesOf(await checkTakeover(ctx, { game, seat, accountId: nora.id }));
}

describe('someone who had a seat for only a part of a turn', () => {
  test('cannot take over another one', async () => {
    expect(await tryToTakeOver(old.ctx)).toEqual(['sat-before']);
  });

  test('cannot do it after the game has moved to another server', async () => {
    expect(await tryToTakeOver(next.ctx)).toEqual(['sat-before']);
  });

  test('cannot do it after records of mail have been deleted', async () => {
    await old.ctx.db.prisma.delivery.deleteMany();
    expect(await tryToTakeOver(old.ctx)).toEqual(['sat-before']);
  });

  test('cannot read secrets as the GM, on either server', async () => {
    for (const { ctx } of [old, next]) {
      const game = await gameNow(ctx, g.game.id);
      const nora = await ctx.db.prisma.account.findFirstOrThrow({ where: { name: 'Nora Neu' } });
      expect(codesOf(await checkMayInspect(ctx.db.prisma, game, nora.id))).toEqual(['plays']);
    }
  });
});
