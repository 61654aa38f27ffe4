import type { Dice } from '../dice.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import { blankOrders, type Orders } from './orders.ts';
import { answerQuestions } from './play/answers.ts';
import { type Desk, record } from './play/desk.ts';
import { holdElection } from './play/election.ts';
import { playGerrymanders } from './play/gerrymander.ts';
import { settleHomes } from './play/home.ts';
import { playRunoff } from './play/runoff.ts';
import { playShows } from './play/shows.ts';
import { beginSpeedPlay, playSpeedPlay } from './play/speed.ts';
import { makeStops } from './play/stops.ts';
import { saidOn } from './said.ts';
import type { RawSheets, State } from './state.ts';

/** Section 6: plays the open turn. A game that is over stays as it is. */
export function resolve(before: State, sheets: RawSheets, dice: Dice): State {
  if (before.phase === 'over') return before;
  const { settings, said: _, ...rest } = before;
  const state: State = { settings, ...structuredClone(rest) };
  const entries = state.players.map(({ id }) => [id, readOrders(before, id, sheets)] as const);
  const desk: Desk = { state, orders: Object.fromEntries(entries), dice };
  state.turn += 1;
  state.log = [];
  state.press = entries.flatMap(([from, { press }]) => (press ? [{ from, text: press }] : []));
  const said = saidOn(before, desk.orders);
  if (said) state.said = said;
  if (state.phase === 'home') settleHomes(desk);
  else if (state.phase === 'runoff') playRunoff(desk);
  else if (state.phase === 'speed') playSpeedPlay(desk);
  else playCampaignTurn(desk);
  return state;
}

/** Section 6: the orders of a seat; those of an empty sheet if none came or if it was refused. */
function readOrders(before: State, seat: SeatIdentifier, sheets: RawSheets): Orders {
  const raw = (Object.hasOwn(sheets, seat) ? sheets[seat] : null) ?? null;
  if (raw === null) return blankOrders();
  const checked = check(before, seat, raw);
  return checked.ok ? checked.orders : blankOrders();
}

/** Section 6.3: answers, shows, election, cards, adjournment, stops, dice. */
function playCampaignTurn(desk: Desk): void {
  answerQuestions(desk);
  playShows(desk);
  if (holdElection(desk) || playGerrymanders(desk)) return;
  if (endsCampaign(desk)) beginSpeedPlay(desk);
  else makeStops(desk);
}

/** PTG-6.18: whether the campaign ends here: after its last turn, or by the vote of more than half. */
function endsCampaign(desk: Desk): boolean {
  const { state, orders } = desk;
  if (state.phase === 'closing') return true;
  const voters = state.players.map(({ id }) => id).filter((id) => orders[id]?.adjourn);
  if (voters.length === 0) return false;
  const carried = voters.length * 2 > state.players.length;
  record(desk, { type: 'adjourn', for: voters, carried });
  return carried;
}
