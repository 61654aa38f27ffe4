/** A player's list while two lists are played against each other. */
export interface List<Row> {
  /** Days (or tokens) that the player has left. */
  left: number;
  rows: readonly Row[];
}

/**
 * MOE-6.8.4: plays lists in turn. The active player goes on until his list is empty or he has less left
 * than another whose list is not. Works for one list as well.
 * @param active the index of the list that begins
 * @param play performs a row and returns the days or tokens it takes
 */
export function alternate<Row>(
  lists: readonly List<Row>[],
  active: number,
  play: (row: Row) => number,
): void {
  const left = lists.map((list) => list.left);
  const queues = lists.map((list) => [...list.rows]);
  let at = active;
  while (queues.some((queue) => queue.length > 0)) {
    const other = lists.length - 1 - at;
    const mine = queues[at] as Row[];
    const theirs = queues[other] as Row[];
    const behind = (left[at] as number) < (left[other] as number) && theirs.length > 0;
    if (mine.length === 0 || behind) at = other;
    const row = (queues[at] as Row[]).shift() as Row;
    left[at] = (left[at] as number) - play(row);
  }
}
