import { BOARD, type BoardState, DAYS } from '../../../src/rules/margin-of-error/data.ts';
import type { Action } from '../../../src/rules/margin-of-error/orders.ts';
import { ownValue } from '../../../src/rules/margin-of-error/polls.ts';
import { findPlayer, type State } from '../../../src/rules/margin-of-error/state.ts';
import type { Contestant } from '../contest.ts';

/** Simple strategies for Margin of Error: stops of a day each, money when there is none, and nothing else. */

/** A week of single stops in the first states of a list, after media and, without money, fundraising. */
function stopsIn(state: State, seat: string, states: readonly BoardState[]): unknown {
  const player = findPlayer(state, seat);
  if (player === undefined) return null;
  if (state.phase === 'last-minute') {
    return { stops: states.slice(0, player.tokens.length).map(({ code }) => ({ state: code, tokens: 1 })) };
  }
  const isPoor = player.cash < 4;
  const days = DAYS - 3 - (isPoor ? 3 : 0);
  const actions: Action[] = [
    { do: 'media', days: isPoor ? 2 : 3 },
    ...(isPoor ? [{ do: 'fundraise', days: 3 } as const] : []),
    ...states
      .slice(0, isPoor ? days + 1 : days)
      .map(({ code }) => ({ do: 'campaign', state: code, days: 1, cover: false }) as const),
    { do: 'vp', state: (states[0] as BoardState).code },
  ];
  return { actions, capital: null, endorse: [], coverWith: [] };
}

const random: Contestant<State> = {
  name: 'random stops',
  sheet: (state, seat, chance) => stopsIn(state, seat, chance.shuffled(BOARD)),
};

const biggest: Contestant<State> = {
  name: 'the biggest states that are not won',
  sheet(state, seat) {
    const party = findPlayer(state, seat)?.party ?? 'D';
    const own = (entry: BoardState) => ownValue(state.polls[entry.code], party);
    const rank = (entry: BoardState) => (own(entry) > 2 ? 1 : 0);
    return stopsIn(
      state,
      seat,
      BOARD.toSorted((a, b) => rank(a) - rank(b) || b.votes - a.votes),
    );
  },
};

const closest: Contestant<State> = {
  name: 'the closest states',
  sheet(state, seat) {
    const distance = ({ code }: BoardState) => Math.abs(state.polls[code]);
    return stopsIn(
      state,
      seat,
      BOARD.toSorted((a, b) => distance(a) - distance(b) || b.votes - a.votes),
    );
  },
};

export const STRATEGIES: readonly Contestant<State>[] = [random, biggest, closest];
