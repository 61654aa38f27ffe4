import { AREA_CODES, type AreaCode, LIMITS, placesIn } from '../../data.ts';
import type { Orders } from '../../orders.ts';
import type { Player } from '../../state.ts';
import { boardWith } from './foresight.ts';
import { boardValue, type Outlook } from './outlook.ts';
import { rowFor } from './rows.ts';

/** How many areas are tried in each place of a plan, and how often the whole plan is gone through. */
const POOL = 16;
const PASSES = 2;

/** A plan as a list of areas, with its value. */
interface Candidate {
  areas: readonly AreaCode[];
  value: number;
}

/**
 * The best plan that can be found from some plans to begin with: in each place that one of its own staffers can fill, it
 * tries other areas, and keeps those that make the board better.
 */
export function searchPlan(
  outlook: Outlook,
  player: Player,
  sheet: Orders,
  begins: readonly (readonly AreaCode[])[],
): Orders {
  const players = outlook.foresight.state.players.length;
  const isBlueCollar = player.character === 'blue-collar';
  const most = (area: AreaCode) => placesIn(area, players, isBlueCollar);
  const ordersOf = (areas: readonly AreaCode[]): Orders => ({
    ...sheet,
    plan: areas.map((area) => rowFor(outlook.foresight, player, area)),
  });
  const valued = valuer((areas) => boardValue(outlook, boardWith(outlook.foresight, ordersOf(areas))));
  let best = bestOf(begins.map(valued));
  const pool = firstPool(best, valued, most).slice(0, POOL);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let place = 0; place < player.staffers; place += 1) {
      best = bestOf([best, ...pool.map((area) => valued(inserted(best.areas, place, area, most)))]);
    }
  }
  return ordersOf(best.areas);
}

/** Values plans. The value of a plan is kept: the same one comes up in other places and in the next pass. */
function valuer(weigh: (areas: readonly AreaCode[]) => number): (areas: readonly AreaCode[]) => Candidate {
  const known = new Map<string, number>();
  return (areas) => {
    const key = areas.join();
    const value = known.get(key) ?? weigh(areas);
    known.set(key, value);
    return { areas, value };
  };
}

/** The areas that are worth most as the first of a plan. */
function firstPool(
  best: Candidate,
  valued: (areas: readonly AreaCode[]) => Candidate,
  most: (area: AreaCode) => number,
): AreaCode[] {
  return AREA_CODES.map((area) => ({ area, value: valued(inserted(best.areas, 0, area, most)).value }))
    .toSorted((a, b) => b.value - a.value)
    .map(({ area }) => area);
}

function bestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, one) => (one.value > best.value ? one : best));
}

/** A plan with an area at a place. What follows moves back, and what the plan has too often is left out. */
function inserted(
  areas: readonly AreaCode[],
  place: number,
  area: AreaCode,
  most: (area: AreaCode) => number,
): AreaCode[] {
  const listed = new Map<AreaCode, number>();
  return [...areas.slice(0, place), area, ...areas.slice(place)]
    .filter((one) => {
      const count = (listed.get(one) ?? 0) + 1;
      listed.set(one, count);
      return count <= most(one);
    })
    .slice(0, LIMITS.plan);
}
