import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteGame as command } from '../../../src/cli/delete-game.ts';
import { deleteGame } from '../../../src/games/game/delete-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { codesOf, formingGame, granted, runningGame } from './play.ts';

/* The operator's command that deletes a game for good. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

describe('a game that nobody plays', () => {
  test('is deleted with everything about it, and other games stay', async () => {
    const { ctx } = own;
    const { game, gm } = await runningGame(ctx, { humans: 2, opponents: 2 });
    const other = await formingGame(ctx, { humans: 1, opponents: 1 });
    await processTurn(ctx, { gameId: game.id, turn: 1, by: gm.id });
    const number = gameNumber(game);
    expect(codesOf(await deleteGame(ctx, number))).toEqual(['running']);
    await ctx.db.prisma.game.update({ where: { id: game.id }, data: { status: 'abandoned' } });
    expect(granted(await deleteGame(ctx, number.toLowerCase()))).toEqual({
      title: game.title,
      isCopy: false,
    });
    const where = { gameId: game.id };
    const { turn, sheet, printout, delivery, seat } = ctx.db.prisma;
    const left = [turn.count({ where }), sheet.count({ where }), printout.count({ where })];
    left.push(delivery.count({ where }), seat.count({ where }));
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0]);
    expect(codesOf(await deleteGame(ctx, number))).toEqual(['unknown-game']);
    expect(await ctx.db.prisma.game.count({ where: { id: other.game.id } })).toBe(1);
  });

  test('leaves its number unused: games that are created later get others, also at the same time', async () => {
    const { ctx } = own;
    const { game } = await formingGame(ctx, { humans: 1, opponents: 1 });
    granted(await deleteGame(ctx, gameNumber(game)));
    const later = await Promise.all([1, 2].map(() => formingGame(ctx, { humans: 1, opponents: 1 })));
    const serials = later.map((one) => one.game.serial).sort((a, b) => a - b);
    expect(serials).toEqual([game.serial + 1, game.serial + 2]);
    for (const one of later) granted(await deleteGame(ctx, gameNumber(one.game)));
    const last = await formingGame(ctx, { humans: 1, opponents: 1 });
    expect(last.game.serial).toBe(game.serial + 3);
  });

  test('is deleted by the command only if that is said', async () => {
    const { game } = await formingGame(own.ctx, { humans: 1, opponents: 1 });
    const number = gameNumber(game);
    const said: string[] = [];
    const output = { write: (text: string) => said.push(text) };
    const streams = { stdout: output, stderr: output } as unknown as Parameters<typeof command>[3];
    expect(await command(own.ctx, number, { forGood: false }, streams)).toBe(2);
    expect(said.at(-1)).toContain('cannot be undone');
    expect(await command(own.ctx, number, { forGood: true }, streams)).toBe(0);
    expect(said.at(-1)).toBe(`Deleted ${number}, “${game.title}”.\n`);
    expect(await command(own.ctx, number, { forGood: true }, streams)).toBe(2);
  });
});
