import { oneLine } from '../../text/typed-text.ts';

const MAX_LENGTH = 60;

/** The name of a seat for an account with this name: one line, cut off after 60 characters. */
export function seatName(accountName: string): string {
  return [...oneLine(accountName)].slice(0, MAX_LENGTH).join('');
}
