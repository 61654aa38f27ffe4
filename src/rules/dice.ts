import { createHash, createHmac } from 'node:crypto';
import { counted } from './numbers.ts';

/** One roll: a die with `sides` sides showed `value` (1..sides). */
export interface Roll {
  sides: number;
  value: number;
}

/** The only source of chance in a game. Rolls are numbered in the order in which they are drawn. */
export interface Dice {
  /** Draws the next roll: a whole number from 1 to `sides` (2..256). Throws `DiceError` if it cannot. */
  roll(sides: number): number;
  /** Every roll drawn so far, in order. */
  readonly rolls: readonly Roll[];
}

/**
 * Listed dice ran out, or the list has a number that the die cannot show. `index` counts from 0; the message completes a
 * sentence that begins with the die.
 */
export class DiceError extends Error {
  override name = 'DiceError';
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

function checkSides(sides: number): void {
  if (!Number.isInteger(sides) || sides < 2 || sides > 256) {
    throw new RangeError(`A die has 2 to 256 sides, not ${sides}.`);
  }
}

/**
 * Dice that show the listed numbers in order, for scenario files.
 * `roll` throws `DiceError` past the end of the list, and for a number that is not 1..sides.
 */
export function listedDice(values: readonly number[]): Dice {
  const rolls: Roll[] = [];
  return {
    rolls,
    roll(sides) {
      checkSides(sides);
      const index = rolls.length;
      const value = values[index];
      if (value === undefined) {
        throw new DiceError(
          index,
          `is missing: the list ends after ${counted(values.length, 'die', 'dice')}`,
        );
      }
      if (!Number.isInteger(value) || value < 1 || value > sides) {
        throw new DiceError(index, `must be from 1 to ${sides}, not ${value}`);
      }
      rolls.push({ sides, value });
      return value;
    },
  };
}

/**
 * Dice computed from a game's secret, so that anyone who knows the secret can recompute every roll.
 * For draw counter c of processing t, the die is the first byte of HMAC-SHA256(secret, "t:c") below the largest multiple
 * of `sides`. If the digest has no such byte, the next counter is used.
 * @param secret the game's 32 bytes
 * @param processing 0 for setup, then 1, 2, … for each set of sheets processed
 */
export function seededDice(secret: Uint8Array, processing: number): Dice {
  const rolls: Roll[] = [];
  let counter = 0;
  return {
    rolls,
    roll(sides) {
      checkSides(sides);
      const limit = 256 - (256 % sides);
      for (;;) {
        const digest = createHmac('sha256', secret).update(`${processing}:${counter}`).digest();
        counter += 1;
        const byte = digest.find((b) => b < limit);
        if (byte !== undefined) {
          const value = 1 + (byte % sides);
          rolls.push({ sides, value });
          return value;
        }
      }
    },
  };
}

/** SHA-256 of a game's dice secret in hex. Published on the first printout, before any orders. */
export function commitment(secret: Uint8Array): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A shuffled copy: Fisher–Yates from the last index down, with one roll(i + 1) for each i = n−1 … 1. */
export function shuffle<T>(items: readonly T[], dice: Dice): T[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i >= 1; i -= 1) {
    const j = dice.roll(i + 1) - 1;
    [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
  }
  return shuffled;
}
