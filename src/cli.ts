import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Config } from './config.ts';
import type { OpenHouse } from './server.ts';

/**
 * The command line. Each command's work is in a file of its own under src/cli, loaded only when it is called,
 * so that `play` does not wait for the database client.
 */
const program = new Command('whistlestop')
  .description('Election games by mail: play scenarios, look after stored games, see a demo.')
  .showHelpAfterError('(whistlestop --help lists the commands)')
  .exitOverride();

program
  .command('play')
  .argument('<file>', 'a scenario file, or - for one scenario per line on standard input')
  .description(
    'play a scenario and print its document as JSON; exit 1 where an expectation fails, 2 for a bad file',
  )
  .action(async (file: string) => {
    const { play } = await import('./cli/play.ts');
    process.exitCode = await play(file, process);
  });

program
  .command('replay')
  .argument('<game>', 'the number of a stored game, such as EY-12')
  .description(
    'play a stored game again from its setup and compare every state, hash and printout; exit 1 where one differs',
  )
  .action(async (game: string) => {
    const { replay } = await import('./cli/replay.ts');
    const out = (line: string) => process.stdout.write(`${line}\n`);
    const err = (line: string) => process.stderr.write(`${line}\n`);
    process.exitCode = await withHouse(({ ctx }) => replay(ctx, game, { out, err }));
  });

program
  .command('export')
  .argument('<game>', 'the number of a finished game, such as EY-12')
  .description(
    'write a finished game as JSON to standard output: setup, secret of the dice, sheets, states, hashes',
  )
  .action(async (game: string) => {
    const { exportCommand } = await import('./cli/export.ts');
    process.exitCode = await withHouse(({ ctx }) => exportCommand(ctx, game, process));
  });

program
  .command('move-out')
  .argument('<game>', 'the number of a paused, forming or finished game, such as EY-12')
  .description(
    'write a whole game to standard output for another server: people, sheets, SECRETS AND ALL; keep the file safe',
  )
  .action(async (game: string) => {
    const { moveOutCommand } = await import('./cli/transfer.ts');
    process.exitCode = await withHouse(({ ctx }) => moveOutCommand(ctx, game, process));
  });

program
  .command('move-in')
  .argument('<file>', 'what move-out wrote on another server')
  .description('take a game in from another server; every turn is played again and compared first')
  .action(async (file: string) => {
    const { moveInCommand } = await import('./cli/transfer.ts');
    process.exitCode = await withHouse(({ ctx }) => moveInCommand(ctx, file, process));
  });

program
  .command('verify')
  .argument('<file>', 'what export wrote')
  .description(
    'compute every roll and turn of an exported game again; needs no database; exit 1 where one differs',
  )
  .action(async (file: string) => {
    const { verify } = await import('./cli/verify.ts');
    process.exitCode = await verify(file, process);
  });

program
  .command('demo')
  .description(
    'start a server with a game in its fourth turn, in a folder of its own, and stay up to be looked at',
  )
  .option('--all', 'play the game to its end and exit', false)
  .option('--game <ruleset>', 'which ruleset to play', 'election-year')
  .option('--port <number>', 'where to listen (0: any free port)', portNumber, 8080)
  .option('--dir <folder>', 'where the demo keeps its files; emptied at each start', 'demo-data')
  .action(async (options: { all: boolean; game: string; port: number; dir: string }) => {
    const { demo } = await import('./cli/demo.ts');
    process.exitCode = await demo(options, process.stdout);
  });

program
  .command('migrate')
  .description("bring the database's tables up to date (the server does it at every start)")
  .action(async () => {
    process.exitCode = await withHouse(async () => {
      process.stdout.write('The database is up to date.\n');
      return 0;
    });
  });

program
  .command('sign-in-link')
  .argument('<account>', 'an account number, such as 10001', accountNumber)
  .description('print a sign-in link that is good once, for an operator who has lost the way in')
  .action(async (account: number) => {
    const { signInLink } = await import('./cli/sign-in-link.ts');
    process.exitCode = await withHouse(({ ctx }, config) =>
      signInLink(ctx, config.publicUrl, account, process),
    );
  });

async function withHouse(run: (opened: OpenHouse, config: Config) => Promise<number>): Promise<number> {
  const [{ pino }, { readConfig }, { openHouse }] = await Promise.all([
    import('pino'),
    import('./config.ts'),
    import('./server.ts'),
  ]);
  const config = readConfig();
  const opened = await openHouse(config, pino({ level: 'warn' }, pino.destination(2)));
  try {
    return await run(opened, config);
  } finally {
    await opened.close();
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

function accountNumber(text: string): number {
  const number = Number(text.replace(/^#/, ''));
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('An account number is a whole number, such as 10001.');
}

/** A reader who has gone away (`| head`) wants no more words, and no stack trace. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
