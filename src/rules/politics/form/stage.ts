import { listInWords } from '../../numbers.ts';
import type { Field, GivenRow, RowsField, SheetSection } from '../../sheet.ts';
import { PENALTIES } from '../advice.ts';
import { isGuessed, type ShowCard, showCard } from '../data/wildcards.ts';
import { SHOW_KINDS } from '../report/words.ts';
import type { Player, Show, State } from '../state.ts';
import { seatChoice } from './answers.ts';

/** PTG-4.5: rows and lengths. */
const MOST_ROWS = 8;
const DRAWING = { lines: 10, characters: 30 } as const;
const LONGEST = { performance: 280, guess: 60, reason: 80 } as const;
const SHORTEST_REASON = 10;

/** PTG-4.5: performances that are due, and what the player thinks of those of others; nothing if there are none. */
export function stageSection(state: State, player: Player): SheetSection[] {
  const tasks = state.shows.filter(({ by, stage }) => by === player.id && stage === 'task');
  const staged = state.shows.filter(({ by, stage }) => by !== player.id && stage === 'stage');
  const guessed = staged.filter(({ card }) => isGuessed(showCard(card).kind));
  const judged = staged.filter(({ card }) => !isGuessed(showCard(card).kind));
  const fields: Field[] = [
    ...(tasks.length === 0 ? [] : [performancesField(state, player, tasks)]),
    ...(guessed.length === 0 ? [] : [guessesField(guessed)]),
    ...(judged.length === 0 ? [] : [objectionsField(judged)]),
  ];
  return fields.length === 0 ? [] : [{ title: 'The stage', fields }];
}

function performancesField(state: State, { id }: Player, tasks: readonly Show[]): RowsField {
  const others = state.players.filter((one) => one.id !== id);
  return {
    kind: 'rows',
    name: 'performances',
    label: 'Your performance',
    max: MOST_ROWS,
    given: tasks.map(givenTask),
    columns: [
      showColumn(tasks),
      { kind: 'choice', name: 'actor', label: 'Actor', choices: others.map(seatChoice), blank: '—' },
      {
        kind: 'text',
        name: 'drawing',
        label: 'Drawing',
        hint: `Up to ${DRAWING.lines} lines of ${DRAWING.characters} signs, without letters and digits.`,
        max: DRAWING.characters,
        lines: DRAWING.lines,
      },
      { kind: 'text', name: 'text', label: 'Text', max: LONGEST.performance },
    ],
  };
}

/** PTG-9.4: a task with its phrase, what is taboo, and the penalty. */
function givenTask({ number, card: id }: Show): GivenRow {
  const card = showCard(id);
  return {
    label: `Show ${number}`,
    note: SHOW_KINDS[card.kind],
    words: [
      ...taskInWords(card),
      `Without a performance, or if it fails, ${PENALTIES[card.kind]}${card.kind === 'direction' ? ', and so does the actor if it fails' : ''}.`,
    ],
    fixed: { show: number },
    columns: columnsFor(card),
  };
}

function columnsFor({ kind }: ShowCard): string[] {
  if (kind === 'drawing') return ['drawing'];
  return kind === 'direction' ? ['actor', 'text'] : ['text'];
}

function taskInWords({ kind, task, taboo }: ShowCard): string[] {
  const stems = listInWords(
    taboo.map((stem) => `“${stem}”`),
    'or',
  );
  switch (kind) {
    case 'charade':
      return [`Mime “${task}” in words. No word may begin with ${stems}.`];
    case 'direction':
      return [`Tell your actor how to do this: “${task}”. No word may begin with ${stems}.`];
    case 'drawing':
      return [`Draw this: ${task}.`];
    case 'recital':
      return [`Write this: ${task}.`];
    case 'stunt':
      return [task];
  }
}

/** A show by its number. */
function showColumn(shows: readonly Show[]): RowsField['columns'][number] {
  const choices = shows.map(({ number }) => ({ value: String(number), label: `Show ${number}` }));
  return { kind: 'choice', name: 'show', label: 'Show', choices, blank: '—' };
}

/** PTG-9.6: a performance of another. It is printed in full in the printout, unless the GM withholds it. */
function givenShow({ number, card, by, actor }: Show): GivenRow {
  const withActor = actor === null ? '' : `, with ${actor} as the actor`;
  return {
    label: `Show ${number}`,
    note: `${SHOW_KINDS[showCard(card).kind]} by ${by}${withActor}`,
    fixed: { show: number },
  };
}

function guessesField(shows: readonly Show[]): RowsField {
  return {
    kind: 'rows',
    name: 'guesses',
    label: 'Guesses',
    hint: 'The performances are in your printout, under “The stage”. The first right guess in the order of the turn is rewarded.',
    max: MOST_ROWS,
    given: shows.map(givenShow),
    columns: [showColumn(shows), { kind: 'text', name: 'text', label: 'Guess', max: LONGEST.guess }],
  };
}

function objectionsField(shows: readonly Show[]): RowsField {
  return {
    kind: 'rows',
    name: 'objections',
    label: 'Objections',
    hint: `Leave blank to applaud. A reason has ${SHORTEST_REASON} to ${LONGEST.reason} characters, and is printed with your name.`,
    max: MOST_ROWS,
    given: shows.map((show) => {
      const { task } = showCard(show.card);
      return { ...givenShow(show), words: [task] };
    }),
    columns: [showColumn(shows), { kind: 'text', name: 'reason', label: 'Reason', max: LONGEST.reason }],
  };
}
