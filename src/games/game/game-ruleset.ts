import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** An account asked for something that it has no right to. Callers must authorize, so this is a bug in the caller. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

/** How a stored game names its ruleset. */
export interface RulesetReference {
  ruleset: string;
  rulesetVersion: number;
}

/**
 * Returns the ruleset of a stored game, in the version that the game began with: the current one or a frozen one.
 * @throws if this server does not have that version
 */
export function rulesetOf(game: RulesetReference): Ruleset {
  const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
  if (ruleset !== undefined) return ruleset;
  const current = findRuleset(game.ruleset);
  if (current === undefined) throw new Error(`This server has no ruleset "${game.ruleset}".`);
  throw new Error(
    `The game began with version ${game.rulesetVersion} of ${game.ruleset}; this server has version ${current.version}. ` +
      'Freeze the older version (src/rules/catalog.ts) so that the game can go on.',
  );
}

/** The open turn of a running game in words: `turn 7 (Round 4, re-rolls)`. */
export function openTurnInWords(game: RulesetReference & { turn: number; state: unknown }): string {
  return `turn ${game.turn} (${rulesetOf(game).phaseName(game.state)})`;
}
