import { Command, InvalidArgumentError, type OutputConfiguration } from 'commander';
import { findRuleset, RULESETS } from '../../src/rules/catalog.ts';
import { GRADES, type Grade, isGrade } from '../../src/rules/grades.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

/** What a tournament plays, as the command line says it. */
export interface TournamentOptions {
  ruleset: Ruleset;
  games: number;
  seats: number;
  seed: string;
  grades: Grade[];
}

const EXAMPLES = `
Every table is played with its own games, and the same seed gives the same tables. Shares come with their 95%
confidence interval. Exit status: 0, or 2 if an option is not valid.

Examples:
  npm run -s tournament -- election-year
  npm run -s tournament -- election-year --games 50 --seats 12 --seed again
  npm run -s tournament -- margin-of-error --grades standard,hard
`;

/**
 * Reads the command line. Throws a `CommanderError` if it is not valid, and after --help.
 * @param output how to write messages; to the standard streams if it is not given
 */
export function readOptions(args: string[], output: OutputConfiguration = {}): TournamentOptions {
  const program = new Command('tournament')
    .description(
      'Plays the computer candidates of a ruleset against each other and against simple strategies, and prints who ' +
        'wins how often.',
    )
    .argument('<ruleset>', `the id of a ruleset: ${Object.keys(RULESETS).join(', ')}`, knownRuleset)
    .option('--games <number>', 'games for each line of a table', wholeNumber, 300)
    .option(
      '--seats <number>',
      'seats of a game; 6, or as many as the ruleset allows, if it is not given',
      wholeNumber,
    )
    .option('--seed <text>', 'another seed plays other games', '1')
    .option('--grades <list>', 'the grades to compare', knownGrades, [...GRADES])
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help lists the options)')
    .configureOutput(output)
    .exitOverride();
  program.parse(args, { from: 'user' });
  const ruleset = program.processedArgs[0] as Ruleset;
  const { games, seats, seed, grades } = program.opts<
    Omit<TournamentOptions, 'ruleset' | 'seats'> & { seats?: number }
  >();
  return { ruleset, games, seats: seatsOf(program, ruleset, seats), seed, grades };
}

/** The seats of a game: those that were asked for, if the ruleset allows them. */
function seatsOf(
  program: Command,
  { title, seats: { min, max } }: Ruleset,
  asked: number | undefined,
): number {
  const seats = asked ?? Math.max(min, Math.min(6, max));
  if (seats < min || seats > max) program.error(`error: ${title} has ${min} to ${max} seats.`);
  return seats;
}

function knownRuleset(id: string): Ruleset {
  const ruleset = findRuleset(id);
  if (ruleset === undefined)
    throw new InvalidArgumentError(`Choose one of ${Object.keys(RULESETS).join(', ')}.`);
  return ruleset;
}

function knownGrades(list: string): Grade[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.every(isGrade)) throw new InvalidArgumentError(`Choose from ${GRADES.join(', ')}.`);
  return names;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('Enter a whole number, 1 or more.');
  return value;
}
