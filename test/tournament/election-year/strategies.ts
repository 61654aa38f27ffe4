import { STATES, type StateCode } from '../../../src/rules/country.ts';
import { CONVENTION_TURN, LIMITS } from '../../../src/rules/election-year/data.ts';
import type { Orders } from '../../../src/rules/election-year/orders.ts';
import { findPlayer, type Player, popularityIn, type State } from '../../../src/rules/election-year/state.ts';
import type { SeatIdentifier } from '../../../src/rules/ruleset.ts';
import type { Chance } from '../chance.ts';
import type { Contestant } from '../contest.ts';

/** The fixed simple strategies by which section 13 of the rules measures computer candidates. */

/** A state with the dollars that a strategy wants to spend there. */
interface Wish {
  code: StateCode;
  cost: number;
}

const RICHEST: readonly StateCode[] = [...STATES]
  .sort((a, b) => b.donation - a.donation)
  .slice(0, LIMITS.trips)
  .map(({ code }) => code);

/** Three random trips, and all money in random parts for nine random states. */
const random: Contestant<State> = {
  name: 'random legal',
  sheet(state, seat, chance) {
    const codes = () => chance.shuffled(STATES.map(({ code }) => code));
    const shares = codes().slice(0, LIMITS.campaign);
    return sheetOf(
      state,
      seat,
      codes().slice(0, LIMITS.trips),
      randomWishes(own(state, seat), shares, chance),
    );
  },
};

/** The richest states, and the most votes per dollar that lead by some points, until the money is spent. */
const greedy: Contestant<State> = {
  name: 'greedy by votes per dollar',
  sheet: (state, seat) => byVotesPerDollar(state, seat, 40),
};

/** As greedy, but always exactly one point over the best rival. */
const onePointOver: Contestant<State> = {
  name: 'one point over the best rival',
  sheet: (state, seat) => byVotesPerDollar(state, seat, 1),
};

/** Only states that nobody visited or campaigned in last turn: the biggest, with equal shares of the money. */
const unvisited: Contestant<State> = {
  name: 'only states that nobody visits',
  sheet(state, seat) {
    const player = own(state, seat);
    const others = state.players.filter(({ id }) => id !== seat);
    const busy = new Set(
      others.flatMap(({ id }) =>
        [...(state.fundraising[id] ?? []), ...(state.campaigning[id] ?? [])].map((row) => row.state),
      ),
    );
    const quiet = STATES.filter(({ code }) => !busy.has(code)).sort(
      (a, b) => b.electoralVotes - a.electoralVotes,
    );
    const codes = quiet.slice(0, LIMITS.campaign).map(({ code }) => code);
    const cost = Math.floor(player.cash / Math.max(1, codes.length));
    return sheetOf(
      state,
      seat,
      codes.slice(0, LIMITS.trips),
      codes.map((code) => ({ code, cost })),
    );
  },
};

export const STRATEGIES: readonly Contestant<State>[] = [random, greedy, onePointOver, unvisited];

function own(state: State, seat: SeatIdentifier): Player {
  return findPlayer(state, seat) as Player;
}

/** All money in random parts. */
function randomWishes(player: Player, codes: readonly StateCode[], chance: Chance): Wish[] {
  const weights = codes.map(() => 1 + chance.below(100));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return codes.map((code, i) => ({ code, cost: Math.floor((player.cash * (weights[i] as number)) / total) }));
}

export function byVotesPerDollar(state: State, seat: SeatIdentifier, margin: number): Orders {
  const player = own(state, seat);
  const isPrimary = state.turn < CONVENTION_TURN;
  const rivals = state.players.filter(
    ({ id, party }) => id !== seat && (party === player.party) === isPrimary,
  );
  const wishes = STATES.map(({ code, electoralVotes }) => {
    const best = Math.max(0, ...rivals.map(({ id }) => popularityIn(state.popularity, code, id)));
    const need = best + margin - popularityIn(state.popularity, code, seat);
    const cost = RICHEST.includes(code) ? Math.ceil(need / player.ability) : need;
    return { code, cost, electoralVotes };
  });
  const wanted = wishes.filter(({ cost }) => cost > 0);
  wanted.sort((a, b) => b.electoralVotes * a.cost - a.electoralVotes * b.cost);
  return sheetOf(state, seat, RICHEST, wanted);
}

/** A legal sheet with as many of the wishes as the money and the rows allow, in their order. */
function sheetOf(
  state: State,
  seat: SeatIdentifier,
  fundraising: readonly StateCode[],
  wishes: readonly Wish[],
): Orders {
  const player = own(state, seat);
  const campaign: Orders['campaign'] = [];
  let money = player.cash;
  for (const { code, cost } of wishes) {
    if (campaign.length === LIMITS.campaign || cost < 1 || cost > money) continue;
    campaign.push({ state: code, spend: cost });
    money -= cost;
  }
  return { runningMate: null, fundraising: [...fundraising], campaign, press: null };
}
