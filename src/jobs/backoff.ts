/** The first wait, and the longest one, in milliseconds. */
const FIRST = 100;
const LONGEST = 5_000;

/** How many milliseconds to wait after so many failures in a row: twice as long each time, but never over 5 seconds. */
export function backoff(failures: number): number {
  return Math.min(FIRST * 2 ** (failures - 1), LONGEST);
}
