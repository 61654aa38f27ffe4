/*
 * Which of those who keep a place must give it up when all are taken. Places that strangers can keep for as long as they
 * like would otherwise be taken by someone with many networks, and never be free for others.
 */

/** Someone who keeps a place. */
export interface Keeper {
  /** The blocks of networks that they are in, the widest one first. */
  blocks: readonly string[];
  /** Since when they have kept it, in milliseconds. */
  since: number;
  /** How much of what is scarce they have; if it is missing, 1. */
  takes?: number;
}

/**
 * The one that gives up its place, which can be the newest one: the one that has kept it longest of those that have done so
 * for more than `late` milliseconds; if none has, the one that has kept it longest in the widest block that takes most, and
 * there in the narrower one. So someone who takes new places all the time does not push out others either. null if there is
 * none.
 * @param keepers the oldest ones first
 * @param times.now on the same clock as `since`
 */
export function crowdedOut<T extends Keeper>(
  keepers: readonly T[],
  { now, late }: { now: number; late: number },
): T | null {
  const delayed = keepers.filter(({ since }) => now - since > late);
  if (delayed.length > 0) return longest(delayed);
  const depth = Math.max(0, ...keepers.map(({ blocks }) => blocks.length));
  let left = [...keepers];
  for (let level = 0; level < depth; level += 1) {
    left = ofThoseWithMost(
      left,
      ({ blocks }) => blocks[level] ?? '',
      ({ takes = 1 }) => takes,
    );
  }
  return longest(left);
}

/**
 * The ones of the group that has most of all; of each such group if there are several.
 * @param groupOf the key of the group that one is in
 * @param takes how much one has
 */
export function ofThoseWithMost<T>(
  all: readonly T[],
  groupOf: (one: T) => string,
  takes: (one: T) => number = () => 1,
): T[] {
  const taken = new Map<string, number>();
  for (const one of all) taken.set(groupOf(one), (taken.get(groupOf(one)) ?? 0) + takes(one));
  const most = Math.max(...taken.values());
  return all.filter((one) => taken.get(groupOf(one)) === most);
}

function longest<T extends Keeper>(keepers: readonly T[]): T | null {
  return keepers.reduce<T | null>(
    (found, one) => (found === null || one.since < found.since ? one : found),
    null,
  );
}
