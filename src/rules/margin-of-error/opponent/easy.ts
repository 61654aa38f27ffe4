import { AD_PRICE, BOARD, type BoardState, DAYS } from '../data.ts';
import type { Action, Orders } from '../orders.ts';
import type { Player, State } from '../state.ts';
import { best, gainOf, planAds, planLastMinute, planStops } from './standard.ts';

/** Below this many dollars it raises money first. */
const POOR = 6;

/** Its days of media and of fundraising. */
const MEDIA = 2;
const FUNDRAISING = 2;

/** Planning for this many days, there is time for one ad. */
const DAYS_OF_ONE_AD = 3;

/** A beginner: picks states as the standard grade does, but with fewer days of media and one ad, and forgets its capital. */
export function planEasy(state: State, player: Player): Orders {
  const plan = { state, player, board: { ...state.polls } };
  if (state.phase === 'last-minute') return planLastMinute(plan);
  const isPoor = player.cash < POOR;
  const regions = isPoor ? [] : planAds(plan, DAYS_OF_ONE_AD, player.cash, AD_PRICE);
  const stops = planStops(plan, DAYS - MEDIA - (isPoor ? FUNDRAISING : 0), regions);
  const mate = best(BOARD, (entry) => gainOf(plan, entry)) as BoardState;
  const actions: Action[] = [
    { do: 'media', days: MEDIA },
    ...(isPoor ? [{ do: 'fundraise', days: FUNDRAISING } as const] : []),
    ...stops.map((code) => ({ do: 'campaign', state: code, days: 1, cover: false }) as const),
    ...regions.map((region) => ({ do: 'advertise', region, days: 1, cover: false }) as const),
    { do: 'vp', state: mate.code },
  ];
  return { actions, capital: null, endorse: [], coverWith: [] };
}
