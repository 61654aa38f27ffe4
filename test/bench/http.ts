import autocannon from 'autocannon';
import fastify from 'fastify';
import type { AppContext } from '../../src/context.ts';
import { findGames } from '../../src/games/game/game-store.ts';
import { findRuleset } from '../../src/rules/catalog.ts';
import { formFromRaw } from '../../src/rules/sheet-values.ts';
import { buildApp } from '../../src/web/app.ts';
import { aSession } from '../helpers/session.ts';
import { begunGame, withContext } from './bench-context.ts';
import type { Measured } from './measure.ts';

const SECONDS = 6;
const CONNECTIONS = 8;

/** Games for each connection, which takes them in rotation: a seat cannot send more than a hundred versions. */
const GAMES_EACH = 8;

/**
 * A sheet sent through the web form, compared with a bare Fastify route that makes one INSERT of about as many bytes:
 * one after the other, and eight at a time (for different games, as the sheets of one game wait for its lock).
 */
export function measureHttp(): Promise<Measured[]> {
  return withContext(async (ctx) => {
    const rows: Measured[] = [];
    for (const connections of [1, CONNECTIONS]) {
      const ours = await sheetsOverHttp(ctx, connections);
      const baselineMs = await bareInserts(ctx, connections);
      const what = connections === 1 ? 'a sheet over HTTP' : `a sheet, ${connections} players at a time`;
      rows.push({ what, ours, baseline: 'bare Fastify, one INSERT', baselineMs });
    }
    return rows;
  });
}

async function sheetsOverHttp(ctx: AppContext, connections: number): Promise<number> {
  const publicUrl = 'http://localhost';
  const limits = { pages: 1e9, forms: 1e9 };
  const app = await buildApp({ ctx, publicUrl, mailbox: null, limits });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const sheets: autocannon.Request[][] = [];
    // The same person plays in all games, and an account can have only so many sessions.
    const session = await sessionOfPlayer(ctx);
    for (let i = 0; i < connections; i += 1) {
      const own: autocannon.Request[] = [];
      for (let k = 0; k < GAMES_EACH; k += 1) own.push(await filledSheet(ctx, address, session));
      sheets.push(own);
    }
    return await millisecondsEach(address, sheets);
  } finally {
    await app.close();
  }
}

/** The cookie of a new session of the person who has the first seat of every game. */
async function sessionOfPlayer(ctx: AppContext): Promise<string> {
  const { gameId } = await begunGame(ctx);
  const [game] = await findGames(ctx, { where: { id: gameId } });
  const accountId = game?.seats[0]?.accountId;
  if (!accountId) throw new Error('No one has the first seat.');
  return `whistlestop=${await aSession(ctx, { accountId, method: 'code' })}`;
}

/** The request with which a player, signed in, sends a filled-in sheet to a new game. */
async function filledSheet(ctx: AppContext, address: string, signedIn: string): Promise<autocannon.Request> {
  const { gameId } = await begunGame(ctx);
  const [game] = await findGames(ctx, { where: { id: gameId } });
  if (game === undefined) throw new Error('the game is gone');
  const seat = game.seats[0] as { identifier: string };
  const path = `/my/games/${game.prefix}-${game.serial}/sheet`;
  const shown = await fetch(`${address}${path}`, { headers: { cookie: signedIn } });
  const token = /name="_csrf" value="([^"]+)"/.exec(await shown.text())?.[1];
  if (token === undefined) throw new Error(`The sheet's page has no form; its status is ${shown.status}.`);
  const formCookie = shown.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = [signedIn, ...formCookie].join('; ');
  return { method: 'POST', path, headers: { ...FORM, cookie }, body: bodyOf(game, seat.identifier, token) };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function bodyOf(game: { ruleset: string; state: unknown }, seat: string, token: string): string {
  const ruleset = findRuleset(game.ruleset);
  const form = ruleset?.sheet(game.state, seat);
  if (!ruleset || !form) throw new Error('No sheet is owed.');
  const values = formFromRaw(form, ruleset.opponent(game.state, seat));
  return new URLSearchParams({ ...values, _turn: '1', _csrf: token }).toString();
}

async function bareInserts(ctx: AppContext, connections: number): Promise<number> {
  await ctx.db.pool.query('create table if not exists bare (id bigserial primary key, body text not null)');
  const app = fastify();
  app.addContentTypeParser(FORM['content-type'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/', async (request, reply) => {
    await ctx.db.pool.query('insert into bare (body) values ($1)', [request.body]);
    return reply.redirect('/', 303);
  });
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const sent = { method: 'POST', path: '/', headers: FORM, body: 'x='.padEnd(600, 'y') } as const;
    return await millisecondsEach(address, Array<autocannon.Request[]>(connections).fill([sent]));
  } finally {
    await app.close();
  }
}

/** Milliseconds for each request, all of which must be answered by a redirect; each connection sends its own. */
async function millisecondsEach(url: string, requests: autocannon.Request[][]): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url,
    connections: requests.length,
    duration: SECONDS,
    setupClient: (client) => {
      client.setRequests(requests[next % requests.length] as autocannon.Request[]);
      next += 1;
    },
  });
  if (result['3xx'] === 0 || result.non2xx !== result['3xx']) {
    throw new Error(`${url}: ${result['3xx']} redirects, ${result['4xx']} refused, ${result['5xx']} failed`);
  }
  return (result.duration * 1000) / result['3xx'];
}
