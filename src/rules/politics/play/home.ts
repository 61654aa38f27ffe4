import { STATES, type StateCode } from '../../country.ts';
import { CAPITAL } from '../data/amounts.ts';
import { playerOf, type State } from '../state.ts';
import { type Desk, ordersOf, record } from './desk.ts';
import { rollDice } from './dice.ts';

/** PTG-6.13: home states in the order of picking, then the cards that are given back, then the first dice. */
export function settleHomes(desk: Desk): void {
  const { state } = desk;
  for (const seat of state.settings.picking) {
    const home = ordersOf(desk, seat).homes.find((code) => isFree(state, code)) ?? largestFree(state);
    playerOf(state, seat).at = home;
    record(desk, { type: 'home', by: seat, state: home });
  }
  for (const player of state.players) {
    const discard = ordersOf(desk, player.id).discard ?? player.cards.at(-1);
    const index = player.cards.indexOf(discard ?? '');
    state.gerrymander.deck.push(...player.cards.splice(index, 1));
  }
  state.phase = 'campaign';
  rollDice(desk);
}

function isFree({ players }: State, code: StateCode): boolean {
  return code !== CAPITAL && players.every(({ at }) => at !== code);
}

/** PTG-6.13: the free state with the most electoral votes, ties by code. */
function largestFree(state: State): StateCode {
  const free = STATES.filter(({ code }) => isFree(state, code));
  const [largest] = free.toSorted((a, b) => b.electoralVotes - a.electoralVotes);
  return (largest as (typeof free)[number]).code;
}
