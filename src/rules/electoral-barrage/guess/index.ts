import { chosenPlan, type Guess, type RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { check } from '../check/index.ts';
import { notOwed } from '../check/problems.ts';
import { supposedState } from '../sight.ts';
import type { State } from '../state.ts';
import { guessBlocks } from './blocks.ts';
import { playManyTimes } from './plays.ts';
import { basisOf, planChoices, rivalSheet } from './rivals.ts';
import { guessSentences } from './sentences.ts';

/**
 * A guess at what a sheet would do (section 6), if the other candidates do what is supposed of them: the turn is played
 * many times with dice that have nothing to do with the game's. The cards and plans of others are secret (section 8), so
 * they are left out.
 */
export function guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess {
  if (!state.owing.includes(seat)) return { ok: false, problems: [notOwed()] };
  const checked = check(state, seat, raw);
  if (!checked.ok) return checked;
  const choices = planChoices(state);
  const chosen = chosenPlan(choices, rivals);
  const before = supposedState(state, seat);
  const others = before.players.filter(({ id }) => id !== seat);
  const orders = new Map(others.map(({ id }) => [id, rivalSheet(before, id, chosen)]));
  const after = playManyTimes(before, orders.set(seat, checked.orders));
  return {
    ok: true,
    choices,
    chosen,
    basis: basisOf(state, chosen),
    sentences: guessSentences(before, seat, after),
    blocks: guessBlocks({ known: state, before }, seat, after),
  };
}
