import { MAJORITY } from '../country.ts';
import type { Party } from '../parties.ts';
import type { Outcome, SeatIdentifier } from '../ruleset.ts';
import type { Battleground } from './data.ts';
import { countVotes, winners } from './polls.ts';
import type { State } from './state.ts';

/** How a game ended for a player (MOE-7.2). */
export type GameResult = 'won' | 'lost' | 'deadlock';

/** The outcome as MOE-7.3 defines it. */
export interface MarginOutcome extends Outcome {
  votes: Record<Party, number>;
  states: Record<Battleground, Party>;
  winner: SeatIdentifier | null;
  party: Party | null;
  standings: { place: number; id: SeatIdentifier; party: Party; votes: number; result: GameResult }[];
}

/** The party with a majority of the electoral votes; null if neither has one (MOE-7.2). */
export function majorityParty(votes: Record<Party, number>): Party | null {
  if (votes.D >= MAJORITY) return 'D';
  return votes.R >= MAJORITY ? 'R' : null;
}

/** MOE-7: votes, winner and standings; null while the game goes on. */
export function outcome(state: State): MarginOutcome | null {
  if (state.phase !== 'over') return null;
  const votes = countVotes(state.polls, state.start);
  const party = majorityParty(votes);
  const standings = state.players
    .map((player) => {
      const result: GameResult = party === null ? 'deadlock' : player.party === party ? 'won' : 'lost';
      const place = result === 'lost' ? 2 : 1;
      return { place, id: player.id, party: player.party, votes: votes[player.party], result };
    })
    .toSorted((a, b) => a.place - b.place);
  const winner = state.players.find((player) => player.party === party)?.id ?? null;
  return { votes, states: winners(state.polls, state.start), winner, party, standings };
}
