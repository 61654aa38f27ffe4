import type { Question } from '../../../src/rules/politics/bank/record.ts';
import type { State } from '../../../src/rules/politics/state.ts';

/* Questions whose texts, choices and accepted spellings occur nowhere else, for a game that has no other questions. */

const OF_EACH_KIND = 40;
const KINDS = ['general', 'state', 'government'] as const;

/** What a word of these questions looks like. The last letter shows that it is whole: PDF pages break long words. */
const WORD = /qz(?:text|choice|accept|wrote)[a-z]+\d+q/g;

/** A custom question, as options have it. */
export type OwnQuestion = Omit<Question, 'note'>;

/** The questions. Those with the ids in `changed` have another right answer, and are the same otherwise. */
export function quizQuestions(changed: ReadonlySet<string> = new Set()): OwnQuestion[] {
  return KINDS.flatMap((kind) =>
    Array.from({ length: OF_EACH_KIND }, (_, i): OwnQuestion => {
      const id = idOf(`${kind}-${i}`);
      return {
        ...{ id, kind, state: kind === 'state' ? 'TX' : null, open: true },
        level: ((i % 3) + 1) as Question['level'],
        text: `Who or what is qztext${kind}${i}q?`,
        choices: ['a', 'b', 'c', 'd'].map((letter) => `qzchoice${letter}${kind}${i}q`),
        answer: (i + (changed.has(id) ? 1 : 0)) % 4,
        accept: [`qzaccept${kind}${i}q`],
      };
    }),
  );
}

/** An id by which the computer knows the question in the seats AB and EF (PTG-13.1), so that its sheets depend on the answers. */
function idOf(name: string): string {
  const sum = [...name].reduce((total, character) => total + character.charCodeAt(0), 0);
  return `${name}${['x', 'z', 'y'][sum % 3]}`;
}

/** The ids of the questions whose right answers are still secret: they were not asked, or not answered yet. */
export function unanswered(state: State): Set<string> {
  const open = new Set([
    ...state.players.flatMap(({ pending }) => pending.flatMap(({ asked }) => asked.map(({ id }) => id))),
    ...inWriting(state),
  ]);
  const used = new Set(Object.values(state.used).flat());
  const ids = quizQuestions().map(({ id }) => id);
  return new Set(ids.filter((id) => open.has(id) || !used.has(id)));
}

/** The words that nobody may read: of questions that were not asked, choices of those asked in writing, accepted spellings. */
export function secretWords(state: State): Set<string> {
  const used = new Set(Object.values(state.used).flat());
  const written = inWriting(state);
  return new Set(
    quizQuestions().flatMap(({ id, text, choices, accept }) => [
      ...accept,
      ...(used.has(id) ? [] : wordsIn(text)),
      ...(used.has(id) && !written.has(id) ? [] : choices),
    ]),
  );
}

/** All words of the questions, and of written answers, that occur in a text. */
export function wordsIn(text: string): string[] {
  return [...new Set(text.toLowerCase().replace(/\s+/g, '').match(WORD) ?? [])];
}

/** A written answer of a seat, which is right for no question. */
export function wrongAnswer(seat: string, place: number): string {
  return `qzwrote${seat.toLowerCase()}${place}q`;
}

/** The questions of Speed Play, also those of tied sets: no round is over. */
function inWriting({ speed, used }: State): Set<string> {
  return new Set(speed === null ? [] : used.general);
}
