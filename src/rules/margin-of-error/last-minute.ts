import type { Dice } from '../dice.ts';
import { playAlternately } from './alternation.ts';
import { squaresFor } from './data.ts';
import type { LastMinuteOrders } from './orders.ts';
import { push, stopSquares } from './polls.ts';
import { rollDice, sum } from './rolls.ts';
import type { Player, State } from './state.ts';

/** A player's last-minute stops. */
export interface LastMinuteList {
  player: Player;
  orders: LastMinuteOrders;
}

/** MOE-6.9: the last-minute stops: of one player in listed order, of two by tokens left. Changes `state`. */
export function playLastMinute(state: State, lists: readonly LastMinuteList[], dice: Dice): void {
  const rows = lists.map(({ player, orders }) => ({
    left: player.tokens.length,
    rows: orders.stops.map((stop) => ({ player, stop })),
  }));
  playAlternately(rows, firstList(state, lists), ({ player, stop }) => {
    makeStop(state, player, stop, dice);
    return stop.tokens;
  });
}

/** The index of the player with more tokens; equal: of the holder of the edge. */
function firstList(state: State, lists: readonly LastMinuteList[]): number {
  const [a, b] = lists;
  if (a === undefined || b === undefined) return 0;
  const difference = a.player.tokens.length - b.player.tokens.length;
  if (difference !== 0) return difference > 0 ? 0 : 1;
  return a.player.id === state.edge ? 0 : 1;
}

function makeStop(state: State, player: Player, stop: LastMinuteOrders['stops'][number], dice: Dice): void {
  const { party, id: seat } = player;
  const rolled = rollDice(dice, stop.tokens);
  const total = sum(rolled);
  const squares = stopSquares(squaresFor(total), stop.state, party, state.homes);
  const { from, to } = push(state.polls, { state: stop.state, party, squares, guard: true });
  state.log.push({
    kind: 'last-minute',
    seat,
    state: stop.state,
    tokens: stop.tokens,
    dice: rolled,
    total,
    squares,
    from,
    to,
  });
}
