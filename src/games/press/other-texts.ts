import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/** In games that print other texts of a sheet, too: that they are withheld with the press release. */
export function otherTextsToo(game: WholeGame): string[] {
  if (rulesetOf(game).quotedTexts === undefined) return [];
  return ['Everything else that this sheet wrote for others to read is withheld with it.'];
}
