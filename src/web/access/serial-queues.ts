/**
 * Returns a function that runs the work of one key one after the other, in the order of the calls. If the signal has aborted
 * when it is its turn, the work is not done, and the reason of the signal is thrown.
 */
export function serialQueues(): <T>(key: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work, signal) => {
    const before = last.get(key);
    const unlessAborted = async () => {
      signal.throwIfAborted();
      return work();
    };
    const mine = before === undefined ? unlessAborted() : before.then(unlessAborted, unlessAborted);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
