import {
  ADS,
  type AdId,
  type Item,
  type ItemId,
  issuesAmong,
  itemOf,
  MOST_ISSUES,
  type PrimaryCode,
} from '../data.ts';
import type { ShopRow } from '../orders.ts';
import { automaticOrder, isAvailable, type Purchase, type Why } from '../state.ts';
import { buy, type Desk, markState, skip } from './desk.ts';

/** PS-6.8: buys what the shopping list says, from the top. */
export function shop(desk: Desk): void {
  for (const [i, row] of desk.orders.shop.entries()) {
    if (row === null) continue;
    const item = itemOf(row.item);
    const targets = targetsOf(desk, item);
    const why = whyNot(desk, row, item, targets);
    if (why !== null) {
      skip(desk, `shop[${i}]`, why);
      continue;
    }
    buy(desk, item.id, item.price);
    const marks: Purchase['marks'] = {};
    for (const code of targets) marks[code] = markState(desk, code, item.marks);
    desk.action.bought.push({ item: item.id, price: item.price, marks });
  }
}

/** PS-6.8: the first reason to skip a row; null if there is none. */
function whyNot(
  { player, places, action }: Desk,
  row: ShopRow,
  item: Item,
  targets: readonly PrimaryCode[],
): Why | null {
  if (player.items.includes(item.id)) return 'owned';
  if (item.kind === 'issue' && issuesAmong(player.items) >= MOST_ISSUES) return 'issue-limit';
  if (row.ifOpen !== null && !isAvailable(places, player, row.ifOpen)) return 'closed';
  if (row.votesFrom !== null && action.votes < row.votesFrom) return 'votes';
  if (row.votesTo !== null && action.votes > row.votesTo) return 'votes';
  if (player.funds < item.price + (row.keep ?? 0)) return 'funds';
  return item.kind !== 'lasting' && targets.length === 0 ? 'no-use' : null;
}

/** PS-6.9: the states that an ad or issue marks now, in that order; none for lasting items. */
function targetsOf({ player, places, orders }: Desk, item: Item): PrimaryCode[] {
  if (item.kind === 'issue') return item.states.filter((code) => isAvailable(places, player, code));
  if (!isAd(item.id)) return [];
  const ranked = orders[item.id].filter((code) => isAvailable(places, player, code));
  const others =
    orders.rest === 'none' ? [] : automaticOrder(places, player).filter((code) => !ranked.includes(code));
  return [...ranked, ...others].slice(0, item.most);
}

function isAd(item: ItemId): item is AdId {
  return (ADS as readonly string[]).includes(item);
}
