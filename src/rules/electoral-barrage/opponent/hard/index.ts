import type { SeatIdentifier } from '../../../ruleset.ts';
import { LIMITS } from '../../data.ts';
import type { Orders } from '../../orders.ts';
import { supposedState } from '../../sight.ts';
import type { Player, State } from '../../state.ts';
import { draftPlan } from '../plan.ts';
import { openDraft, WEIGHTS } from '../scores.ts';
import { hardWeights } from '../styles.ts';
import type { Foresight } from './foresight.ts';
import { openOutlook } from './outlook.ts';
import { searchPlan } from './search.ts';

/** @param standard the sheet of the standard grade for a player */
export function hardOrders(sight: State, player: Player, draft: Orders, standardOf: (state: State, player: Player) => Orders): Orders {
  const supposed = supposedState(sight, player.id);
  const state = { ...supposed, players: supposed.players.map((one) => (one.id === player.id ? player : one)) };
  const others = new Map(
    state.players.filter(({ id }) => id !== player.id).map((rival) => [rival.id, standardOf(state, rival)]),
  );
  const foresight: Foresight = {
    ...{ state, seat: player.id, left: state.rounds - state.round - 1, others },
    stakes: stakesOf(state, player.id),
  };
  const begins = [WEIGHTS, hardWeights(state, player.id)].map((weights) =>
    draftPlan(openDraft(state, player, weights), LIMITS.plan).map(({ area }) => area),
  );
  return searchPlan(openOutlook(foresight), player, draft, begins);
}

/** What a vote of each player is worth: a rival's counts against it. */
function stakesOf({ players }: State, seat: SeatIdentifier): Map<SeatIdentifier, number> {
  const spite = Number(process.env.SPITE ?? Math.floor(100 / Math.max(1, players.length - 1)));
  return new Map(players.map(({ id }) => [id, id === seat ? 100 : -spite]));
}
