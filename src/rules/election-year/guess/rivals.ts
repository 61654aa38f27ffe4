import type { GuessChoice, RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { ordinaryItinerary } from '../opponent/forecast.ts';
import { chooseRunningMate } from '../opponent/running-mate.ts';
import { type Sight, sightOf, sightWith } from '../opponent/sight.ts';
import { NO_ORDERS, type Orders } from '../orders.ts';
import type { State } from '../state.ts';

const NOTHING: GuessChoice = { plan: 'nothing', label: 'Nothing' };
const REPEAT: GuessChoice = { plan: 'repeat', label: 'Repeat last turn' };
const COMPUTER: GuessChoice = { plan: 'computer', label: 'Play like the computer' };

/** What the others can be assumed to do on the open turn: on turn 1 there is no last turn to repeat. */
export function planChoices({ turn }: State): GuessChoice[] {
  return turn === 0 ? [NOTHING, COMPUTER] : [NOTHING, REPEAT, COMPUTER];
}

/** What a guess assumes, as the end of a sentence. */
export const BASIS: Record<RivalPlan, string> = {
  nothing: 'here, no other candidate makes a trip or spends a dollar this turn.',
  repeat:
    'here, every other candidate makes the trips and spends the money of last turn once more. Whether they can pay for it is secret.',
  computer:
    'here, every other candidate plays as an ordinary computer candidate would. Their money is secret, so it is guessed from what everyone can see.',
};

/** The orders that the other candidates are assumed to give, made only from what the seat may see. */
export function rivalOrders(
  state: State,
  seat: SeatIdentifier,
  plan: RivalPlan,
): Map<SeatIdentifier, Orders> {
  const sight = sightOf(state, seat);
  if (sight === null) return new Map();
  const others = [...sight.colleagues, ...sight.foes];
  return new Map(others.map((other) => [other.id, ordersOf(sight, other, plan)]));
}

function ordersOf(sight: Sight, other: Sight['me'], plan: RivalPlan): Orders {
  if (plan === 'nothing') return NO_ORDERS;
  if (plan === 'repeat') return lastOrders(sight, other.id);
  const runningMate = chooseRunningMate(sightWith(sight.state, other, 0));
  return { ...NO_ORDERS, runningMate, ...ordinaryItinerary(sight, other) };
}

/** The public part of last turn's orders: trips and campaigning. */
function lastOrders({ state }: Sight, id: SeatIdentifier): Orders {
  return {
    ...NO_ORDERS,
    fundraising: (state.fundraising[id] ?? []).map((trip) => trip.state),
    campaign: (state.campaigning[id] ?? []).map((row) => ({ state: row.state, spend: row.spent })),
  };
}

/** The state with just enough money for these orders in place of what the others really have. */
export function withAssumedMoney(
  state: State,
  seat: SeatIdentifier,
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): State {
  const players = state.players.map((player) => {
    if (player.id === seat) return player;
    const campaign = orders.get(player.id)?.campaign ?? [];
    const cash = campaign.reduce((sum, { spend }) => sum + spend, 0);
    return { ...player, cash, income: 0 };
  });
  return { ...state, players };
}
