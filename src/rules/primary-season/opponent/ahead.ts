import { guessDice } from '../../guess-dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { diceFor, ITEMS, LIMITS, type Ones } from '../data.ts';
import { type Orders, openParts, type Where } from '../orders.ts';
import { standingsOf } from '../outcome.ts';
import { resolve } from '../resolve.ts';
import { availableTo, findPlayer, type Player, type State } from '../state.ts';
import { characterOf } from './character.ts';
import { byPrize, byScore, expectedPrize } from './scores.ts';
import { goodOrders, voteRow } from './standard.ts';

/** How often each sheet is tried, and how many sheets ahead. */
const PLAYS = 4;
const AHEAD = 3;

/** How many states a sheet is tried with at the top of the votes. */
const STATES = 4;

/**
 * The good opponent's sheet, or one like it that does better if it is tried out: with another place at the top of the
 * votes, and with 1s taken in other ways. The others, and the sheets after it, play as good opponents, with dice that have
 * nothing to do with the game's.
 */
export function farSightedOrders(state: State, player: Player): Orders {
  const character = characterOf(state, player);
  const good = goodOrders(state, player, character);
  if (!openParts(state).includes('spend')) return good;
  const others = goodSheets(state);
  const tried = sheetsLike(state, player, good).map((orders) => ({
    orders,
    value: worthOf(state, player.id, { ...others, [player.id]: orders }),
  }));
  return tried.reduce((best, one) => (one.value > best.value ? one : best)).orders;
}

/** The good sheet first. */
function sheetsLike(state: State, player: Player, good: Orders): Orders[] {
  const places = [...byPrize(state, player).slice(0, STATES), ...byScore(state, player).slice(0, STATES)];
  const tops: Where[] = [...new Set<Where>(places)];
  const ones: Ones[] = ['finish', 'buy'];
  return [
    good,
    ...ones.map((how) => ({ ...good, ones: how })),
    ...tops.map((where) => ({ ...good, votes: [voteRow(where), ...good.votes].slice(0, LIMITS.votes) })),
  ];
}

/** What the sheets of a turn are worth to a seat: the sum over plays of the state some sheets later. */
function worthOf(state: State, seat: SeatIdentifier, sheets: Record<SeatIdentifier, Orders>): number {
  let sum = 0;
  for (let play = 1; play <= PLAYS; play += 1) {
    const dice = guessDice(play);
    let now = resolve(state, sheets, dice);
    for (let ahead = 1; ahead < AHEAD && now.phase !== 'over'; ahead += 1) {
      now = resolve(now, goodSheets(now), dice);
    }
    sum += standingOf(now, seat);
  }
  return sum;
}

function goodSheets(state: State): Record<SeatIdentifier, Orders> {
  return Object.fromEntries(state.players.map((player) => [player.id, goodOrders(state, player)]));
}

/** Weights: a delegate, a die, a dollar of what was bought or is left, and a victory. */
const WEIGHTS = { delegate: 60, die: 150, dollar: 6, victory: 1000 };

/** How good a state is for a seat. */
function standingOf(state: State, seat: SeatIdentifier): number {
  const player = findPlayer(state, seat) as Player;
  const delegates = WEIGHTS.delegate * player.delegates;
  if (state.phase === 'over') {
    const isFirst = standingsOf(state)[0]?.id === seat;
    return delegates + (isFirst ? WEIGHTS.victory : 0);
  }
  const chances = availableTo(state.places, player).reduce(
    (sum, code) => sum + expectedPrize(state, player, code),
    0,
  );
  const bought = ITEMS.filter(({ id, kind }) => kind === 'lasting' && player.items.includes(id));
  const money = player.funds + bought.reduce((sum, { price }) => sum + price, 0);
  return delegates + chances + WEIGHTS.die * diceFor(player.staff) + WEIGHTS.dollar * money;
}
