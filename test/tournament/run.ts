// npm run tournament -- <ruleset>: plays the computer candidates of a ruleset against each other and against simple
// strategies, and prints how often each wins. The tables go to standard output, the progress to standard error.
import { SingleBar } from 'cli-progress';
import { type AnyContestant, gradesOf } from './contest.ts';
import { entrantsOf } from './entrants.ts';
import { challenge, gradesTogether, type MatchOptions, type Score } from './matches.ts';
import { readOptions } from './options.ts';
import { rateText } from './rates.ts';
import { tableText } from './table.ts';

const HEADER = ['who', 'wins', 'party wins', 'seats played'];

const { ruleset, games, seats, seed, grades } = readOptions(process.argv.slice(2));
const { strategies, report, reportGames } = entrantsOf(ruleset.id);
const challengers: AnyContestant[] = [...gradesOf(ruleset, grades), ...strategies];

const bar = new SingleBar({
  format: 'Playing [{bar}] {percentage}%  {value} of {total} games',
  stream: process.stderr,
  hideCursor: true,
  noTTYOutput: false,
});
const options: MatchOptions = { games, seats, seed, onGame: () => bar.increment() };
const setups = Math.ceil(games / grades.length);
const together: MatchOptions = { ...options, games: setups * grades.length };

bar.start(together.games + challengers.length * games + (reportGames?.(options) ?? 0), 0);
const tables = [
  tableText(
    `Grades at one table: ${setups} setups, each played once with every deal of the grades`,
    HEADER,
    gradesTogether(ruleset, grades, together).map(rowOf),
  ),
  tableText(
    `One seat against ${seats - 1} standard: an equal share is ${(100 / seats).toFixed(0)}%`,
    HEADER,
    challengers.map((challenger) => rowOf(challenge(ruleset, challenger, options))),
  ),
  ...(report === undefined ? [] : [report(options)]),
];
bar.stop();
process.stdout.write(
  `${ruleset.title}, ${games} games for each line, ${seats} seats, seed ${seed}\n\n${tables.join('\n')}`,
);

function rowOf({ name, won, party }: Score): string[] {
  return [name, rateText(won), party.of === 0 ? '' : rateText(party), String(won.of)];
}
