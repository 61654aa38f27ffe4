import { isStateCode } from '../../../country.ts';
import { type AreaCode, boardState } from '../../data.ts';
import type { PlanRow } from '../../orders.ts';
import { ownsAll, type Player } from '../../state.ts';
import type { Foresight } from './foresight.ts';

/** The columns of a row: what defends first, then what others cannot take back in this round, and crowded states last. */
export function rowFor({ state, left }: Foresight, player: Player, area: AreaCode): PlanRow {
  const rest = { replace: null, hold: false };
  if (!isStateCode(area)) return { area, when: area === 'TOWN' ? 1 : 3, before: null, after: null, ...rest };
  const { class: kind } = boardState(area);
  const when = ownsAll(state.tokens, area, player.id) ? 2 : kind === 'red' ? 5 : kind === 'blue' ? 8 : 9;
  const before = kind === 'white' && player.town >= (left <= 0 ? 1 : 3) ? 1 : null;
  return { area, when, before, after: left <= 0 ? 4 : kind === 'red' ? 1 : 2, ...rest };
}
