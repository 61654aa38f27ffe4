import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { blankOrders, type Orders } from '../orders.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { farSightedOrders } from './ahead.ts';
import { casualOrders } from './casual.ts';
import { characterOf } from './character.ts';
import { goodOrders } from './standard.ts';

/** The sheets of the grades; `standard` is the good opponent of section 13, each candidate with a character of its own. */
const GRADES: Record<Grade, (state: State, player: Player) => Orders> = {
  easy: casualOrders,
  standard: (state, player) => goodOrders(state, player, characterOf(state, player)),
  hard: farSightedOrders,
};

/** The sheet of a computer candidate. It uses what everyone sees, and no dice of the game. */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = findPlayer(state, seat);
  return player === undefined || state.phase === 'over' ? blankOrders() : GRADES[grade](state, player);
}
