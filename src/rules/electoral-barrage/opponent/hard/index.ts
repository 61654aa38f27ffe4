import { combine, hashOf, pick } from '../../../hash.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import { LIMITS } from '../../data.ts';
import type { Orders } from '../../orders.ts';
import { supposedState } from '../../sight.ts';
import type { Player, State } from '../../state.ts';
import { othersOf } from '../../state.ts';
import { draftPlan } from '../plan.ts';
import { openDraft, WEIGHTS } from '../scores.ts';
import { hardWeights } from '../styles.ts';
import { type Foresight, P } from './foresight.ts';
import { beforeLast, shareFollowing } from './habits.ts';
import { openOutlook } from './outlook.ts';
import { type Effort, searchPlan } from './search.ts';

const OWN: Effort = { pool: 16, passes: 2 };
const SUPPOSED: Effort = { pool: P.sp ?? 8, passes: 1 };

type Drafting = (state: State, player: Player) => Orders;

/** @param standardOf the sheet of the standard grade for a player */
export function hardOrders(sight: State, player: Player, draft: Orders, standardOf: Drafting): Orders {
  const supposed = supposedState(sight, player.id);
  const state = {
    ...supposed,
    players: supposed.players.map((one) => (one.id === player.id ? player : one)),
  };
  const standard = new Map(state.players.map((one) => [one.id, standardOf(state, one)]));
  const strangers = strangersTo(state, player.id, standardOf);
  const others = new Map(standard);
  for (const rival of strangers)
    others.set(rival.id, best(state, rival, standard, standard.get(rival.id) as Orders, SUPPOSED));
  return best(state, player, others, draft, OWN);
}

function best(
  state: State,
  player: Player,
  others: ReadonlyMap<SeatIdentifier, Orders>,
  sheet: Orders,
  effort: Effort,
): Orders {
  const foresight: Foresight = {
    ...{ state, seat: player.id, left: state.rounds - state.round - 1, others },
    stakes: stakesOf(state, player.id),
  };
  const begins = [WEIGHTS, hardWeights(state, player.id)].map((weights) =>
    draftPlan(openDraft(state, player, weights), LIMITS.plan).map(({ area }) => area),
  );
  return searchPlan(openOutlook(foresight), player, sheet, begins, effort);
}

/** Rivals whose staffers did not go last round where a standard plan would have sent them. */
function strangersTo(state: State, seat: SeatIdentifier, standardOf: Drafting): Player[] {
  const before = beforeLast(state);
  if (before === null || state.last === null) return [];
  const { last } = state;
  return state.players.filter((player) => {
    if (player.id === seat) return false;
    const then = before.players.find(({ id }) => id === player.id) as Player;
    return shareFollowing(before, last, then, standardOf(before, then).plan) < (P.f ?? 60);
  });
}

/** What a vote of each player is worth: a rival's counts against it. */
function stakesOf({ players }: State, seat: SeatIdentifier): Map<SeatIdentifier, number> {
  const spite = Math.floor((P.s ?? 100) / Math.max(1, players.length - 1));
  return new Map(players.map(({ id }) => [id, id === seat ? 100 : -spite]));
}
