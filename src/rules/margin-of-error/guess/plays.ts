import { guessDice } from '../../guess-dice.ts';
import { middle, percentOf } from '../../guess-figures.ts';
import type { Party } from '../../parties.ts';
import { type Battleground, BOARD, byBattleground } from '../data.ts';
import { outcome } from '../outcome.ts';
import { countVotes, winnerOf } from '../polls.ts';
import { resolve } from '../resolve.ts';
import { findPlayer, type Player, type Polls, type RawSheets, type State } from '../state.ts';

/** How often the turn is played for a guess. */
export const PLAYS = 200;

/** What came of the plays. Lists are sorted, least first, with one entry for each play. */
export interface Plays {
  /** The seat's cash in dollars, its tokens, and the electoral votes of its party. */
  cash: readonly number[];
  tokens: readonly number[];
  votes: readonly number[];
  /** The poll of each state in the middle of all plays (MOE-2.4). */
  polls: Polls;
  /** In how many plays the seat's party is winning each state. */
  winning: Record<Battleground, number>;
  /** In how many plays the game is over, and in how many of those the seat has won. */
  over: number;
  won: number;
}

/** Plays the open turn with the same sheets and different dice. The log of the game is dropped, because a guess does not need it. */
export function playManyTimes(state: State, player: Player, sheets: RawSheets): Plays {
  const before = { ...state, log: [] };
  const after = Array.from({ length: PLAYS }, (_, play) => resolve(before, sheets, guessDice(play + 1)));
  const own = after.map((one) => findPlayer(one, player.id) as Player);
  const over = after.filter(({ phase }) => phase === 'over');
  return {
    cash: sorted(own.map(({ cash }) => cash)),
    tokens: sorted(own.map(({ tokens }) => tokens.length)),
    votes: sorted(after.map(({ polls, start }) => countVotes(polls, start)[player.party])),
    polls: byBattleground(({ code }) => middle(sorted(after.map(({ polls }) => polls[code])))),
    winning: countWinning(after, player.party),
    over: over.length,
    won: over.filter((one) => outcome(one)?.winner === player.id).length,
  };
}

function countWinning(after: readonly State[], party: Party): Record<Battleground, number> {
  const winning = byBattleground(() => 0);
  for (const { polls, start } of after) {
    for (const { code } of BOARD) if (winnerOf(polls[code], start[code]) === party) winning[code] += 1;
  }
  return winning;
}

function sorted(values: number[]): number[] {
  return values.sort((a, b) => a - b);
}

/** How many of 100 plays a number of plays is, rounded to the nearest; half is rounded up. */
export function percentOfPlays(count: number): number {
  return percentOf(count, PLAYS);
}
