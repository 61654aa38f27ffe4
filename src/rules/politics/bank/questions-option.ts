import { z } from 'zod';
import { questionsOf } from './index.ts';
import { LONGEST, MOST_QUESTIONS, questionsShape } from './question-shape.ts';
import { KINDS, type Question } from './record.ts';
import { readQuestions, type WrittenQuestion } from './written-questions.ts';

/**
 * The longest text with questions, in characters, and the most bytes of their records: 500 questions of usual length have
 * fewer. Each turn of the game is stored with them.
 */
export const LONGEST_QUESTIONS = 120_000;
const MOST_BYTES = 160_000;
/** The most other right forms of one question. */
const MOST_FORMS = 10;
const FORMS_LIMIT = `must have at most ${MOST_FORMS} other right forms of at most ${LONGEST.choice} characters`;
/** How many mistakes are named at once. */
const MOST_NAMED = 20;

/**
 * PTG-2.10: the GM's own questions, as a list of records or as a text that people write. A text is a JSON list, or has the
 * form of written-questions.ts. Mistakes in it are named by line, or in JSON by the number of the question.
 */
export const questionsOption = z
  .unknown()
  .transform((given, ctx): Question[] => {
    const problems: string[] = [];
    const questions = typeof given === 'string' ? readText(given, problems) : readList(given, problems);
    for (const message of problems.slice(0, MOST_NAMED)) ctx.addIssue({ code: 'custom', message });
    if (problems.length > MOST_NAMED) {
      ctx.addIssue({ code: 'custom', message: `There are ${problems.length - MOST_NAMED} more mistakes.` });
    }
    return questions;
  })
  .default([]);

function readText(text: string, problems: string[]): Question[] {
  if ([...text].length > LONGEST_QUESTIONS) {
    problems.push(`must have at most ${LONGEST_QUESTIONS.toLocaleString('en-US')} characters`);
    return [];
  }
  if (text.trim().startsWith('[')) return readJson(text, problems);
  const written = readQuestions(text);
  problems.push(...written.problems.map(({ line, message }) => `Line ${line}: ${message}.`));
  if (written.problems.length > 0) return [];
  return readList(
    written.questions.map(({ record }) => record),
    problems,
    (path) => `Line ${lineOf(written.questions, path)}`,
  );
}

/** The line that has a part of a question, such as one of its choices; its first line has everything else. */
function lineOf(
  questions: readonly WrittenQuestion[],
  [index, field, entry]: readonly PropertyKey[],
): number {
  const question = questions[Number(index)];
  const lines = field === 'choices' || field === 'accept' ? question?.lines[field] : undefined;
  return lines?.[Number(entry)] ?? question?.line ?? 1;
}

function readJson(text: string, problems: string[]): Question[] {
  try {
    return readList(JSON.parse(text), problems);
  } catch {
    problems.push('This is no JSON list. Remove the bracket at the beginning if it is none, or repair it.');
    return [];
  }
}

function readList(
  given: unknown,
  problems: string[],
  nameOf = ([index]: readonly PropertyKey[]) => `Question ${Number(index) + 1}`,
): Question[] {
  const tooMany = overlongLists(given, nameOf);
  if (tooMany.length > 0) {
    problems.push(...tooMany);
    return [];
  }
  const parsed = questionsShape.safeParse(given);
  if (parsed.success) return withinLimits(parsed.data, problems, nameOf);
  for (const { path, message } of parsed.error.issues) {
    const [index, field] = path;
    if (index === undefined) problems.push(`The list ${message}.`);
    else problems.push(`${nameOf(path)}${field === undefined ? '' : `, ${String(field)}`}: ${message}.`);
  }
  return [];
}

/** The lists that are longer than any that is accepted. They are found first: the shape would name each of their entries. */
function overlongLists(given: unknown, nameOf: (path: readonly PropertyKey[]) => string): string[] {
  if (!Array.isArray(given)) return [];
  if (given.length > MOST_QUESTIONS) return [`The list must have at most ${MOST_QUESTIONS} questions.`];
  return given.flatMap((question, i) => {
    const { accept, choices } = Object(question) as { accept?: unknown; choices?: unknown };
    if (Array.isArray(accept) && accept.length > MOST_FORMS)
      return [`${nameOf([i, 'accept'])}: ${FORMS_LIMIT}.`];
    if (!Array.isArray(choices) || choices.length <= MOST_FORMS) return [];
    return [`${nameOf([i, 'choices'])}: must be 4 different answers.`];
  });
}

/** The questions, if they are no longer than a server stores with every turn. The rules themselves have no such limit. */
function withinLimits(
  questions: Question[],
  problems: string[],
  nameOf: (path: readonly PropertyKey[]) => string,
): Question[] {
  const isLong = (form: string) => [...form].length > LONGEST.choice;
  for (const [i, { accept }] of questions.entries()) {
    if (accept.some(isLong)) {
      problems.push(`${nameOf([i, 'accept'])}: ${FORMS_LIMIT}.`);
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(questions)).length;
  if (bytes > MOST_BYTES) {
    problems.push(`The questions are too long together: ${bytes} bytes, and there can be ${MOST_BYTES}.`);
  }
  return problems.length === 0 ? questions : [];
}

/** PTG-3.6: questions with the id of another, and kinds that no question has. Null if there are neither. */
export function questionsProblem(source: {
  bank: string | null;
  questions: readonly Question[];
}): string | null {
  const ids = new Set(questionsOf({ ...source, questions: [] }).map(({ id }) => id));
  for (const [i, { id }] of source.questions.entries()) {
    if (ids.has(id)) return `Question ${i + 1} has the id ${id} of another question. Give it another one.`;
    ids.add(id);
  }
  const lacking = KINDS.find((kind) => !questionsOf(source).some((question) => question.kind === kind));
  return lacking === undefined ? null : `There must be questions of the kind ${lacking}, or a bank.`;
}
