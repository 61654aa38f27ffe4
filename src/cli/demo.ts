import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pino } from 'pino';
import { configFrom } from '../config.ts';
import { findFreePort } from '../database/embedded/free-port.ts';
import { findRuleset, RULESETS } from '../rules/catalog.ts';
import { counted } from '../rules/numbers.ts';
import { type Server, startServer } from '../server.ts';
import { prepareFolder } from './demo/folder.ts';
import { type DemoGame, openGame, playTurn, printStandings, savePrintouts } from './demo/game.ts';

export interface DemoOptions {
  /** Whether to play to the end and return instead of stopping before turn 4 and keeping the server running. */
  all: boolean;
  /** The id of the ruleset. */
  game: string;
  /** The port to listen on, 0 for any free one; undefined for `PORT` of the environment, or 8080 if that is free. */
  port: number | undefined;
  /** The demo's own folder. It is emptied first if a demo created it. */
  dir: string;
}

const DEFAULT_PORT = 8080;

/** How many turns the demo plays before the visitor can continue. */
const TURNS = 3;

/**
 * `whistlestop demo`: starts a real server and plays a real game on it through its pages, the job queue and mail.
 * @returns the exit status: 0, or 2 if an option is not valid
 */
export async function demo(options: DemoOptions, out: Writable): Promise<number> {
  const print = (line: string) => out.write(`${line}\n`);
  const ruleset = findRuleset(options.game);
  if (ruleset === undefined) {
    print(
      `There is no ruleset ${options.game}. Use --game with one of these: ${Object.keys(RULESETS).join(', ')}.`,
    );
    return 2;
  }
  const dir = path.resolve(options.dir);
  if (!(await prepareFolder(dir))) {
    print(`The folder ${dir} contains other files and was not changed. Choose another folder with --dir.`);
    return 2;
  }
  const wanted = options.port ?? (process.env.PORT ? configFrom({ PORT: process.env.PORT }).port : undefined);
  const port = await findFreePort(wanted ?? DEFAULT_PORT);
  if (wanted !== undefined && wanted !== 0 && port !== wanted) {
    print(`Port ${wanted} is in use. Choose another one with --port or PORT; 0 is any free port.`);
    return 2;
  }
  const config = configFrom({ DATA_DIR: dir, PORT: String(port), OPERATOR_NAME: 'Grace Morgan' });
  if (!options.all) print(`Play a game at ${config.publicUrl}/practice  (ready in a few seconds)`);
  print('Starting PostgreSQL and the server…');
  const log = pino({ level: 'info' }, pino.destination(path.join(dir, 'server.log')));
  const server = await startServer(config, log);
  try {
    if (!options.all) print('Ready. You can play now. Meanwhile, the demo plays a game by mail:');
    const game = await openGame({ server, base: config.publicUrl, ruleset, print });
    for (let turn = 1; !game.over && (options.all || turn <= TURNS); turn += 1) {
      await playTurn(game);
      print(`  Turn ${turn} processed, printouts mailed`);
    }
    const saved = await savePrintouts(game, path.join(dir, 'printouts'));
    print(`  ${counted(saved, 'printout')} saved as PDF`);
    if (options.all) return await finish(game, dir, print);
    await keepRunning(server, game, { dir, print });
    return 0;
  } finally {
    await server.stop();
  }
}

async function finish(game: DemoGame, dir: string, print: (line: string) => void): Promise<number> {
  const status = await printStandings(game, print);
  const file = path.join(dir, `${game.number}.json`);
  await writeFile(file, await game.player.browser.download(`/games/${game.number}/export.json`));
  print(`\nTo check every roll and turn:  npm run -s whistlestop -- verify ${file}`);
  return status;
}

async function keepRunning(
  server: Server,
  game: DemoGame,
  { dir, print }: { dir: string; print: (line: string) => void },
): Promise<void> {
  const { base, number, player, gm, turn } = game;
  const line = '─'.repeat(74);
  print(`\n${line}\n  Play at once, against the computer    ${base}/practice\n`);
  print(`  A game by mail, in its fourth turn    ${base}/games/${number}\n`);
  for (const { role, account, code } of [player, gm]) {
    print(`  Sign in as the ${role}:  account ${account}, security code ${code}`);
  }
  print(`
  As the player  fill in the turn ${turn} sheet   ${base}/my/games/${number}/sheet
  As the GM      process turn ${turn}             ${base}/gm/games/${number}
  Mail           read what was sent to you  ${base}/mailbox
  Printouts      the PDFs so far            ${path.join(dir, 'printouts')}
  Log            ${path.join(dir, 'server.log')}

  To be both in one browser, use a private window for one of them.
  Press Ctrl-C to stop the demo.
${line}`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  print('Stopping…');
  await server.stop();
}
