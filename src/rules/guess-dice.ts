import type { Dice, Roll } from './dice.ts';

/**
 * Dice for one play of a guess. They follow from the number of the play alone, so every guess is made with the same
 * dice: two sheets can be compared, and nothing can be learned about the dice of a game.
 */
export function guessDice(play: number): Dice {
  const rolls: Roll[] = [];
  let state = Math.imul(play, 0x9e3779b1) | 0;
  return {
    rolls,
    roll(sides) {
      // A step of splitmix32.
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      const value = 1 + (((mixed ^ (mixed >>> 15)) >>> 0) % sides);
      rolls.push({ sides, value });
      return value;
    },
  };
}

/** The value in the middle of a sorted list; of two, the lower one. */
export function middle(values: readonly number[]): number {
  return values[Math.floor((values.length - 1) / 2)] as number;
}

/** The values between which eight of ten of a sorted list lie. */
export function usualRange(values: readonly number[]): [low: number, high: number] {
  const tenth = Math.floor(values.length / 10);
  return [values[tenth] as number, values[values.length - 1 - tenth] as number];
}

/** How many percent `count` is of `plays`, rounded to the nearest; half is rounded up. */
export function percentOf(count: number, plays: number): number {
  return Math.floor((200 * count + plays) / (2 * plays));
}
