import type { StateCode } from '../../country.ts';
import { type Bundle, type Gerrymander, gerrymander } from '../data/gerrymanders.ts';
import { votesOf } from '../play/desk.ts';
import { chipsOf, type Player, type State } from '../state.ts';

/** PTG-13.2: what each chip that a card needs is counted less. */
const TROUBLE = 3;

/** PTG-2.5: electoral votes, $ millions and millions of popular votes count alike. */
function worth({ chips, cash, votes }: Bundle): number {
  return votesOf(chips) + cash + votes;
}

/** PTG-13.2: the card to give back: the one with the least worth; the later in the hand if two are equal. */
export function cardToDiscard(hand: readonly string[]): string | null {
  const value = ({ needed, reward }: Gerrymander) =>
    worth(reward) - worth(needed) - TROUBLE * needed.chips.length;
  const ranked = hand.toReversed().map((id) => ({ id, value: value(gerrymander(id)) }));
  return ranked.toSorted((a, b) => a.value - b.value)[0]?.id ?? null;
}

/** PTG-13.6: the cards that are worth playing, in the order of the hand. */
export function cardsToPlay(state: State, player: Player): string[] {
  const own = chipsOf(state, player.id);
  const hoped = player.pending.filter(({ asked }) => asked[0]?.kind === 'government').map((one) => one.state);
  const has = new Set<StateCode>([...own, ...hoped]);
  return player.cards.filter((id) => {
    const { needed, reward } = gerrymander(id);
    if (!needed.chips.every((code) => has.has(code))) return false;
    const gained = votesOf(reward.chips.filter((code) => !own.includes(code))) - votesOf(needed.chips);
    return 2 * gained + (reward.votes + reward.cash) - (needed.votes + needed.cash) > 0;
  });
}

/** PTG-13.7: the chips that a candidate lacks for the cards in its hand. */
export function wantedChips(state: State, player: Player): StateCode[] {
  const needed = player.cards.flatMap((id) => gerrymander(id).needed.chips);
  return needed.filter((code) => state.chips[code] !== player.id);
}
