import { ITEMS, type Item, itemOf, PRIMARY_CODES, type PrimaryCode, primary } from '../data.ts';
import { availableTo, isAvailable, leftIn, nextPrize, type Player, type State } from '../state.ts';
import { type Character, ORDINARY } from './character.ts';

/** PS-13.1: with at most this many states whose first place is free, the game is late. */
const LATE_STATES = 2;

/** PS-13.1: whether the game is late. */
export function isLate({ lastTurn, places }: State): boolean {
  return lastTurn !== null || PRIMARY_CODES.filter((code) => places[code].length === 0).length <= LATE_STATES;
}

/** PS-13.1: the prize of the place that a player can expect in an available state; 0 if there is none. */
function worthOf({ places, players }: State, player: Player, code: PrimaryCode): number {
  const left = leftIn(player, code);
  const ahead = players.filter(
    (other) => other.id !== player.id && isAvailable(places, other, code) && leftIn(other, code) < left,
  ).length;
  return primary(code).prizes[places[code].length + ahead] ?? 0;
}

/** PS-13.1: the score of an available state. */
function scoreOf(state: State, player: Player, code: PrimaryCode): number {
  return Math.floor((60 * worthOf(state, player, code)) / (leftIn(player, code) + 2));
}

/** PS-13.1: the player's available states, higher score first by a candidate's tastes, then fewest left, then sheet order. */
export function byScore(state: State, player: Player, { tastes }: Character = ORDINARY): PrimaryCode[] {
  return sorted(state, player, (code) => scoreOf(state, player, code) * tastes[code]);
}

/** PS-13.1: the same states, larger next prize first, then fewest left, then sheet order. */
export function byPrize(state: State, player: Player): PrimaryCode[] {
  return sorted(state, player, (code) => nextPrize(state.places, code));
}

function sorted({ places }: State, player: Player, figureOf: (code: PrimaryCode) => number): PrimaryCode[] {
  return availableTo(places, player)
    .map((code) => ({ code, figure: figureOf(code), left: leftIn(player, code) }))
    .toSorted((a, b) => b.figure - a.figure || a.left - b.left)
    .map(({ code }) => code);
}

/** PS-13.2: the circles that an issue can mark for a player. */
function useOf({ places }: State, player: Player, { states, marks }: Item): number {
  return states
    .filter((code) => isAvailable(places, player, code))
    .reduce((sum, code) => sum + Math.min(marks, leftIn(player, code)), 0);
}

/** PS-13.2: an issue is worth buying if it marks at least so many circles. */
const LEAST_USE = 4;

/** PS-13.2: the issues that are worth buying, highest use first, then item order. */
export function usefulIssues(state: State, player: Player): Item['id'][] {
  return ITEMS.filter(({ id, kind }) => kind === 'issue' && !player.items.includes(id))
    .map((issue) => ({ id: issue.id, use: useOf(state, player, issue) }))
    .filter(({ use }) => use >= LEAST_USE)
    .toSorted((a, b) => b.use - a.use)
    .map(({ id }) => id);
}

/** The price of all items of a list, in dollars. */
export function priceOf(items: readonly Item['id'][]): number {
  return items.reduce((sum, id) => sum + itemOf(id).price, 0);
}

/** How many sixtieths of a delegate the player's marks in an available state promise: its likely prize, by the share marked. */
export function expectedPrize(state: State, player: Player, code: PrimaryCode): number {
  return Math.floor((60 * worthOf(state, player, code) * player.marks[code]) / (primary(code).circles + 1));
}
