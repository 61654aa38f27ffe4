import { diceFor } from '../data.ts';
import type { Orders } from '../orders.ts';
import { type Action, type Player, pileOf, type State } from '../state.ts';
import { type Desk, openDesk } from './desk.ts';
import { earningsOf, onesAmong } from './dice.ts';
import { shop } from './shop.ts';
import { placeVotes } from './votes.ts';

/**
 * PS-6.4 to PS-6.11: a player's whole action. Changes `state` except for what is derived from places and marks.
 * @param sheet whether an accepted sheet came
 */
export function act(state: State, player: Player, orders: Orders, sheet: boolean): Action {
  const tryWith = (money: number) => tryOut(state, player, orders, sheet, money);
  const ones = onesAmong(player.dice);
  const { player: changed, places, action } = chooseOnes(orders, ones, tryWith);
  Object.assign(player, changed);
  state.places = places;
  return action;
}

/** PS-6.6: how 1s are taken. @param ones how many dice show 1 */
function chooseOnes(orders: Orders, ones: number, tryWith: (money: number) => Desk): Desk {
  if (orders.ones === 'money') return tryWith(ones);
  if (orders.ones !== 'buy' && orders.ones !== 'finish') return tryWith(0);
  const desks = Array.from({ length: ones + 1 }, (_, money) => tryWith(money));
  if (orders.ones === 'buy') return firstWithMost(desks, ({ action }) => spent(action));
  return firstWithMost(desks.toReversed(), ({ action }) => action.won.length + action.hired);
}

function spent({ bought }: Action): number {
  return bought.reduce((sum, { price }) => sum + price, 0);
}

function firstWithMost(desks: readonly Desk[], figureOf: (desk: Desk) => number): Desk {
  return desks.reduce((best, desk) => (figureOf(desk) > figureOf(best) ? desk : best));
}

/** PS-6.5, PS-6.7 to PS-6.11 on a copy, with `money` of the 1s taken as money and the others as votes. */
function tryOut(state: State, player: Player, orders: Orders, sheet: boolean, money: number): Desk {
  const desk = openDesk({ player, places: state.places, pile: pileOf(state) }, orders, sheet);
  const { action } = desk;
  action.ones = { money, votes: onesAmong(player.dice) - money };
  const earned = earningsOf(player.dice, player.items, action.ones);
  action.votes = earned.votes;
  action.earned = earned.money;
  action.collected = Math.min(earned.money, desk.pile);
  desk.player.funds += action.collected;
  desk.pile -= action.collected;
  shop(desk);
  placeVotes(desk);
  action.hired = diceFor(desk.player.staff) - diceFor(player.staff);
  return desk;
}
