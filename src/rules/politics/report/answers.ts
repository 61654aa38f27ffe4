import type { Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { Letter, LogEntry } from '../log.ts';
import type { State } from '../state.ts';
import {
  captionedTable,
  choicesAsked,
  LETTERS,
  type Open,
  openQuestions,
  plainTable,
  type ReportContext,
  rightLetter,
} from './context.ts';
import {
  bundleInWords,
  type Change,
  changesAfter,
  changesInWords,
  chipInWords,
  money,
  popularVotes,
} from './words.ts';

type Answer = Extract<LogEntry, { type: 'answer' }>;

/** PTG-9.7: every question with all answers given, the right choice and its note; then help and deals. */
export function answersSection({ now, before }: ReportContext): ReportSection | null {
  const asked = before === null ? [] : openQuestions(before);
  if (asked.length === 0) return null;
  const tables = [answersTable(asked, now), helpTable(now.log), dealsTable(asked, now.log)];
  return sharedSection(
    'answers',
    'The answers',
    tables.filter((table) => table !== null),
  );
}

/** Stop by stop and in each the candidates in order (PTG-6.14), with the questions that did not count. */
function answersTable(asked: readonly Open[], { log, said }: State): Table {
  const advisers = new Map(
    log.flatMap((entry) => (entry.type === 'help' ? [[entry.question, entry.from] as const] : [])),
  );
  const rows = asked.map((open): Cell[] => {
    const { asked: one, question, pending } = open;
    const index = log.findIndex((entry) => entry.type === 'answer' && entry.question === one.label);
    const answer = log[index] as Answer | undefined;
    const own = said?.answers?.find((row) => row.question === one.label);
    const right = choicesAsked(question, one)[LETTERS.indexOf(rightLetter(question, one))];
    return [
      { text: one.label, strong: true },
      pending.state,
      question.text,
      {
        text: givenInWords(open, answer, { own: own?.answer ?? null, adviser: advisers.get(one.label) }),
        strong: answer?.right === true,
        quiet: answer === undefined,
      },
      `${rightLetter(question, one)} ${right}${question.note === '' ? '' : `. ${question.note}`}`,
      answer === undefined ? '–' : earned(log, index, answer),
    ];
  });
  const labels = ['', 'In', 'Question', 'Answer', 'Solution', 'Result'];
  return plainTable('The questions and their answers', labels, rows, 'Bold answers are right.');
}

interface Sources {
  /** What the candidate's own sheet answered; null if nothing. */
  own: Letter | null;
  /** Who sold the answer that counts; undefined if no one did. */
  adviser: string | undefined;
}

/** The answer that counts, and the candidate's own if advice replaced it or the question did not count. */
function givenInWords(open: Open, answer: Answer | undefined, { own, adviser }: Sources): string {
  if (answer === undefined) {
    return own === null ? 'did not count' : `${choiceInWords(open, own)} (did not count)`;
  }
  if (answer.answer === null) return 'no answer';
  const words = choiceInWords(open, answer.answer);
  if (adviser === undefined) return words;
  const replaced = own === null ? '' : `; own answer: ${choiceInWords(open, own)}`;
  return `${words}, sold by ${adviser}${replaced}`;
}

/** `B Saturn` */
function choiceInWords({ question, asked }: Open, letter: Letter): string {
  return `${letter} ${choicesAsked(question, asked)[LETTERS.indexOf(letter)]}`;
}

function earned(log: readonly LogEntry[], index: number, { right }: Answer): string {
  if (!right) return 'nothing';
  return changesInWords(changesAfter(log, index));
}

/** PTG-9.7: help that was bought, at what price, and whether it was worth it. */
function helpTable(log: readonly LogEntry[]): Table | null {
  const rows = log.flatMap((entry, index): Cell[][] => {
    if (entry.type !== 'help') return [];
    const { by, from, question } = entry;
    const answer = log.slice(index).find((one) => one.type === 'answer');
    const isRight = answer?.type === 'answer' && answer.right;
    const price = priceInWords(changesAfter(log, index), by);
    const verdict: Cell = isRight ? 'right' : { text: 'wrong: bad advice', strong: true };
    return [[{ text: question, strong: true }, from, by, price, verdict]];
  });
  if (rows.length === 0) return null;
  return captionedTable('Advice sold', ['Question', 'Adviser', 'Buyer', 'Price', 'The advice was'], rows);
}

/** What a buyer gave. */
function priceInWords(changes: readonly Change[], buyer: string): string {
  const parts = changes.flatMap((change) => {
    if (change.type === 'chip') return [chipInWords(change.state)];
    if (change.type === 'debt' || change.who !== buyer || change.why !== 'help') return [];
    return [change.type === 'cash' ? money(-change.amount) : popularVotes(-change.amount)];
  });
  return parts.length === 0 ? 'for nothing' : parts.join(', ');
}

/** PTG-6.14: the offers, and what became of them. */
function dealsTable(asked: readonly Open[], log: readonly LogEntry[]): Table | null {
  const rows = log.flatMap((entry, index): Cell[][] => {
    if (entry.type !== 'offer') return [];
    const { by, to, state, result } = entry;
    const open = asked.find(
      ({ player, pending }) => player.id === by && pending.state === state && pending.offer !== null,
    );
    const offered = open?.pending.offer ? bundleInWords(open.pending.offer) : '';
    const answer = log.slice(index).find((one) => one.type === 'answer');
    const end = result !== 'accepted' ? ENDS[result] : isRight(answer) ? ENDS.won : ENDS.wrong;
    return [[chipInWords(state), by, to, offered, { text: end, strong: end === ENDS.won }]];
  });
  if (rows.length === 0) return null;
  return captionedTable('Offers for chips', ['Chip', 'Bidder', 'Holder', 'Offered', 'Result'], rows);
}

function isRight(entry: LogEntry | undefined): boolean {
  return entry?.type === 'answer' && entry.right;
}

const ENDS = {
  rejected: 'rejected',
  void: 'accepted, but void: the bidder or the holder no longer had what was agreed',
  won: 'accepted and paid',
  wrong: 'accepted, but the answer was wrong: nothing changed hands',
} as const;

/** The help that was sold on a processing: for summaries and news. */
export function salesOf({
  log,
}: Pick<State, 'log'>): { by: string; from: string; question: string; right: boolean }[] {
  return log.flatMap((entry, index) => {
    if (entry.type !== 'help') return [];
    const { by, from, question } = entry;
    return [{ by, from, question, right: isRight(log.slice(index).find((one) => one.type === 'answer')) }];
  });
}
