import { middle, percentOf, usualRange } from '../../guess-figures.ts';
import { counted, listInWords } from '../../numbers.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { BOARD_STATES } from '../data.ts';
import { findPlayer, type State } from '../state.ts';
import { endings, PLAYS, sortedFigures } from './plays.ts';

/** The guess in a few sentences: votes, states that change hands, staffers without a place, and who wins at the end. */
export function guessSentences(before: State, seat: SeatIdentifier, after: readonly State[]): string[] {
  return [
    votesSentence(before, seat, after),
    ...statesSentences(before, seat, after),
    ...standBySentences(seat, after),
    ...overSentences(seat, after),
  ];
}

function votesSentence(before: State, seat: SeatIdentifier, after: readonly State[]): string {
  const votesOf = (state: State) => findPlayer(state, seat)?.votes ?? 0;
  const votes = sortedFigures(after, votesOf);
  const [low, high] = usualRange(votes);
  const usual = low === high ? String(low) : `${low} to ${high}`;
  return (
    `You have ${counted(votesOf(before), 'electoral vote')} now and ${middle(votes)} after the turn in the middle of all ` +
    `plays; in eight of ten plays you have ${usual}.`
  );
}

/** The states that change hands in at least half of the plays. */
function statesSentences(before: State, seat: SeatIdentifier, after: readonly State[]): string[] {
  const ledIn = (code: (typeof BOARD_STATES)[number]['code']) =>
    after.filter(({ leader }) => leader[code] === seat).length;
  const gained = BOARD_STATES.filter(({ code }) => before.leader[code] !== seat && 2 * ledIn(code) >= PLAYS);
  const lost = BOARD_STATES.filter(({ code }) => before.leader[code] === seat && 2 * ledIn(code) <= PLAYS);
  return [
    ...(gained.length === 0 ? [] : [`Most often you win ${namesOf(gained)}.`]),
    ...(lost.length === 0 ? [] : [`Most often you lose ${namesOf(lost)}.`]),
  ];
}

function namesOf(states: readonly { name: string }[]): string {
  return listInWords(states.map(({ name }) => name));
}

/** EB-6.6: how many staffers no row of the plan places; it does not depend on dice. */
function standBySentences(seat: SeatIdentifier, [first]: readonly State[]): string[] {
  const placements = first?.last?.placements ?? [];
  const count = placements.filter(({ player, row }) => player === seat && row === null).length;
  if (count === 0) return [];
  return [`Your plan has no place for ${counted(count, 'staffer')}: they go to stand-by places.`];
}

function overSentences(seat: SeatIdentifier, after: readonly State[]): string[] {
  const { over, won } = endings(after, seat);
  if (over === 0) return [];
  const wins = percentOf(won, PLAYS);
  if (over === PLAYS) return [`The game ends with this turn: you win it in ${wins}% of all plays.`];
  return [`The game ends with this turn in ${percentOf(over, PLAYS)}% of all plays; you win it in ${wins}%.`];
}
