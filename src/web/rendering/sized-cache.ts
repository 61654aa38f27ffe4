/** Values that cost much to make, by key. What is made for a key must always be the same. */
export interface SizedCache<Value> {
  /** The value of a key. It is made only if it is not kept and not being made. @throws what `make` throws */
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

  return {
    async get(key, make) {
      const found = kept.get(key);
      if (found === undefined) return beingMade.get(key) ?? begin(key, make);
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
  };
}
