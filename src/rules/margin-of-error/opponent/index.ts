import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { emptyWeek, type Orders } from '../orders.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { planEasy } from './easy.ts';
import { planHard } from './hard.ts';
import { planStandard } from './standard.ts';

const PLANNERS: Record<Grade, (state: State, player: Player) => Orders> = {
  easy: planEasy,
  standard: planStandard,
  hard: planHard,
};

/** The orders of a computer candidate: by MOE-13 at the standard grade. It uses no dice and only the public state. */
export function opponent(state: State, seat: SeatIdentifier, grade: Grade = 'standard'): Orders {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return emptyWeek();
  return PLANNERS[grade](state, player);
}
