import { seededDice } from '../../src/rules/dice.ts';
import { electionYear } from '../../src/rules/election-year/index.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { IDS, playedGame } from './game.ts';
import { medianOf } from './measure.ts';

/** How fast the rules alone resolve a turn of six players, their sheets checked. */
export async function measureRules(): Promise<{ milliseconds: number; turnsPerSecond: number }> {
  const ruleset: Ruleset = electionYear;
  const state = playedGame(3).states[3];
  const sheets = Object.fromEntries(IDS.map((id) => [id, ruleset.opponent(state, id)]));
  const dice = seededDice(new Uint8Array(32), 4);
  const milliseconds = await medianOf(() => ruleset.resolve(state, sheets, dice));
  return { milliseconds, turnsPerSecond: Math.round(1000 / milliseconds) };
}
