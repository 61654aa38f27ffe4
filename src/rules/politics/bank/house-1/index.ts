import type { Kind, Level, Question } from '../record.ts';
import general from './general.json' with { type: 'json' };
import government from './government.json' with { type: 'json' };
import { stateQuestions } from './state-questions.ts';

/** A question written by hand; its first choice is right. */
interface Written {
  id: string;
  level: number;
  open: boolean;
  text: string;
  choices: string[];
  accept: string[];
  note: string;
}

function written(kind: Kind, list: readonly Written[]): Question[] {
  return list.map((one) => ({ ...one, level: one.level as Level, kind, state: null, answer: 0 }));
}

let questions: readonly Question[] | null = null;

/**
 * PTG-2.9: the house bank: general questions, then those about the states by code, then government. It is never edited
 * once games use it; corrections make another bank. It is made when it is first needed: the questions about the states take
 * a tenth of a second, for which every command would wait.
 */
export function house1(): readonly Question[] {
  questions ??= [...written('general', general), ...stateQuestions(), ...written('government', government)];
  return questions;
}
