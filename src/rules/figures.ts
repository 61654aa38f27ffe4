import { z } from 'zod';
import { grouped } from './numbers.ts';

/**
 * The largest figure in a setup or an option from outside. Computers compute exactly only up to about 9 × 10^15, and games
 * multiply and add what a setup says: figures up to this one leave room for that.
 */
export const MAX_FIGURE = 1_000_000_000;

/**
 * A whole number from `min` to `MAX_FIGURE`; −0 becomes 0. The messages complete a sentence that begins with the field, and
 * give the reason that applies: a number that is too large to be exact is still a whole number.
 */
export function figure(min: number) {
  return z
    .number({ error: 'must be a whole number' })
    .refine(Number.isInteger, { error: 'must be a whole number', abort: true })
    .min(min, { error: `must be ${grouped(min)} or more` })
    .max(MAX_FIGURE, { error: `must be ${grouped(MAX_FIGURE)} or less` })
    .transform((value) => value + 0);
}

/** A whole number from `min` to `max` in a setup from outside; −0 becomes 0. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .transform((value) => value + 0);
}
