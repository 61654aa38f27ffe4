import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pino } from 'pino';
import { configFrom } from '../config.ts';
import { startEmbedded } from '../database/embedded.ts';
import { findRuleset, RULESETS } from '../rules/catalog.ts';
import { type Server, startServer } from '../server.ts';
import { type DemoGame, openGame, playTurn, savePrintouts, showStandings } from './demo/game.ts';

export interface DemoOptions {
  /** Play to the end and return, instead of stopping before turn 4 and staying up. */
  all: boolean;
  /** Which ruleset. */
  game: string;
  port: number;
  /** The demo's own folder. Emptied first, if a demo made it. */
  dir: string;
}

/** How many turns the demo plays before it hands the game to the visitor. */
const TURNS = 3;

/** Marks a folder as a demo's own, so that nothing else is ever emptied. */
const MARK = 'made-by-the-demo';

/**
 * `whistlestop demo`: a real server with a real game, played through its own doors: pages, the queue, mail.
 * @returns the exit status
 */
export async function demo(options: DemoOptions, out: Writable): Promise<number> {
  const say = (line: string) => out.write(`${line}\n`);
  const ruleset = findRuleset(options.game);
  if (ruleset === undefined) {
    say(`There is no ruleset ${options.game}; there are ${Object.keys(RULESETS).join(', ')}.`);
    return 2;
  }
  const dir = path.resolve(options.dir);
  if (!(await emptied(dir))) {
    say(`${dir} holds files that no demo made. Name another folder with --dir.`);
    return 2;
  }
  const port = await freePort(options.port);
  const config = configFrom({ DATA_DIR: dir, PORT: String(port), OPERATOR_NAME: 'Grace Morgan' });
  say('Starting PostgreSQL and the server …');
  const log = pino({ level: 'info' }, pino.destination(path.join(dir, 'server.log')));
  const server = await startServer(config, log);
  try {
    const game = await openGame(server, config.publicUrl, ruleset, say);
    for (let turn = 1; !game.over && (options.all || turn <= TURNS); turn += 1) {
      await playTurn(game);
      say(`  turn ${turn} processed, printouts mailed`);
    }
    const saved = await savePrintouts(game, path.join(dir, 'printouts'));
    say(`  ${saved} printouts saved as PDF`);
    if (options.all) return await finish(game, dir, say);
    await stayUp(server, game, dir, say);
    return 0;
  } finally {
    await server.stop();
  }
}

async function finish(game: DemoGame, dir: string, say: (line: string) => void): Promise<number> {
  const status = await showStandings(game, say);
  const file = path.join(dir, `${game.number}.json`);
  await writeFile(file, await game.player.browser.download(`/games/${game.number}/export.json`));
  say(`\nTo check every roll and turn:  npm run -s whistlestop -- verify ${file}`);
  return status;
}

async function stayUp(server: Server, game: DemoGame, dir: string, say: (line: string) => void) {
  const line = '─'.repeat(74);
  say(
    `\n${line}\n  Whistlestop is running at ${game.base}   (the game: ${game.base}/games/${game.number})\n`,
  );
  for (const person of [game.player, game.gm]) {
    say(`  Sign in as the ${person.role}:  account ${person.account}, security code ${person.code}`);
  }
  say(`
  As the player  fill in turn ${game.turn}'s sheet   ${game.base}/my/games/${game.number}/sheet
  As the GM      process the turn          ${game.base}/gm/games/${game.number}
  Mail           what was sent to you      ${game.base}/mailbox
  Printouts      the PDFs so far           ${path.join(dir, 'printouts')}
  Log            ${path.join(dir, 'server.log')}

  Two people in one browser: use a private window for one of them.
  Ctrl-C stops the demo.
${line}`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  say('Stopping …');
  await server.stop();
}

/** Empties a folder that is missing, empty or a demo's, and marks it; false for any other. */
async function emptied(dir: string): Promise<boolean> {
  const mark = path.join(dir, MARK);
  if (existsSync(dir) && !existsSync(mark)) {
    if ((await readdir(dir)).length > 0) return false;
  }
  await stopLeftover(dir);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(mark, 'This folder is emptied whenever the demo starts.\n');
  return true;
}

/** A demo that was killed may have left its PostgreSQL running on the files that are about to go. */
async function stopLeftover(dir: string): Promise<void> {
  if (!existsSync(path.join(dir, 'postgres'))) return;
  const left = await startEmbedded({ dataDir: dir, log: pino({ level: 'silent' }) }).catch(() => null);
  await left?.stop();
}

/** The wished port if nobody listens there, else any free one. */
async function freePort(wished: number): Promise<number> {
  for (const port of [wished, 0]) {
    const found = await new Promise<number | null>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
      });
    });
    if (found !== null) return found;
  }
  throw new Error('No port is free on this machine.');
}
