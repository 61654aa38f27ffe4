import { byState } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { CampaignRow, Orders } from './orders.ts';
import { byPlayer, type Campaigning, type Player, type Popularity, popularityIn } from './state.ts';

/** Popularity gained for money (EY-6.2): multiplied by the campaign ability in a state that is visited this turn. */
export function popularityGained(
  { state, spend }: CampaignRow,
  ability: number,
  visited: readonly string[],
): number {
  return visited.includes(state) ? spend * ability : spend;
}

/** EY-6.2: what each player spends and gains, row by row. */
export function campaign(
  players: readonly Player[],
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Record<SeatIdentifier, Campaigning[]> {
  const abilities = new Map(players.map(({ id, ability }) => [id, ability]));
  return byPlayer(players, (id) => {
    const { campaign: rows, fundraising } = orders.get(id) ?? { campaign: [], fundraising: [] };
    const ability = abilities.get(id) ?? 1;
    return rows.map((row) => ({
      state: row.state,
      spent: row.spend,
      gained: popularityGained(row, ability, fundraising),
    }));
  });
}

/** EY-6.2: popularity after all rows of all players; they count at the same time. */
export function gainPopularity(
  players: readonly Player[],
  before: Popularity,
  campaigning: Readonly<Record<SeatIdentifier, Campaigning[]>>,
): Popularity {
  const after = byState(({ code }) => byPlayer(players, (id) => popularityIn(before, code, id)));
  for (const { id } of players) {
    for (const { state, gained } of campaigning[id] ?? []) {
      after[state][id] = popularityIn(after, state, id) + gained;
    }
  }
  return after;
}

/** Total spent on campaigning, in dollars. */
export function sumSpent(rows: readonly Campaigning[]): number {
  return rows.reduce((sum, { spent }) => sum + spent, 0);
}
