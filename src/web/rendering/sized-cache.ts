import { UnavailableError } from './unavailable.ts';

/** Values that cost much to make, by key. What is made for a key must always be the same. */
export interface SizedCache<Value> {
  /**
   * The value of a key. It is made only if it is not kept and not being made. If someone else's `make` throws an
   * UnavailableError, for which the limits of that person may be the reason, this one's own is tried.
   * @throws what `make` throws
   */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

/**
 * Creates an empty cache, which keeps the values that were used last.
 * @param maxLength the most that all values together may have: characters of texts, bytes of buffers
 */
export function createSizedCache<Value extends { readonly length: number }>(
  maxLength: number,
): SizedCache<Value> {
  const kept = new Map<string, Value>();
  const beingMade = new Map<string, Promise<Value>>();
  let length = 0;

  // A map keeps the order of insertion: inserting again makes an entry the newest, and the first is the oldest.
  function keep(key: string, value: Value): void {
    if (value.length > maxLength) return;
    kept.set(key, value);
    length += value.length;
    for (const [oldest, { length: freed }] of kept) {
      if (length <= maxLength) return;
      kept.delete(oldest);
      length -= freed;
    }
  }

  function begin(key: string, make: () => Promise<Value>): Promise<Value> {
    const made = Promise.resolve()
      .then(make)
      .then((value) => {
        keep(key, value);
        return value;
      })
      .finally(() => beingMade.delete(key));
    beingMade.set(key, made);
    return made;
  }

  /** The value of a key that someone else is making; null if that person was refused. */
  function madeByOther(value: Promise<Value>): Promise<Value | null> {
    return value.catch((error) => {
      if (error instanceof UnavailableError) return null;
      throw error;
    });
  }

  return {
    async get(key, make) {
      for (;;) {
        const found = kept.get(key);
        if (found !== undefined) {
          kept.delete(key);
          kept.set(key, found);
          return found;
        }
        const other = beingMade.get(key);
        // Each one makes it once at most, so this ends.
        if (other === undefined) return begin(key, make);
        const value = await madeByOther(other);
        if (value !== null) return value;
      }
    },
  };
}
