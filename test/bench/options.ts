import { Command, InvalidArgumentError } from 'commander';

/** The parts of the benchmark, in their order. */
export const PARTS = ['rules', 'start', 'printouts', 'transaction', 'sheets', 'pages', 'night'] as const;

export type Part = (typeof PARTS)[number];

/** What to measure. */
export interface BenchOptions {
  parts: Part[];
  /** Whether to measure what takes many minutes, too. */
  all: boolean;
  /** Whether to print where the time goes, which makes the work slower. */
  profile: boolean;
}

/** The parts that take many minutes: they are measured with --all, or if they are named. */
const LONG: ReadonlySet<Part> = new Set(['night']);

const HELP = `
Each row shows our time beside its floor: the least that could do the same, measured in the same run. Compare ratios, not
times, between machines. The results go to standard output and to bench-results/, the progress to standard error.
Exit status: 0 if every goal is met, 1 if one is missed, 2 if an option is not valid.

Examples:
  npm run bench
  npm run bench -- --all
  npm run -s bench -- --only printouts,sheets
  npm run -s bench -- --only pages --profile
`;

/** Reads the command line. Throws a `CommanderError` if it is not valid, and after --help. */
export function readOptions(args: string[]): BenchOptions {
  const program = new Command('bench')
    .description(
      'Measures the parts whose speed matters, each beside its floor, and says which goals are met.',
    )
    .option(
      '--all',
      'measure what takes many minutes, too: thousands of games, and a thousand due at once',
      false,
    )
    .option('--only <parts>', `only these parts: ${PARTS.join(', ')}`, knownParts)
    .option(
      '--profile',
      'print in which files and packages the time goes; the measured work becomes slower',
      false,
    )
    .addHelpText('after', HELP)
    .showHelpAfterError('(--help lists the options)')
    .exitOverride();
  program.parse(args, { from: 'user' });
  const { all, only, profile } = program.opts<{ all: boolean; only?: Part[]; profile: boolean }>();
  return { all, profile, parts: only ?? PARTS.filter((part) => all || !LONG.has(part)) };
}

function knownParts(list: string): Part[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(PARTS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Choose from ${PARTS.join(', ')}.`);
  return names as Part[];
}
