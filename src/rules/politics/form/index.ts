import { listInWords } from '../../numbers.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { SheetForm, SheetSection } from '../../sheet.ts';
import { seatsOwing } from '../owing.ts';
import { phaseName } from '../phase-name.ts';
import {
  cashInWords,
  chipsInWords,
  creditorInWords,
  money,
  pairInWords,
  popularVotes,
} from '../report/words.ts';
import { chipsOf, findPlayer, type Player, type State } from '../state.ts';
import { answersSection, helpSection, offersSection } from './answers.ts';
import { cardInWords, cardsSection, homeSections } from './cards.ts';
import { stageSection } from './stage.ts';
import { stopsSection } from './stops.ts';
import { writtenSection } from './written.ts';

/** PTG-9.13: the form of a seat's sheet for the open turn; null if the seat owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = findPlayer(state, seat);
  if (player === undefined || !seatsOwing(state).includes(seat)) return null;
  return {
    turn: state.turn + 1,
    phase: phaseName(state),
    facts: sheetFacts(state, player),
    sections: [...sectionsOf(state, player), pressSection()],
    // There are turns without a question, a task or a stop.
    ...(state.phase === 'closing' && player.pending.length === 0 && { mayBeBlank: true }),
  };
}

/**
 * The fields that are about the open turn alone: its questions, offers and shows, which have the same labels in each turn (PTG-4.3).
 * Stops are none of them: `stay` and a question can be meant for any turn.
 */
export const OPEN_TURN_FIELDS: readonly string[] = [
  ...['answers', 'claimDC', 'accept', 'help', 'advice', 'performances', 'guesses', 'objections', 'written'],
];

function sectionsOf(state: State, player: Player): SheetSection[] {
  if (state.phase === 'home') return homeSections(state, player);
  if (state.phase === 'runoff' || state.phase === 'speed') return [writtenSection(state, player.id)];
  return [
    ...answersSection(state, player),
    ...offersSection(state, player),
    ...stageSection(state, player),
    ...(state.phase === 'campaign' ? stopsSection(state, player) : []),
    cardsSection(state, player),
    ...helpSection(state, player),
    ...(state.phase === 'campaign' ? [adjournSection()] : []),
  ];
}

function sheetFacts(state: State, player: Player): string[] {
  const { phase, order } = state;
  if (phase === 'home') {
    return [
      ...player.cards.map((id) => `Your card ${cardInWords(id)}`),
      `Home states are given out in this order: ${listInWords([...state.settings.picking])}.`,
    ];
  }
  const chips = chipsOf(state, player.id);
  const held =
    chips.length === 0
      ? 'no electoral votes'
      : `${player.electoral} electoral votes: the ${chips.length === 1 ? 'chip' : 'chips'} of ${chipsInWords(chips)}`;
  const place = player.at === null ? '' : ` You are in ${player.at}.`;
  const facts = [
    `You have ${cashInWords(player.cash)}, ${popularVotes(player.popular)}, and ${held}.${place}`,
  ];
  if (phase !== 'campaign' && phase !== 'closing') return [...facts, ...duelSentences(state)];
  return [
    ...facts,
    ...debtSentences(player),
    ...player.cards.map((id) => `Your card ${cardInWords(id)}`),
    `Order of the turn: ${order.join(', ')}.`,
    ...(phase === 'closing'
      ? ['The last stops have been made. If no one reaches 270 electoral votes now, Speed Play begins.']
      : []),
  ];
}

function debtSentences({ debts }: Player): string[] {
  if (debts.length === 0) return [];
  const owed = debts.map(({ to, amount }) => `${money(amount)} to ${creditorInWords(to)}`);
  return [
    `You owe ${listInWords(owed)}. You make no move until it is paid; what you receive pays it by itself.`,
  ];
}

/** PTG-6.22, PTG-6.23: who meets whom in a runoff, or in the rounds of Speed Play. */
function duelSentences({ runoff, speed }: State): string[] {
  if (runoff !== null)
    return [`${listInWords([...runoff.candidates])} meet in the runoff. More right answers win.`];
  if (speed === null) return [];
  const { ladder, round, set, pair } = speed;
  if (Object.keys(speed.answers).length > 0) {
    return [`${listInWords([...pair])} are tied in round ${round}. These are the questions of set ${set}.`];
  }
  const rounds = speed.questions.map((_, i) => `Round ${i + 1}: ${pairInWords(ladder, i)}.`);
  return [rounds.join(' ')];
}

/** PTG-4.5: the vote for Speed Play, which few sheets have. */
function adjournSection(): SheetSection {
  return {
    title: 'Speed Play',
    hint: 'It begins if more than half of all candidates vote for it.',
    rare: true,
    fields: [{ kind: 'flag', name: 'adjourn', label: 'Vote to begin Speed Play now' }],
  };
}

const LONGEST_PRESS = 200;

function pressSection(): SheetSection {
  return {
    title: 'Press',
    fields: [
      {
        kind: 'text',
        name: 'press',
        label: 'Press release',
        hint: `One line of at most ${LONGEST_PRESS} characters, printed with your identifier.`,
        max: LONGEST_PRESS,
      },
    ],
  };
}
