import { validate } from '@readme/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { goodSheet, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, testCode } from '../visitor.ts';
import { type Description, descriptionOf, faultsOf, type Operation } from './description.ts';

/* The description of the API: valid, complete, and true of every answer. */

/** What needs a situation of its own: gm.test.ts, players.test.ts and practice-program.ts compare it with the description, too. */
const TESTED_ELSEWHERE =
  /\/gm\/|\/letters|\/messages|\/vote|\/notes|\/questions|\/program|\/give-up|\/practice|\/join|\/leave|\/reclaim|\/take-over|\/absences|\.pdf/;

let own: TestContext;
let app: FastifyInstance;
let game: TestGame;
let orders: unknown;
let description: Description;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { publicUrl: 'https://games.example.org', limits: { forms: 1000 } });
  game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  granted(await setSecurityCode(own.ctx, (game.players[0] as Account).id, testCode));
  orders = await goodSheet(own.ctx, game.game.id, game.seats[0] as TestGame['seats'][0]);
  description = await descriptionOf(app);
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Sends what an operation describes, for the open turn, or for one that is not open. */
async function run(path: string, method: string, { turn = '1', body = orders as unknown } = {}) {
  const { parameters = [], requestBody } = (description.paths[path] as Record<string, Operation>)[
    method
  ] as Operation;
  const aheadOrNot = path.includes('advance-orders') ? '2' : turn;
  const url = path
    .replace('{number}', gameNumber(game.game))
    .replace('{turn}', aheadOrNot)
    .replace('{ruleset}', 'election-year');
  const asksTurn = parameters.some(
    (one) => one.in === 'query' && one.name === 'turn' && /sheet|\/my\//.test(path),
  );
  const answer = await app.inject({
    method: method.toUpperCase() as 'GET',
    url: asksTurn ? `${url}?turn=${turn}` : url,
    headers: {
      authorization: `Basic ${Buffer.from(`${game.players[0]?.id}:${testCode}`).toString('base64')}`,
      ...(requestBody !== undefined && { 'content-type': 'application/json' }),
    },
    ...(requestBody !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() as unknown };
}

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(description.openapi).toBe('3.1.0');
    expect(Object.keys(description.components.schemas)).toContain('election-year.setup');
    const result = await validate(structuredClone(description) as never);
    expect(result).toMatchObject({ valid: true });
  });

  test('has every route of the API, and who may use it', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = app.routeAccess
      .filter(({ url }) => url.startsWith('/api/') && url !== '/api/openapi.json')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.sort()).toEqual(routes.sort());
    for (const [path, operations] of Object.entries(description.paths)) {
      const needsSignIn = !/^\/api\/(games(\/\{number\})?|rulesets.*)$/.test(path);
      for (const { security, summary } of Object.values(operations)) {
        expect([path, security !== undefined]).toEqual([path, needsSignIn]);
        expect(summary).toMatch(/^[A-Z]/);
      }
    }
  });

  test('is true of what each request answers', async () => {
    // What withdraws comes after what it withdraws.
    const order = ['get', 'post', 'delete'];
    const all = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
    );
    const here = all.filter(({ path }) => !TESTED_ELSEWHERE.test(path));
    expect(here.length).toBeGreaterThan(15);
    for (const { path, method, operation } of here.sort(
      (a, b) => order.indexOf(a.method) - order.indexOf(b.method),
    )) {
      const answer = await run(path, method);
      const what = `${method} ${path}: ${JSON.stringify(answer).slice(0, 300)}`;
      expect(faultsOf(operation, answer.status, answer.body), what).toEqual([]);
      // Only orders that are not final cannot be reopened here.
      expect(answer.status, what).toBe(path.endsWith('/final') ? 409 : 200);
      if (!path.includes('{number}/sheet') || path.endsWith('/schema') || path.endsWith('/facts')) continue;
      const stale = await run(path, method, { turn: '5' });
      expect(faultsOf(operation, stale.status, stale.body), what).toEqual([]);
    }
  });

  test('is true of a sheet that is refused', async () => {
    const path = '/api/games/{number}/sheet';
    const refused = await run(path, 'post', { body: { fundraising: ['XX'] } });
    expect(refused.status).toBe(422);
    expect(faultsOf(description.paths[path]?.post as Operation, 422, refused.body)).toEqual([]);
  });

  test('leads to the schema of the orders, which takes good ones and refuses others', async () => {
    const { body } = await run('/api/games/{number}/sheet/schema', 'get');
    const check = ajv.compile((body as { schema: object }).schema);
    expect(check(JSON.parse(JSON.stringify(orders)))).toBe(true);
    expect(check({ fundraising: ['XX'] })).toBe(false);
  });
});
