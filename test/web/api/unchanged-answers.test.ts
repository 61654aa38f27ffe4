import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../../src/accounts/access-tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { openPostalRound } from '../../../src/games/post/postal-round.ts';
import { sheetToken } from '../../../src/games/sheets/sheet-token.ts';
import { granted } from '../../games/game/play.ts';
import { playUntil, runningPolitics } from '../../games/questions/played-politics.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { gmScenes } from '../access/gm-scenes.ts';
import { aWeb } from '../visitor.ts';
import { ask, aToken } from './a-program.ts';

/* A program that reads the same thing again gets an empty answer with status 304, whatever it reads. */

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 100_000, pages: 100_000, games: 100_000 } });
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const tokenOf = ({ id }: Pick<Account, 'id'>) => aToken(own.ctx, id, SCOPES);

/** Every GET of the API. */
const reads = () =>
  app.routeAccess
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/'))
    .map(({ url }) => url);

/** The queries without which an address says nothing. */
const QUERIES: Record<string, string> = {
  '/api/my/games/:number/printout': '?turn=1',
  '/api/my/games/:number/printout.pdf': '?turn=1&paper=letter',
  '/api/my/games/:number/versions': '?turn=1',
  '/api/practice/:game/printout': '?turn=1',
  '/api/practice/:game/printout.pdf': '?turn=1&paper=letter',
  '/api/gm/games/:number/post.pdf': '?paper=letter',
};

interface Reader {
  token: string;
  params: Record<string, string>;
  queries?: Record<string, string>;
}

/** A GM and a player of a game with a player on paper, and a player of Politics who has seen solved questions. */
async function readers() {
  const scenes = gmScenes(own.ctx);
  const paper = await scenes.sceneFor('opened advance orders');
  const of = { gameId: paper.game.id, by: paper.gm.id, turn: 1 };
  granted(await openPostalRound(own.ctx, of));
  const [seat] = paper.seats;
  const owner = { seatId: seat?.id ?? '', turn: 1, attempt: 1, accountId: seat?.accountId ?? 0 };
  const printed = await sheetToken(own.ctx, owner);
  const written = await scenes.sceneFor('written to');
  const named = (scene: typeof paper) => ({ ...scene.params, ':seat': scene.seats[0]?.identifier ?? '' });
  const politics = await runningPolitics(own.ctx);
  await playUntil(own.ctx, politics, 4);
  const player = await tokenOf(paper.players[0] as Account);
  const queries = { '/api/gm/games/:number/paper-sheet': `?token=${printed}` };
  const practice = await ask(app, player, ['POST', '/api/practice'], { ruleset: 'election-year' });
  return {
    gm: { token: await tokenOf(paper.gm), params: named(paper), queries },
    messages: { token: await tokenOf(written.gm), params: named(written) },
    questions: {
      token: await tokenOf(politics.players[0] as Account),
      params: { ':number': gameNumber(politics.game) },
    },
    player: {
      token: player,
      params: { ...paper.params, ':game': practice.body.id, ':ruleset': 'election-year' },
    },
  };
}

test('every read of the API has an ETag, with which the same answer is not sent again', async () => {
  const { gm, messages, questions, player } = await readers();
  const readerOf = (url: string): Reader => {
    if (/\/messages\/:message|seats\/:seat\/messages/.test(url)) return messages;
    if (url.startsWith('/api/gm/')) return gm;
    return url.endsWith('/questions') ? questions : player;
  };
  expect(reads().length).toBeGreaterThan(35);
  for (const url of reads()) {
    const { token, params, queries = {} } = readerOf(url);
    const path = url.replace(/:\w+/g, (name) => params[name] ?? name);
    const address = `${path}${queries[url] ?? QUERIES[url] ?? ''}`;
    const headers = { authorization: `Bearer ${token}` };
    // A message is new only when it is read for the first time.
    await app.inject({ url: address, headers });
    const first = await app.inject({ url: address, headers });
    expect(first.statusCode, `${url}: ${first.body.slice(0, 300)}`).toBe(200);
    const { etag } = first.headers;
    expect(etag, url).toMatch(/^(W\/)?".+"$/);
    // Time passes, and nothing else changes.
    own.setNow(new Date(own.ctx.now().getTime() + 1000));
    const again = await app.inject({ url: address, headers: { ...headers, 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body], url).toEqual([304, '']);
    const other = await app.inject({ url: address, headers: { ...headers, 'if-none-match': '"other"' } });
    expect(other.statusCode, url).toBe(200);
  }
});
