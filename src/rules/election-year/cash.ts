import { STATES } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { sumSpent } from './campaigning.ts';
import type { Campaigning, Leaders, Player, Trip } from './state.ts';
import { sumRaised } from './trips.ts';

/**
 * EY-6.5: each player receives a tenth of the sum of the donation numbers of all states where the player is party leader,
 * rounded down once.
 */
function gatherContributions(leaders: Leaders): Map<SeatIdentifier, number> {
  const sums = new Map<SeatIdentifier, number>();
  for (const { code, donation } of STATES) {
    const { D, R } = leaders[code];
    for (const id of [D, R]) sums.set(id, (sums.get(id) ?? 0) + donation);
  }
  return new Map([...sums].map(([id, sum]) => [id, Math.floor(sum / 10)]));
}

/** EY-6.2, EY-6.5, EY-6.6: each player's money after the turn. */
export function settleCash(
  players: readonly Player[],
  leaders: Leaders,
  fundraising: Readonly<Record<SeatIdentifier, Trip[]>>,
  campaigning: Readonly<Record<SeatIdentifier, Campaigning[]>>,
): Player[] {
  const received = gatherContributions(leaders);
  return players.map((player) => {
    const spent = sumSpent(campaigning[player.id] ?? []);
    const raised = sumRaised(fundraising[player.id] ?? []);
    const contributions = received.get(player.id) ?? 0;
    const cash = player.cash - spent + raised + contributions + player.income;
    return { ...player, cash, raised, contributions };
  });
}
