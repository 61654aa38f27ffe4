import type { Grade } from '../../grades.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { questionOf } from '../bank/index.ts';
import type { Letter } from '../log.ts';
import type { Asked, Settings } from '../state.ts';

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/** PTG-13.1: of so many questions, a computer candidate knows all but one; one that plays easily knows only one. */
const SHARES = { easy: 3, standard: 3, hard: 6 } as const;

/** PTG-13.1: whether a computer candidate knows a question. */
export function knows(seat: SeatIdentifier, question: string, grade: Grade): boolean {
  const rest = codePointSum(seat + question) % SHARES[grade];
  return grade === 'easy' ? rest === 1 : rest !== 0;
}

/** PTG-13.1: the letter that it gives to a question: the right one if it knows the question, else A. */
export function letterFor(settings: Settings, seat: SeatIdentifier, asked: Asked, grade: Grade): Letter {
  if (!knows(seat, asked.id, grade)) return 'A';
  const { answer } = questionOf(settings, asked.id);
  return LETTERS[asked.choices.indexOf(answer)] ?? 'A';
}

/** PTG-13.1: what it writes to a question: the right choice if it knows the question, else nothing. */
export function writtenFor(
  settings: Settings,
  seat: SeatIdentifier,
  id: string,
  grade: Grade,
): string | null {
  if (!knows(seat, id, grade)) return null;
  const { choices, answer } = questionOf(settings, id);
  return choices[answer] ?? null;
}

function codePointSum(text: string): number {
  return [...text].reduce((sum, character) => sum + (character.codePointAt(0) as number), 0);
}
