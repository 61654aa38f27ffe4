/** A game's public number in its two parts: `EY-12` is serial 12 of the prefix EY. */
export interface GameNumber {
  prefix: string;
  serial: number;
}

/** The public number as text: `EY-12`. */
export function gameNumber(game: GameNumber): string {
  return `${game.prefix}-${game.serial}`;
}

/** Parses a game number that someone typed, in upper or lower case; null if it is not one. */
export function parseGameNumber(text: string): GameNumber | null {
  const found = /^([A-Z]{1,4})-([1-9]\d{0,8})$/.exec(text.trim().toUpperCase());
  return found ? { prefix: found[1] as string, serial: Number(found[2]) } : null;
}
