import type { Dice } from '../dice.ts';
import { alternate } from './alternate.ts';
import { rollDice, sum } from './campaign.ts';
import { adjustment, CODES, finalMargin } from './data.ts';
import type { LastMinuteOrders } from './orders.ts';
import { isSafe, push, stopSquares } from './polls.ts';
import type { Player, State } from './state.ts';

/** A player's last-minute list. */
export interface LastMinuteList {
  player: Player;
  orders: LastMinuteOrders;
}

/** MOE-6.9: the stops of the last minute: one player's in listed order, two players' by tokens left. */
export function playLastMinute(state: State, lists: readonly LastMinuteList[], dice: Dice): void {
  const rows = lists.map(({ player, orders }) => ({
    left: player.tokens.length,
    rows: orders.stops.map((stop) => ({ player, ...stop })),
  }));
  alternate(rows, begins(state, lists), (row) => {
    stop(state, row.player, row, dice);
    return row.tokens;
  });
}

/** The one with more tokens; equal: the holder of the edge. */
function begins(state: State, lists: readonly LastMinuteList[]): number {
  const [a, b] = lists;
  if (a === undefined || b === undefined) return 0;
  const difference = a.player.tokens.length - b.player.tokens.length;
  if (difference !== 0) return difference > 0 ? 0 : 1;
  return a.player.id === state.edge ? 0 : 1;
}

function stop(state: State, player: Player, row: LastMinuteOrders['stops'][number], dice: Dice): void {
  const { party, id: seat } = player;
  const rolled = rollDice(dice, row.tokens);
  const total = sum(rolled);
  const squares = stopSquares(adjustment(total), row.state, party, state.homes);
  const { from, to } = push(state.polls, row.state, party, squares, true);
  state.log.push({
    kind: 'last-minute',
    seat,
    state: row.state,
    tokens: row.tokens,
    dice: rolled,
    total,
    squares,
    from,
    to,
  });
}

/** MOE-6.10: every state within the margin of error takes one last roll, read for the lone player or for D. */
export function playFinalVote(state: State, dice: Dice): void {
  const alone = state.players.length === 1 ? state.players[0] : undefined;
  const reader = alone?.party ?? 'D';
  for (const code of CODES) {
    if (isSafe(state.polls[code])) continue;
    const rolled = rollDice(dice, 2);
    const shift = finalMargin(sum(rolled));
    const { from, to } = push(state.polls, code, reader, shift, false);
    state.log.push({ kind: 'final', state: code, dice: rolled, shift, from, to });
  }
}
