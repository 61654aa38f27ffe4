import type { SeatIdentifier } from '../../../ruleset.ts';
import { LIMITS } from '../../data.ts';
import type { Orders } from '../../orders.ts';
import { supposedState } from '../../sight.ts';
import type { Player, State } from '../../state.ts';
import { draftPlan } from '../plan.ts';
import { openDraft, WEIGHTS, type Weights } from '../scores.ts';
import { hardTastes } from '../styles.ts';
import type { Foresight } from './foresight.ts';
import { openOutlook } from './outlook.ts';
import { searchPlan } from './search.ts';

/** The plans from which the search begins: the standard one, and one that leaves the largest states to the others. */
const BEGINS: readonly Weights[] = [WEIGHTS, { ...WEIGHTS, states: { red: 3, blue: 5, white: 1 } }];

/**
 * The sheet of a hard candidate: it supposes that everyone else plans as the standard grade does, sees where all staffers
 * would stand, and looks for the plan after which it can expect most votes, and its rivals fewest.
 * @param player with its character
 * @param sheet what is on the sheet besides the plan
 * @param standardOf the sheet of the standard grade for a player
 */
export function hardOrders(
  sight: State,
  player: Player,
  sheet: Orders,
  standardOf: (state: State, player: Player) => Orders,
): Orders {
  const supposed = supposedState(sight, player.id);
  const state = {
    ...supposed,
    players: supposed.players.map((one) => (one.id === player.id ? player : one)),
  };
  const rivals = state.players.filter(({ id }) => id !== player.id);
  const foresight: Foresight = {
    ...{ state, seat: player.id, left: state.rounds - state.round - 1 },
    others: new Map(rivals.map((rival) => [rival.id, standardOf(state, rival)])),
    stakes: stakesOf(state, player.id),
    tastes: hardTastes(state, player.id),
  };
  const begins = BEGINS.map((weights) =>
    draftPlan(openDraft(state, player, weights), LIMITS.plan).map(({ area }) => area),
  );
  return searchPlan(openOutlook(foresight), player, sheet, begins);
}

/** What a vote of each player is worth: a vote of a rival's counts against it, in equal parts for all rivals. */
function stakesOf({ players }: State, seat: SeatIdentifier): Map<SeatIdentifier, number> {
  const spite = Math.floor(100 / Math.max(1, players.length - 1));
  return new Map(players.map(({ id }) => [id, id === seat ? 100 : -spite]));
}
