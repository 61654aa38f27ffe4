import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findGame } from '../../games/game/game-store.ts';
import type { Mailbox } from '../../mail/mailbox/mailbox.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { formFromRaw } from '../../rules/sheet.ts';
import type { Server } from '../../server.ts';
import { Visitor } from './visitor.ts';

/** Someone of the demo, signed in. */
interface Person {
  role: 'player' | 'GM';
  /** As it is typed: `#10002`. */
  account: string;
  code: string;
  browser: Visitor;
}

/** The demo's game as it goes on. */
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
  /** The turn whose sheet comes next. */
  turn: number;
  over: boolean;
}

const PLAYER = { name: 'Ann Baker', email: 'ann.baker@example.org', identifier: 'AB' };
const OPPONENTS = ['Carl Dunn', 'Eve Farrow', 'Gus Hill', 'Ida Jones', 'Zoë Łukasiewicz'];
const PLAYERS = 6;
const DAYS = 14;

/** Signs in the GM, makes a game, invites the player, fills the other seats with computer opponents, begins. */
export async function openGame(
  server: Server,
  base: string,
  ruleset: Ruleset,
  say: (line: string) => void,
): Promise<DemoGame> {
  const mailbox = server.mailbox;
  if (mailbox === null || server.operatorLink === null) throw new Error('The demo needs a fresh server.');
  const gm = await signInByLink('GM', base, new URL(server.operatorLink).pathname);
  const made = await gm.browser.send(`/gm/new?ruleset=${ruleset.id}`, '/gm/new', {
    ruleset: ruleset.id,
    title: 'The demonstration game',
    daysPerTurn: String(DAYS),
    timeZone: 'America/New_York',
  });
  const number = path.basename(made.path);
  const desk = `/gm/games/${number}`;
  say(`${ruleset.title} ${number}: ${Math.min(PLAYERS, ruleset.seats.max)} players, you and the computer`);
  await gm.browser.send(desk, `${desk}/seats`, { sitter: 'player', ...PLAYER });
  for (const name of OPPONENTS.slice(0, Math.min(PLAYERS, ruleset.seats.max) - 1)) {
    await gm.browser.send(desk, `${desk}/seats`, { sitter: 'opponent', name });
  }
  await settled(server);
  const player = await signInByLink('player', base, await invitation(mailbox));
  const due = new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 10);
  await gm.browser.send(desk, `${desk}/begin`, { due: `${due}T18:00` });
  await settled(server);
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

/** One turn: the player sends the sheet that a computer opponent would, the GM processes, mail goes out. */
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
  await settled(server);
  const desk = `/gm/games/${number}`;
  await game.gm.browser.send(desk, `${desk}/process`, { turn: String(game.turn) });
  await settled(server);
  const after = await storedGame(server, number);
  game.turn = after.turn;
  game.over = after.status === 'over';
}

/** Saves the PDFs that came to the player by mail. @returns how many */
export async function savePrintouts(game: DemoGame, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  let saved = 0;
  for (const head of await game.mailbox.list()) {
    const mail = await game.mailbox.read(head.id);
    for (const attachment of mail?.attachments ?? []) {
      if (attachment.mimeType !== 'application/pdf') continue;
      await writeFile(path.join(folder, path.basename(attachment.filename)), attachment.content);
      saved += 1;
    }
  }
  return saved;
}

/** Prints the standings of a game that is over. @returns the exit status */
export async function showStandings(game: DemoGame, say: (line: string) => void): Promise<number> {
  const { state } = await storedGame(game.server, game.number);
  const outcome = game.ruleset.outcome(state);
  if (outcome === null) return 1;
  say(`\n${game.number} is over.`);
  for (const { id, place, ...rest } of outcome.standings) {
    say(`  ${place}. ${id}  ${Object.values(rest).join(', ')}`);
  }
  return 0;
}

async function signInByLink(role: Person['role'], base: string, link: string): Promise<Person> {
  const browser = new Visitor(base);
  await browser.send(link, link, {});
  const code = easyCode();
  const page = await browser.send('/account', '/account/code', { code, again: code });
  const account = /#\d{5,}/.exec(page.html)?.[0];
  if (account === undefined) throw new Error('The account page shows no account number.');
  return { role, account, code, browser };
}

async function invitation(mailbox: Mailbox): Promise<string> {
  for (const head of await mailbox.list()) {
    if (!head.to.includes(PLAYER.email)) continue;
    const mail = await mailbox.read(head.id);
    const link = /https?:\/\/[^/\s]+(\/sign-in\/link\/[\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (link !== undefined) return link;
  }
  throw new Error('No invitation came to the mailbox.');
}

async function settled(server: Server): Promise<void> {
  await server.worker?.idle();
}

async function storedGame(server: Server, number: string) {
  const game = await findGame(server.ctx, number);
  if (game === null) throw new Error(`There is no game ${number}.`);
  return game;
}

/** A security code that is easy to type. */
function easyCode(): string {
  const words = ['ballot', 'bunting', 'caucus', 'handbill', 'platform', 'rally', 'stump', 'trolley'];
  const bytes = randomBytes(3);
  return `${words[(bytes[0] as number) % words.length]}-${1000 + (bytes.readUInt16BE(1) % 9000)}`;
}
