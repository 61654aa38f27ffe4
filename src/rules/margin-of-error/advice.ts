import type { Advice } from '../sheet.ts';
import {
  AD_PRICE,
  BLITZ_AD_PRICE,
  DAYS,
  FUNDRAISING_BONUS,
  INTERNET_FUNDS,
  MAX_CASH,
  STOP_PRICE,
} from './data.ts';
import type { Action, LastMinuteOrders, WeekOrders } from './orders.ts';
import type { Player } from './state.ts';

/** MOE-2.12: dollars that a day of this deed costs. */
export function priceOf(deed: string | null, capital: string | null): number {
  if (deed === 'campaign') return STOP_PRICE;
  if (deed !== 'advertise') return 0;
  return capital === 'media-blitz' ? BLITZ_AD_PRICE : AD_PRICE;
}

function daysOf(action: Action): number {
  return action.do === 'vp' ? 0 : action.days;
}

/**
 * Cash and the most that this week's fundraising and Internet Funds can bring, in dollars. Alone, all money
 * is raised before any is spent, so $20 is the most there can be (MOE-2.12, 4.4); with two players money may
 * be spent above the row that raises more.
 */
export function mostFunds(orders: WeekOrders, player: Player, alone: boolean): number {
  let funds = player.cash;
  if (orders.capital === 'internet-funds') funds = Math.min(MAX_CASH, funds + INTERNET_FUNDS);
  const raising = orders.actions.find((action) => action.do === 'fundraise');
  if (raising !== undefined) funds += 6 + (FUNDRAISING_BONUS[daysOf(raising)] ?? 0);
  return alone ? Math.min(MAX_CASH, funds) : funds;
}

/** MOE-5.6: advice on a legal weekly sheet. */
export function adviseWeek(orders: WeekOrders, player: Player, alone: boolean): Advice[] {
  return [
    ...adviseDays(orders),
    ...adviseMoney(orders, player, alone),
    ...(alone ? [] : adviseMedia(orders)),
    ...adviseCovers(orders),
  ];
}

function adviseDays({ actions }: WeekOrders): Advice[] {
  const days = actions.reduce((sum, action) => sum + daysOf(action), 0);
  if (days >= DAYS) return [];
  const message = `${days} of ${DAYS} days are used.`;
  return [{ field: 'actions', code: 'days-unused', message }];
}

function adviseMoney(orders: WeekOrders, player: Player, alone: boolean): Advice[] {
  const cost = orders.actions.reduce(
    (sum, action) => sum + daysOf(action) * priceOf(action.do, orders.capital),
    0,
  );
  const funds = mostFunds(orders, player, alone);
  if (cost <= funds) return [];
  const message = `The plan costs $${cost}, and there can be no more than $${funds}: some days will be lost.`;
  return [{ field: 'actions', code: 'over-budget', message }];
}

/** Two players: MOE-4.4, a media day helps only rows below it. */
function adviseMedia({ actions }: WeekOrders): Advice[] {
  const media = actions.findIndex((action) => action.do === 'media');
  return actions.flatMap((action, i) =>
    i < media && (action.do === 'campaign' || action.do === 'advertise')
      ? [
          {
            field: `actions[${i}].do`,
            code: 'before-media',
            message: 'This row stands above the media row, which helps only rows below it.',
          },
        ]
      : [],
  );
}

function adviseCovers({ actions, coverWith }: WeekOrders): Advice[] {
  const advice: Advice[] = [];
  let covered = false;
  for (const [i, action] of actions.entries()) {
    if ((action.do !== 'campaign' && action.do !== 'advertise') || !action.cover) continue;
    covered = true;
    if (action.days > 1) continue;
    const message = 'A single die makes no gaffe; there is nothing to cover here.';
    advice.push({ field: `actions[${i}].cover`, code: 'cover-one-day', message });
  }
  if (covered && coverWith.length === 0) {
    const message = 'A row is to be covered, but no political capital is listed to cover it with.';
    advice.push({ field: 'coverWith', code: 'nothing-to-cover-with', message });
  }
  if (!covered && coverWith.length > 0) {
    const message = 'Political capital is listed for covering a gaffe, but no row asks for cover.';
    advice.push({ field: 'coverWith', code: 'nothing-to-cover', message });
  }
  return advice;
}

/** MOE-5.6: advice on a legal last-minute sheet. */
export function adviseLastMinute({ stops }: LastMinuteOrders, player: Player): Advice[] {
  const placed = stops.reduce((sum, stop) => sum + stop.tokens, 0);
  const held = player.tokens.length;
  if (placed >= held) return [];
  const message = `${placed} of the ${held} tokens you hold are placed.`;
  return [{ field: 'stops', code: 'tokens-unused', message }];
}
