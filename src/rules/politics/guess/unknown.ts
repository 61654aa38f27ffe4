import type { Dice, Roll } from '../../dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { questionsOf } from '../bank/index.ts';
import type { Question } from '../bank/record.ts';
import type { Letter } from '../log.ts';
import { openQuestions } from '../pending.ts';
import { sight } from '../sight.ts';
import type { State } from '../state.ts';

/*
 * What a guess puts in the place of what its seat may not know (PTG-8.6): cards that lie face down, dice, and the right
 * answers, which are in the bank and not in the state.
 */

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D'];

/**
 * The state as a seat sees it, with a bank in which the right answers are made up: to the seat's own questions, the given
 * letter is right for those in `right` and wrong for the others. All other questions have the first choice as theirs.
 * @param answers the letters that the seat's questions are answered with, by label
 */
export function supposedState(
  state: State,
  seat: SeatIdentifier,
  { answers, right }: { answers: ReadonlyMap<string, Letter>; right: readonly string[] },
): State {
  const supposed = new Map<string, number>();
  for (const { by, asked } of openQuestions(state)) {
    const letter = answers.get(asked.label);
    if (by !== seat || letter === undefined) continue;
    const given = LETTERS.indexOf(letter);
    const choice = right.includes(asked.label) ? given : (given + 1) % LETTERS.length;
    supposed.set(asked.id, asked.choices[choice] as number);
  }
  const questions = questionsOf(state.settings).map(
    (question): Question => ({ ...question, answer: supposed.get(question.id) ?? 0, accept: [] }),
  );
  const seen = sight(state, seat);
  // What the tasks of others are is not known, so nothing can be said of what they cost.
  const shows = seen.shows.filter(({ by, stage }) => by === seat || stage === 'stage');
  return { ...seen, shows, settings: { ...seen.settings, bank: null, questions } };
}

/** Dice that show no doubles, so that no Wildcard is drawn: what it brings is pure luck and no result of a sheet. */
export function plainDice(): Dice {
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(sides) {
      const value = Math.min(sides, 1 + (rolls.length % 2));
      rolls.push({ sides, value });
      return value;
    },
  };
}
