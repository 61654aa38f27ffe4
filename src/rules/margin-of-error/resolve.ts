import type { Dice } from '../dice.ts';
import { checkLastMinute } from './check.ts';
import { WEEKS } from './data.ts';
import { playFinalVote } from './final-vote.ts';
import { playLastMinute } from './last-minute.ts';
import type { LastMinuteOrders } from './orders.ts';
import { owingPlayers, type Player, type RawSheets, type State } from './state.ts';
import { playWeekAlone, playWeekTogether } from './week.ts';

/** MOE-4.1: plays one turn. A game that is over stays as it is. */
export function resolve(before: State, sheets: RawSheets, dice: Dice): State {
  if (before.phase === 'over') return before;
  const state = structuredClone(before);
  state.log = [];
  state.turn += 1;
  if (state.phase === 'last-minute') resolveLastMinute(state, sheets, dice);
  else resolveWeek(state, sheets, dice);
  return state;
}

/** MOE-6.6, 6.8: a week. After week 9, the final vote follows at once unless a player holds a token. */
function resolveWeek(state: State, sheets: RawSheets, dice: Dice): void {
  if (state.players.length === 1) playWeekAlone(state, sheets, dice);
  else playWeekTogether(state, sheets, dice);
  state.week += 1;
  if (state.week <= WEEKS) return;
  state.phase = 'last-minute';
  if (owingPlayers(state).length === 0) finish(state, dice);
}

/** MOE-6.9, 6.10: the last-minute stops and the final vote. */
function resolveLastMinute(state: State, sheets: RawSheets, dice: Dice): void {
  const lists = owingPlayers(state).map((player) => ({
    player,
    orders: readLastMinuteSheet(state, player, sheets),
  }));
  playLastMinute(state, lists, dice);
  finish(state, dice);
}

function finish(state: State, dice: Dice): void {
  playFinalVote(state, dice);
  state.phase = 'over';
}

/** MOE-6.9: a player's last-minute stops; none if no sheet came, or a refused one. */
function readLastMinuteSheet(state: State, player: Player, sheets: RawSheets): LastMinuteOrders {
  const raw = sheets[player.id] ?? null;
  if (raw !== null) {
    const checked = checkLastMinute(player, raw);
    if (checked.ok) return checked.value;
  }
  state.log.push({ kind: 'missing', seat: player.id, refused: raw !== null });
  return { stops: [] };
}
