import { chosenPlan, type Guess, type RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { check } from '../check.ts';
import { noSheetDue } from '../problems.ts';
import { owingPlayers, type State } from '../state.ts';
import { guessBlocks } from './blocks.ts';
import { playManyTimes } from './plays.ts';
import { basisOf, planChoices, rivalSheet } from './rivals.ts';
import { guessSentences } from './sentences.ts';

/**
 * A guess at what a sheet would do (MOE-6), if the other candidate does what is assumed: the turn is played many times
 * with dice that have nothing to do with the game's. All of the state is public (MOE-8.2), so nothing is left out.
 */
export function guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess {
  const player = owingPlayers(state).find(({ id }) => id === seat);
  if (player === undefined) return { ok: false, problems: [noSheetDue()] };
  const checked = check(state, seat, raw);
  if (!checked.ok) return checked;
  const choices = planChoices(state, seat);
  const chosen = chosenPlan(choices, rivals);
  const others = state.players.filter(({ id }) => id !== seat);
  const sheets = Object.fromEntries(others.map((other) => [other.id, rivalSheet(state, other, chosen)]));
  const plays = playManyTimes(state, player, { ...sheets, [seat]: checked.orders });
  return {
    ok: true,
    choices,
    chosen,
    basis: basisOf(state, chosen),
    sentences: guessSentences(state, player, plays),
    blocks: guessBlocks(state, player, plays),
  };
}
