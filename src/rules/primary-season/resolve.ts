import type { Dice } from '../dice.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import { diceFor } from './data.ts';
import { blankOrders, type Orders } from './orders.ts';
import { act } from './play/action.ts';
import { rollAgain } from './play/rolls.ts';
import { firstPhase } from './setup.ts';
import {
  allFirstsTaken,
  findPlayer,
  openOrder,
  type Player,
  type RawSheets,
  type State,
  scoreOf,
} from './state.ts';

/** A player with the orders of the open phase. `sheet` says whether an accepted sheet came. */
interface Turn {
  player: Player;
  orders: Orders;
  sheet: boolean;
}

/** PS-6.2: plays the open phase. A game that is over stays as it is. */
export function resolve(before: State, sheets: RawSheets, dice: Dice): State {
  if (before.phase === 'over') return before;
  const state = structuredClone(before);
  const turns = openOrder(before).map((seat) => readTurn(before, state, seat, sheets));
  if (state.phase !== 'spend') {
    state.rolls = turns.map(({ player, orders, sheet }) => rollAgain(player, orders, sheet, dice));
  }
  if (state.phase === 'roll') {
    state.actions = [];
    state.phase = 'spend';
    return state;
  }
  state.actions = turns.map(({ player, orders, sheet }) => act(state, player, orders, sheet));
  for (const player of state.players) Object.assign(player, scoreOf(state.places, player));
  endTurn(state);
  rollAdvanceDice(state, dice);
  return state;
}

/** PS-6.1: the orders of a seat; those of an empty sheet if none came or if it was refused. */
function readTurn(before: State, state: State, seat: SeatIdentifier, sheets: RawSheets): Turn {
  const player = findPlayer(state, seat) as Player;
  const raw = (Object.hasOwn(sheets, seat) ? sheets[seat] : null) ?? null;
  const checked = check(before, seat, raw);
  const orders = checked.ok ? checked.orders : blankOrders();
  return { player, orders, sheet: raw !== null && checked.ok };
}

/** PS-6.13: the end of a turn. */
function endTurn(state: State): void {
  const { maxTurns } = state.options;
  state.turn += 1;
  if (state.lastTurn === null && allFirstsTaken(state.places)) {
    state.lastTurn = Math.min(state.turn + 1, maxTurns);
  }
  const isOver = state.turn === state.lastTurn || state.turn === maxTurns;
  state.phase = isOver ? 'over' : firstPhase(state.options);
}

/** PS-6.14: the dice of the next turn, in players' order. */
function rollAdvanceDice(state: State, dice: Dice): void {
  for (const player of state.players) {
    const count = state.phase === 'over' ? 0 : diceFor(player.staff);
    player.dice = Array.from({ length: count }, () => dice.roll(6));
  }
}
