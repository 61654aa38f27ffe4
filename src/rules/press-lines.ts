/*
 * Press releases of computer candidates, put together from two halves. A ruleset says what a candidate speaks about; which
 * halves it takes follows from its seat and the turn alone.
 */

/** Two halves of a press release: each opening goes with each closing, and there are as many of one as of the other. */
export interface PressLines {
  openings: readonly string[];
  closings: readonly string[];
}

/**
 * An opening and a closing in one line. Numbers that differ by less than the square of the number of openings give
 * different lines, and neighbors differ in both halves.
 * @param number a number of its own for each seat and turn, from 0
 */
export function combineHalves({ openings, closings }: PressLines, number: number): string {
  const opening = number % openings.length;
  const closing = (Math.floor(number / openings.length) + number) % openings.length;
  return `${openings[opening]} ${closings[closing]}`;
}
