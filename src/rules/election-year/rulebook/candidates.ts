import type { StateCode } from '../../country.ts';
import type { Party } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { HOME_POPULARITY, PROFILES, type Profile } from '../data.ts';

/** The candidates of the worked examples, as setups name them. */

const [REGULAR, MONEYED, CAMPAIGNER] = PROFILES as readonly [Profile, Profile, Profile];

function candidate(id: SeatIdentifier, name: string, party: Party, home: StateCode, profile: Profile) {
  return { id, name, party, home, ...profile, popularity: { [home]: HOME_POPULARITY } };
}

const BAKER = candidate('AB', 'Ann Baker', 'D', 'MI', REGULAR);
const DIAZ = candidate('CD', 'Carl Diaz', 'R', 'GA', MONEYED);
const FORD = candidate('EF', 'Eve Ford', 'D', 'WA', MONEYED);
const HALL = candidate('GH', 'Gil Hall', 'R', 'AZ', CAMPAIGNER);
const JAMES = candidate('IJ', 'Ira James', 'D', 'NJ', CAMPAIGNER);
const LANE = candidate('KL', 'Kim Lane', 'R', 'NC', REGULAR);

/** A game of four, in players' order. */
export const FOUR = { players: [BAKER, DIAZ, FORD, HALL] };

/** A game of six, in players' order. */
export const SIX = { players: [BAKER, DIAZ, FORD, HALL, JAMES, LANE] };

/** The game of four with these popularities instead of those in the home states. */
export function fourWith(popularity: Partial<Record<SeatIdentifier, Partial<Record<StateCode, number>>>>) {
  return { players: FOUR.players.map((player) => ({ ...player, popularity: popularity[player.id] ?? {} })) };
}
