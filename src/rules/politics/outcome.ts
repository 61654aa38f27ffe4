import type { Outcome, SeatIdentifier, Standing } from '../ruleset.ts';
import { type Player, playerOf, type State } from './state.ts';

/** PTG-7.2: how the president was found. */
export type By = 'majority' | 'runoff' | 'speed';

/** PTG-7.1: the game is over. `next` are the places after the president that were decided by questions. */
export function finish(state: State, winner: SeatIdentifier, by: By, next: readonly SeatIdentifier[]): void {
  state.phase = 'over';
  state.outcome = { winner, by, standings: standings(state, [winner, ...next]) };
}

/** PTG-7.1: the places of all; full ties share one. */
function standings(state: State, decided: readonly SeatIdentifier[]): Standing[] {
  const list = decided.map((seat, index) => standing(playerOf(state, seat), index + 1));
  const rest = state.players
    .filter(({ id }) => !decided.includes(id))
    .toSorted((a, b) => b.electoral - a.electoral || b.popular - a.popular || b.cash - a.cash);
  for (const player of rest) {
    const last = list.at(-1);
    const ties = last !== undefined && list.length > decided.length && isTied(last, player);
    list.push(standing(player, ties ? last.place : list.length + 1));
  }
  return list;
}

function isTied({ electoral, popular, cash }: Standing, player: Player): boolean {
  return electoral === player.electoral && popular === player.popular && cash === player.cash;
}

function standing({ id, electoral, popular, cash }: Player, place: number): Standing {
  return { id, place, electoral, popular, cash };
}

/** PTG-7.1: how the game ended; null while it goes on. */
export function outcome({ outcome: ended }: State): Outcome | null {
  return ended;
}
