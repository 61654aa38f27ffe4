import type { SeatIdentifier } from '../ruleset.ts';
import {
  findWildcard,
  isGuessed,
  type ShowKind,
  showCard,
  WILDCARDS,
  type Wildcard,
} from './data/wildcards.ts';
import type { LogEntry } from './log.ts';
import type { Show, Speed, State } from './state.ts';

/**
 * PTG-8.6: the state as a seat may see it; as the public may if `seat` is null. What the seat may not see is replaced: cards
 * that lie face down by the same cards in the order of their numbers, and written answers that are still secret by none. Every
 * pile keeps its length, so the result can be played. Opponents and guesses start from it.
 *
 * The right choice of a question is not in the state but in the question bank; who starts from this must not look there.
 */
export function sight(state: State, seat: SeatIdentifier | null): State {
  return withoutWritten(withoutWildcards(withoutHands(state, seat), seat), seat);
}

/** Whether a show's card is secret to a seat: a task to all but its performer, and on stage unless its task is printed. */
export function isCardSecret({ by, stage, card }: Show, seat: SeatIdentifier | null): boolean {
  if (by === seat) return false;
  return stage === 'task' || isGuessed(showCard(card).kind);
}

/** The hands of the others and the deck, dealt anew by number. A card that could not be played is still in a hand. */
function withoutHands(state: State, seat: SeatIdentifier | null): State {
  const { players, gerrymander, log } = state;
  const hidden = [
    ...gerrymander.deck,
    ...players.flatMap(({ id, cards }) => (id === seat ? [] : cards)),
  ].sort();
  return {
    ...state,
    players: players.map((player) => {
      return player.id === seat ? player : { ...player, cards: hidden.splice(0, player.cards.length) };
    }),
    gerrymander: { ...gerrymander, deck: hidden },
    log: log.filter((entry) => entry.type !== 'gerrymander' || entry.done || entry.by === seat),
  };
}

/** The Wildcards of shows that are secret, and the deck, dealt anew by number; shows on stage keep their category. */
function withoutWildcards(state: State, seat: SeatIdentifier | null): State {
  const { wildcards } = state;
  const secret = state.shows.filter((show) => isCardSecret(show, seat));
  const places = placesInPlayed(wildcards.played, secret);
  const hidden = [
    ...wildcards.deck,
    ...secret.filter(({ number }) => places.has(number)).map(({ card }) => card),
  ].sort();
  // The categories of shows on stage are known, so these shows choose first.
  const choosing = secret.toSorted(
    (a, b) => Number(b.stage === 'stage') - Number(a.stage === 'stage') || a.number - b.number,
  );
  const given = new Map<number, string>();
  for (const show of choosing) {
    const kind = show.stage === 'stage' ? showCard(show.card).kind : null;
    given.set(show.number, places.has(show.number) ? takeShow(hidden, kind) : anyShow(kind));
  }
  const played = [...wildcards.played];
  for (const [number, place] of places) played[place] = given.get(number) as string;
  return {
    ...state,
    shows: state.shows.map((show) => ({ ...show, card: given.get(show.number) ?? show.card })),
    wildcards: { deck: hidden, played },
    log: logWithout(state.log, secret, given),
  };
}

/** Where the cards of shows lie among the played ones; a show is missing if its card was shuffled back into the deck. */
function placesInPlayed(played: readonly string[], shows: readonly Show[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { number, card } of shows.toReversed()) {
    const place = played.findLastIndex((id, i) => id === card && ![...places.values()].includes(i));
    if (place >= 0) places.set(number, place);
  }
  return places;
}

/** Takes the first card of a show out of a sorted list, of this category if one is given. */
function takeShow(cards: string[], kind: ShowKind | null): string {
  const index = cards.findIndex((id) => isShow(findWildcard(id), kind));
  return cards.splice(index, 1)[0] as string;
}

/** The first of all cards of shows: for one that is not among the played cards. */
function anyShow(kind: ShowKind | null): string {
  return (WILDCARDS.find((card) => isShow(card, kind)) as Wildcard).id;
}

function isShow(card: Wildcard | undefined, kind: ShowKind | null): boolean {
  return card !== undefined && card.kind !== 'event' && (kind === null || card.kind === kind);
}

/** The log with other cards for shows that are secret, both where they were drawn and where they went on stage. */
function logWithout(
  log: readonly LogEntry[],
  secret: readonly Show[],
  given: ReadonlyMap<number, string>,
): LogEntry[] {
  // A candidate can draw the same card twice only if its deck has it twice; then the shows are taken in order.
  const tasks = secret.filter(({ stage }) => stage === 'task');
  return log.map((entry) => {
    if (entry.type === 'show') return { ...entry, card: given.get(entry.number) ?? entry.card };
    if (entry.type !== 'wildcard') return entry;
    const index = tasks.findIndex(({ by, card }) => by === entry.by && card === entry.card);
    const [task] = index < 0 ? [] : tasks.splice(index, 1);
    return task === undefined ? entry : { ...entry, card: given.get(task.number) as string };
  });
}

/** Without the written answers of others to rounds of Speed Play that are not over. */
function withoutWritten(state: State, seat: SeatIdentifier | null): State {
  const { speed, phase } = state;
  if (speed === null || phase === 'over') return state;
  const answers: Speed['answers'] = Object.fromEntries(
    Object.entries(speed.answers).map(([id, rounds]) => [
      id,
      id === seat
        ? rounds
        : rounds.map((written, i) => (i + 1 < speed.round ? written : written.map(() => null))),
    ]),
  );
  return { ...state, speed: { ...speed, answers } };
}
