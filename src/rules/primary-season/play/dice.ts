import { type ItemId, MANAGER_VOTES } from '../data.ts';

/** What dice earn (PS-6.5). */
export interface Earnings {
  votes: number;
  /** In dollars. */
  money: number;
}

/** How many dice show 1. */
export function onesAmong(dice: readonly number[]): number {
  return dice.filter((face) => face === 1).length;
}

/**
 * PS-6.5: what dice earn with the lasting items of a player, the Manager's votes included.
 * @param ones how many of the dice that show 1 are taken as what; others earn nothing
 */
export function earningsOf(
  dice: readonly number[],
  items: readonly ItemId[],
  ones: { votes: number; money: number },
): Earnings {
  const perVote = items.includes('spokesperson') ? 1 : 0;
  const perMoney = items.includes('finance-chair') ? 1 : 0;
  let votes = ones.votes * (1 + perVote) + (items.includes('manager') ? MANAGER_VOTES : 0);
  let money = ones.money * (1 + perMoney);
  for (const face of dice) {
    if (face >= 5) votes += face - 3 + perVote;
    else if (face >= 2) money += face + perMoney;
  }
  return { votes, money };
}
