import { setTimeout as wait } from 'node:timers/promises';
import fastq from 'fastq';

/**
 * Does one piece of work when it is its turn, and returns what the work returns. If the signal aborts before that, the work
 * leaves the queue, and the reason of the signal is thrown.
 */
export type InTurn = <T>(work: () => T | Promise<T>, signal?: AbortSignal) => Promise<T>;

let nextAt = 0;

/**
 * The first piece of work of every queue. There is one clock for the whole process: with one for each queue, several kinds of
 * work together could take all of the time.
 */
const firsts = fastq.promise(async (work: () => unknown) => {
  await wait(Math.max(0, nextAt - performance.now()));
  const begun = performance.now();
  try {
    return await work();
  } finally {
    const ended = performance.now();
    nextAt = ended + (ended - begun);
  }
}, 1);

/**
 * Creates a queue for work that keeps the process from everything else for a moment. The work of all queues together is
 * done one piece at a time, and between two pieces at least as much time is left for pages, turns and heartbeats as the
 * first one took: no matter how much is asked for, it takes at most half of the time. The queues take turns.
 * @param options.waiting how many pieces of this queue may wait
 * @param options.busy makes the error that is thrown if more would wait
 * @param options.elsewhere whether the work is done in another process: then it is still done one piece at a time, but this
 * process has all of its time for the other queues meanwhile
 */
export function createInTurn(options: { waiting: number; busy: () => Error; elsewhere?: boolean }): InTurn {
  const waiting: (() => void)[] = [];
  let isAtWork = false;
  const next = () => {
    const begin = waiting.shift();
    if (begin === undefined) isAtWork = false;
    else begin();
  };
  return async <T>(work: () => T | Promise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    if (isAtWork) {
      if (waiting.length >= options.waiting) throw options.busy();
      await place(waiting, signal);
    }
    isAtWork = true;
    try {
      // Other queues may be first.
      const unlessAborted = () => {
        signal?.throwIfAborted();
        return work();
      };
      return options.elsewhere === true ? await unlessAborted() : ((await firsts.push(unlessAborted)) as T);
    } finally {
      next();
    }
  };
}

/** Waits until a function in this list is called. @throws the reason of the signal if it aborts before that */
function place(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason);
    };
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(begin);
  });
}

/** Does a piece of work for a key, such as an account, unless too much of it is under way. */
export type AtMost = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets only so much work of each key be under way at the same time.
 * @param busy makes the error that is thrown if it would be more
 */
export function atMost(max: number, busy: () => Error): AtMost {
  const underWay = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (underWay.get(key) ?? 0) + by;
    if (count === 0) underWay.delete(key);
    else underWay.set(key, count);
  };
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((underWay.get(key) ?? 0) >= max) throw busy();
    change(key, 1);
    try {
      return await work();
    } finally {
      change(key, -1);
    }
  };
}
