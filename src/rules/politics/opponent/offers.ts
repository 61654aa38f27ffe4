import { stateOf } from '../../country.ts';
import { MAJORITY } from '../data/amounts.ts';
import { allOffers, type OpenOffer } from '../pending.ts';
import { votesOf } from '../play/desk.ts';
import { type Player, playerOf, type State } from '../state.ts';
import type { Character } from './character.ts';

/** PTG-13.4: below so many electoral votes a candidate needs what it can get. */
const FEW_VOTES = 150;
/** PTG-13.4: chips with this many votes are not for sale. */
const LARGE_CHIP = 28;
const TURNS_LEFT = 6;

/** PTG-13.4: the labels of the offers that a candidate accepts, at most one for each chip. */
export function offersToAccept(state: State, player: Player, character: Character): string[] {
  const offers = allOffers(state)
    .filter(({ offer }) => offer.to === player.id)
    .toSorted((a, b) => worthOf(b) - worthOf(a));
  const accepted: OpenOffer[] = [];
  for (const one of offers) {
    if (accepted.some(({ pending }) => pending.state === one.pending.state)) continue;
    if (isGood(state, player, character, one, accepted)) accepted.push(one);
  }
  return accepted.map(({ label }) => label);
}

function worthOf({ offer: { cash, votes, chips } }: OpenOffer): number {
  return cash + votes + votesOf(chips);
}

function isGood(
  state: State,
  player: Player,
  { price, keeps }: Character,
  one: OpenOffer,
  accepted: readonly OpenOffer[],
): boolean {
  const { by, pending, offer } = one;
  const value = stateOf(pending.state).electoralVotes;
  const sold = accepted.filter((other) => other.by === by).map((other) => other.pending.state);
  const bidder = playerOf(state, by);
  const after = bidder.electoral + value + votesOf(sold) - votesOf(offer.chips);
  const worth = worthOf(one);
  const isPoor = player.electoral < FEW_VOTES;
  if (after >= MAJORITY) return isPoor && worth >= value && leadsWith(state, player, one);
  if (keeps.includes(pending.state)) return false;
  const turnsLeft = state.settings.turnLimit - state.round;
  return turnsLeft >= TURNS_LEFT && value < LARGE_CHIP && worth >= (isPoor ? 2 : price) * value;
}

/** PTG-13.4 (a): whether the votes offered would put the candidate ahead of all others, whom the bidder then meets. */
function leadsWith(state: State, player: Player, { by, offer }: OpenOffer): boolean {
  return state.players.every(({ id, popular }) => {
    if (id === player.id) return true;
    const theirs = id === by ? popular - offer.votes : popular;
    return player.popular + offer.votes > theirs;
  });
}
