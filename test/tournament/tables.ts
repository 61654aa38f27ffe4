import { type AnyContestant, gradesOf } from './contest.ts';
import { entrantsOf } from './entrants.ts';
import { challenge, gradesTogether, type MatchOptions, type Score } from './matches.ts';
import type { TournamentOptions } from './options.ts';
import { rateText } from './rates.ts';
import { tableText } from './table.ts';

const HEADER = ['who', 'wins', 'party wins', 'seats played'];

/** How many setups are played once with every deal of the grades. */
function setupsOf({ games, grades }: TournamentOptions): number {
  return Math.ceil(games / grades.length);
}

/** One seat of each of these is played against the standard grade. */
function challengersOf({ ruleset, grades }: TournamentOptions): AnyContestant[] {
  return [...gradesOf(ruleset, grades), ...entrantsOf(ruleset.id).strategies];
}

/** How many games a tournament plays in all. */
export function countGames(options: TournamentOptions): number {
  const { ruleset, games, grades } = options;
  const own = (entrantsOf(ruleset.id).tables ?? []).reduce((sum, table) => sum + table.games(games), 0);
  return setupsOf(options) * grades.length + challengersOf(options).length * games + own;
}

/** Plays a tournament, table by table. `onGame` is called after each game. */
export function* playTournament(options: TournamentOptions, onGame: () => void): Generator<string> {
  const { ruleset, games, seats, seed, grades } = options;
  const match: MatchOptions = { games, seats, seed, onGame };
  yield `${ruleset.title}, ${games} games for each line, ${seats} seats, seed ${seed}\n\n`;
  const setups = setupsOf(options);
  const together = gradesTogether(ruleset, grades, { ...match, games: setups * grades.length });
  yield scoreTable(
    `Grades at one table: ${setups} setups, each played with every deal of the grades`,
    together,
  );
  const alone = challengersOf(options).map((challenger) => challenge(ruleset, challenger, match));
  const share = (100 / seats).toFixed(0);
  yield scoreTable(`One seat against ${seats - 1} standard: an equal share is ${share}%`, alone);
  for (const table of entrantsOf(ruleset.id).tables ?? []) yield table.play(match);
}

function scoreTable(title: string, scores: readonly Score[]): string {
  const rows = scores.map(({ name, won, party }) => {
    return [name, rateText(won), party.of === 0 ? '' : rateText(party), String(won.of)];
  });
  return tableText(title, HEADER, rows);
}
