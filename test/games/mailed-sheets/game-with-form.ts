import type { Prisma } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm, type PlayerSeat } from '../../../src/games/game/player-seat.ts';
import type { MailCommand } from '../../../src/games/mailed-sheets/commands.ts';
import type { Done, MailedRequest } from '../../../src/games/mailed-sheets/mailed-request.ts';
import { markFinal } from '../../../src/games/mailed-sheets/mark-final.ts';
import { takeSheet } from '../../../src/games/mailed-sheets/take-sheet.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import type { TestContext } from '../../helpers/database.ts';
import { computerSheets } from '../../rules/computer-games.ts';
import { runningGame, type TestGame } from '../game/play.ts';

/** A running game of a ruleset that is at a sheet of a certain kind, and its seat that owes that sheet. */
export interface GameWithForm {
  seat: TestGame['seats'][number];
  turn: number;
  form: SheetForm;
  /** Takes a mail for the sheet as it was read. */
  mail(
    command: MailCommand | null,
    read: (form: SheetForm) => Pick<MailedRequest, 'text' | 'attached'>,
  ): Promise<Done>;
}

/** Plays games of the computer until a seat owes a sheet whose form is wanted, and puts a new game in that state. */
export async function gameWithForm(
  own: Pick<TestContext, 'ctx'>,
  ruleset: keyof typeof RULESETS,
  isWanted: (form: SheetForm) => boolean,
  options: Record<string, unknown> = {},
): Promise<GameWithForm> {
  const { prisma } = own.ctx.db;
  const found = sheetWith(ruleset, isWanted, options);
  const game = await runningGame(own.ctx, { ruleset, humans: 2, opponents: 0 });
  const gameId = game.game.id;
  await prisma.gameSchedule.update({
    where: { gameId },
    data: { autoProcess: true, processWhenFinal: true },
  });
  const state = found.state as Prisma.InputJsonObject;
  await prisma.gameState.update({ where: { gameId }, data: { state } });
  const { turn } = found.form;
  await prisma.game.update({ where: { id: gameId }, data: { turn } });
  // The seats of computer games are AA and AB.
  for (const [place, identifier] of ['AA', 'AB'].entries()) {
    await prisma.seat.update({ where: { id: game.seats[place]?.id ?? '' }, data: { identifier } });
  }
  const seat = game.seats[found.seat === 'AA' ? 0 : 1] as GameWithForm['seat'];
  return {
    seat,
    turn,
    form: found.form,
    async mail(command, read) {
      const account = game.players.find(({ id }) => id === seat.accountId);
      const player: PlayerSeat | null =
        account === undefined ? null : await loadPlayerSeat(own.ctx, account, gameNumber(game.game));
      const form = player && openForm(player);
      if (account === undefined || !player || !form) throw new Error('There is no player.');
      const about = { gameId, seatId: seat.id, turn, attempt: player.game.attempt, account };
      const address = { ...about, target: { kind: 'open' as const } };
      const request = { own: player, address, command, otherFiles: [], sentAt: own.ctx.now(), ...read(form) };
      return await (command?.kind === 'final' ? markFinal(own.ctx, request) : takeSheet(own.ctx, request));
    },
  };
}

function sheetWith(
  ruleset: keyof typeof RULESETS,
  isWanted: (form: SheetForm) => boolean,
  options: Record<string, unknown>,
) {
  for (let seed = 1; seed < 60; seed += 1) {
    for (const sheet of computerSheets(RULESETS[ruleset] as Ruleset, seed, 2, options)) {
      if (isWanted(sheet.form)) return sheet;
    }
  }
  throw new Error('No game of the computer has such a sheet.');
}
