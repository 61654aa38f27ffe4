import type { Dice } from '../dice.ts';
import type { Party } from '../parties.ts';
import { BATTLEGROUND_CODES, finalMargin } from './data.ts';
import { isSafe, push } from './polls.ts';
import { rollDice, sum } from './rolls.ts';
import type { State } from './state.ts';

/** MOE-6.10: every state that is not safe takes one last roll. Changes `state`. */
export function playFinalVote(state: State, dice: Dice): void {
  const party = finalVoteReader(state);
  for (const code of BATTLEGROUND_CODES) {
    if (isSafe(state.polls[code])) continue;
    const rolled = rollDice(dice, 2);
    const shift = finalMargin(sum(rolled));
    const { from, to } = push(state.polls, { state: code, party, squares: shift, guard: false });
    state.log.push({ kind: 'final', state: code, dice: rolled, shift, from, to });
  }
}

/** MOE-6.10: the party that the final rolls are read for: that of the only player, or D with two players. */
export function finalVoteReader(state: State): Party {
  return state.players.length === 1 ? (state.players[0]?.party ?? 'D') : 'D';
}
