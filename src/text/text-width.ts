import stringWidth from 'string-width';
import { COMMON_CHARACTERS } from './common-characters.ts';

/**
 * The columns that a text takes in a terminal: wide characters such as Chinese ones and emoji take two, combining marks
 * none. It is what `string-width` says, which looks at every character unless all are ASCII.
 */
export function textWidth(text: string): number {
  return COMMON_CHARACTERS.test(text) ? text.length : stringWidth(text);
}
