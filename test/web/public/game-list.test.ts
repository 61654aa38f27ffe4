import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { copyGame } from '../../helpers/many-games.ts';
import { aVisitor, aWeb } from '../visitor.ts';

/* Lists of more games than one page shows. */

const OVER = 230;

let own: TestContext;
let app: FastifyInstance;
let running: TestGame;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  running = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  await copyGame(own.ctx.db.pool, running.game.id, { count: OVER, status: 'over' });
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const numbersOn = (body: string) =>
  [...body.matchAll(/class="figure" href="\/games\/(EY-\d+)"/g)].map(([, number]) => number);

describe('the lobby', () => {
  test('shows a running game however many newer games are over', async () => {
    const { body } = await aVisitor(app).get('/');
    expect(body).toContain(`href="/games/${gameNumber(running.game)}"`);
    expect(body).toContain('href="/games?status=over"');
    expect(body).not.toContain('href="/games?status=running"');
  });
});

describe('the list of games', () => {
  test('has every game once, page by page', async () => {
    const found: (string | undefined)[] = [];
    let next: string | undefined = '/games?status=over';
    for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
      const { body, statusCode } = await aVisitor(app).get(next);
      expect(statusCode).toBe(200);
      found.push(...numbersOn(body));
      next = /href="([^"]+)" rel="next"/.exec(body)?.[1]?.replace('&amp;', '&');
    }
    expect(new Set(found).size).toBe(OVER);
    expect(found).toHaveLength(OVER);
    expect((await aVisitor(app).get('/games')).body).toContain(gameNumber(running.game));
  });

  test('says that there is nothing on a page after the last, and refuses what is no page', async () => {
    expect((await aVisitor(app).get('/games?status=over&page=99')).body).toContain(
      'There are no games on this page.',
    );
    expect((await aVisitor(app).get('/games?page=none')).statusCode).toBe(400);
  });

  test('for programs has pages, too', async () => {
    const read = async (query: string) => (await app.inject({ url: `/api/games?${query}` })).json();
    const first = await read('status=over');
    const second = await read('status=over&page=2');
    expect([first.games.length, first.hasMore]).toEqual([200, true]);
    expect([second.games.length, second.hasMore]).toEqual([OVER - 200, false]);
    expect((await read('status=running')).games).toHaveLength(1);
  });
});
