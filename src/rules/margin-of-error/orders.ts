import type { Battleground, CapitalId, RegionId } from './data.ts';

/** MOE-4.3: what a row of the weekly sheet can do. */
export const ACTION_TYPES = ['campaign', 'vp', 'advertise', 'fundraise', 'media'] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** A checked row of the weekly sheet, without the columns that its type does not use. */
export type Action =
  | { do: 'campaign'; state: Battleground; days: number; cover: boolean }
  | { do: 'vp'; state: Battleground }
  | { do: 'advertise'; region: RegionId; days: number; cover: boolean }
  | { do: 'fundraise'; days: number }
  | { do: 'media'; days: number };

/** A checked weekly sheet (MOE-4.3); it is a legal raw sheet too. */
export interface WeekOrders {
  actions: Action[];
  capital: CapitalId | null;
  endorse: Battleground[];
  coverWith: CapitalId[];
}

/** A checked last-minute sheet (MOE-4.5); it is a legal raw sheet too. */
export interface LastMinuteOrders {
  stops: { state: Battleground; tokens: number }[];
}

export type Orders = WeekOrders | LastMinuteOrders;

/** MOE-6.6: an empty weekly sheet, which does nothing. */
export function emptyWeek(): WeekOrders {
  return { actions: [], capital: null, endorse: [], coverWith: [] };
}

/** MOE-6.6: what is played if no sheet came, or a refused one. */
export function missingWeek(): WeekOrders {
  return { ...emptyWeek(), actions: [{ do: 'fundraise', days: 3 }] };
}

/** The days that a row takes (MOE-4.3): none for the running mate. */
export function daysOf(action: Action): number {
  return action.do === 'vp' ? 0 : action.days;
}
