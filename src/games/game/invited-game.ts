import type { AppContext } from '../../context.ts';
import { findRuleset } from '../../rules/catalog.ts';
import { gameNumber, parseGameNumber } from './game-number.ts';

/** What the page of an invitation says about a game. */
export interface InvitedGame {
  /** `EY-12` */
  number: string;
  title: string;
  rulesetTitle: string;
  gm: string;
  /** The identifier of the person's seat. */
  seat: string;
}

/** The game of this number, if the account has a seat in it; else null. */
export async function invitedGame(
  ctx: AppContext,
  number: string,
  accountId: number,
): Promise<InvitedGame | null> {
  const parts = parseGameNumber(number);
  if (parts === null) return null;
  const game = await ctx.db.prisma.game.findUnique({
    where: { prefix_serial: parts },
    select: {
      ...{ prefix: true, serial: true, title: true, ruleset: true, gm: { select: { name: true } } },
      seats: { where: { accountId }, select: { identifier: true } },
    },
  });
  const seat = game?.seats[0];
  if (!game || !seat) return null;
  const rulesetTitle = findRuleset(game.ruleset)?.title ?? game.ruleset;
  const { title, gm } = game;
  return { number: gameNumber(game), title, rulesetTitle, gm: gm.name, seat: seat.identifier };
}
