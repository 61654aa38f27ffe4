import type { Dice } from '../dice.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import { blankOrders, hasUsableBallot, type Orders, settledCharacter } from './orders.ts';
import { playBallots } from './play/absentee-ballots.ts';
import { playAttackAds } from './play/attack-ads.ts';
import { count } from './play/count.ts';
import { placeStaffers } from './play/placement.ts';
import { gatherPress } from './play/press.ts';
import { resolveStaffers } from './play/resolving.ts';
import { beginRound } from './play/round-play.ts';
import { leadersOf, type RawSheets, recountVotes, type State, starterOf } from './state.ts';

/** Section 6: plays one turn. A game that is over stays as it is. */
export function resolve(before: State, sheets: RawSheets, dice: Dice): State {
  if (before.phase === 'over') return before;
  return playTurn(before, new Map(before.players.map(({ id }) => [id, readSheet(before, id, sheets)])), dice);
}

/** Plays the open turn with orders that have been checked for it; a seat without any sent an empty sheet. */
export function playTurn(before: State, orders: ReadonlyMap<SeatIdentifier, Orders>, dice: Dice): State {
  const state = structuredClone(before);
  const ordersOf = (seat: SeatIdentifier) => orders.get(seat) ?? blankOrders();
  state.turn += 1;
  if (state.phase === 'ballots') playRecount(state, ordersOf, dice);
  else playRound(before, state, ordersOf, dice);
  return state;
}

/** EB-6.1: the orders of a seat; those of an empty sheet if none came, if it was refused, or if the seat owes none. */
function readSheet(before: State, seat: SeatIdentifier, sheets: RawSheets): Orders {
  const checked = check(before, seat, sheets[seat] ?? null);
  return checked.ok ? checked.orders : blankOrders();
}

/** EB-6.2 to EB-6.15: a round. After the last one, the count follows at once if no ballot can be used. */
function playRound(
  before: State,
  state: State,
  ordersOf: (seat: SeatIdentifier) => Orders,
  dice: Dice,
): void {
  for (const player of state.players) {
    player.character = settledCharacter(player, ordersOf(player.id).character);
  }
  const round = beginRound(before, state, ordersOf);
  const placements = placeStaffers(round);
  const ads = playAttackAds(round);
  const resolutions = resolveStaffers(round, dice);
  const press = pressOf(state, ordersOf);
  state.last = { starter: before.starter, placements, ads, resolutions, press };
  endRound(state, dice);
}

/** EB-6.14, EB-6.15: the end of a round. */
function endRound(state: State, dice: Dice): void {
  state.round += 1;
  state.leader = leadersOf(state.tokens, state.players);
  recountVotes(state);
  if (state.round < state.rounds) {
    state.starter = starterOf(state.players, state.round + 1);
    return;
  }
  state.starter = null;
  state.owing = state.players.filter((player) => hasUsableBallot(state, player)).map(({ id }) => id);
  if (state.owing.length > 0) state.phase = 'ballots';
  else count(state, [], dice);
}

/** EB-6.16, EB-6.17: the recount turn. */
function playRecount(state: State, ordersOf: (seat: SeatIdentifier) => Orders, dice: Dice): void {
  const press = pressOf(state, ordersOf);
  state.last = { starter: null, placements: [], ads: [], resolutions: [], press };
  count(state, playBallots(state, ordersOf), dice);
}

function pressOf(state: State, ordersOf: (seat: SeatIdentifier) => Orders) {
  return gatherPress(state.players.map(({ id }) => ({ id, press: ordersOf(id).press })));
}
