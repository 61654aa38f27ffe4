import autocannon from 'autocannon';
import type { AppContext } from '../../src/context.ts';
import type { WholeGame } from '../../src/games/game/game-store.ts';
import { findGames } from '../../src/games/game/whole-game-rows.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { findRuleset } from '../../src/rules/catalog.ts';
import { formFromRaw } from '../../src/rules/sheet-values.ts';
import { buildApp } from '../../src/web/app.ts';
import { aSession } from '../helpers/session.ts';

/** Our pages, listening on loopback with limits that nothing here reaches. */
export async function listeningApp(ctx: AppContext): Promise<{ address: string; close(): Promise<void> }> {
  const limits = { pages: 1e9, forms: 1e9, games: 1e9, checks: 1e9, pdfs: 1e9, peoplePerNetwork: 1e6 };
  const app = await buildApp({ ctx, publicUrl: 'http://localhost', mailbox: null, limits });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { address, close: () => app.close() };
}

/** A game with everything that belongs to it. */
export async function wholeGame(ctx: AppContext, gameId: string): Promise<WholeGame> {
  const [game] = await findGames(ctx, { where: { id: gameId } });
  if (game === undefined) throw new Error('The game is gone.');
  return game;
}

/** Sends a sheet of every player, so that no one misses the turn: seats of players who do are handed to the computer. */
export async function sendSheets(ctx: AppContext, gameId: string): Promise<void> {
  const game = await wholeGame(ctx, gameId);
  for (const { id: seatId, identifier, accountId } of game.seats) {
    const raw = findRuleset(game.ruleset)?.opponent(game.state, identifier);
    const sheet = { gameId, seatId, turn: game.turn, raw, final: false };
    const sent = await submitSheet(ctx, { ...sheet, channel: 'web', sentById: accountId as number });
    if (sent.kind !== 'standing') throw new Error(`A sheet was not taken: ${JSON.stringify(sent)}.`);
  }
}

/** A person who is signed in, with the token that forms need. */
export interface SignedIn {
  cookie: string;
  token: string;
}

/** Signs in the player who has the first seat of a game. */
export async function firstPlayer(ctx: AppContext, address: string, game: WholeGame): Promise<SignedIn> {
  const accountId = game.seats[0]?.accountId;
  if (!accountId) throw new Error('No one has the first seat.');
  const session = `whistlestop=${await aSession(ctx, { accountId, method: 'code' })}`;
  const shown = await fetch(`${address}${sheetPath(game)}`, { headers: { cookie: session } });
  const token = /name="_csrf" value="([^"]+)"/.exec(await shown.text())?.[1];
  if (token === undefined) throw new Error(`The sheet's page has no form; its status is ${shown.status}.`);
  const formCookie = shown.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: [session, ...formCookie].join('; '), token };
}

/** The request with which the first player sends a filled-in sheet. */
export function filledSheet(game: WholeGame, { cookie, token }: SignedIn): autocannon.Request {
  const ruleset = findRuleset(game.ruleset);
  const seat = game.seats[0]?.identifier as string;
  const form = ruleset?.sheet(game.state, seat);
  if (!ruleset || !form) throw new Error('No sheet is owed.');
  const values = formFromRaw(form, ruleset.opponent(game.state, seat));
  const body = new URLSearchParams({ ...values, _turn: String(game.turn), _csrf: token }).toString();
  return { method: 'POST', path: sheetPath(game), headers: { ...FORM_HEADERS, cookie }, body };
}

/** What a browser says of the form that it sends. */
export const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

/** The address of a sheet. */
export function sheetPath({ prefix, serial }: Pick<WholeGame, 'prefix' | 'serial'>): string {
  return `/my/games/${prefix}-${serial}/sheet`;
}

/** What a load showed, in milliseconds. */
export interface Load {
  /** The time for each request: all requests together by the time that they took. */
  each: number;
  p50: number;
  p99: number;
}

/**
 * Sends so many requests on each connection, which takes its own in rotation.
 * @param expected the status of all answers
 */
export async function load(
  url: string,
  requests: autocannon.Request[][],
  { rounds, expected }: { rounds: number; expected: 200 | 303 },
): Promise<Load> {
  let next = 0;
  const amount = rounds * requests.length;
  const times: number[] = [];
  // Autocannon itself knows the duration only to a second.
  const start = performance.now();
  let end = start;
  const statuses = new Map<number, number>();
  const setupClient = (client: autocannon.Client) => {
    client.setRequests(requests[next % requests.length] as autocannon.Request[]);
    next += 1;
  };
  await new Promise<void>((resolve, reject) => {
    const options = { url, connections: requests.length, amount, setupClient };
    const running = autocannon(options, (error) => (error ? reject(error) : resolve()));
    running.on('response', (_client, status, _bytes, milliseconds) => {
      end = performance.now();
      times.push(milliseconds);
      statuses.set(status, 1 + (statuses.get(status) ?? 0));
    });
  });
  if (statuses.get(expected) !== amount) {
    const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(`${url}: ${amount} × ${expected} expected, but the answers are ${seen}.`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number;
  return { each: (end - start) / amount, p50: at(0.5), p99: at(0.99) };
}
