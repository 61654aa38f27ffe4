import { GRADES } from '../../../src/rules/grades.ts';
import { politics } from '../../../src/rules/politics/index.ts';
import { TEMPERS } from '../../../src/rules/politics/opponent/character.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { AnyContestant } from '../contest.ts';
import { allTogether, gradeGames, type MatchOptions } from '../matches.ts';
import { rateText } from '../rates.ts';
import { tableText } from '../table.ts';
import { measure, winsByTemper } from './measures.ts';
import { STRATEGIES } from './strategies.ts';

const RULESET: Ruleset = politics;

/** The grades whose candidates have characters. */
const WITH_CHARACTERS = ['easy', 'hard'] as const;

/** The tables that only Politics has. */
export const POLITICS_TABLES = [
  { games: strategyGames, play: strategies },
  { games: (perLine: number) => WITH_CHARACTERS.length * perLine, play: characters },
  { games: (perLine: number) => GRADES.length * perLine, play: endings },
];

/** Each setup is played once with every deal of the strategies. */
function strategyGames(perLine: number): number {
  return Math.ceil(perLine / STRATEGIES.length) * STRATEGIES.length;
}

/** The simple strategies against each other. */
function strategies(options: MatchOptions): string {
  const games = strategyGames(options.games);
  const scores = allTogether(RULESET, STRATEGIES as readonly AnyContestant[], { ...options, games });
  return tableText(
    `Strategies at one table: ${games} games`,
    ['who', 'wins', 'seats played'],
    scores.map(({ name, won }) => [name, rateText(won), String(won.of)]),
  );
}

/** Which characters win when candidates of one grade are among themselves. */
function characters(options: MatchOptions): string {
  const rows = WITH_CHARACTERS.map((grade) => {
    const wins = winsByTemper(gradeGames(RULESET, grade, options), grade);
    return [grade, ...TEMPERS.map((temper) => (wins[temper].of === 0 ? '' : rateText(wins[temper])))];
  });
  return tableText(
    `Characters: ${options.seats} candidates of one grade, ${options.games} games each`,
    ['grade', ...TEMPERS],
    rows,
  );
}

/** How games of candidates of one grade end, how long they last, and how lively they are. */
function endings(options: MatchOptions): string {
  const rows = GRADES.map((grade) => {
    const found = measure(gradeGames(RULESET, grade, options));
    return [
      grade,
      ...[found.ended.majority, found.ended.runoff, found.ended.speed].map(rateText),
      `${found.turns.mean.toFixed(1)} ± ${found.turns.error.toFixed(1)}`,
      `${found.shortest}–${found.longest}`,
      found.salesPerGame.toFixed(1),
      found.chipsPerGame.toFixed(1),
      found.leadsPerGame.toFixed(1),
    ];
  });
  return tableText(
    `Endings: ${options.seats} candidates of one grade, ${options.games} games each; mean printouts with their standard error`,
    [
      ...['grade', 'majority', 'runoff', 'Speed Play', 'printouts', 'range'],
      ...['chips sold', 'chips held at last', 'new leaders'],
    ],
    rows,
  );
}
