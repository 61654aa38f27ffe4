import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findGame } from '../../games/game/whole-game-rows.ts';
import type { Mailbox } from '../../mail/mailbox/mailbox.ts';
import { counted } from '../../rules/numbers.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { formFromRaw } from '../../rules/sheet-values.ts';
import type { Server } from '../../server.ts';
import { isoDay } from '../../text/dates.ts';
import { FormBrowser } from './form-browser.ts';

/** A person of the demo, signed in. */
interface Person {
  role: 'player' | 'GM';
  /** With a number sign: `#10002`. */
  account: string;
  code: string;
  browser: FormBrowser;
}

/** The demo's game. */
export interface DemoGame {
  server: Server;
  mailbox: Mailbox;
  ruleset: Ruleset;
  base: string;
  number: string;
  /** The player's identifier. */
  seat: string;
  gm: Person;
  player: Person;
  /** The open turn. */
  turn: number;
  over: boolean;
}

const PLAYER = { name: 'Ann Baker', email: 'ann.baker@example.org', identifier: 'AB' };
const COMPUTER_NAMES = ['Carl Dunn', 'Eve Farrow', 'Gus Hill', 'Ida Jones', 'Zoë Łukasiewicz'];
const MAX_PLAYERS = 6;
const DAYS_PER_TURN = 14;

/**
 * Signs in the GM, creates a game, invites the player, adds computer candidates to the other seats, and begins the game.
 * @param base the server's address, without a trailing slash
 */
export async function openGame({
  server,
  base,
  ruleset,
  print,
}: {
  server: Server;
  base: string;
  ruleset: Ruleset;
  print: (line: string) => void;
}): Promise<DemoGame> {
  const mailbox = server.mailbox;
  if (mailbox === null || server.operatorLink === null) throw new Error('The demo needs a fresh server.');
  const gm = await signInByLink('GM', base, new URL(server.operatorLink).pathname);
  const made = await gm.browser.send(`/gm/new?ruleset=${ruleset.id}`, '/gm/new', {
    ruleset: ruleset.id,
    title: 'The demonstration game',
    daysPerTurn: String(DAYS_PER_TURN),
    timeZone: 'America/New_York',
  });
  const number = path.basename(made.path);
  const gmPage = `/gm/games/${number}`;
  const players = Math.min(MAX_PLAYERS, ruleset.seats.max);
  print(`${ruleset.title} ${number}: you and ${counted(players - 1, 'computer candidate')}`);
  await gm.browser.send(gmPage, `${gmPage}/seats`, { sitter: 'player', ...PLAYER });
  for (const name of COMPUTER_NAMES.slice(0, players - 1)) {
    await gm.browser.send(gmPage, `${gmPage}/seats`, { sitter: 'opponent', name });
  }
  await waitUntilIdle(server);
  const player = await signInByInvitation(server, mailbox, base);
  const due = isoDay(new Date(Date.now() + DAYS_PER_TURN * 86_400_000), 'UTC');
  await gm.browser.send(gmPage, `${gmPage}/begin`, { due: `${due}T18:00` });
  await waitUntilIdle(server);
  return {
    server,
    mailbox,
    ruleset,
    base,
    number,
    seat: PLAYER.identifier,
    gm,
    player,
    turn: 1,
    over: false,
  };
}

/** Plays a turn: the player sends the sheet that a computer candidate would send, and the GM processes the turn. */
export async function playTurn(game: DemoGame): Promise<void> {
  const { server, ruleset, number, seat } = game;
  const page = `/my/games/${number}/sheet`;
  const stored = await storedGame(server, number);
  const form = ruleset.sheet(stored.state, seat);
  if (form !== null) {
    const orders = ruleset.opponent(stored.state, seat);
    const values = formFromRaw(form, orders);
    await game.player.browser.send(page, page, { ...values, _turn: String(game.turn) });
  }
  await waitUntilIdle(server);
  const gmPage = `/gm/games/${number}`;
  await game.gm.browser.send(gmPage, `${gmPage}/process`, { turn: String(game.turn) });
  await waitUntilIdle(server);
  const after = await storedGame(server, number);
  game.turn = after.turn;
  game.over = after.status === 'over';
}

/** Saves the PDFs that were mailed to the player. @returns their number */
export async function savePrintouts(game: DemoGame, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  let saved = 0;
  for (const { id } of await game.mailbox.list()) {
    const mail = await game.mailbox.read(id);
    for (const attachment of mail?.attachments ?? []) {
      if (attachment.mimeType !== 'application/pdf') continue;
      await writeFile(path.join(folder, path.basename(attachment.filename)), attachment.content);
      saved += 1;
    }
  }
  return saved;
}

/** Prints the standings of a game that is over. @returns the exit status: 0, or 1 if there are no standings */
export async function printStandings(game: DemoGame, print: (line: string) => void): Promise<number> {
  const { state } = await storedGame(game.server, game.number);
  const outcome = game.ruleset.outcome(state);
  if (outcome === null) return 1;
  print(`\n${game.number} is over.`);
  for (const { id, place, ...rest } of outcome.standings) {
    print(`  ${place}. ${id}  ${Object.values(rest).join(', ')}`);
  }
  return 0;
}

async function signInByLink(role: Person['role'], base: string, link: string): Promise<Person> {
  const browser = new FormBrowser(base);
  await browser.send(link, link, {});
  const code = newSecurityCode();
  const page = await browser.send('/account', '/account/code', { code, again: code });
  const account = /#\d{5,}/.exec(page.html)?.[0];
  if (account === undefined) throw new Error('The account page shows no account number.');
  return { role, account, code, browser };
}

/** Opens the player's invitation, asks for a sign-in link on its page, and signs in by that link. */
async function signInByInvitation(server: Server, mailbox: Mailbox, base: string): Promise<Person> {
  const invitation = await findLink(mailbox, /https?:\/\/[^/\s]+(\/invitation\/[\w/-]+)/);
  await new FormBrowser(base).send(invitation, invitation, {});
  await waitUntilIdle(server);
  return await signInByLink(
    'player',
    base,
    await findLink(mailbox, /https?:\/\/[^/\s]+(\/sign-in\/link\/[\w-]+)/),
  );
}

/** The path of a link that was mailed to the player. */
async function findLink(mailbox: Mailbox, pattern: RegExp): Promise<string> {
  for (const { id } of await mailbox.list({ recipient: PLAYER.email })) {
    const mail = await mailbox.read(id);
    const link = pattern.exec(mail?.text ?? '')?.[1];
    if (link !== undefined) return link;
  }
  throw new Error('The link is not in the mailbox.');
}

async function waitUntilIdle(server: Server): Promise<void> {
  await server.worker?.idle();
}

async function storedGame(server: Server, number: string) {
  const game = await findGame(server.ctx, number);
  if (game === null) throw new Error(`There is no game ${number}.`);
  return game;
}

/** A security code that is easy to type: two different words and a number. */
function newSecurityCode(): string {
  const words = ['ballot', 'bunting', 'caucus', 'handbill', 'platform', 'rally', 'stump', 'trolley'];
  const first = randomInt(words.length);
  const second = (first + randomInt(1, words.length)) % words.length;
  return `${words[first]}-${words[second]}-${randomInt(1000, 10_000)}`;
}
