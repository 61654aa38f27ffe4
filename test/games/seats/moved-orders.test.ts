import { expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import {
  enterPaperAdvanceOrders,
  openPaperAdvanceOrders,
} from '../../../src/games/post/paper-advance-orders.ts';
import { addPaperPlayer, replaceByPaperPlayer } from '../../../src/games/post/paper-players.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { countingSheet } from '../../../src/games/sheets/counting-sheet.ts';
import { useContext } from '../../helpers/use-context.ts';
import { formingGame, gameNow, granted, runningGame } from '../game/play.ts';

const own = useContext();

test('advance orders of a player by post are shown to the player who has an e-mail address now', async () => {
  const { ctx } = own;
  const g = await formingGame(ctx, { humans: 2, opponents: 2 });
  const as = { gameId: g.game.id, by: g.gm.id };
  granted(await addPaperPlayer(ctx, { ...as, name: 'Pat Paper', address: 'Pat Paper\nRoad 1' }));
  granted(await beginGame(ctx, { ...as, due: null }));
  const playing = async () => {
    const game = await gameNow(ctx, g.game.id);
    const seat = game.seats.find(({ name }) => name === 'Pat Paper');
    if (!seat) throw new Error('There is no such seat.');
    return { game, seat };
  };
  const of = { ...as, turn: 1, seatId: (await playing()).seat.id };
  granted(await openPaperAdvanceOrders(ctx, of));
  granted(await enterPaperAdvanceOrders(ctx, of, { turn: 2, raw: { press: 'Mine.' }, final: false }));
  await processTurn(ctx, { gameId: g.game.id, turn: 1, by: g.gm.id });
  granted(await correctAddress(ctx, { ...of, turn: 2, email: 'pat@players.test' }));
  expect((await countingSheet(ctx, await playing())).words).toBe('Version 1 of your sheet counts.');
});

test('they replace those that the person stored before the seat was played by post', async () => {
  const { ctx } = own;
  const g = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [seat] = g.seats as [Seat];
  const [{ id: accountId, email }] = g.players as [Account];
  const of = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: seat.id };
  for (const turn of [2, 3])
    granted(await sendAdvanceOrders(ctx, { ...of, turn, sentById: accountId, raw: { press: 'By mail.' } }));
  const wanted = { ...of, name: 'Ann Baker', address: 'Ann Baker\nRoad 1' };
  granted(await replaceByPaperPlayer(ctx, wanted));
  granted(await openPaperAdvanceOrders(ctx, of));
  granted(await enterPaperAdvanceOrders(ctx, of, { turn: 2, raw: { press: 'By post.' }, final: false }));
  granted(await correctAddress(ctx, { ...of, email }));
  const stored = await ctx.db.prisma.advanceOrders.findMany({
    where: { seatId: seat.id },
    orderBy: { turn: 'asc' },
    select: { turn: true, accountId: true, raw: true },
  });
  expect(stored).toEqual([
    { turn: 2, accountId, raw: { press: 'By post.' } },
    { turn: 3, accountId, raw: { press: 'By mail.' } },
  ]);
});
