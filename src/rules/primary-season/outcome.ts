import type { Outcome, Standing } from '../ruleset.ts';
import type { Player, State } from './state.ts';

/** A line of the standings (PS-7.2). */
export interface PrimaryStanding extends Standing {
  delegates: number;
  firsts: number;
  popular: number;
}

/** The outcome as PS-7.2 defines it. */
export interface PrimaryOutcome extends Outcome {
  standings: PrimaryStanding[];
}

/** PS-7.2: the winner and the standings; null while the game goes on. */
export function outcome(state: State): PrimaryOutcome | null {
  if (state.phase !== 'over') return null;
  const standings = standingsOf(state);
  const firsts = standings.filter(({ place }) => place === 1);
  return { winner: firsts.length === 1 ? (firsts[0] as PrimaryStanding).id : null, standings };
}

/** PS-7.2: the standings as they would be if the game ended now; within one place in players' order. */
export function standingsOf({ players }: Pick<State, 'players'>): PrimaryStanding[] {
  return players
    .map((player): PrimaryStanding => {
      const { id, delegates, firsts, popular } = player;
      const ahead = players.filter((other) => compare(other, player) < 0).length;
      return { id, place: 1 + ahead, delegates, firsts, popular };
    })
    .toSorted((a, b) => a.place - b.place);
}

/** Negative if `a` stands before `b`, 0 if they share a place. */
function compare(a: Player, b: Player): number {
  return b.delegates - a.delegates || b.firsts - a.firsts || b.popular - a.popular;
}
