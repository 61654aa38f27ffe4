import { expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { playerGames } from '../../../src/games/game/player-games-view.ts';
import { playerGame } from '../../../src/games/game/player-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { handSeatToComputer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { countingSheet } from '../../../src/games/sheets/counting-sheet.ts';
import { useContext } from '../../helpers/use-context.ts';
import { gameNow, granted, runningGame, send } from '../game/play.ts';

const own = useContext();

test('a player who is back from the computer is told that their standing orders are played, and they are', async () => {
  const { ctx } = own;
  const g = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = g.seats as [Seat, Seat];
  const accountId = ann.accountId as number;
  const of = (turn: number) => ({ gameId: g.game.id, by: g.gm.id, turn, seatId: ann.id });
  granted(await handSeatToComputer(ctx, of(1)));
  await send(ctx, carl, 1, {});
  await processTurn(ctx, { gameId: g.game.id, turn: 1, by: null });
  await makeComputerSheets(ctx, { gameId: g.game.id, turn: 2 });
  granted(await returnSeat(ctx, of(2)));

  const told = async () => {
    const game = await gameNow(ctx, g.game.id);
    const seat = game.seats.find(({ id }) => id === ann.id);
    if (!seat) throw new Error('There is no such seat.');
    const page = await playerGame(ctx, { id: accountId }, gameNumber(g.game));
    const line = (await playerGames(ctx, { id: accountId })).games[0];
    const { words, hiddenSheetStands } = await countingSheet(ctx, { game, seat });
    return [words, hiddenSheetStands, page?.hiddenSheetStands, line?.hiddenSheetStands];
  };
  expect(await told()).toEqual([expect.stringContaining('someone else sent'), true, true, true]);

  const orders = { gameId: g.game.id, seatId: ann.id, turn: STANDING_ORDERS, sentById: accountId };
  granted(await sendAdvanceOrders(ctx, { ...orders, raw: { press: 'I am back.' } }));
  const words =
    'You have not sent a sheet for this turn yet. If no good sheet comes, your standing orders are played, except for anything that no longer fits.';
  expect(await told()).toEqual([words, false, false, false]);

  await processTurn(ctx, { gameId: g.game.id, turn: 2, by: null });
  const played = { seatId: ann.id, turn: 2, outcome: 'standing' as const };
  const sheet = await ctx.db.prisma.sheet.findFirstOrThrow({ where: played });
  expect(sheet.channel).toBe('standing');
});
