import type { Dice } from '../dice.ts';
import {
  BATTLEGROUND_CODES,
  type Battleground,
  type CapitalId,
  FUNDRAISING_BONUS,
  isSmall,
  MAX_CASH,
  MEDIA_BONUS,
  pricePerDay,
  REGION_STATES,
  squaresFor,
} from './data.ts';
import type { Action, WeekOrders } from './orders.ts';
import { push, stopSquares, winnerOf } from './polls.ts';
import { type DiceSet, rollDice, rollSet, sum } from './rolls.ts';
import type { Player, SkipReason, State } from './state.ts';

/** One player's week while it is being played. The functions below change it, and the state. */
export interface Campaign {
  player: Player;
  orders: WeekOrders;
  /** The media days performed so far. */
  mediaDays: number;
  /** What is left of `coverWith`. */
  covers: CapitalId[];
}

/** A campaign at the beginning of its week. */
export function newCampaign(player: Player, orders: WeekOrders): Campaign {
  return { player, orders, mediaDays: 0, covers: [...orders.coverWith] };
}

/** MOE-2.12: adds dollars to a player's cash. Money above $20 is lost. */
export function addCash(player: Player, dollars: number): void {
  player.cash = Math.min(MAX_CASH, player.cash + dollars);
}

/** Removes a piece of political capital from `unused`. */
export function spendCapital(player: Player, capital: CapitalId): void {
  player.unused = player.unused.filter((id) => id !== capital);
}

/** MOE-2.11: the bonus of the media days performed so far. */
function mediaBonus(campaign: Campaign): number {
  return MEDIA_BONUS[campaign.mediaDays] as number;
}

/** MOE-6.1: the guard is off for a player whose action this week is Defining Speech. */
function hasGuard(campaign: Campaign): boolean {
  return campaign.orders.capital !== 'defining-speech';
}

/** MOE-6.4: the dice of a stop or ad. Covers are taken from the campaign's list if the row asks for cover. */
function rollWithCovers(campaign: Campaign, days: number, cover: boolean, dice: Dice): DiceSet {
  const takeCover = () => {
    const capital = cover ? campaign.covers.shift() : undefined;
    if (capital === undefined) return null;
    spendCapital(campaign.player, capital);
    return capital;
  };
  return rollSet(dice, { days, bonus: mediaBonus(campaign), takeCover });
}

/** MOE-6.5: the days of a row that the player can pay for. Pays for them. */
function payDays({ player, orders }: Campaign, action: Extract<Action, { days: number }>): number {
  const price = pricePerDay(action.do, orders.capital);
  const days = Math.min(action.days, Math.floor(player.cash / price));
  player.cash -= days * price;
  return days;
}

/** MOE-6.5: performs one row of a player's list. */
export function perform(state: State, campaign: Campaign, action: Action, dice: Dice): void {
  if (action.do === 'media') performMedia(state, campaign, action.days);
  else if (action.do === 'fundraise') performFundraising(state, campaign, action.days, dice);
  else if (action.do === 'campaign') performStop(state, campaign, action, dice);
  else if (action.do === 'vp') performRunningMate(state, campaign, action, dice);
  else performAd(state, campaign, action, dice);
}

/** Logs a row that is not performed: no cost, no roll, no token. */
export function skip(state: State, campaign: Campaign, action: Action, why: SkipReason): void {
  if (action.do === 'media' || action.do === 'fundraise') return;
  const where = action.do === 'advertise' ? action.region : action.state;
  state.log.push({ kind: 'skip', seat: campaign.player.id, do: action.do, where, why });
}

function performMedia(state: State, campaign: Campaign, days: number): void {
  campaign.mediaDays = days;
  state.log.push({ kind: 'media', seat: campaign.player.id, days, bonus: mediaBonus(campaign) });
}

function performFundraising(state: State, { player }: Campaign, days: number, dice: Dice): void {
  const rolled = rollDice(dice, 1);
  const raised = sum(rolled) + (FUNDRAISING_BONUS[days] as number);
  addCash(player, raised);
  state.log.push({ kind: 'fundraise', seat: player.id, days, dice: rolled, raised, cash: player.cash });
}

function performStop(
  state: State,
  campaign: Campaign,
  action: Extract<Action, { do: 'campaign' }>,
  dice: Dice,
): void {
  const { player } = campaign;
  const days = payDays(campaign, action);
  if (days === 0) {
    skip(state, campaign, action, 'no-money');
    return;
  }
  const token = earnToken(state, player, action.state);
  const set = rollWithCovers(campaign, days, action.cover, dice);
  const { party } = player;
  const squares = stopSquares(set.squares, action.state, party, state.homes);
  const target = { state: action.state, party, squares, guard: hasGuard(campaign) };
  const { from, to } = push(state.polls, target);
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

/** MOE-6.5: a stop in a small state that the player is not winning earns its token, once. Returns whether it did. */
function earnToken(state: State, player: Player, code: Battleground): boolean {
  if (!isSmall(code) || player.tokens.includes(code)) return false;
  if (winnerOf(state.polls[code], state.start[code]) === player.party) return false;
  player.tokens = BATTLEGROUND_CODES.filter((other) => other === code || player.tokens.includes(other));
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
  const squares = stopSquares(squaresFor(total), action.state, party, state.homes);
  const target = { state: action.state, party, squares, guard: hasGuard(campaign) };
  const { from, to } = push(state.polls, target);
  state.log.push({ kind: 'vp', seat: id, state: action.state, dice: rolled, total, squares, from, to });
}

function performAd(
  state: State,
  campaign: Campaign,
  action: Extract<Action, { do: 'advertise' }>,
  dice: Dice,
): void {
  const { player } = campaign;
  const days = payDays(campaign, action);
  if (days === 0) {
    skip(state, campaign, action, 'no-money');
    return;
  }
  const set = rollWithCovers(campaign, days, action.cover, dice);
  const { party } = player;
  const guard = hasGuard(campaign);
  const moves = REGION_STATES[action.region].map(({ code }) =>
    push(state.polls, { state: code, party, squares: set.squares, guard }),
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
