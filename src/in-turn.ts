import { setTimeout as wait } from 'node:timers/promises';
import fastq from 'fastq';

/** Does one piece of work when it is its turn, and returns what the work returns. */
export type InTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * For work that keeps the process from everything else for a moment. It is done one piece at a time, and between two
 * pieces at least as much time is left for pages, turns and heartbeats as the first one took: no matter how much is asked
 * for, it takes at most half of the time.
 * @param options.waiting how many pieces may wait
 * @param options.busy makes the error that is thrown if more would wait
 */
export function createInTurn(options: { waiting: number; busy: () => Error }): InTurn {
  let nextAt = 0;
  const queue = fastq.promise(async (work: () => unknown) => {
    await wait(Math.max(0, nextAt - performance.now()));
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const ended = performance.now();
      nextAt = ended + (ended - begun);
    }
  }, 1);
  return async <T>(work: () => T | Promise<T>) => {
    if (queue.length() >= options.waiting) throw options.busy();
    return (await queue.push(work)) as T;
  };
}
