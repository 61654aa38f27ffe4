import type { Outcome, SeatIdentifier } from '../ruleset.ts';
import { type Battleground, MAJORITY_VOTES, type Party } from './data.ts';
import { countVotes, winners } from './polls.ts';
import type { State } from './state.ts';

/** What a game came to for a player (MOE-7.2). */
export type Verdict = 'won' | 'lost' | 'deadlock';

/** MOE-7.3. */
export interface MarginOutcome extends Outcome {
  votes: Record<Party, number>;
  states: Record<Battleground, Party>;
  winner: SeatIdentifier | null;
  party: Party | null;
  standings: { place: number; id: SeatIdentifier; party: Party; votes: number; result: Verdict }[];
}

/** The party with a majority, or null (MOE-7.2). */
export function majority(votes: Record<Party, number>): Party | null {
  if (votes.D >= MAJORITY_VOTES) return 'D';
  return votes.R >= MAJORITY_VOTES ? 'R' : null;
}

/** MOE-7: null while the game goes on, else votes, winner and standings. */
export function outcome(state: State): MarginOutcome | null {
  if (state.phase !== 'over') return null;
  const votes = countVotes(state.polls, state.start);
  const party = majority(votes);
  const standings = state.players
    .map((player) => {
      const result: Verdict = party === null ? 'deadlock' : player.party === party ? 'won' : 'lost';
      const place = result === 'lost' ? 2 : 1;
      return { place, id: player.id, party: player.party, votes: votes[player.party], result };
    })
    .toSorted((a, b) => a.place - b.place);
  const winner = state.players.find((player) => player.party === party)?.id ?? null;
  return { votes, states: winners(state.polls, state.start), winner, party, standings };
}
