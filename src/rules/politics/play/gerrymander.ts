import { LEVY } from '../data/amounts.ts';
import { type Bundle, gerrymander } from '../data/gerrymanders.ts';
import type { Player } from '../state.ts';
import { changePopular, type Desk, inOrder, moveChip, ordersOf, othersOf, record } from './desk.ts';
import { holdElection } from './election.ts';
import { receive, spend } from './money.ts';
import { drawCard } from './piles.ts';

/** PTG-6.17: the Gerrymander cards of all sheets; returns whether an election ended the processing. */
export function playGerrymanders(desk: Desk): boolean {
  for (const player of inOrder(desk)) {
    const played = ordersOf(desk, player.id).gerrymander.filter((id) => playCard(desk, player, id));
    for (const _ of played) {
      const drawn = drawCard(desk, 'gerrymander');
      if (drawn !== null) player.cards.push(drawn);
    }
    if (holdElection(desk)) return true;
  }
  return false;
}

/** PTG-6.17: plays a card if it is in the hand and everything needed is there; returns whether it did. */
function playCard(desk: Desk, player: Player, id: string): boolean {
  const { needed, reward, levy } = gerrymander(id);
  const done = player.cards.includes(id) && hasAll(desk, player, needed);
  record(desk, { type: 'gerrymander', by: player.id, card: id, done });
  if (!done) return false;
  for (const code of needed.chips) moveChip(desk, code, null, 'gerrymander');
  spend(desk, player, 'bank', needed.cash, 'gerrymander');
  changePopular(desk, player, -needed.votes, 'gerrymander');
  for (const code of reward.chips) moveChip(desk, code, player.id, 'gerrymander');
  receive(desk, player, reward.cash, 'gerrymander');
  if (levy) collectLevy(desk, player);
  changePopular(desk, player, reward.votes, 'gerrymander');
  player.cards = player.cards.filter((card) => card !== id);
  desk.state.gerrymander.played.push({ card: id, by: player.id });
  return true;
}

/** PTG-6.17: whether a candidate holds what a card needs. */
export function hasAll({ state }: Pick<Desk, 'state'>, player: Player, needed: Bundle): boolean {
  const hasAmounts = player.cash >= needed.cash && player.popular >= needed.votes;
  return hasAmounts && needed.chips.every((code) => state.chips[code] === player.id);
}

/** PTG-2.5: each other candidate pays up to $2 million of its cash. */
function collectLevy(desk: Desk, player: Player): void {
  for (const other of othersOf(desk, player.id)) {
    spend(desk, other, player.id, Math.min(other.cash, LEVY), 'gerrymander');
  }
}
