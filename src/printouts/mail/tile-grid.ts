import type { StateCode } from '../../rules/country.ts';

/** The states as tiles of equal size, roughly where they are. A dot is a place without a state. */
const GRID = `
  AK .  .  .  .  .  .  .  .  .  ME
  .  .  .  .  .  .  .  .  .  VT NH
  WA ID MT ND MN IL WI MI NY RI MA
  OR NV WY SD IA IN OH PA NJ CT .
  CA UT CO NE MO KY WV VA MD DE .
  .  AZ NM KS AR TN NC SC DC .  .
  .  .  .  OK LA MS AL GA .  .  .
  HI .  .  TX .  .  .  .  FL .  .
`;

/** The rows of the tile grid from north to south, each from west to east; null for a place without a state. */
export const TILE_ROWS: readonly (readonly (StateCode | null)[])[] = GRID.trim()
  .split('\n')
  .map((row) =>
    row
      .trim()
      .split(/\s+/)
      .map((place) => (place === '.' ? null : (place as StateCode))),
  );
