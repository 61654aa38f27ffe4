import { chosenPlan, type Guess, type RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { check } from '../check.ts';
import { resolve } from '../resolve.ts';
import type { State } from '../state.ts';
import { guessBlocks } from './blocks.ts';
import { BASIS, planChoices, rivalOrders, withAssumedMoney } from './rivals.ts';
import { guessSentences } from './sentences.ts';

/**
 * A guess at what a sheet would do (section 6), if the other candidates do what is assumed of them. The money of the
 * others is secret (section 8): it is replaced by what their assumed orders cost, so it has no influence.
 */
export function guess(state: State, seat: SeatIdentifier, raw: unknown, rivals: RivalPlan | null): Guess {
  const checked = check(state, seat, raw);
  if (!checked.ok) return checked;
  const choices = planChoices(state);
  const chosen = chosenPlan(choices, rivals);
  const orders = rivalOrders(state, seat, chosen);
  const before = withAssumedMoney(state, seat, orders);
  const after = resolve(before, { ...Object.fromEntries(orders), [seat]: checked.orders });
  const turns = { seat, before, after };
  return {
    ok: true,
    choices,
    chosen,
    basis: BASIS[chosen],
    sentences: guessSentences(turns),
    blocks: guessBlocks(turns, orders),
  };
}
