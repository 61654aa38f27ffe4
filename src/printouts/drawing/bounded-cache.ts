/** What a layout was found to be, by its text. */
export interface BoundedCache<V> {
  get(text: string): V | undefined;
  set(text: string, value: V): void;
}

/**
 * Creates a cache that is emptied when it would hold too much. What it holds is counted in characters too, because a layout
 * takes as much memory as its text is long, and people can write words of thousands of characters.
 */
export function boundedCache<V>(max: { entries: number; characters: number }): BoundedCache<V> {
  const values = new Map<string, V>();
  let characters = 0;
  return {
    get: (text) => values.get(text),
    set(text, value) {
      if (values.size >= max.entries || characters + text.length > max.characters) {
        values.clear();
        characters = 0;
      }
      if (!values.has(text)) characters += text.length;
      values.set(text, value);
    },
  };
}
