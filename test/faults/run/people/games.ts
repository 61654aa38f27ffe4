import path from 'node:path';
import { type Answer, describeAnswer, isDone } from './browser.ts';
import { type Person, signInAgain, wasSignedOut } from './person.ts';

/** What makes the turns of a game end. */
export type Pace =
  /** The server processes a turn as soon as every sheet is in. */
  | 'complete'
  /** The server processes a turn as soon as all orders are final. */
  | 'final'
  /** The GM sets due dates some seconds ahead, at which the server processes the turn. */
  | 'due'
  /** The GM presses the button. */
  | 'button';

/** A seat, with its player; null for a computer candidate. */
export interface PlayedSeat {
  identifier: string;
  player: Person | null;
}

/** A game that was created through the pages. */
export interface PlayedGame {
  /** `EY-12` */
  number: string;
  /** What it was made from. */
  wanted: NewGame;
  pace: Pace;
  gm: Person;
  seats: PlayedSeat[];
  over: boolean;
}

export interface NewGame {
  ruleset: 'election-year' | 'margin-of-error';
  pace: Pace;
  gm: Person;
  players: Person[];
  computers: number;
}

const NAMES = ['Carl Dunn', 'Eve Farrow', 'Ida Jones', 'Kurt Lang'];

/** Creates a game with its seats and begins it. @throws if a form is not accepted */
export async function createGame(wanted: NewGame): Promise<PlayedGame> {
  const { ruleset, pace, gm, players, computers } = wanted;
  const { browser } = gm;
  const created = await browser.send(`/gm/new?ruleset=${ruleset}`, '/gm/new', {
    ruleset,
    title: `A game of pace ${pace}`,
    ...{ daysPerTurn: '7', timeZone: 'UTC', letters: 'open' },
    ...{ graceHours: '0', minHours: '0', reopenMinutes: '0', voteExtensionDays: '0' },
    ...(pace !== 'button' && { autoProcess: 'yes' }),
    ...(pace === 'final' && { processWhenFinal: 'yes' }),
    ...(pace === 'complete' && { processWhenComplete: 'yes' }),
    ...(ruleset === 'margin-of-error' && { 'options.opponent': 'even' }),
  });
  if (!isDone(created)) throw new Error(`no game created: ${describeAnswer(created)}`);
  const number = path.basename((created.location ?? '').split('?')[0] ?? '');
  const send = async (action: string, fields: Record<string, string>) => {
    const page = `/gm/games/${number}`;
    const sent = await browser.send(page, `${page}/${action}`, fields);
    if (!isDone(sent)) throw new Error(`${number}, ${action}: ${describeAnswer(sent)}`);
  };
  const seats: PlayedSeat[] = [];
  for (const player of players) {
    const identifier = identifierOf(player);
    await send('seats', { sitter: 'player', name: player.name, email: player.email, identifier });
    seats.push({ identifier, player });
  }
  for (const [i, name] of NAMES.slice(0, computers).entries()) {
    const identifier = `C${String.fromCharCode(65 + i)}`;
    await send('seats', { sitter: 'opponent', name, identifier });
    seats.push({ identifier, player: null });
  }
  // Nobody loses a seat because the server was down when they wanted to send a sheet.
  await send('players', { maxMisses: '0', minReliability: '' });
  await send('begin', { due: '' });
  return { number, wanted, pace, gm, seats, over: false };
}

/** A person has the same identifier in every game: it tells from a mail whose seat it is about. */
export function identifierOf({ name }: Person): string {
  return `P${name.charAt(0).toUpperCase()}`;
}

/** The GM's page of a game, and the turn that is open on it. */
export interface GmPage {
  game: PlayedGame;
  answer: Answer;
  /** Null if the page did not come, or the game is not running. */
  turn: number | null;
}

/** Opens the GM's page of a game. Signs in again if the server has forgotten the GM. */
export async function openGmPage(game: PlayedGame): Promise<GmPage> {
  const path = `/gm/games/${game.number}`;
  const { browser } = game.gm;
  let answer = await browser.get(path);
  if (wasSignedOut(answer) && (await signInAgain(game.gm))) answer = await browser.get(path);
  const form = answer.body.indexOf(`action="${path}/process"`);
  const shown = /name="turn" value="(\d+)"/.exec(answer.body.slice(form))?.[1];
  const isRunning = answer.status === 200 && form >= 0;
  return { game, answer, turn: isRunning && shown !== undefined ? Number(shown) : null };
}

/** What a GM does to the open turn, on a page that was opened. Returns whether the server accepted it. */
export async function gmAction(
  { game, answer, turn }: GmPage,
  action: 'process' | 'due' | 'broadcast',
  fields: Record<string, string>,
): Promise<boolean> {
  if (turn === null) return false;
  const path = `/gm/games/${game.number}/${action}`;
  return isDone(await game.gm.browser.post(answer, path, { turn: String(turn), ...fields }));
}

/** A moment in the form in which a due date is typed. The time zone of all games is UTC. */
export function dueIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString().replace(/\.\d+Z$/, '');
}
