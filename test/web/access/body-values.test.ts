import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { anAccount, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aToken } from '../api/a-program.ts';
import { aWeb } from '../visitor.ts';

/* A schema names every value that is wrong, so bodies may not have very many. */

let own: TestContext;
let app: FastifyInstance;
let g: TestGame;
let token: string;
beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx);
  g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const eve = await anAccount(own.ctx, 'Eve Young', true);
  await own.ctx.db.prisma.account.update({ where: { id: eve.id }, data: { addressProvedAt: own.ctx.now() } });
  token = await aToken(own.ctx, eve.id, ['gm', 'letters']);
});
afterAll(async () => {
  await app.close();
  await own.close();
});

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });

/** What the server says to a new game with these questions. */
async function newGame(questions: unknown) {
  const body = { ruleset: 'politics', title: 'Town quiz', timeZone: 'UTC', options: { questions } };
  const { statusCode, body: text } = await post('/api/gm/games', body);
  return { statusCode, error: JSON.parse(text).error as { code: string; problems?: unknown[] } };
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);

describe('A body of very many values', () => {
  test.each([
    ['in one list', [{ accept: zeros(200_000) }]],
    ['in many lists', Array.from({ length: 500 }, () => ({ accept: zeros(100) }))],
    ['in lists in lists', zeros(300).map(() => zeros(300).map(() => []))],
  ])('is refused, before it is read, %s', async (_, questions) => {
    expect(await newGame(questions)).toMatchObject({ statusCode: 413, error: { code: 'too-many-values' } });
  });

  test('may be as large as the questions of a game can be, and longer lists are named once', async () => {
    const question = { accept: zeros(10), choices: zeros(10) };
    const many = await newGame(Array.from({ length: 500 }, () => question));
    expect(many.statusCode).toBe(422);
    const long = await newGame([{ accept: zeros(11) }, { accept: zeros(3_000) }, { choices: zeros(3_000) }]);
    expect(long).toMatchObject({ statusCode: 422, error: { problems: [{}, {}, {}] } });
    expect(JSON.stringify(long.error)).toContain('must have at most 10 other right forms');
  });

  test('is not read for someone who is not signed in, if it is larger than usual', async () => {
    const payload = `title=${'x'.repeat(70_000)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await app.inject({ method: 'POST', url: '/gm/new', payload, headers });
    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain('You are not signed in');
  });

  test('is refused on every route, and in forms too', async () => {
    const letter = { turn: 1, to: zeros(3_000), text: 'Hello' };
    const refused = await post(`/api/games/${gameNumber(g.game)}/letters`, letter);
    expect(refused.statusCode).toBe(413);
    const payload = 'a=0&'.repeat(3_000);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = await app.inject({ method: 'POST', url: '/sign-in', payload, headers });
    expect(form.statusCode).toBe(413);
    // Fewer than the values of a body, but more than a form has fields: it is not even parsed.
    const fields = Array.from({ length: 2_001 }, (_, i) => `k${i}=0`).join('&');
    const wide = await app.inject({ method: 'POST', url: '/sign-in', payload: fields, headers });
    expect(wide.statusCode).toBe(413);
  });
});
