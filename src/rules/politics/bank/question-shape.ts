import { z } from 'zod';
import { STATE_CODES, type StateCode } from '../../country.ts';
import { CAPITAL } from '../data/amounts.ts';
import { KINDS, type Level, type Question } from './record.ts';

/** PTG-2.10: how many questions a host may add. */
export const MOST_QUESTIONS = 500;

/** PTG-2.8: the longest question and choice, in characters. */
export const LONGEST = { text: 200, choice: 60 } as const;

const CHOICES = 4;

/** A text with at least one character and at most `most`, counted in code points. */
function line(most: number) {
  const error = `must be a text of 1 to ${most} characters`;
  return z.string({ error }).refine((value) => value.trim() !== '' && [...value].length <= most, { error });
}

const idError = 'must be a text with at least one character';
const choicesError = `must be ${CHOICES} different answers of at most ${LONGEST.choice} characters`;
const stateError = 'must be the postal code of a state other than DC';
const states = STATE_CODES.filter((code) => code !== CAPITAL) as [StateCode, ...StateCode[]];
const levelError = 'must be 1, 2 or 3';
const answerError = `must be a whole number from 0 to ${CHOICES - 1}`;

/** PTG-2.8, PTG-2.10: a question of a game's host, with what is missing filled in. */
export const questionShape = z
  .object(
    {
      id: z.string({ error: idError }).refine((id) => id.trim() !== '', { error: idError }),
      kind: z.enum(KINDS, { error: `must be one of: ${KINDS.join(', ')}` }),
      state: z.enum(states, { error: stateError }).nullish(),
      level: z
        .int({ error: levelError })
        .min(1, { error: levelError })
        .max(3, { error: levelError })
        .default(2),
      text: line(LONGEST.text),
      choices: z
        .array(line(LONGEST.choice), { error: choicesError })
        .length(CHOICES, { error: choicesError })
        .refine((list) => new Set(list).size === list.length, { error: choicesError }),
      answer: z
        .int({ error: answerError })
        .min(0, { error: answerError })
        .max(CHOICES - 1, { error: answerError })
        .default(0),
      accept: z
        .array(z.string({ error: 'must be a text' }), { error: 'must be a list of texts' })
        .default([]),
      open: z.boolean({ error: 'must be true or false' }).default(false),
      note: z.literal('', { error: 'must be empty' }).default(''),
    },
    { error: 'must be an object with the fields of a question' },
  )
  .superRefine(({ kind, state }, ctx) => {
    const hasState = state !== undefined && state !== null;
    if (hasState === (kind === 'state')) return;
    const message = kind === 'state' ? stateError : 'must be missing: the question is not about a state';
    ctx.addIssue({ code: 'custom', path: ['state'], message });
  })
  .transform(
    (given): Question => ({
      ...given,
      state: given.state ?? null,
      level: given.level as Level,
      answer: given.answer + 0,
    }),
  );

/** PTG-2.10: the questions of a game's host. */
export const questionsShape = z
  .array(questionShape, { error: 'must be a list of questions' })
  .max(MOST_QUESTIONS, { error: `must have at most ${MOST_QUESTIONS} questions` });
