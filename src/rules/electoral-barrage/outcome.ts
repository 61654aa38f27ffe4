import type { Outcome, SeatIdentifier, Standing } from '../ruleset.ts';
import { firstOf } from './play/count.ts';
import type { Player, State } from './state.ts';

/** A line of the standings (EB-7.2). */
export interface BarrageStanding extends Standing {
  votes: number;
  states: number;
}

/** The outcome as EB-7.2 defines it. */
export interface BarrageOutcome extends Outcome {
  winner: SeatIdentifier;
  standings: BarrageStanding[];
}

/** EB-7.1, EB-7.2: the winner and the standings; null while the game goes on. */
export function outcome({ phase, players, recount }: State): BarrageOutcome | null {
  if (phase !== 'over' || recount === null) return null;
  const winner = recount.duel?.winner ?? (firstOf(players)[0] as Player).id;
  const standings = players
    .map((player): BarrageStanding => {
      const { id, votes, states } = player;
      const ahead = players.filter((other) => isAhead(other, player, winner)).length;
      return { id, place: id === winner ? 1 : 1 + ahead, votes, states };
    })
    .toSorted((a, b) => a.place - b.place);
  return { winner, standings };
}

/** EB-7.1: whether a player is ahead of another: the winner, and those with more votes, or equal votes and more states. */
function isAhead(other: Player, player: Player, winner: SeatIdentifier): boolean {
  if (other.id === player.id) return false;
  if (other.id === winner || other.votes > player.votes) return true;
  return other.votes === player.votes && other.states > player.states;
}
