import { oneLine } from '../../text/typed-text.ts';

/** How many characters the name of a seat can have. */
export const MAX_SEAT_NAME = 60;

/** The name of a seat for an account with this name: one line, cut to `MAX_SEAT_NAME` characters. */
export function seatName(accountName: string): string {
  return [...oneLine(accountName)].slice(0, MAX_SEAT_NAME).join('').trimEnd();
}
