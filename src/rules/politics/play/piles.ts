import { shuffle } from '../../dice.ts';
import { type Desk, record } from './desk.ts';

/**
 * Takes the top card of a deck. If the deck is empty, the played cards, oldest first, are shuffled and become the deck
 * (PTG-6.17, PTG-6.21). Returns null if no card has been played either.
 */
export function drawCard(desk: Desk, deck: 'gerrymander' | 'wildcards'): string | null {
  const pile = desk.state[deck];
  if (pile.deck.length === 0) {
    const played = pile.played.map((entry) => (typeof entry === 'string' ? entry : entry.card));
    pile.played = [];
    record(desk, { type: 'reshuffle', deck });
    pile.deck = shuffle(played, desk.dice);
  }
  return pile.deck.shift() ?? null;
}
