import { type ItemId, inItemOrder, PRIMARY_CODES, type PrimaryCode, primary } from '../data.ts';
import type { Orders } from '../orders.ts';
import { type Action, leftIn, type Places, type Player, type Why } from '../state.ts';

/**
 * What one player's action works on (PS-6.4): copies, so that several ways of taking 1s can be tried. The caller puts the
 * result of the chosen one into the state.
 */
export interface Desk {
  player: Player;
  places: Places;
  /** Dollars in the donor pile. */
  pile: number;
  orders: Orders;
  action: Action;
}

/** A desk with copies of everything that an action changes. */
export function openDesk(
  from: { player: Player; places: Places; pile: number },
  orders: Orders,
  sheet: boolean,
): Desk {
  const { items, marks, dice } = from.player;
  const player = { ...from.player, items: [...items], marks: { ...marks }, dice: [...dice] };
  const places = { ...from.places };
  for (const code of PRIMARY_CODES) places[code] = [...places[code]];
  return {
    ...{ player, places, pile: from.pile, orders },
    action: {
      ...{ id: player.id, sheet, ones: { money: 0, votes: 0 }, votes: 0, earned: 0, collected: 0 },
      ...{ bought: [], placed: [], lost: 0, won: [], hired: 0, skipped: [] },
    },
  };
}

/** PS-6.9, PS-6.12: marks up to `marks` circles of an available state. Returns how many were marked. */
export function markState({ player, places, action }: Desk, code: PrimaryCode, marks: number): number {
  const made = Math.min(marks, leftIn(player, code));
  player.marks[code] += made;
  if (made > 0 && leftIn(player, code) === 0) {
    places[code].push(player.id);
    const place = places[code].length;
    action.won.push({ state: code, place, delegates: primary(code).prizes[place - 1] as number });
  }
  return made;
}

/** PS-6.8: pays for an item, which is the player's from then on. */
export function buy(desk: Desk, item: ItemId, price: number): void {
  desk.player.funds -= price;
  desk.pile += price;
  desk.player.items = inItemOrder([...desk.player.items, item]);
}

/** PS-6.8, PS-6.10: records that a row was skipped. */
export function skip({ action }: Desk, field: string, why: Why): void {
  action.skipped.push({ field, why });
}
