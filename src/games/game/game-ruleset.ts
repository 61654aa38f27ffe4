import { findRuleset } from '../../rules/catalog.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** Somebody asks for what is not theirs: a door let through what it should have stopped. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
}

/**
 * The ruleset a stored game is played by.
 * @throws if the server no longer has it in the version that the game began with: a game ends as it began.
 */
export function rulesetOf(game: { ruleset: string; rulesetVersion: number }): Ruleset {
  const ruleset = findRuleset(game.ruleset);
  if (ruleset === undefined) throw new Error(`This server has no ruleset "${game.ruleset}".`);
  if (ruleset.version !== game.rulesetVersion) {
    throw new Error(
      `The game began with version ${game.rulesetVersion} of ${game.ruleset}; this server has version ${ruleset.version}.`,
    );
  }
  return ruleset;
}
