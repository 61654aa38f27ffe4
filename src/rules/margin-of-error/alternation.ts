/** A player's list while two lists are played against each other. */
export interface ActionList<Row> {
  /** The days (or tokens) that the player has left. */
  left: number;
  rows: readonly Row[];
}

/**
 * MOE-6.8.4: plays two lists alternately. The active player goes on until the list is empty, or until the player has less
 * left than the other one, whose list is not empty. With one list, its rows are played in order.
 * @param first the index of the list that begins
 * @param play performs a row and returns the days or tokens that it takes
 */
export function playAlternately<Row>(
  lists: readonly ActionList<Row>[],
  first: number,
  play: (row: Row) => number,
): void {
  const left = lists.map((list) => list.left);
  const queues = lists.map((list) => [...list.rows]);
  let active = first;
  while (queues.some((queue) => queue.length > 0)) {
    const other = lists.length - 1 - active;
    const ownQueue = queues[active] as Row[];
    const otherQueue = queues[other] as Row[];
    const isBehind = (left[active] as number) < (left[other] as number) && otherQueue.length > 0;
    if (ownQueue.length === 0 || isBehind) active = other;
    const row = (queues[active] as Row[]).shift() as Row;
    left[active] = (left[active] as number) - play(row);
  }
}
