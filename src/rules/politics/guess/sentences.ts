import { counted, listInWords } from '../../numbers.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { PENALTIES } from '../advice.ts';
import { isGuessed, showCard } from '../data/wildcards.ts';
import type { Orders } from '../orders.ts';
import { writtenParts } from '../owing.ts';
import { money, popularVotes, SHOW_KINDS } from '../report/words.ts';
import { findPlayer, type State } from '../state.ts';
import type { Outlook } from './blocks.ts';
import type { GuessedSheet } from './plays.ts';

/** PTG-6.13: where the seat would begin. */
export function homeSentences(before: State, seat: SeatIdentifier, after: State): string[] {
  const place = before.settings.picking.indexOf(seat) + 1;
  const at = findPlayer(after, seat)?.at ?? '';
  const kept = findPlayer(after, seat)?.cards ?? [];
  return [
    `You choose ${place === 1 ? 'first' : `after ${counted(place - 1, 'other candidate')}`} and begin in ${at}.`,
    `You keep the cards ${listInWords(kept)}.`,
  ];
}

/** What a campaign turn brings in a few words: money, the cards played, tasks, and whether the campaign ends. */
export function turnSentences(
  { state: before, seat, orders }: Omit<GuessedSheet, 'plan'>,
  { wrong, right }: Outlook,
): string[] {
  const plays = right === null ? [wrong] : [wrong, right];
  const cash = [...new Set(plays.map((state) => findPlayer(state, seat)?.cash ?? 0))].sort((a, b) => a - b);
  const now = findPlayer(before, seat)?.cash ?? 0;
  return [
    `You have ${money(now)} now and ${cash.map(money).join(' to ')} after the turn.`,
    ...cardSentences(seat, { wrong, right }),
    ...showSentences(before, seat, wrong),
    ...guessSentences(before, seat, orders),
    ...lostSentences(seat, { wrong, right }),
    ...endSentences(seat, { wrong, right }),
  ];
}

function cardSentences(seat: SeatIdentifier, outlook: Outlook): string[] {
  const playedIn = (state: State | null, done: boolean) =>
    (state?.log ?? []).flatMap((entry) =>
      entry.type === 'gerrymander' && entry.by === seat && entry.done === done ? [entry.card] : [],
    );
  const always = playedIn(outlook.wrong, true);
  const withRight = playedIn(outlook.right, true).filter((card) => !always.includes(card));
  const never = playedIn(outlook.right ?? outlook.wrong, false).filter((card) => !always.includes(card));
  return [
    ...(always.length > 0 ? [`You play ${listInWords(always)}.`] : []),
    ...(withRight.length > 0 ? [`With right answers you also play ${listInWords(withRight)}.`] : []),
    ...(never.length > 0 ? [`${listInWords(never)} cannot be played: something is missing.`] : []),
  ];
}

/** PTG-6.15: the seat's own shows: one that goes on stage, what becomes of one that is there, and what a missing one costs. */
function showSentences({ shows }: State, seat: SeatIdentifier, { log }: State): string[] {
  return log.flatMap((entry) => {
    if (entry.type !== 'show' || entry.by !== seat) return [];
    const { kind } = showCard(entry.card);
    const isTask = shows.some(({ number, stage }) => number === entry.number && stage === 'task');
    const ends = isGuessed(kind)
      ? 'fails unless someone guesses it'
      : 'succeeds unless most of the others object';
    const end =
      entry.result === 'staged' ? 'goes on stage' : isTask ? `is not performed: ${PENALTIES[kind]}` : ends;
    return [`Your show ${entry.number}, ${SHOW_KINDS[kind]}, ${end}.`];
  });
}

/** PTG-6.15: what guesses at the shows of others would bring. Whether they are right is not looked at. */
function guessSentences({ shows }: State, seat: SeatIdentifier, { guesses }: Orders): string[] {
  return guesses.flatMap(({ show: number }) => {
    const show = shows.find((one) => one.number === number);
    if (show === undefined) return [];
    const { kind } = showCard(show.card);
    const prize =
      kind === 'charade' ? popularVotes(10) : money(kind === 'direction' && show.actor === seat ? 10 : 5);
    return [`Your guess at show ${number} brings ${prize} if it is right and the first.`];
  });
}

/** PTG-6.20: stops of the next turn that are lost for lack of money. */
function lostSentences(seat: SeatIdentifier, { wrong, right }: Outlook): string[] {
  const isSent = (state: State | null) =>
    state?.log.some((entry) => entry.type === 'move' && entry.by === seat && entry.how === 'sent') ?? false;
  if (!isSent(wrong) && !isSent(right)) return [];
  const when = right === null || isSent(right) ? '' : ' if your answers are wrong';
  return [`Your money runs out${when}: you are sent to DC and lose a stop of the next turn.`];
}

/** PTG-6.16, PTG-6.18: whether the campaign ends with the turn. */
function endSentences(seat: SeatIdentifier, { wrong, right }: Outlook): string[] {
  const ends = [wrong, ...(right === null ? [] : [right])].map((state) => endOf(state, seat));
  const [first = null, second = first] = ends;
  if (first === second) return first === null ? [] : [`${first}.`];
  return [
    ...(first === null ? [] : [`If all of your answers are wrong: ${first}.`]),
    ...(second === null ? [] : [`If all of your answers are right: ${second}.`]),
  ];
}

function endOf({ phase, outcome, runoff }: State, seat: SeatIdentifier): string | null {
  if (phase === 'over')
    return outcome?.winner === seat ? 'You are president' : `${outcome?.winner} is president`;
  if (phase === 'runoff') return `The runoff begins, between ${listInWords(runoff?.candidates ?? [])}`;
  return phase === 'speed' ? 'Speed Play begins' : null;
}

/** PTG-6.22, PTG-6.23: how many answers are written, and what is at stake. */
export function writtenSentences(state: State, seat: SeatIdentifier, { written }: Orders): string[] {
  const count = writtenParts(state, seat).reduce((sum, { questions }) => sum + questions.length, 0);
  const given = written.filter((text) => text !== null).length;
  return [`You answer ${given} of ${counted(count, 'question')}.`, ...stakes(state, seat)];
}

function stakes({ phase, runoff, speed }: State, seat: SeatIdentifier): string[] {
  if (phase === 'runoff' && runoff !== null) {
    const rival = runoff.candidates.find((id) => id !== seat);
    return [`If more of your answers are right than of ${rival}’s, you are president.`];
  }
  if (speed === null) return [];
  const place = speed.ladder.indexOf(seat);
  const below = speed.ladder.slice(0, Math.max(1, place)).filter((id) => id !== seat);
  const above = speed.ladder.slice(place + 1);
  const first = speed.pair.includes(seat)
    ? `You meet ${speed.pair.find((id) => id !== seat)} in round ${speed.round}.`
    : `You meet the winner of the rounds among ${listInWords(below)} in round ${place}.`;
  if (above.length === 0) return [first, 'If you win that round, you are president.'];
  return [first, 'The winner takes all chips and popular votes of the loser and goes on.'];
}
