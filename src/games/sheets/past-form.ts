import type { AppContext } from '../../context.ts';
import { findRulesetVersion } from '../../rules/catalog.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import type { WholeGame } from '../game/game-store.ts';

/**
 * The form of a seat's sheet for a turn that may have been processed since, made from the state before the turn. While the
 * turn before is rolled back, that is the state with which the sheet was filled in. Null if the seat owed no sheet, or if that
 * state or the ruleset's version is not there.
 */
export async function pastForm(
  ctx: AppContext,
  game: Pick<WholeGame, 'id' | 'ruleset' | 'rulesetVersion'>,
  { turn, seat }: { turn: number; seat: SeatIdentifier },
): Promise<SheetForm | null> {
  const before = await ctx.db.prisma.turn.findFirst({
    where: { gameId: game.id, turn: turn - 1 },
    orderBy: { rolledBackAt: { sort: 'desc', nulls: 'first' } },
    select: { state: true },
  });
  if (before === null) return null;
  return findRulesetVersion(game.ruleset, game.rulesetVersion)?.sheet(before.state, seat) ?? null;
}
