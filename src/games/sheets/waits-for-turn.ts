/** The open turn of a game; null if the game is over. */
interface OpenTurn {
  turn: number | null;
}

/** Whether a turn is no longer open because the one before it was rolled back. Sheets that were sent for it wait. */
export function isYetToCome({ turn: open }: OpenTurn, turn: number): boolean {
  return open !== null && open < turn;
}

/** What becomes of the sheets that were sent for such a turn, in words for their player. */
export function waitsInWords({ turn: open }: OpenTurn, turn: number): string {
  return `Turn ${open} was rolled back and is open again. Unless this is undone, sheets for turn ${turn} that have already been sent will not count: send yours again after the new printout.`;
}
