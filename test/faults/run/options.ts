import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { FAULT_KINDS, type FaultKind } from './plan.ts';

/** What a run does, as the command line says it. */
export interface RunOptions {
  seed: number;
  kills: number;
  /** The databases to run with, one after the other. */
  databases: ('own' | 'embedded')[];
  /** How long the server may take to serve again, in milliseconds. */
  limit: number;
  /** The longest time that a fault lasts, in milliseconds. */
  longest: number;
  /** Whether it is checked in the end that the server puts off dates that pass while it is down. */
  downtime: boolean;
  /** Null for all kinds. */
  kinds: FaultKind[] | null;
  /** Null for a new folder under the system's folder for temporary files. */
  dir: string | null;
  keep: boolean;
  json: string | null;
  /** Only prints which faults are planned. */
  planOnly: boolean;
}

const EXAMPLES = `
Exit status: 0 if everything was found to be right, 1 if not, 2 if an option is not valid.

Examples:
  npm run faults -- --kills 20
  npm run faults -- --kills 200 --both --json faults.json
  npm run faults -- --kills 30 --only "database silent,relay loses answers" --seed 7
`;

/** Reads the command line. Exits with 2, or with 0 after --help. */
export function readOptions(args: string[]): RunOptions {
  const program = new Command('faults')
    .description(
      'Runs a real server with people who play on it, makes things fail again and again, measures how long it takes ' +
        'until the server serves again by itself, and checks in the end that nothing was lost.',
    )
    .option('--kills <number>', 'how many faults', wholeNumber(1, 100_000), 50)
    .option(
      '--seed <number>',
      'plans the same faults again; another one each time by default',
      wholeNumber(0),
    )
    .option('--embedded', 'with the embedded PostgreSQL of the server, instead of one of its own', false)
    .option('--both', 'with each of them, one after the other; each gets half of the faults', false)
    .option('--limit <seconds>', 'how long the server may take until it serves again', wholeNumber(1), 30)
    .option('--longest <seconds>', 'the longest time that a fault lasts', wholeNumber(1), 20)
    .option('--only <kinds>', `only these kinds of faults: ${FAULT_KINDS.join(', ')}`, kinds)
    .option('--downtime', 'also checks that dates that pass while the server is down are put off', false)
    .option('--dir <folder>', 'the folder for its files, which must not exist; a temporary one by default')
    .option('--keep', 'keeps the folder even if nothing failed', false)
    .option('--json <file>', 'writes the results to a file')
    .option('--plan', 'only prints the planned faults', false)
    .addHelpText('after', EXAMPLES)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  program.parse(args, { from: 'user' });
  const given = program.opts();
  const databases = given.both ? (['own', 'embedded'] as const) : [given.embedded ? 'embedded' : 'own'];
  if (given.json !== undefined && !given.plan) writeFileSync(given.json, '');
  return {
    seed: given.seed ?? Math.floor(Math.random() * 1_000_000),
    kills: given.kills,
    databases: [...databases] as RunOptions['databases'],
    limit: given.limit * 1000,
    longest: given.longest * 1000,
    downtime: given.downtime,
    kinds: given.only ?? null,
    dir: given.dir ?? null,
    keep: given.keep,
    json: given.json ?? null,
    planOnly: given.plan,
  };
}

function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return (text: string) => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Enter a whole number of at least ${min}.`);
  };
}

function kinds(text: string): FaultKind[] {
  return text.split(',').map((part) => {
    const kind = FAULT_KINDS.find((one) => one === part.trim());
    if (kind === undefined) throw new InvalidArgumentError(`There is no kind "${part.trim()}".`);
    return kind;
  });
}
