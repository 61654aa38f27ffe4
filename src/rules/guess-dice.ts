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
