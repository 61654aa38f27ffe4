import type { Dice } from '../dice.ts';
import {
  AD_PRICE,
  adjustment,
  BLITZ_AD_PRICE,
  type CapitalId,
  CODES,
  FUNDRAISING_BONUS,
  isSmall,
  MAX_CASH,
  MEDIA_BONUS,
  STATES_OF,
  STOP_PRICE,
} from './data.ts';
import type { Action, WeekOrders } from './orders.ts';
import { push, stopSquares, winnerOf } from './polls.ts';
import type { Player, SkipReason, State } from './state.ts';

/** One player's week while it is being played. */
export interface Campaign {
  player: Player;
  orders: WeekOrders;
  /** Media days performed so far. */
  mediaDays: number;
  /** What is left of `coverWith`. */
  covers: CapitalId[];
}

/** A campaign at the beginning of its week: nothing is performed yet. */
export function campaignOf(player: Player, orders: WeekOrders): Campaign {
  return { player, orders, mediaDays: 0, covers: [...orders.coverWith] };
}

/** MOE-2.12: money above $20 is lost at every gain. */
export function gain(player: Player, dollars: number): void {
  player.cash = Math.min(MAX_CASH, player.cash + dollars);
}

/** A piece of political capital leaves `unused`. */
export function spend(player: Player, capital: CapitalId): void {
  player.unused = player.unused.filter((id) => id !== capital);
}

/** n × roll(6), in order. */
export function rollDice(dice: Dice, n: number): number[] {
  return Array.from({ length: n }, () => dice.roll(6));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** MOE-2.11: what the media days performed so far add to a total. */
function bonusOf(campaign: Campaign): number {
  return MEDIA_BONUS[campaign.mediaDays] as number;
}

/** MOE-6.1: the guard is off for a player whose action this week is Defining Speech. */
function guardOf(campaign: Campaign): boolean {
  return campaign.orders.capital !== 'defining-speech';
}

/** What a set of dice came to (MOE-6.4). */
export interface DiceSet {
  dice: number[];
  spent: CapitalId[];
  ignored: number[];
  total: number | null;
  squares: number;
}

/** MOE-6.4: the dice of a stop or ad, with its covers. */
export function rollSet(campaign: Campaign, days: number, cover: boolean, dice: Dice): DiceSet {
  const rolled = rollDice(dice, days);
  const left = [...rolled];
  const spent: CapitalId[] = [];
  const ignored: number[] = [];
  for (let value = repeated(left); value !== null && cover; value = repeated(left)) {
    const capital = campaign.covers.shift();
    if (capital === undefined) break;
    spend(campaign.player, capital);
    spent.push(capital);
    ignored.push(value);
    left.splice(left.indexOf(value), 1);
  }
  const value = repeated(left);
  if (value !== null) {
    const squares = left.filter((die) => die === value).length === 3 ? -4 : -2;
    return { dice: rolled, spent, ignored, total: null, squares };
  }
  const total = sum(left) + bonusOf(campaign);
  return { dice: rolled, spent, ignored, total, squares: adjustment(total) };
}

/** The value that these dice show twice or thrice, or null. Of three dice there can be only one. */
function repeated(dice: readonly number[]): number | null {
  return dice.find((die, i) => dice.indexOf(die) < i) ?? null;
}

/** MOE-6.5: performs one row of a player's list. */
export function perform(state: State, campaign: Campaign, action: Action, dice: Dice): void {
  if (action.do === 'media') performMedia(state, campaign, action.days);
  else if (action.do === 'fundraise') performFundraise(state, campaign, action.days, dice);
  else if (action.do === 'campaign') performStop(state, campaign, action, dice);
  else if (action.do === 'vp') performRunningMate(state, campaign, action, dice);
  else performAd(state, campaign, action, dice);
}

/** A row that is not played: no cost, no roll, no token. */
export function skip(state: State, campaign: Campaign, action: Action, why: SkipReason): void {
  if (action.do === 'media' || action.do === 'fundraise') return;
  const where = action.do === 'advertise' ? action.region : action.state;
  state.log.push({ kind: 'skip', seat: campaign.player.id, do: action.do, where, why });
}

function performMedia(state: State, campaign: Campaign, days: number): void {
  campaign.mediaDays = days;
  state.log.push({ kind: 'media', seat: campaign.player.id, days, bonus: bonusOf(campaign) });
}

function performFundraise(state: State, { player }: Campaign, days: number, dice: Dice): void {
  const rolled = rollDice(dice, 1);
  const raised = sum(rolled) + (FUNDRAISING_BONUS[days] as number);
  gain(player, raised);
  state.log.push({ kind: 'fundraise', seat: player.id, days, dice: rolled, raised, cash: player.cash });
}

function performStop(
  state: State,
  campaign: Campaign,
  action: Extract<Action, { do: 'campaign' }>,
  dice: Dice,
): void {
  const { player } = campaign;
  const days = Math.min(action.days, Math.floor(player.cash / STOP_PRICE));
  if (days === 0) {
    skip(state, campaign, action, 'no-money');
    return;
  }
  player.cash -= days * STOP_PRICE;
  const token = earnToken(state, player, action.state);
  const set = rollSet(campaign, days, action.cover, dice);
  const squares = stopSquares(set.squares, action.state, player.party, state.homes);
  const { from, to } = push(state.polls, action.state, player.party, squares, guardOf(campaign));
  state.log.push({
    kind: 'campaign',
    seat: player.id,
    state: action.state,
    days,
    ...set,
    squares,
    from,
    to,
    token,
    cash: player.cash,
  });
}

/** MOE-6.5: a candidate's stop in a small state that he is not winning gives its token, once. */
function earnToken(state: State, player: Player, code: (typeof CODES)[number]): boolean {
  if (!isSmall(code) || player.tokens.includes(code)) return false;
  if (winnerOf(state.polls[code], state.start[code]) === player.party) return false;
  player.tokens = CODES.filter((other) => other === code || player.tokens.includes(other));
  return true;
}

function performRunningMate(
  state: State,
  campaign: Campaign,
  action: Extract<Action, { do: 'vp' }>,
  dice: Dice,
): void {
  const { id, party } = campaign.player;
  const rolled = rollDice(dice, 1);
  const total = sum(rolled) - 1;
  const squares = stopSquares(adjustment(total), action.state, party, state.homes);
  const { from, to } = push(state.polls, action.state, party, squares, guardOf(campaign));
  state.log.push({ kind: 'vp', seat: id, state: action.state, dice: rolled, total, squares, from, to });
}

function performAd(
  state: State,
  campaign: Campaign,
  action: Extract<Action, { do: 'advertise' }>,
  dice: Dice,
): void {
  const { player, orders } = campaign;
  const price = orders.capital === 'media-blitz' ? BLITZ_AD_PRICE : AD_PRICE;
  const days = Math.min(action.days, Math.floor(player.cash / price));
  if (days === 0) {
    skip(state, campaign, action, 'no-money');
    return;
  }
  player.cash -= days * price;
  const set = rollSet(campaign, days, action.cover, dice);
  const moves = STATES_OF[action.region].map(({ code }) =>
    push(state.polls, code, player.party, set.squares, guardOf(campaign)),
  );
  state.log.push({
    kind: 'advertise',
    seat: player.id,
    region: action.region,
    days,
    ...set,
    moves,
    cash: player.cash,
  });
}
