import { grouped } from '../../numbers.ts';
import type { Block, Cell, Table } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { LogEntry } from '../log.ts';
import { openQuestions } from '../pending.ts';
import { changesAfter, changesInWords, chipInWords, money, popularVotes } from '../report/words.ts';
import { chipsOf, findPlayer, type State } from '../state.ts';
import { answersOf, type GuessedSheet, play, type Supposed } from './plays.ts';

/** The turn with all answers wrong, and with all of them right; null if there are none. */
export interface Outlook {
  wrong: State;
  right: State | null;
}

/** What each answer of the sheet pays if it is right, and what if it is wrong. */
export function answersTable(sheet: GuessedSheet, labels: readonly string[]): Block[] {
  if (labels.length === 0) return [];
  const answers = answersOf(sheet.orders);
  const rows = labels.map((label): Cell[] => {
    const supposed = supposedFor(sheet, label);
    return [
      { text: label, strong: true },
      answers.get(label) ?? '–',
      effectOf(play(sheet, { ...supposed, right: [label] }), label),
      effectOf(play(sheet, { ...supposed, right: [] }), label),
    ];
  });
  return [table('What your answers bring', ['Question', 'Answer', 'If right', 'If wrong'], rows)];
}

/** For a question that depends on an offer, what its holder must do for it to count. */
function supposedFor({ state, seat }: GuessedSheet, label: string): Omit<Supposed, 'right'> {
  const question = openQuestions(state).find(({ by, asked }) => by === seat && asked.label === label);
  if (question === undefined || question.pending.offer === null) return {};
  const [main] = question.pending.asked;
  if (main === undefined) return {};
  return main.label === label ? { accepted: [label] } : { rejected: [main.label] };
}

/** What follows from an answer in a played turn; help that replaces it, and what an offer's acceptance costs, belong to it. */
function effectOf({ log }: State, label: string): string {
  const index = log.findIndex((entry) => entry.type === 'answer' && entry.question === label);
  if (index < 0) return 'it does not count: the offer is void';
  return changesInWords([...changesBefore(log, index), ...changesAfter(log, index)]);
}

/** The changes by an offer and by help, which stand in the log before the answer. */
function changesBefore(log: readonly LogEntry[], index: number): ReturnType<typeof changesAfter> {
  const isPart = ({ type }: LogEntry) => type === 'help' || type === 'offer';
  let start = index;
  while (start > 0 && ['cash', 'popular', 'chip', 'help', 'offer'].includes(typeAt(log, start - 1)))
    start -= 1;
  return log.slice(start, index).flatMap((entry, i) => {
    return isPart(entry) ? changesAfter(log.slice(0, index), start + i) : [];
  });
}

function typeAt(log: readonly LogEntry[], index: number): string {
  return log[index]?.type ?? '';
}

/** Where each stop leads, and what is asked there. */
export function stopsTable(seat: SeatIdentifier, { wrong, right }: Outlook): Block[] {
  const ways = [stopsIn(wrong, seat), ...(right === null ? [] : [stopsIn(right, seat)])];
  const [first = []] = ways;
  if (ways.every((stops) => stops.length === 0)) return [];
  const isSame = ways.every((stops) => stops.join() === first.join());
  const count = Math.max(...ways.map((stops) => stops.length));
  const rows = Array.from({ length: count }, (_, i): Cell[] => [
    { text: `Stop ${i + 1}`, strong: true },
    ...(isSame ? [first] : ways).map((stops) => stops[i] ?? '–'),
  ]);
  const labels = isSame ? ['', 'What happens'] : ['', 'Answers wrong', 'Answers right'];
  return [table('Your stops', labels, rows)];
}

/** Each stop of a candidate in words. */
export function stopsIn({ log, players }: State, seat: SeatIdentifier): string[] {
  const stops: string[] = [];
  for (const [index, entry] of log.entries()) {
    if (entry.type !== 'move' || entry.by !== seat || entry.how === 'sent') continue;
    const stop = stops.length + 1;
    const pending = findPlayer({ players }, seat)?.pending.find((one) => one.stop === stop);
    const rest = log.slice(index + 1).find((one) => one.type === 'rest' || one.type === 'move');
    const way =
      entry.how === 'none' || entry.how === 'stay'
        ? `you stay in ${entry.to}`
        : `you ${entry.how === 'fly' ? 'fly' : 'walk'} from ${entry.from} to ${entry.to}`;
    const kind = pending?.asked.map((asked) => asked.kind).join(' or a ');
    const isRest = rest?.type === 'rest' && rest.by === seat;
    const then = isRest
      ? rest.paid
        ? 'a rest, which is paid'
        : 'a rest without pay'
      : kind === undefined
        ? 'no question'
        : `a ${kind} question`;
    stops.push(`${way}: ${then}`);
  }
  return stops;
}

/** The seat's figures now and after the turn. */
export function changesTable(state: State, seat: SeatIdentifier, { wrong, right }: Outlook): Table {
  const states = [state, wrong, ...(right === null ? [] : [right])];
  const cells = (write: (one: State) => string): Cell[] => states.map(write);
  const of = (one: State) => findPlayer(one, seat);
  const rows: Cell[][] = [
    ['Cash', ...cells((one) => money(of(one)?.cash ?? 0))],
    ['Popular votes', ...cells((one) => popularVotes(of(one)?.popular ?? 0))],
    ['Electoral votes', ...cells((one) => grouped(of(one)?.electoral ?? 0))],
    ['Chips', ...cells((one) => chipsOf(one, seat).map(chipInWords).join(', ') || 'none')],
    ['Place', ...cells((one) => of(one)?.at ?? '–')],
  ];
  const labels =
    right === null
      ? ['', 'Now', 'After the turn']
      : ['', 'Now', 'If all answers are wrong', 'If all are right'];
  return table('What changes for you', labels, rows);
}

function table(caption: string, labels: readonly string[], rows: Cell[][]): Table {
  const columns = labels.map((label) => ({ label, align: 'left' as const }));
  return { kind: 'table', caption, showCaption: true, columns, rows };
}
