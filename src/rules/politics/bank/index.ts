import { baseOf, editionName, editionOf } from './edition.ts';
import { house1 } from './house-1/index.ts';
import type { Question } from './record.ts';
import { SPECIMEN } from './specimen.ts';

/** PTG-3.2: the banks by name, each in its order. A bank is never edited once games use it (PTG-2.9). */
export const BANKS: Readonly<Record<string, readonly Question[]>> = {
  get 'house-1'() {
    return house1();
  },
  specimen: SPECIMEN,
};

/** The questions of a bank, or of an edition of one (edition.ts); undefined if there is none with this name. */
export function findBank(name: string): readonly Question[] | undefined {
  const base = baseOf(name);
  const questions = Object.hasOwn(BANKS, base) ? BANKS[base] : undefined;
  return questions && editionOf(questions, name);
}

/** The name of a bank without the questions that are retired. */
export function editionOfBank(bank: string, retired: readonly string[]): string {
  return editionName(bank, BANKS[bank] ?? [], retired);
}

/** Where the questions of a game come from (PTG-3.2). */
export interface Source {
  /** The name of a bank; null if the host's own questions are the only ones. */
  bank: string | null;
  /** The host's own questions, which follow the bank's. */
  questions: readonly Question[];
}

/** The questions of a game, in bank order. */
export function questionsOf({ bank, questions }: Source): readonly Question[] {
  return [...(bank === null ? [] : (findBank(bank) ?? [])), ...questions];
}

/** The question of a game with this id. Throws if there is none: states name questions that exist. */
export function questionOf(source: Source, id: string): Question {
  const found = indexOf(source).get(id);
  if (!found) throw new Error(`There is no question ${id} in this game.`);
  return found;
}

const bankIndexes = new Map<string, ReadonlyMap<string, Question>>();

function indexOf({ bank: name, questions }: Source): ReadonlyMap<string, Question> {
  const own = questions.map((question) => [question.id, question] as const);
  if (name === null) return new Map(own);
  // An edition has no questions but those of its bank.
  const bank = baseOf(name);
  let index = bankIndexes.get(bank);
  if (!index) {
    index = new Map((BANKS[bank] ?? []).map((question) => [question.id, question]));
    bankIndexes.set(bank, index);
  }
  return own.length === 0 ? index : new Map([...index, ...own]);
}
