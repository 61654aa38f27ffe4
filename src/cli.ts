import { Command, CommanderError, Option } from 'commander';
import { accountNumber, portNumber } from './cli/arguments.ts';
import type { OpenAddress } from './cli/open-address.ts';
import type { Config } from './config.ts';
import type { OpenContext } from './server/open-context.ts';
import type { ProcessOptions } from './server/run-options.ts';
import { oldStartCommand } from './server/start-command.ts';

/**
 * The command line. The work of each command is in a file of its own in src/cli, which is loaded only when the command
 * is called, so that `play` does not wait for the database client.
 */
const program = new Command('whistlestop')
  .description('Whistlestop, election games by mail: play scenarios, check stored games, see a demo.')
  .showHelpAfterError('(whistlestop --help lists the commands)')
  .exitOverride();

command('play', {
  description: 'play a scenario or a test case and print the result as JSON (docs/scenarios.md)',
  status: '0 if every expectation is met, 1 if one is not, 2 if the file is not a scenario',
  examples: ['play docs/samples/election-year.json', 'play - < scenarios.jsonl'],
})
  .argument('<file>', 'a scenario file, or - to read one scenario per line from standard input')
  .action(async (file: string) => {
    const { play } = await import('./cli/play.ts');
    process.exitCode = await play(file, process);
  });

command('replay', {
  description: 'play a stored game again and compare every state, hash and printout',
  status: '0 if all are the same, 1 if one differs, 2 if there is no such game',
  examples: ['replay EY-12'],
})
  .argument('<game>', 'the number of a stored game, such as EY-12')
  .action(async (game: string) => {
    const { replay } = await import('./cli/replay.ts');
    process.exitCode = await withContext(({ ctx }) => replay(ctx, game, process));
  });

command('export', {
  description:
    'write a finished game as JSON to standard output: setup, dice secret, sheets, states and hashes',
  status: '0, or 2 if there is no such game or it is not over',
  examples: ['export EY-12 > EY-12.json'],
})
  .argument('<game>', 'the number of a finished game, such as EY-12')
  .action(async (game: string) => {
    const { exportCommand } = await import('./cli/export.ts');
    process.exitCode = await withContext(({ ctx }) => exportCommand(ctx, game, process));
  });

command('verify', {
  description: 'check every roll and turn of an exported game; needs no database',
  status: '0 if all are the same, 1 if one differs, 2 if the file is not an export',
  examples: ['verify EY-12.json'],
})
  .argument('<file>', 'a file written by export')
  .action(async (file: string) => {
    const { verify } = await import('./cli/verify.ts');
    process.exitCode = await verify(file, process);
  });

command('transfer-out', {
  description:
    'write a whole game for another server; it contains addresses and SECRETS, so keep the file safe',
  status:
    '0, or 2 if there is no such game, it is running and not paused, the file cannot be written, or there is no transfer to take back',
  examples: ['transfer-out EY-12 EY-12-transfer.json', 'transfer-out EY-12 --take-back'],
})
  .argument('<game>', 'the number of a paused, forming or finished game, such as EY-12')
  .argument('[file]', 'the file to write; if it is left out, standard output')
  .option('--take-back', 'write nothing, but let the game go on here: it did not move to another server')
  .action(async (game: string, file: string | undefined, { takeBack }: { takeBack?: boolean }) => {
    const { takeTransferBackCommand, transferOutCommand } = await import('./cli/transfer.ts');
    process.exitCode = await withDepartures(({ ctx }) =>
      takeBack ? takeTransferBackCommand(ctx, game, process) : transferOutCommand(ctx, game, process, file),
    );
  });

command('transfer-in', {
  description: 'add a game from another server, after playing every turn again and comparing it',
  status: '0, 1 if a turn differs, or 2 if the game cannot be added',
  examples: ['transfer-in EY-12-transfer.json'],
})
  .argument('<file>', 'a file written by transfer-out on another server')
  .action(async (file: string) => {
    const { transferInCommand } = await import('./cli/transfer.ts');
    process.exitCode = await withDepartures(({ ctx }) => transferInCommand(ctx, file, process));
  });

command('rules', {
  description: 'print the rules of a game, or write them as a PDF; needs no database',
  status: '0, or 2 if there is no such game or the file cannot be written',
  examples: ['rules election-year', 'rules margin-of-error --pdf rules.pdf --paper a4'],
})
  .argument('<ruleset>', 'the id of a ruleset, such as election-year')
  .option('--pdf <file>', 'write a PDF to this file instead of printing text')
  .addOption(new Option('--paper <size>', 'the paper of the PDF').choices(['letter', 'a4']).default('letter'))
  .action(async (ruleset: string, options: { pdf?: string; paper: 'letter' | 'a4' }) => {
    const { printRules } = await import('./cli/rules.ts');
    process.exitCode = await printRules(ruleset, options, process);
  });

command('demo', {
  description: 'start a server on which you can play at once, in a folder of its own',
  status: '0, or 2 if an option is not valid',
  examples: ['demo', 'demo --game margin-of-error --port 0', 'demo --all'],
})
  .option('--all', 'play the game to its end and exit', false)
  .option('--game <ruleset>', 'the ruleset to play', 'election-year')
  .option(
    '--port <number>',
    'the port to listen on, 0 for any free one (default: PORT, or 8080 if it is free)',
    portNumber,
  )
  .option('--dir <folder>', 'the folder for the files of the demo; it is emptied at every start', 'demo-data')
  .action(async (options: { all: boolean; game: string; port: number | undefined; dir: string }) => {
    const { demo } = await import('./cli/demo.ts');
    process.exitCode = await demo(options, process.stdout);
  });

command('start', {
  description: 'run the server, as npm start does',
  status: '0 when it was stopped, or 1 if it cannot start',
  examples: ['start', 'start --held', 'start --role worker --name worker-2'],
})
  .addOption(roleOption('what this process does: pages, jobs and mail, or both'))
  .option(
    '--name <name>',
    'a name for this process, if several use the same DATA_DIR (default: PROCESS_NAME)',
  )
  .option(
    '--held',
    'process nothing and send no mail until you release the server, as after a restore',
    false,
  )
  .action(async ({ held, ...options }: ProcessOptions & { held: boolean }) => {
    const [{ runServer }, { settingsOf }] = await Promise.all([
      import('./server/run-server.ts'),
      import('./server/run-options.ts'),
    ]);
    await runServer({ held, settings: () => settingsOf(options) });
  });

command('held', {
  description: 'print whether the server is held, and what would happen if it were released',
  status: '0 if it is not held, or 1 if it is',
  examples: ['held'],
}).action(async () => {
  const { printHeld } = await import('./cli/held.ts');
  process.exitCode = await withContext(({ ctx }, config) => printHeld(ctx, config, process));
});

command('release', {
  description: 'release a held server: it processes turns and sends mail again',
  status: '0, or 2 if the server is not held, must not be released yet, or an option is not valid',
  examples: ['release', 'release --dates process --mail cancel --no-tell-players'],
})
  .addOption(
    new Option('--dates <choice>', 'dates that have passed: put them off, or process the turns now')
      .choices(['put-off', 'process'])
      .default('put-off'),
  )
  .addOption(
    new Option('--mail <choice>', 'mail that waits: send it, or cancel it')
      .choices(['send', 'cancel'])
      .default('send'),
  )
  .option(
    '--tell-players',
    'tell all players and GMs that the server was restored (the default after a restore)',
  )
  .option('--no-tell-players', 'tell them nothing')
  .action(
    async (options: { dates: 'put-off' | 'process'; mail: 'send' | 'cancel'; tellPlayers?: boolean }) => {
      const { releaseCommand } = await import('./cli/held.ts');
      process.exitCode = await withContext(({ ctx }, config) =>
        releaseCommand(ctx, config, options, process),
      );
    },
  );
command('backup', {
  description: 'write a backup of the whole database to a new file, while the server runs, and prove it',
  status: '0, 1 if a replayed game differs or the file is damaged, or 2 if no backup could be written',
  examples: ['backup whistlestop.backup.gz', 'backup --no-replay /mnt/backups/whistlestop.backup.gz'],
})
  .argument('<file>', 'a new file; it will contain addresses and SECRETS')
  .option('--no-replay', 'read the file back, but do not restore it and replay its games')
  .action(async (file: string, { replay }: { replay: boolean }) => {
    const [{ backup }, { readConfig }, open] = [
      await import('./cli/backup.ts'),
      await import('./config.ts'),
      await openDatabaseOf({ mustExist: true }),
    ];
    const { url, close } = await open();
    try {
      process.exitCode = await backup(url, { file, replay, config: readConfig() }, process);
    } finally {
      await close();
    }
  });

command('restore', {
  description:
    'restore a backup into an empty database and replay its games; the server is held at its next start',
  status: '0, 1 if a replayed game differs, or 2 if the backup cannot be restored',
  examples: ['restore whistlestop.backup.gz'],
})
  .argument('<file>', 'a file written by backup')
  .action(async (file: string) => {
    const [{ restore }, { readConfig }, open] = [
      await import('./cli/restore.ts'),
      await import('./config.ts'),
      await openDatabaseOf({ mustExist: false }),
    ];
    process.exitCode = await restore(open, { file, config: readConfig() }, process);
  });

command('upgrade-database', {
  description:
    'move the embedded database to the PostgreSQL of this version, after an upgrade that brings a new major version',
  status:
    '0, 1 if a replayed game differs, or 2 if the database cannot be upgraded; the old one is kept in each case',
  examples: ['upgrade-database'],
})
  .option('--despite-differences', 'complete the upgrade even if a replayed game differs', false)
  .action(async (options: { despiteDifferences: boolean }) => {
    const [{ upgradeDatabase }, { readConfig }] = await Promise.all([
      import('./cli/upgrade-database.ts'),
      import('./config.ts'),
    ]);
    process.exitCode = await upgradeDatabase(readConfig(), options, process);
  });

command('migrate', {
  description: 'bring the tables of the database up to date, as the server does at every start',
  status: '0, or 1 if a migration fails',
  examples: ['migrate'],
}).action(async () => {
  process.exitCode = await withContext(async () => {
    process.stdout.write('The database is up to date.\n');
    return 0;
  });
});

command('health', {
  description: 'ask the server on this machine whether it is ready',
  status: '0 if it is, 1 if it is not or does not answer',
  examples: ['health', 'health --role worker', 'health --alarms'],
})
  .addOption(roleOption('the role that the server was started with'))
  .option('--alarms', 'also fail if alarms could not be mailed to the operators for 30 minutes')
  .action(async (options: ProcessOptions & { alarms?: boolean }) => {
    const [{ health }, { readConfig }, { settingsOf }] = await Promise.all([
      import('./cli/health.ts'),
      import('./config.ts'),
      import('./server/run-options.ts'),
    ]);
    process.exitCode = await health(readConfig(settingsOf(options)), process, options);
  });

command('sign-in-link', {
  description: 'print a one-time sign-in link, for example for an operator who can no longer sign in',
  status: '0, or 2 if there is no such account',
  examples: ['sign-in-link 10001'],
})
  .argument('<account>', 'an account number, such as 10001', accountNumber)
  .action(async (account: number) => {
    const { printSignInLink } = await import('./cli/sign-in-link.ts');
    process.exitCode = await withContext(({ ctx }, { publicUrl, signInLinkMinutes: minutes }) =>
      printSignInLink(ctx, { publicUrl, accountId: account, minutes }, process),
    );
  });

command('remove-passkeys', {
  description:
    'remove all passkeys of an account whose owner lost them, for example of an operator, and mail its owner about it',
  status: '0, also if the account has none, or 2 if there is no such account',
  examples: ['remove-passkeys 10001'],
})
  .argument('<account>', 'an account number, such as 10001', accountNumber)
  .action(async (account: number) => {
    const { removePasskeys } = await import('./cli/remove-passkeys.ts');
    process.exitCode = await withContext(({ ctx }) => removePasskeys(ctx, account, process));
  });

command('operator', {
  description: 'give an account the right of an operator, or take it away; there is always at least one',
  status: '0, or 2 if there is no such account, if it is the last operator, or without --give or --take',
  examples: ['operator 10468 --give', 'operator olive@example.org --take'],
})
  .argument('<account>', 'an account number, such as 10468, or an e-mail address')
  .option('--give', 'make the account an operator')
  .option('--take', 'take the right away; the account stays')
  .action(async (account: string, options: { give?: boolean; take?: boolean }) => {
    const { operator } = await import('./cli/operator.ts');
    process.exitCode = await withContext(({ ctx }) => operator(ctx, account, options, process));
  });

command('delete-game', {
  description:
    'delete a game that is over, abandoned, not begun or moved to another server, with everything about it',
  status: '0, or 2 if there is no such game, if it is running, or without --for-good',
  examples: ['delete-game EY-12 --for-good'],
})
  .argument('<game>', 'a game number, such as EY-12')
  .option('--for-good', 'yes, delete it; it cannot be undone', false)
  .action(async (game: string, options: { forGood: boolean }) => {
    const { deleteGame } = await import('./cli/delete-game.ts');
    process.exitCode = await withDepartures(({ ctx }) => deleteGame(ctx, game, options, process));
  });

command('send-mail', {
  description: 'send all waiting mail now instead of at its next attempt; a running server does the sending',
  status: '0',
  examples: ['send-mail'],
}).action(async () => {
  const { sendMail } = await import('./cli/send-mail.ts');
  process.exitCode = await withContext(({ ctx }) => sendMail(ctx, process));
});

/** What a process does, if not what the setting ROLE says. */
function roleOption(description: string): Option {
  return new Option('--role <role>', `${description} (default: ROLE)`).choices(['all', 'web', 'worker']);
}

/** Adds a command whose --help ends with its exit status and examples. */
function command(
  name: string,
  { description, status, examples }: { description: string; status: string; examples: readonly string[] },
): Command {
  const lines = examples.map((example) => `  npm run -s whistlestop -- ${example}`);
  const heading = examples.length === 1 ? 'Example:' : 'Examples:';
  return program
    .command(name)
    .description(description)
    .addHelpText('after', `\nExit status: ${status}.\n\n${heading}\n${lines.join('\n')}`);
}

async function withContext(run: (opened: OpenContext, config: Config) => Promise<number>): Promise<number> {
  const [{ pino }, { readConfig }, { openContext }] = await Promise.all([
    import('pino'),
    import('./config.ts'),
    import('./server/open-context.ts'),
  ]);
  const config = readConfig();
  const opened = await openContext(config, pino({ level: 'warn' }, pino.destination(2)));
  try {
    return await run(opened, config);
  } finally {
    await opened.close();
  }
}

/** Runs a command after which a game may have left the server, or come back, and adds that to the list of departures. */
async function withDepartures(run: (opened: OpenContext) => Promise<number>): Promise<number> {
  const { tryToRecordDepartures } = await import('./operations/departures/record-departures.ts');
  return await withContext(async (opened, config) => {
    const status = await run(opened);
    await tryToRecordDepartures(opened.ctx, config);
    return status;
  });
}

/** How to open the database that the settings name without changing its tables. */
async function openDatabaseOf(options: { mustExist: boolean }): Promise<() => Promise<OpenAddress>> {
  const [{ readConfig }, { openAddress }] = await Promise.all([
    import('./config.ts'),
    import('./cli/open-address.ts'),
  ]);
  const config = readConfig();
  return () => openAddress(config, options);
}

// If the reader of a pipe closes it (`| head`), the command ends without an error message. If the disk of the file is full,
// the command fails, but it can end its work in the database first.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.on('exit', () => {
      process.exitCode ||= 1;
    });
    if (stream === process.stdout)
      process.stderr.write(`The output could not be written: ${error.message}\n`);
  });
}

const warning = oldStartCommand();
if (warning !== null) process.stderr.write(`${warning}\n`);

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
