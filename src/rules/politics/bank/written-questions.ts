import type { Question } from './record.ts';

/*
 * The form in which people write questions (PTG-2.10):
 *
 *   state TX 1 open: What is the capital of Texas?
 *   + Austin
 *   - Houston
 *   - Dallas
 *   - San Antonio
 *   = Austin, Texas
 *
 * The first line has the kind, the state of a state question, the level (2 if it is left out), and `open` if the question can
 * be answered without its choices. `+` is the right answer, `-` are wrong ones, `=` are other right forms. Blank lines
 * and lines that begin with `#` do not count.
 */

/** A question as it was written. Lines are counted from 1. */
export interface WrittenQuestion {
  /** Its first line. */
  line: number;
  /** The line of each of its choices, and of each other right form. */
  lines: { choices: number[]; accept: number[] };
  record: Record<string, unknown>;
}

/** What is wrong with a line. */
export interface LineProblem {
  line: number;
  message: string;
}

const HEAD = /^(general|government|state)(?:\s+([a-z]{2}))?(?:\s+(\d+))?(\s+open)?\s*:(.*)/is;
const HEAD_SHAPE = 'general 2: Who painted the Mona Lisa?';

interface Draft extends Pick<WrittenQuestion, 'line' | 'lines'> {
  head: Partial<Question>;
  /** The choices in their order, and which of them were marked as right. */
  choices: string[];
  right: number[];
  accept: string[];
}

/** Reads questions. The records still have to be checked by their shape. */
export function readQuestions(text: string): { questions: WrittenQuestion[]; problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const drafts: Draft[] = [];
  for (const [i, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const words = raw.trim();
    if (words === '' || words.startsWith('#')) continue;
    const message = readLine(words, i + 1, drafts);
    if (message !== null) problems.push({ line: i + 1, message });
  }
  for (const { line, choices, right } of drafts) {
    if (choices.length === 4 && right.length === 1) continue;
    problems.push({ line, message: 'this question must have one right answer (+) and three wrong ones (-)' });
  }
  const questions = drafts.map((draft, i) => {
    const { line, lines } = draft;
    return { line, lines, record: recordOf(draft, i + 1) };
  });
  return { questions, problems: problems.sort((a, b) => a.line - b.line) };
}

/** Adds a line to the questions read so far. Returns what is wrong with it; null if nothing is. */
function readLine(words: string, line: number, drafts: Draft[]): string | null {
  const [sign, rest] = [words.charAt(0), words.slice(1).trim()];
  if (!'+-='.includes(sign)) return readHead(words, line, drafts);
  const draft = drafts.at(-1);
  if (draft === undefined) return `must begin a question, such as: ${HEAD_SHAPE}`;
  draft[sign === '=' ? 'accept' : 'choices'].push(rest);
  draft.lines[sign === '=' ? 'accept' : 'choices'].push(line);
  if (sign === '+') draft.right.push(draft.choices.length - 1);
  return null;
}

function readHead(words: string, line: number, drafts: Draft[]): string | null {
  const found = HEAD.exec(words);
  if (found === null) {
    return `must begin a question, such as: ${HEAD_SHAPE}. Or it must begin with + (the right answer), - (a wrong one), = (another right form) or # (a remark)`;
  }
  const [, kind = '', state, level, open, text = ''] = found;
  const head = {
    kind: kind.toLowerCase() as Question['kind'],
    text: text.trim(),
    open: open !== undefined,
    ...(state !== undefined && { state: state.toUpperCase() as Question['state'] }),
    ...(level !== undefined && { level: Number(level) as Question['level'] }),
  };
  drafts.push({ line, lines: { choices: [], accept: [] }, head, choices: [], right: [], accept: [] });
  return null;
}

function recordOf({ head, choices, right, accept }: Draft, number: number): Record<string, unknown> {
  return { id: `own-${number}`, ...head, choices, answer: right[0] ?? 0, accept };
}
