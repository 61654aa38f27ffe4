import { expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { transferOut } from '../../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import {
  ownRolledBackPrintout,
  ownRolledBackPrintouts,
} from '../../../src/games/processing/rolled-back-printouts.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, granted, runningGame, type TestGame } from '../game/play.ts';
import { processAsGm, rollBackAsGm } from './turns.ts';

/* Someone who takes a seat gets the printout of the open turn, and can read it once it is rolled back. */

const own = useContext();
const next = useContext();

/** A game in which someone took the second seat in turn 2, which has been rolled back since. */
async function taken(mailPrintouts: boolean): Promise<{ g: TestGame; nora: Account }> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await processAsGm(own.ctx, g, 1);
  const { id, name, email } = await anAccount(own.ctx, 'Nora Neu');
  await own.ctx.db.prisma.account.update({ where: { id }, data: { mailPrintouts } });
  const seat = g.seats[1] as Seat;
  const asked = { gameId: g.game.id, by: g.gm.id, turn: 2 };
  granted(await replacePlayer(own.ctx, { ...asked, seatId: seat.id, name, email }));
  granted(await rollBackAsGm(own.ctx, g, 2));
  return { g, nora: await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id } }) };
}

const turnsReadBy = async (ctx: AppContext, { id }: Account, number: string) => {
  const viewer = { id, name: '', operator: false, mayRunGames: false };
  const lines = await ownRolledBackPrintouts(ctx, viewer, number);
  for (const key of lines) expect(await ownRolledBackPrintout(ctx, viewer, number, key)).not.toBeNull();
  return lines.map(({ turn, attempt }) => [turn, attempt]);
};

test.each([
  ['by mail', true],
  ['on the pages only', false],
])('A person who got it %s', async (_how, mailPrintouts) => {
  const { g, nora } = await taken(mailPrintouts);
  const number = gameNumber(g.game);
  expect(await turnsReadBy(own.ctx, nora, number)).toEqual([[2, 1]]);
  // The printout was written for the former player, who has it, too. The other player has their own.
  for (const player of g.players) expect(await turnsReadBy(own.ctx, player, number)).toEqual([[2, 1]]);
  expect(await turnsReadBy(own.ctx, await anAccount(own.ctx, 'Otto Other'), number)).toEqual([]);
});

test('Those who could read it still can when the game has moved to another server', async () => {
  const { g, nora } = await taken(true);
  const number = gameNumber(g.game);
  granted(await pauseGame(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1 }));
  granted(
    await transferIn(next.ctx, JSON.parse(JSON.stringify(granted(await transferOut(own.ctx, number))))),
  );
  const there = (email: string) => next.ctx.db.prisma.account.findUniqueOrThrow({ where: { email } });
  for (const { email } of [nora, ...g.players]) {
    expect(await turnsReadBy(next.ctx, await there(email), number)).toEqual([[2, 1]]);
  }
});
