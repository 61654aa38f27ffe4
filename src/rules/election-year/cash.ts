import { STATES } from '../country.ts';
import type { SeatId } from '../ruleset.ts';
import { sumSpent } from './campaigning.ts';
import type { Campaigning, Leaders, Player, Trip } from './state.ts';
import { sumRaised } from './trips.ts';

/** EY-6.5: a tenth of the donation numbers of all states where the player is party leader, rounded down once. */
export function contributionsOf({ id, party }: Player, leaders: Leaders): number {
  const sum = STATES.reduce(
    (total, { code, donation }) => total + (leaders[code][party] === id ? donation : 0),
    0,
  );
  return Math.floor(sum / 10);
}

/** EY-6.2, EY-6.5, EY-6.6: each player's money after the turn. */
export function settleCash(
  players: readonly Player[],
  leaders: Leaders,
  fundraising: Readonly<Record<SeatId, Trip[]>>,
  campaigning: Readonly<Record<SeatId, Campaigning[]>>,
): Player[] {
  return players.map((player) => {
    const spent = sumSpent(campaigning[player.id] ?? []);
    const raised = sumRaised(fundraising[player.id] ?? []);
    const contributions = contributionsOf(player, leaders);
    const cash = player.cash - spent + raised + contributions + player.income;
    return { ...player, cash, raised, contributions };
  });
}
