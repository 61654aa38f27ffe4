/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  number(): number;
  /** A whole number; both limits are included. */
  integer(min: number, max: number): number;
  /** Whether something happens that has this probability, from 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Different entries of a list, in a random order; all of them if there are fewer. */
  some<T>(list: readonly T[], count: number): T[];
}

/** The generator Mulberry32, which is good enough for choosing faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  const pick = <T>(list: readonly T[]) => list[integer(0, list.length - 1)] as T;
  const some = <T>(list: readonly T[], count: number) => {
    const rest = [...list];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) {
      chosen.push(...rest.splice(integer(0, rest.length - 1), 1));
    }
    return chosen;
  };
  return { number, integer, chance: (probability) => number() < probability, pick, some };
}
