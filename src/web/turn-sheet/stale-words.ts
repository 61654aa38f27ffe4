import { rolledBackInWords } from '../../games/sheets/sheet-token.ts';

/** What a player is told whose sheet is not for the open turn, or is for a printout of it that was rolled back. */
export interface StaleWords {
  title: string;
  /** As a sentence. */
  reason: string;
  /** Why the sheet was not sent, as sentences. */
  notSent: string;
}

/**
 * Words for a sheet that can no longer be sent.
 * @param turn the turn that it is for; null if it does not say
 * @param openTurn null if no turn is open
 */
export function staleWords(turn: number | null, openTurn: number | null): StaleWords {
  const sheet = turn === null ? 'Your sheet' : `Your sheet for turn ${turn}`;
  if (turn === null || openTurn === null || turn < openTurn) {
    const title = turn === null ? 'The turn has been processed' : `Turn ${turn} has been processed`;
    const notSent = `${sheet} came too late and was not sent.`;
    return { title, reason: 'The turn has been processed.', notSent };
  }
  const [title, reason] =
    turn === openTurn
      ? [`Turn ${turn} has a new printout`, rolledBackInWords(turn)]
      : [`Turn ${openTurn} was rolled back`, `Turn ${openTurn} was rolled back and is open again.`];
  return { title, reason, notSent: `${reason} ${sheet} was not sent.` };
}
