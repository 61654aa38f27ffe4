import { expect, test } from 'vitest';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import {
  enterPaperAdvanceOrders,
  openPaperAdvanceOrders,
} from '../../../src/games/post/paper-advance-orders.ts';
import { addPaperPlayer } from '../../../src/games/post/paper-players.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { countingSheet } from '../../../src/games/sheets/counting-sheet.ts';
import { useContext } from '../../helpers/use-context.ts';
import { formingGame, gameNow, granted } from '../game/play.ts';

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
