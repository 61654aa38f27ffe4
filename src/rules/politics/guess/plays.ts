import type { RivalPlan } from '../../guess.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Letter } from '../log.ts';
import { opponent } from '../opponent/index.ts';
import { blankOrders, type Orders } from '../orders.ts';
import { allOffers, openQuestions } from '../pending.ts';
import { resolve } from '../resolve.ts';
import type { State } from '../state.ts';
import { plainDice, supposedState } from './unknown.ts';

/** What a guess supposes in one play of the turn. */
export interface Supposed {
  /** The labels of the seat's questions whose answers are right; the others are wrong. */
  right: readonly string[];
  /** The labels of the seat's offers whose holders accept, and of those whose holders do not. Others do as the plan says. */
  accepted?: readonly string[];
  rejected?: readonly string[];
}

/** A turn that is played for a guess: the seat's checked orders, and what the others are assumed to do. */
export interface GuessedSheet {
  state: State;
  seat: SeatIdentifier;
  orders: Orders;
  plan: RivalPlan;
}

/** Plays the open turn once. Guesses at shows are left out: their cards are secret (PTG-8.6). */
export function play({ state, seat, orders, plan }: GuessedSheet, supposed: Supposed): State {
  const answers = answersOf(orders);
  const before = supposedState(state, seat, { answers, right: supposed.right });
  const sheets: Record<SeatIdentifier, Orders> = {};
  for (const { id } of state.players) {
    if (id === seat) sheets[id] = { ...orders, guesses: [], press: null };
    else sheets[id] = withAnswersTo(offersFrom(state, seat, id), rivalSheet(before, id, plan), supposed);
  }
  return resolve(before, sheets, plainDice());
}

/** The letters on a sheet by label. */
export function answersOf({ answers }: Orders): Map<string, Letter> {
  return new Map(answers.map(({ question, answer }) => [question, answer]));
}

/** The labels of a seat's questions that its sheet answers, in order of stops. */
export function answeredLabels({ state, seat, orders }: Omit<GuessedSheet, 'plan'>): string[] {
  const answers = answersOf(orders);
  return openQuestions(state)
    .filter(({ by, asked }) => by === seat && answers.has(asked.label))
    .map(({ asked }) => asked.label);
}

/** What another candidate is supposed to send. Its cards are not known, so it plays none. */
function rivalSheet(before: State, rival: SeatIdentifier, plan: RivalPlan): Orders {
  if (plan !== 'computer') return blankOrders();
  return { ...opponent(before, rival), gerrymander: [], press: null };
}

/** The labels of the offers that a seat has made to a holder. */
function offersFrom(state: State, seat: SeatIdentifier, holder: SeatIdentifier): string[] {
  return allOffers(state)
    .filter(({ by, offer }) => by === seat && offer.to === holder)
    .map(({ label }) => label);
}

/** The sheet of a holder with the answers to these offers that are supposed. */
function withAnswersTo(
  labels: readonly string[],
  sheet: Orders,
  { accepted = [], rejected = [] }: Supposed,
): Orders {
  const kept = sheet.accept.filter((label) => !rejected.includes(label) && !accepted.includes(label));
  // An accepted offer comes first: the holder gives the chip to no one else.
  const first = labels.filter((label) => accepted.includes(label));
  return { ...sheet, accept: first.length > 0 ? first : kept };
}
