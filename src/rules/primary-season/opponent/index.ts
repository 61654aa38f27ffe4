import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { blankOrders, type Orders } from '../orders.ts';
import { findPlayer, type State } from '../state.ts';
import { goodOrders } from './standard.ts';

/** Section 13: the sheet of a computer candidate. It uses what everyone sees, and no dice. */
export function opponent(state: State, seat: SeatIdentifier, _grade: Grade = 'standard'): Orders {
  const player = findPlayer(state, seat);
  return player === undefined ? blankOrders() : goodOrders(state, player);
}
