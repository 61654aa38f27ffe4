import type { AppContext } from '../../context.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { gameNumber } from '../game/game-number.ts';
import { openForm } from '../game/player-seat.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { rolledBackTokens, sheetToken } from '../sheets/sheet-token.ts';
import { findSheetAddress, isOldAddress } from './sheet-address.ts';

/** The sheet that the player behind an address owes: what a filled-in PDF of it must say. */
export interface ExpectedByMail {
  /** `EY-12` */
  game: string;
  /** The identifier of the seat. */
  seat: string;
  turn: number;
  token: string;
  /** See `ExpectedSheet`. */
  rolledBackTokens: string[];
  form: SheetForm;
}

/** The sheet of the open turn that belongs to an address; null if the address is not valid or an old one, or no sheet is owed. */
export async function expectedSheet(ctx: AppContext, key: string): Promise<ExpectedByMail | null> {
  const address = await findSheetAddress(ctx.db.prisma, ctx, key);
  const known = address && (await ctx.db.prisma.game.findUnique({ where: { id: address.gameId } }));
  const game = known && (await findGame(ctx, gameNumber(known)));
  const seat = game?.seats.find(({ id }) => id === address?.seatId);
  if (!address || !game || !seat || isOldAddress(game, address)) return null;
  const form = openForm({ game, seat });
  if (form === null) return null;
  const { turn, attempt } = game;
  const owner = { seatId: seat.id, turn, attempt, accountId: address.account.id };
  const tokens = {
    token: await sheetToken(ctx, owner),
    rolledBackTokens: await rolledBackTokens(ctx, owner),
  };
  return { game: gameNumber(game), seat: seat.identifier, turn, ...tokens, form };
}
