import type { StateCode } from '../../country.ts';
import { STATE_CODES, stateOf } from '../../country.ts';
import type { Dice } from '../../dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { LogEntry, Why } from '../log.ts';
import type { Orders } from '../orders.ts';
import { chipsOf, type Player, playerOf, type State } from '../state.ts';

/** What a processing works on: a copy of the state that may be changed, the sheets that count, and the dice. */
export interface Desk {
  state: State;
  /** One for each seat; an empty one where no sheet came or it was refused (PTG-6.24). */
  orders: Readonly<Record<SeatIdentifier, Orders>>;
  dice: Dice;
}

/** PTG-6.10: adds to the log of this turn. */
export function record({ state }: Desk, entry: LogEntry): void {
  state.log.push(entry);
}

/** The sheet of a seat. */
export function ordersOf(desk: Desk, seat: SeatIdentifier): Orders {
  return desk.orders[seat] as Orders;
}

/** PTG-6.1: the candidates in order. */
export function inOrder({ state }: Desk): Player[] {
  return state.order.map((seat) => playerOf(state, seat));
}

/** The other candidates in order. */
export function othersOf(desk: Desk, seat: SeatIdentifier): Player[] {
  return inOrder(desk).filter(({ id }) => id !== seat);
}

/** PTG-6.5: moves a chip to a candidate, or back to its state; nothing happens if it is there already. */
export function moveChip(desk: Desk, code: StateCode, to: SeatIdentifier | null, why: Why): void {
  const { state } = desk;
  const from = state.chips[code];
  if (from === to) return;
  state.chips[code] = to;
  for (const seat of [from, to]) if (seat !== null) countVotes(state, playerOf(state, seat));
  record(desk, { type: 'chip', state: code, from, to, why });
}

/** PTG-6.5: the electoral votes of a candidate's chips. */
export function countVotes(state: Pick<State, 'chips'>, player: Player): void {
  player.electoral = votesOf(chipsOf(state, player.id));
}

/** The electoral votes of some states. */
export function votesOf(codes: readonly StateCode[]): number {
  return codes.reduce((sum, code) => sum + stateOf(code).electoralVotes, 0);
}

/** All chips of a candidate go to another one, by code (PTG-6.22, PTG-6.23). */
export function moveAllChips(desk: Desk, from: SeatIdentifier, to: SeatIdentifier, why: Why): void {
  for (const code of STATE_CODES) if (desk.state.chips[code] === from) moveChip(desk, code, to, why);
}

/** Popular votes that a candidate gains, or gives up and has (PTG-6.10: changes by 0 are not logged). */
export function changePopular(desk: Desk, player: Player, amount: number, why: Why): void {
  if (amount === 0) return;
  player.popular += amount;
  record(desk, { type: 'popular', who: player.id, amount, why });
}
