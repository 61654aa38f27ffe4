import type { Advice } from '../sheet.ts';
import { ADS, issuesAmong, itemOf, MOST_ISSUES } from './data.ts';
import { type Orders, openParts } from './orders.ts';
import type { Player, State } from './state.ts';

/**
 * Advice on a legal sheet. Codes: `ranked-not-bought`, `votes-may-be-lost`, `too-many-issues`, `no-second-re-roll`.
 */
export function advise(state: State, player: Player, orders: Orders): Advice[] {
  const parts = openParts(state);
  return [
    ...(parts.includes('roll') ? adviseRolls(player, orders) : []),
    ...(parts.includes('spend') ? [...adviseShop(player, orders), ...adviseVotes(orders)] : []),
  ];
}

/** PS-6.3: a player with an Organizer who orders no second re-roll makes none. */
function adviseRolls({ items }: Player, { second }: Orders): Advice[] {
  if (!items.includes('organizer') || second.length > 0) return [];
  const message = 'You have the Organizer, but order no second re-roll.';
  return [{ field: 'second', code: 'no-second-re-roll', message }];
}

/** PS-6.8, PS-6.9: rankings of ads that are not on the list, and more issues than a player may have. */
function adviseShop({ items }: Player, orders: Orders): Advice[] {
  const listed = new Set(orders.shop.flatMap((row) => (row === null ? [] : [row.item])));
  const advice: Advice[] = [];
  for (const ad of ADS) {
    if (orders[ad].length === 0 || listed.has(ad)) continue;
    const message = `You rank states for the ${itemOf(ad).name}, but your shopping list does not have it.`;
    advice.push({ field: ad, code: 'ranked-not-bought', message });
  }
  const issues = issuesAmong([...listed]);
  if (issuesAmong(items) + issues > MOST_ISSUES) {
    const message = `A player has at most ${MOST_ISSUES} issues. The first ones that you can pay for are bought.`;
    advice.push({ field: 'shop', code: 'too-many-issues', message });
  }
  return advice;
}

/** PS-6.11: with `rest` none, votes that no row takes are lost. */
function adviseVotes({ rest, votes }: Orders): Advice[] {
  if (rest !== 'none') return [];
  const many = votes.some((row) => row !== null);
  const message = many
    ? 'Votes that your rows leave over are lost, because you place nothing automatically.'
    : 'No row says where your votes go, and you place nothing automatically, so all of them are lost.';
  return [{ field: 'rest', code: 'votes-may-be-lost', message }];
}
