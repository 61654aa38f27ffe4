import { listInWords } from '../../numbers.ts';
import { PARTIES, type Party } from '../../parties.ts';
import { type Battleground, BOARD, finalMargin } from '../data.ts';
import { majorityParty } from '../outcome.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { Polls, State } from '../state.ts';
import { stateName } from './context.ts';

// Who leads where, and how firmly.

/**
 * How many squares a poll has to move before the other party is winning the state (MOE-2.6): at least 1. Even is enough if the
 * state started on the other party's side.
 */
export function squaresToFlip(poll: number, start: number): number {
  const leader = winnerOf(poll, start);
  return Math.abs(poll) + (winnerOf(0, start) === leader ? 1 : 0);
}

/** MOE-2.14: in how many of 100 final votes a state that can fall within so many squares falls; rounded half up. */
export function chanceOfFinalUpset(squares: number): number {
  let upsets = 0;
  for (let a = 1; a <= 6; a += 1) {
    for (let b = 1; b <= 6; b += 1) if (finalMargin(a + b) >= squares) upsets += 1;
  }
  return Math.floor((upsets * 200 + 36) / 72);
}

/** A state that was led by another party before than after. */
export interface SideChange {
  state: Battleground;
  name: string;
  votes: number;
  from: number;
  to: number;
  /** The party that leads now. */
  party: Party;
}

/** The states that changed sides between two states of the game, by name. */
export function sideChanges(before: State, after: State): SideChange[] {
  return byName(BOARD).flatMap(({ code, name, votes }) => {
    const [from, to] = [before.polls[code], after.polls[code]];
    const party = winnerOf(to, after.start[code]);
    return winnerOf(from, before.start[code]) === party
      ? []
      : [{ state: code, name, votes, from, to, party }];
  });
}

/** The party that would win if the vote were held now; null on 269 to 269. */
export function leaderOf({ polls, start }: Pick<State, 'polls' | 'start'>): Party | null {
  return majorityParty(countVotes(polls, start));
}

/** Whether a poll that moves so passes a state to the other party. */
export function changesSides(from: number, to: number, start: number): boolean {
  return winnerOf(from, start) !== winnerOf(to, start);
}

/** The states that each party leads, in the alphabetical order of their names. */
export function leadsOf(polls: Polls, start: Polls): Record<Party, Battleground[]> {
  const led = (party: Party) =>
    byName(BOARD)
      .filter(({ code }) => winnerOf(polls[code], start[code]) === party)
      .map(({ code }) => code);
  const [D, R] = PARTIES.map(led) as [Battleground[], Battleground[]];
  return { D, R };
}

/** The same list in the alphabetical order of the names. */
export function byName<T extends { name: string }>(states: readonly T[]): T[] {
  return states.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** `Iowa (7) and Ohio (20)`: states with their electoral votes. */
export function statesWithVotes(states: readonly { state: Battleground; votes: number }[]): string {
  return listInWords(states.map(({ state, votes }) => `${stateName(state)} (${votes})`));
}

/** The states whose polls are not where they were a turn ago. */
export function movedStates(before: State | null, now: State): Set<Battleground> {
  if (before === null) return new Set();
  return new Set(BOARD.filter(({ code }) => before.polls[code] !== now.polls[code]).map(({ code }) => code));
}
