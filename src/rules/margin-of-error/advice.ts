import { counted, dollars } from '../numbers.ts';
import type { Advice } from '../sheet.ts';
import { DAYS, FUNDRAISING_BONUS, INTERNET_FUNDS, MAX_CASH, pricePerDay } from './data.ts';
import { daysOf, type LastMinuteOrders, type WeekOrders } from './orders.ts';
import type { Player } from './state.ts';

/**
 * MOE-5.6: advice on a legal weekly sheet. Codes: `days-unused`, `over-budget`, `before-media`, `cover-one-day`,
 * `nothing-to-cover-with`, `nothing-to-cover`.
 * @param isAlone whether it is a one-player game
 */
export function adviseWeek(orders: WeekOrders, player: Player, isAlone: boolean): Advice[] {
  return [
    ...adviseDays(orders),
    ...adviseMoney(orders, player, isAlone),
    ...(isAlone ? [] : adviseMedia(orders)),
    ...adviseCovers(orders),
  ];
}

function adviseDays({ actions }: WeekOrders): Advice[] {
  const days = actions.reduce((sum, action) => sum + daysOf(action), 0);
  if (days >= DAYS) return [];
  const message = `You use ${days} of ${DAYS} days.`;
  return [{ field: 'actions', code: 'days-unused', message }];
}

function adviseMoney(orders: WeekOrders, player: Player, isAlone: boolean): Advice[] {
  const cost = orders.actions.reduce(
    (sum, action) => sum + daysOf(action) * pricePerDay(action.do, orders.capital),
    0,
  );
  const funds = maxFunds(orders, player, isAlone);
  if (cost <= funds) return [];
  const message =
    `Your plan costs ${dollars(cost)}, but you can have at most ${dollars(funds)}. ` +
    'Days that you cannot pay for are lost.';
  return [{ field: 'actions', code: 'over-budget', message }];
}

/**
 * Cash plus the most that this week's fundraising and Internet Funds can bring, in dollars. Alone, all money is raised
 * before any is spent, so no more than $20 can be spent (MOE-2.12, 4.4). With two players, money can be spent above the
 * row that raises more.
 */
function maxFunds(orders: WeekOrders, player: Player, isAlone: boolean): number {
  let funds = player.cash;
  if (orders.capital === 'internet-funds') funds = Math.min(MAX_CASH, funds + INTERNET_FUNDS);
  const fundraising = orders.actions.find((action) => action.do === 'fundraise');
  if (fundraising !== undefined) funds += 6 + (FUNDRAISING_BONUS[daysOf(fundraising)] ?? 0);
  return isAlone ? Math.min(MAX_CASH, funds) : funds;
}

/** With two players, a media day helps only rows below it (MOE-4.4). */
function adviseMedia({ actions }: WeekOrders): Advice[] {
  const media = actions.findIndex((action) => action.do === 'media');
  const message = 'This row is above the media row. Media days help only rows below.';
  return actions.flatMap((action, i) =>
    i < media && (action.do === 'campaign' || action.do === 'advertise')
      ? [{ field: `actions[${i}].do`, code: 'before-media', message }]
      : [],
  );
}

function adviseCovers({ actions, coverWith }: WeekOrders): Advice[] {
  const advice: Advice[] = [];
  let isCovered = false;
  for (const [i, action] of actions.entries()) {
    if ((action.do !== 'campaign' && action.do !== 'advertise') || !action.cover) continue;
    isCovered = true;
    if (action.days > 1) continue;
    const message = 'A single die cannot be a gaffe, so there is nothing to cover here.';
    advice.push({ field: `actions[${i}].cover`, code: 'cover-one-day', message });
  }
  if (isCovered && coverWith.length === 0) {
    const message = 'You marked a row to be covered, but chose no political capital to cover it with.';
    advice.push({ field: 'coverWith', code: 'nothing-to-cover-with', message });
  }
  if (!isCovered && coverWith.length > 0) {
    const message = 'You chose political capital to cover a gaffe, but marked no row to be covered.';
    advice.push({ field: 'coverWith', code: 'nothing-to-cover', message });
  }
  return advice;
}

/** MOE-5.6: advice on a legal last-minute sheet. Code: `tokens-unused`. */
export function adviseLastMinute({ stops }: LastMinuteOrders, player: Player): Advice[] {
  const placed = stops.reduce((sum, stop) => sum + stop.tokens, 0);
  const held = player.tokens.length;
  if (placed >= held) return [];
  const message = `You place ${placed} of your ${counted(held, 'token')}.`;
  return [{ field: 'stops', code: 'tokens-unused', message }];
}
