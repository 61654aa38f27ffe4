// npm run tournament -- <ruleset>: plays the computer candidates of a ruleset against each other and against simple
// strategies, and prints how often each wins. The tables go to standard output, the progress to standard error.
import { SingleBar } from 'cli-progress';
import { CommanderError } from 'commander';
import { readOptions, type TournamentOptions } from './options.ts';
import { countGames, playTournament } from './tables.ts';

const bar = new SingleBar({
  format: 'Playing [{bar}] {percentage}%  {value} of {total} games',
  stream: process.stderr,
  hideCursor: true,
});
const options = fromCommandLine();
bar.start(countGames(options), 0);
for (const table of playTournament(options, () => bar.increment())) process.stdout.write(table);
bar.stop();

/** The options of this run. Exits with 2 if they are not valid, or with 0 after --help. */
function fromCommandLine(): TournamentOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}
