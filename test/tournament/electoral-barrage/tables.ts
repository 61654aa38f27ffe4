import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import { GRADES } from '../../../src/rules/grades.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { gradeGames, type MatchOptions } from '../matches.ts';
import { rateText } from '../rates.ts';
import { tableText } from '../table.ts';
import { measure } from './measures.ts';

const RULESET: Ruleset = electoralBarrage;

/** The tables that only Electoral Barrage has. */
export const ELECTORAL_BARRAGE_TABLES = [
  { games: (perLine: number) => GRADES.length * gamesOf(perLine), play: manyMinds },
];

/** Few games are enough: each has many rounds. */
function gamesOf(perLine: number): number {
  return Math.ceil(perLine / 10);
}

/** How differently candidates of a grade plan when they are among themselves. */
function manyMinds(options: MatchOptions): string {
  const games = gamesOf(options.games);
  const rows = GRADES.map((grade) => {
    const found = measure(gradeGames(RULESET, grade, { ...options, games }));
    return [
      grade,
      rateText(found.samePlaces),
      rateText(found.sameStart),
      found.statesPerGame.toFixed(1),
      found.changesPerRound.toFixed(1),
    ];
  });
  return tableText(
    `Many minds: ${options.seats} candidates of one grade, ${games} games each`,
    ['grade', 'pairs in the same areas', 'all begin alike', 'states per game', 'leads changed per round'],
    rows,
  );
}
