import { formatDateTime } from '../../text/dates.ts';
import type { WholeGame } from '../game/game-store.ts';

/** What a page says above a printout whose due date no longer holds. */
export interface DueChange {
  /** A sentence; without its end if a date follows. */
  words: string;
  /** When sheets are due now; null if no date follows. */
  due: Date | null;
  timeZone: string;
}

/**
 * How the due date that a printout prints has changed since. Printouts never change, so their pages say so.
 * @param printed.turn the turn that the printout comes before
 * @param printed.due the due date of its report
 * @returns null if the date still holds, and for printouts of other turns than the open one
 */
export function dueChangeOf(
  game: Pick<WholeGame, 'status' | 'turn' | 'due' | 'pausedAt' | 'timeZone'>,
  printed: { turn: number; due: string | null },
): DueChange | null {
  if (game.status !== 'running' || printed.turn !== game.turn) return null;
  const { due, timeZone } = game;
  const words = (text: string, date: Date | null = null): DueChange => ({ words: text, due: date, timeZone });
  if (game.pausedAt !== null) {
    return printed.due === null
      ? null
      : words('The game is paused: the due date printed below does not count until it resumes.');
  }
  if (printed.due === (due && formatDateTime(due, timeZone))) return null;
  if (due === null)
    return words('The due date printed below no longer counts: this turn has no due date now.');
  return printed.due === null
    ? words('A due date has been set since this was printed: sheets are now due', due)
    : words('The due date printed below has changed: sheets are now due', due);
}

/** The same as plain text, for readers who see no page. */
export function dueChangeInWords({ words, due, timeZone }: DueChange): string {
  return due === null ? words : `${words} ${formatDateTime(due, timeZone)}.`;
}
