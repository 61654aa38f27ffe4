/** A source of numbers for strategies that choose at random: the same text gives the same numbers. */
export interface Chance {
  /** A whole number from 0 to `count` − 1. */
  below(count: number): number;
  /** A shuffled copy. */
  shuffled<T>(items: readonly T[]): T[];
}

/** Random numbers that follow from a text (mulberry32, begun with an FNV-1a hash of the text). */
export function chanceFrom(text: string): Chance {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    shuffled<T>(items: readonly T[]): T[] {
      const list = [...items];
      for (let i = list.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        [list[i], list[j]] = [list[j] as T, list[i] as T];
      }
      return list;
    },
  };
}
