import { STATES } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { TWO_PROMOTIONS_FROM } from './data.ts';
import { type Leaders, membersOf, type Player, type Popularity, popularityIn } from './state.ts';

/**
 * EY-6.9: a player's experience: the sum, over the states where the player is party leader, of the second-highest
 * popularity among the party's members there. A party of one earns none.
 */
function experienceOf(
  player: Player,
  players: readonly Player[],
  leaders: Leaders,
  popularity: Popularity,
): number {
  const members = membersOf(players, player.party);
  let experience = 0;
  for (const { code } of STATES) {
    if (leaders[code][player.party] !== player.id) continue;
    const sorted = members.map(({ id }) => popularityIn(popularity, code, id)).sort((a, b) => b - a);
    experience += sorted[1] ?? 0;
  }
  return experience;
}

/**
 * EY-6.9: the most experienced player, or the two most experienced of seven or more, gain 1 campaign ability. Tied: the
 * lower ability first, then players' order. Experience 0 is never rewarded.
 * @returns the players with their experience and new ability, and who was promoted, most experienced first
 */
export function rewardExperience(
  before: readonly Player[],
  leaders: Leaders,
  popularity: Popularity,
): { players: Player[]; promoted: SeatIdentifier[] } {
  const players = before.map((player) => ({
    ...player,
    experience: experienceOf(player, before, leaders, popularity),
  }));
  const promoted = players
    .filter(({ experience }) => experience > 0)
    .sort((a, b) => b.experience - a.experience || a.ability - b.ability)
    .slice(0, players.length >= TWO_PROMOTIONS_FROM ? 2 : 1)
    .map(({ id }) => id);
  return {
    players: players.map((player) =>
      promoted.includes(player.id) ? { ...player, ability: player.ability + 1 } : player,
    ),
    promoted,
  };
}
