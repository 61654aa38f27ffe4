import type { StateCode } from '../../country.ts';
import { stateOf } from '../../country.ts';
import { chipsOf, type Player } from '../state.ts';
import { changePopular, type Desk, moveChip } from './desk.ts';
import { pay } from './money.ts';

/** PTG-6.6: a candidate loses millions of popular votes; each that is lacking costs $1 million. */
export function losePopular(desk: Desk, player: Player, amount: number): void {
  const struck = Math.min(player.popular, amount);
  changePopular(desk, player, -struck, 'wildcard');
  if (amount > struck) pay(desk, player, 'bank', amount - struck, 'wildcard');
}

/** PTG-6.7: a candidate gives back chips worth some electoral votes; each vote that is lacking costs $1 million. */
export function loseElectoral(desk: Desk, player: Player, amount: number): void {
  const lacking = amount - player.electoral;
  const chips = chipsOf(desk.state, player.id);
  for (const code of lacking >= 0 ? chips : cheapestSet(chips, amount))
    moveChip(desk, code, null, 'wildcard');
  if (lacking > 0) pay(desk, player, 'bank', lacking, 'wildcard');
}

/**
 * PTG-6.7: the chips with the smallest sum that is at least `votes`; of those the fewest; of those the list that comes
 * first in the alphabet.
 * @param chips in alphabetical order, worth more than `votes` in all
 */
export function cheapestSet(chips: readonly StateCode[], votes: number): StateCode[] {
  const best: (StateCode[] | undefined)[] = [[]];
  // From the last chip to the first, so that each list stays sorted, and a better rest makes a better list.
  for (const code of chips.toReversed()) {
    const worth = stateOf(code).electoralVotes;
    for (let sum = best.length - 1; sum >= 0; sum -= 1) {
      const rest = best[sum];
      if (!rest || sum >= votes) continue;
      const list = [code, ...rest];
      const known = best[sum + worth];
      if (!known || isBetter(list, known)) best[sum + worth] = list;
    }
  }
  const sum = best.findIndex((list, total) => list !== undefined && total >= votes);
  return best[sum] ?? [];
}

/** Whether a list is shorter, or as long and earlier in the alphabet. */
function isBetter(list: readonly StateCode[], than: readonly StateCode[]): boolean {
  return list.length !== than.length ? list.length < than.length : list.join() < than.join();
}
