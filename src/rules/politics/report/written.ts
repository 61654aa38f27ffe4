import { counted } from '../../numbers.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { questionOf } from '../bank/index.ts';
import type { Runoff, Speed, SpeedResult, State } from '../state.ts';
import { matches } from '../text.ts';
import { captionedTable, type ReportContext } from './context.ts';
import { isWithheld, WITHHELD } from './withheld.ts';
import { changesInWords, isChange, pairInWords } from './words.ts';

/** PTG-9.12: the questions of a runoff or of Speed Play, without choices, to everyone. */
export function writtenQuestionsSection({ now }: ReportContext): ReportSection | null {
  if (now.phase === 'runoff' && now.runoff !== null) return runoffQuestions(now, now.runoff);
  if (now.phase === 'speed' && now.speed !== null) return speedQuestions(now, now.speed);
  return null;
}

function runoffQuestions(now: State, { candidates, set, questions }: Runoff): ReportSection {
  const again = set === 1 ? '' : ` These are the questions of set ${set}, after a tie.`;
  const text =
    `${candidates[0]} has the 270 electoral votes, but ${candidates[1]} has more popular votes. Both answer these ten questions in ` +
    `writing, without help and without looking anything up. More right answers win.${again}`;
  return sharedSection('written-questions', 'The runoff: the questions', [
    { kind: 'paragraph', text, strong: true },
    questionsTable(now, 'The ten questions', questions),
  ]);
}

/** The rounds that are not over. After the first sheets only the open one still has questions to answer. */
function speedQuestions(now: State, speed: Speed): ReportSection {
  const { ladder, round, set, pair, questions, answers } = speed;
  const isFirst = Object.keys(answers).length === 0;
  const whose = isFirst
    ? 'Everyone answers the questions of all rounds in which they might take part.'
    : `${pair[0]} and ${pair[1]} are tied in round ${round} and answer set ${set} of its questions. Everyone’s answers for the later rounds are in.`;
  const blocks: Block[] = [
    { kind: 'paragraph', text: `${ladderSentence(ladder)} ${whose}`, strong: true },
    ...questions.flatMap((ids, index): Block[] => {
      if (!isFirst && index + 1 !== round) return [];
      const who = isFirst ? pairInWords(ladder, index) : `${pair[0]} against ${pair[1]}`;
      return [questionsTable(now, `Round ${index + 1}: ${who}`, ids)];
    }),
  ];
  return sharedSection('written-questions', 'Speed Play: the questions', blocks);
}

function ladderSentence(ladder: readonly SeatIdentifier[]): string {
  return `The ladder, fewest electoral votes first: ${ladder.join(', ')}. The winner of a round takes the loser’s chips and popular votes and meets the next on the ladder.`;
}

function questionsTable(now: State, caption: string, ids: readonly string[]): Table {
  const rows = ids.map((id, i): Cell[] => [String(i + 1), questionOf(now.settings, id).text]);
  return captionedTable(caption, ['No.>', 'Question'], rows);
}

/** PTG-9.12: after a runoff or rounds of Speed Play: all answers given, the right ones, and who took what. */
export function writtenAnswersSection(context: ReportContext): ReportSection | null {
  const { now, before } = context;
  const blocks = now.log.flatMap((entry, index): Block[] => {
    if (entry.type === 'runoff') return runoffBlocks(context, entry, index);
    if (entry.type === 'speed') return speedBlocks(context, entry, index);
    return [];
  });
  if (before === null || blocks.length === 0) return null;
  const game = before.phase === 'runoff' ? 'The runoff' : 'Speed Play';
  return sharedSection('written-answers', `${game}: the answers`, blocks);
}

type Decided = Pick<SpeedResult, 'right' | 'winner'>;

function runoffBlocks(
  { now, before, header }: ReportContext,
  result: Decided & { set: number },
  index: number,
): Block[] {
  const runoff = before?.runoff;
  if (!runoff) return [];
  const { candidates, questions } = runoff;
  const written = candidates.map((id) => {
    const answers = now.said?.written.find(({ by }) => by === id)?.answers ?? [];
    return isWithheld(header, now.turn, id) ? answers.map(withheldWord) : answers;
  });
  return [
    resultLine(`Set ${result.set}`, candidates, result, takenIn(now, index)),
    answersTable(now, `Set ${result.set}: the answers`, { pair: candidates, questions, written }),
  ];
}

/** PTG-8.6: answers stay secret until their round is over, so a tied set is printed in full only after the deciding one. */
function speedBlocks(context: ReportContext, result: SpeedResult, index: number): Block[] {
  const { now, states, header } = context;
  const { round, set, pair, winner } = result;
  const firstSheets = states.find(({ speed }) => speed !== null && Object.keys(speed.answers).length > 0);
  const line = resultLine(
    `Round ${round}${set > 1 ? `, set ${set}` : ''}`,
    pair,
    result,
    takenIn(now, index),
  );
  if (winner === null) return [line];
  const sets = states.flatMap((state, i): Block[] => {
    const played = state.log.find((entry) => entry.type === 'speed' && entry.round === round);
    const questions = states[i - 1]?.speed?.questions[round - 1];
    if (played?.type !== 'speed' || questions === undefined) return [];
    const turn = played.set === 1 ? (firstSheets?.turn ?? 0) : state.turn;
    const written = pair.map((id) => {
      const answers = state.speed?.answers[id]?.[round - 1] ?? [];
      return isWithheld(header, turn, id) ? answers.map(withheldWord) : answers;
    });
    return [
      answersTable(now, `Round ${round}, set ${played.set}: the answers`, { pair, questions, written }),
    ];
  });
  return [line, ...sets];
}

/** Stands for a written answer that is withheld; one that was left blank stays blank. */
function withheldWord(answer: string | null): string | null {
  return answer === null || answer === '' ? answer : WITHHELD;
}

/** `Round 2: AB has 3 right answers, CD 2. AB wins and takes: …`. */
function resultLine(
  label: string,
  [a, b]: readonly [SeatIdentifier, SeatIdentifier],
  { right, winner }: Decided,
  taken: string,
): Block {
  const score = `${label}: ${a} has ${counted(right[0], 'right answer')}, and ${b} has ${right[1]}.`;
  const decided = right[0] === right[1] ? `The third tie goes to ${winner}` : `${winner} wins`;
  const end = winner === null ? 'It is a tie: new questions are drawn.' : `${decided}. ${taken}`;
  return { kind: 'paragraph', text: `${score} ${end}`, strong: true };
}

/** What changed hands after a round. */
function takenIn({ log }: State, index: number): string {
  const rest = log.slice(index + 1);
  const end = rest.findIndex((entry) => !isChange(entry));
  const changes = (end < 0 ? rest : rest.slice(0, end)).filter(isChange);
  const gains = changes.filter(
    (change) => change.type === 'chip' || ('amount' in change && change.amount > 0),
  );
  return gains.length === 0 ? 'There was nothing to take.' : `Taken: ${changesInWords(gains)}.`;
}

interface WrittenSet {
  pair: readonly SeatIdentifier[];
  questions: readonly string[];
  /** The answers of each of the pair. */
  written: readonly (readonly (string | null)[])[];
}

function answersTable(now: State, caption: string, { pair, questions, written }: WrittenSet): Table {
  const rows = questions.map((id, i): Cell[] => {
    const { text, choices, answer, accept, note } = questionOf(now.settings, id);
    const solution = choices[answer] ?? '';
    const given = written.map((answers): Cell => {
      const words = answers[i] ?? null;
      if (words === null || words === '') return { text: '–', quiet: true };
      return { text: words, strong: matches(words, [solution, ...accept]) };
    });
    return [String(i + 1), text, note === '' ? solution : `${solution}. ${note}`, ...given];
  });
  return captionedTable(caption, ['No.>', 'Question', 'Solution', ...pair], rows, 'Bold answers are right.');
}
