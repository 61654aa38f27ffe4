import type { StateCode } from '../../country.ts';
import { STATES } from '../../country.ts';
import { combine, hashOf, pick } from '../../hash.ts';
import { regionOf } from './regions.ts';
import type { PublicPlayer, PublicState } from './sight.ts';

/** What makes one computer candidate differ from another one. It stays the same for a whole game. */
export interface Character {
  hash: number;
  /** The states near home. */
  region: readonly StateCode[];
  /** How much of its funds it keeps for later turns, in percent of what others keep. */
  thrift: number;
  /** How far ahead it wants to be before it calls a state safe, in percent of the expected attack. */
  caution: number;
  /** How sure it is that rivals return to the states of their last trips, in percent. */
  memory: number;
  /** How much more a state of its own region is worth to it, in percent. */
  roots: number;
}

/**
 * The character of a candidate. It follows from what everyone has known since the first printout: who it is, and the
 * states' orders of preference, which differ from game to game.
 */
export function characterOf(state: PublicState, player: PublicPlayer): Character {
  const preferences = STATES.map(({ code }) => (state.preference[code] ?? []).join('')).join(' ');
  const hash = hashOf(`${player.id} ${player.home} ${player.party} ${preferences}`);
  const trait = (number: number, low: number, high: number) => pick(combine(hash, number), low, high);
  return {
    hash,
    region: regionOf(player.home),
    thrift: trait(1, 50, 150),
    caution: trait(2, 75, 135),
    memory: trait(3, 10, 70),
    roots: trait(4, 10, 35),
  };
}

/** What can be assumed about a candidate whose character is not known: its region, and otherwise the average. */
export function ordinaryCharacter(player: PublicPlayer): Character {
  return { hash: 0, region: regionOf(player.home), thrift: 100, caution: 105, memory: 40, roots: 20 };
}

/** How much a state is worth to this candidate on a turn, in percent of what it is worth to anyone. */
export function tasteFor(
  character: Character,
  turn: number,
  place: { code: StateCode; at: number },
  spread: number,
): number {
  const lasting = pick(combine(character.hash, 100 + place.at), -spread, spread);
  const passing = pick(combine(character.hash, 1000 * turn + place.at), -spread, spread);
  const roots = character.region.includes(place.code) ? character.roots : 0;
  return 100 + lasting + passing + roots;
}
