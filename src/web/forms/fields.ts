import { z } from 'zod';
import type { Problem } from '../../rules/sheet.ts';

/** A form that is shown again: what was typed, and what is wrong with it. Both are missing on a fresh page. */
export interface FormState {
  problems?: Problem[];
  values?: Record<string, string>;
}

/** A checkbox: browsers send it as `yes`, and not at all if it is not checked. */
export const checkbox = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes');

/** A whole number. `message` says what would be right. */
export const wholeNumber = (message: string) => z.coerce.number<string>(message).int(message);

/** A whole number that may be left blank, which is null. */
export const optionalWholeNumber = (message: string) =>
  z
    .literal('')
    .transform(() => null)
    .or(wholeNumber(message));
