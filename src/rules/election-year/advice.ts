import { dollars, numberWord } from '../numbers.ts';
import type { Advice } from '../sheet.ts';
import { CONVENTION_TURN, LIMITS } from './data.ts';
import { type Orders, runningMates } from './orders.ts';
import type { Player, State } from './state.ts';

/** Advice on a legal sheet (EY-4.4). Codes: `few-trips`, `no-campaign`, `no-running-mate`. */
export function advise(state: State, player: Player, orders: Orders): Advice[] {
  return [
    ...adviseTrips(orders.fundraising.length),
    ...adviseCampaign(player, orders),
    ...adviseRunningMate(state, player, orders),
  ];
}

function adviseTrips(trips: number): Advice[] {
  if (trips >= LIMITS.trips) return [];
  const made =
    trips === 0
      ? 'You make no fundraising trips.'
      : `You make only ${numberWord(trips)} of ${numberWord(LIMITS.trips)} fundraising trips.`;
  return [{ field: 'fundraising', code: 'few-trips', message: `${made} Each trip raises money.` }];
}

function adviseCampaign(player: Player, orders: Orders): Advice[] {
  if (orders.campaign.length > 0 || player.cash <= 0) return [];
  const message = `You spend no campaign money. You have ${dollars(player.cash)}.`;
  return [{ field: 'campaign', code: 'no-campaign', message }];
}

function adviseRunningMate(state: State, player: Player, orders: Orders): Advice[] {
  const canChoose = state.turn + 1 === CONVENTION_TURN && runningMates(state, player).length > 0;
  if (!canChoose || orders.runningMate !== null) return [];
  const message =
    'You name no running mate. If you are nominated, the candidate in second place at the convention runs with you.';
  return [{ field: 'runningMate', code: 'no-running-mate', message }];
}
