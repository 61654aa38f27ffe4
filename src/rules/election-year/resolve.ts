import type { SeatIdentifier } from '../ruleset.ts';
import { campaign, gainPopularity } from './campaigning.ts';
import { settleCash } from './cash.ts';
import { check } from './check.ts';
import { holdConventions } from './conventions.ts';
import { CONVENTION_TURN, LAST_TURN } from './data.ts';
import { holdElection } from './election.ts';
import { rewardExperience } from './experience.ts';
import { settleLeads } from './leads.ts';
import { NO_ORDERS, type Orders } from './orders.ts';
import { gatherPress } from './press.ts';
import { countPartyVotes, countVotes, type State } from './state.ts';
import { makeTrips } from './trips.ts';

/** Plays one turn in the order of section 6. A game that is over stays as it is. No dice are rolled. */
export function resolve(before: State, sheets: Readonly<Record<SeatIdentifier, unknown>>): State {
  if (before.phase === 'over') return before;
  const turn = before.turn + 1;
  const orders = readOrders(before, sheets);
  const { preference } = before;

  const fundraising = makeTrips(before.players, orders); // EY-6.1
  const campaigning = campaign(before.players, orders); // EY-6.2
  const popularity = gainPopularity(before.players, before.popularity, campaigning); // EY-6.2
  const leaders = settleLeads({ players: before.players, popularity, preference }, before.leaders); // EY-6.3, 6.4
  let players = settleCash(before.players, leaders, fundraising, campaigning); // EY-6.5, 6.6
  const press = gatherPress(players, orders); // EY-6.7
  let { conventions, promoted } = before;
  if (turn === CONVENTION_TURN) {
    conventions = holdConventions({ players, popularity, preference, leaders }, orders); // EY-6.8
    ({ players, promoted } = rewardExperience(players, leaders, popularity)); // EY-6.9
  }
  const election = turn === LAST_TURN ? holdElection(players, leaders, popularity) : null; // EY-6.10
  const votes = countVotes(leaders, turn >= CONVENTION_TURN);

  return {
    turn,
    phase: phaseAfter(turn),
    players: players.map((player) => ({ ...player, votes: votes.get(player.id) ?? 0 })),
    preference,
    partyVotes: countPartyVotes(leaders),
    ...{ popularity, leaders, fundraising, campaigning, press, conventions, promoted, election },
  };
}

/** The orders of each player. Sheets are checked again; a missing or refused sheet is an empty one. */
function readOrders(
  state: State,
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
): Map<SeatIdentifier, Orders> {
  return new Map(
    state.players.map(({ id }) => {
      const raw = Object.hasOwn(sheets, id) ? sheets[id] : null;
      const checked = check(state, id, raw);
      return [id, checked.ok ? checked.orders : NO_ORDERS];
    }),
  );
}

/** The phase of a game after this many turns (section 8). */
export function phaseAfter(turn: number): State['phase'] {
  if (turn >= LAST_TURN) return 'over';
  return turn >= CONVENTION_TURN ? 'general' : 'primary';
}
