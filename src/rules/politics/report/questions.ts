import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { showCard } from '../data/wildcards.ts';
import { seatsOwing, writtenParts } from '../owing.ts';
import type { Show, State } from '../state.ts';
import {
  captionedTable,
  choicesAsked,
  LETTERS,
  type Open,
  openQuestions,
  plainTable,
  type ReportContext,
} from './context.ts';
import { bundleInWords, capitalized, chipInWords, LEVELS, SHOW_KINDS, worthInWords } from './words.ts';

/** PTG-9.4: the reader's questions and tasks. */
export function yourQuestionsSection({ reader, now }: ReportContext): ReportSection | null {
  if (reader === null) return null;
  const own = openQuestions(now).filter(({ player }) => player.id === reader.id);
  const tasks = now.shows.filter(({ by, stage }) => by === reader.id && stage === 'task');
  const blocks: Block[] = [
    ...writtenBlocks(now, reader.id),
    ...(own.length === 0 ? [] : [questionTable('Your questions', own)]),
    ...own.filter(({ asked, pending }) => isMain(asked.label, pending.asked)).flatMap(offerNote),
    ...tasks.flatMap(taskBlocks),
  ];
  return blocks.length === 0
    ? null
    : {
        id: 'your-questions',
        title: titleOf(own.length, tasks.length),
        newPage: false,
        shared: false,
        blocks,
      };
}

function titleOf(questions: number, tasks: number): string {
  if (tasks === 0) return 'Your questions';
  const task = tasks === 1 ? 'task' : 'tasks';
  return questions === 0 ? `Your ${task}` : `Your questions and your ${task}`;
}

function isMain(label: string, asked: Open['pending']['asked']): boolean {
  return asked[0]?.label === label;
}

function offerNote({ asked, pending }: Open): Block[] {
  const [, spare] = pending.asked;
  if (pending.offer === null || spare === undefined) return [];
  const text =
    `${asked.label} counts if ${pending.offer.to} accepts your offer for ${chipInWords(pending.state)}; ` +
    `${spare.label} counts if not. Answer both.`;
  return [{ kind: 'paragraph', text }];
}

/** PTG-8.6: a task is shown to its performer only: the card, what it asks for, and what a missing performance costs. */
function taskBlocks({ number, card }: Show): Block[] {
  const { id, kind, task, taboo } = showCard(card);
  const [what, how] = TASKS[kind];
  const items = [
    { label: `Show ${number}`, value: `${capitalized(SHOW_KINDS[kind])} (${id})` },
    { label: what, value: task },
    ...(taboo.length === 0
      ? []
      : [{ label: 'Taboo: no word may begin with', value: taboo.map((stem) => `${stem}-`).join(', ') }]),
    { label: 'If you do not perform', value: PENALTIES[kind] },
  ];
  return [
    { kind: 'facts', items },
    { kind: 'paragraph', text: how },
  ];
}

/** PTG-2.6: what a task is called, and what its performer is to write. */
const TASKS = {
  charade: [
    'Act out, in words',
    'Describe your mime in at most 280 characters. The others guess the phrase.',
  ],
  drawing: [
    'Draw',
    'Draw it in at most ten lines of 30 signs, without letters and digits. The others guess what it is.',
  ],
  stunt: ['Do at home', 'Do it, or something equal, and report in at most 280 characters. The others judge.'],
  recital: ['Print', 'Write it in the manner asked for, in at most 280 characters. The others judge.'],
  direction: [
    'Direct an actor',
    'Name another candidate as your actor, and describe the action in at most 280 characters. The others guess it.',
  ],
} as const;

/** PTG-6.15: what a failure costs a performer who has not been on stage. */
const PENALTIES = {
  charade: 'you lose 5 million votes',
  drawing: 'you pay $1 million to each other candidate',
  stunt: 'you lose 5 million votes',
  recital: 'you pay $1 million to each other candidate',
  direction: 'you pay $2 million to the bank',
} as const;

/** PTG-9.5: everybody's questions, and the offers. */
export function questionsSection({ now }: ReportContext): ReportSection | null {
  const open = openQuestions(now);
  if (open.length === 0) return null;
  const offers = offersTable(open);
  return sharedSection('questions', 'Everyone’s questions', [
    { kind: 'paragraph', text: 'Any candidate may sell you help; any may lie.', strong: true },
    questionTable('Everyone’s questions', open),
    ...(offers === null ? [] : [offers]),
  ]);
}

function questionTable(caption: string, open: readonly Open[]): Table {
  const rows = open.map(({ asked, pending, question }): Cell[] => [
    { text: asked.label, strong: true },
    `${capitalized(asked.kind)}, ${LEVELS[question.level]}: ${worthInWords(asked.kind, question.level, pending.state)}`,
    question.text,
    ...choicesAsked(question, asked).map((choice) => choice),
  ]);
  return plainTable(caption, ['', 'Wins', 'Question', ...LETTERS], rows);
}

function offersTable(open: readonly Open[]): Table | null {
  const rows = open.flatMap(({ player, pending, asked }): Cell[][] => {
    const { offer, state } = pending;
    if (offer === null || !isMain(asked.label, pending.asked)) return [];
    return [
      [{ text: asked.label, strong: true }, player.id, offer.to, chipInWords(state), bundleInWords(offer)],
    ];
  });
  if (rows.length === 0) return null;
  const note =
    'The holder accepts or rejects on the next sheet. An accepted offer is paid if the answer is right.';
  return captionedTable('Offers for chips', ['Offer', 'From', 'To', 'For', 'Offered'], rows, note);
}

/** PTG-6.22, PTG-6.23: which of the written questions the reader answers; nothing for those who owe no sheet. */
function writtenBlocks(now: State, seat: SeatIdentifier): Block[] {
  if ((now.phase !== 'runoff' && now.phase !== 'speed') || !seatsOwing(now).includes(seat)) return [];
  const rounds = writtenParts(now, seat).flatMap(({ round }) => (round === null ? [] : [round]));
  const which =
    rounds.length === 0 ? 'the ten questions of the runoff' : `the questions of ${roundsInWords(rounds)}`;
  return [{ kind: 'paragraph', text: `You answer ${which} in writing.`, strong: true }];
}

/** Rounds in a row: `round 3`, `rounds 6 and 7`, `rounds 1 to 7`. */
function roundsInWords(rounds: readonly number[]): string {
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (first === last) return `round ${first}`;
  return `rounds ${first} ${rounds.length === 2 ? 'and' : 'to'} ${last}`;
}
