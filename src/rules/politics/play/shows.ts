import { isGuessed, type ShowCard, type ShowKind, showCard } from '../data/wildcards.ts';
import type { PerformanceRow } from '../orders.ts';
import { type Player, playerOf, type Show } from '../state.ts';
import { matches } from '../text.ts';
import { changePopular, type Desk, ordersOf, othersOf, record } from './desk.ts';
import { losePopular } from './losses.ts';
import { pay, payEach, receive } from './money.ts';

/** PTG-6.15: in millions of popular votes. */
const APPLAUSE = 10;
const BOOS = 5;
/** PTG-6.15: in $ millions. */
const PRIZE = 5;
const ACTOR_PRIZE = 10;
const SHARE = 1;
const FINE = 2;

/** PTG-6.15: tasks go on stage or fail; what was on stage is judged and is over. */
export function playShows(desk: Desk): void {
  const { state } = desk;
  const staged = new Set<Show>();
  for (const show of [...state.shows]) {
    if (show.stage === 'stage') judge(desk, show);
    else if (goOnStage(desk, show)) staged.add(show);
  }
  state.shows = state.shows.filter((show) => staged.has(show));
}

/** Whether the performer's sheet has a performance for its task. Without one the show fails. */
function goOnStage(desk: Desk, show: Show): boolean {
  const row = ordersOf(desk, show.by).performances.find(({ show: number }) => number === show.number);
  if (!row) {
    log(desk, show, 'failure');
    fail(desk, showCard(show.card).kind, playerOf(desk.state, show.by), actorOf(desk, show));
    return false;
  }
  put(show, row);
  log(desk, show, 'staged');
  return true;
}

function put(show: Show, { text, drawing, actor }: PerformanceRow): void {
  Object.assign(show, { stage: 'stage', text, drawing, actor } satisfies Partial<Show>);
}

function log(
  desk: Desk,
  { number, by, card }: Show,
  result: 'staged' | 'success' | 'failure',
  { guesser = null, objectors = [] }: { guesser?: string | null; objectors?: string[] } = {},
): void {
  record(desk, { type: 'show', number, by, card, result, guesser, objectors });
}

/** PTG-6.15: a show on stage succeeds or fails by what the others say. */
function judge(desk: Desk, show: Show): void {
  const card = showCard(show.card);
  const performer = playerOf(desk.state, show.by);
  const actor = actorOf(desk, show);
  const others = othersOf(desk, show.by);
  if (isGuessed(card.kind)) {
    const guesser = others.find(({ id }) => guesses(desk, id, show, card)) ?? null;
    log(desk, show, guesser ? 'success' : 'failure', { guesser: guesser?.id ?? null });
    if (guesser) rewardGuess(desk, card.kind, performer, guesser, actor);
    else fail(desk, card.kind, performer, actor);
    return;
  }
  const objectors = others
    .map(({ id }) => id)
    .filter((id) => ordersOf(desk, id).objections.some((row) => row.show === show.number));
  const isFailure = objectors.length * 2 > others.length;
  log(desk, show, isFailure ? 'failure' : 'success', { objectors });
  if (isFailure) fail(desk, card.kind, performer, actor);
  else if (card.kind === 'stunt') changePopular(desk, performer, APPLAUSE, 'wildcard');
  else receive(desk, performer, PRIZE, 'wildcard');
}

/** The actor of a direction; null before it is staged, unless the setup names one (PTG-3.5). */
function actorOf(desk: Desk, { actor }: Show): Player | null {
  return actor === null ? null : playerOf(desk.state, actor);
}

function guesses(desk: Desk, seat: string, show: Show, card: ShowCard): boolean {
  const guess = ordersOf(desk, seat).guesses.find((row) => row.show === show.number);
  return guess !== undefined && matches(guess.text, [card.task, ...card.accept]);
}

function rewardGuess(
  desk: Desk,
  kind: ShowKind,
  performer: Player,
  guesser: Player,
  actor: Player | null,
): void {
  if (kind === 'charade') {
    changePopular(desk, guesser, APPLAUSE, 'wildcard');
    changePopular(desk, performer, APPLAUSE, 'wildcard');
    return;
  }
  const isActor = kind === 'direction' && guesser === actor;
  receive(desk, guesser, isActor ? ACTOR_PRIZE : PRIZE, 'wildcard');
  if (kind === 'direction' && actor && !isActor) receive(desk, actor, PRIZE, 'wildcard');
  receive(desk, performer, PRIZE, 'wildcard');
}

/** PTG-6.15: what a failure costs; `actor` is that of a direction, if there is one. */
function fail(desk: Desk, kind: ShowKind, performer: Player, actor: Player | null): void {
  if (kind === 'charade' || kind === 'stunt') {
    losePopular(desk, performer, BOOS);
  } else if (kind === 'direction') {
    pay(desk, performer, 'bank', FINE, 'wildcard');
    if (actor) pay(desk, actor, 'bank', FINE, 'wildcard');
  } else {
    payEach(desk, performer, othersOf(desk, performer.id), SHARE, 'wildcard');
  }
}
