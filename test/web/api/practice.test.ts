import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/accounts/access-tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { MAX_PRACTICE_GAMES } from '../../../src/games/practice/practice-player.ts';
import { computerSeatsOf } from '../../../src/games/practice/start-practice.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';
import { aVisitor, aWeb, signedIn } from '../visitor.ts';
import { ask as askWith, aToken } from './a-program.ts';
import { codeOf, type PracticeProgram, practiceProgram, startedBy } from './practice-program.ts';

/* Practice games for programs: who may have them, how many, and each thing that the pages do with them. */

const ONE = '/api/practice/{game}';
const SHEET = `${ONE}/sheet`;

let own: TestContext;
let app: FastifyInstance;
let ann: Account;
let program: PracticeProgram;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000, games: 1000, practiceByAddress: 1000 } });
  ann = await anAccount(own.ctx, 'Ann Author');
  program = await practiceProgram({ app, ctx: own.ctx }, ann);
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const start = (by = program, json: Record<string, unknown> = {}) => startedBy(by, json);

async function aNewProgram(name: string): Promise<PracticeProgram> {
  return practiceProgram({ app, ctx: own.ctx }, await anAccount(own.ctx, name));
}

const gamesOf = (accountId: number) =>
  own.ctx.db.prisma.practiceGame.findMany({ where: { player: { accountId } } });

/** Whether anyone may read it. */
const isPublic = (url: string) => /^\/api\/(openapi\.json|games(\/:number)?|rulesets\/.*)$/.test(url);

/** Every request about one game, with what succeeds. */
const REQUESTS: [string, { query?: string; json?: unknown }][] = [
  [`GET ${ONE}`, {}],
  [`GET ${ONE}/notes`, {}],
  [`POST ${ONE}/notes`, { json: { text: 'Watch Ohio.' } }],
  [`GET ${SHEET}/schema`, {}],
  [`GET ${SHEET}/facts`, {}],
  [`POST ${SHEET}/check`, { query: '?turn=1', json: {} }],
  [`POST ${SHEET}/guess`, { query: '?turn=1', json: {} }],
  [`POST ${SHEET}`, { query: '?turn=1', json: {} }],
  [`GET ${ONE}/printout`, { query: '?turn=1' }],
  [`GET ${ONE}/printout.pdf`, { query: '?turn=1' }],
  [`POST ${ONE}/undo`, { json: { turn: 2 } }],
  [`POST ${ONE}/restart`, { json: { dice: 'new' } }],
  [`DELETE ${ONE}`, {}],
];
/** In Election Year a sheet is owed for every turn. */
const WITHOUT_SHEET: (typeof REQUESTS)[number] = [`POST ${ONE}/continue`, { json: { turn: 1 } }];

describe('a practice game', () => {
  test('is there for its player alone: for everyone else every request is a 404 that changes nothing', async () => {
    const params = await start();
    const other = await aNewProgram('Otto Other');
    await start(other);
    const before = await allRows(own.ctx.db.pool);
    for (const [request, asked] of [...REQUESTS, WITHOUT_SHEET]) {
      expect(codeOf(await other(request, { ...asked, params })), request).toEqual([404, 'not-found']);
    }
    expect((await other('GET /api/practice')).body.games).toHaveLength(1);
    expect(await allRows(own.ctx.db.pool)).toEqual(before);
    for (const [request, asked] of REQUESTS) {
      expect((await program(request, { ...asked, params })).status, request).toBe(200);
    }
    expect(codeOf(await program(`GET ${ONE}`, { params }))).toEqual([404, 'not-found']);
  });

  test('needs a token that allows practice games, and nothing else', async () => {
    const params = await start();
    const others = SCOPES.filter((scope) => scope !== 'practice');
    const without = await practiceProgram({ app, ctx: own.ctx }, ann, others);
    const routes = app.routeAccess.filter(({ url }) => url.startsWith('/api/practice'));
    const requests = [
      ['GET /api/practice', {}],
      ['POST /api/practice', {}],
      ...REQUESTS,
      WITHOUT_SHEET,
    ] as const;
    expect(requests.map(([request]) => request.replace('{game}', ':game')).sort()).toEqual(
      routes.map(({ method, url }) => `${method} ${url}`).sort(),
    );
    for (const [request, asked] of requests) {
      expect(codeOf(await without(request, { ...asked, params })), request).toEqual([403, 'scope']);
      const [method, path] = request.replace('{game}', params.game).split(' ') as ['GET', string];
      expect((await askWith(app, null, [method, path], method === 'GET' ? undefined : {})).status).toBe(401);
    }
  });

  test('is all that a token for practice games leads to', async () => {
    const token = await aToken(own.ctx, ann.id, ['practice']);
    const isOther = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/practice');
    const others = app.routeAccess.filter(({ url }) => isOther(url) && !isPublic(url));
    expect(others.length).toBeGreaterThan(80);
    for (const { method, url } of others) {
      const body = method === 'GET' ? undefined : {};
      const answer = await askWith(app, token, [method as 'GET', url.replace(':number', 'EY-1')], body);
      expect(codeOf(answer), `${method} ${url}`).toEqual([403, 'scope']);
    }
  });

  test('of a guest is on the pages only: the cookie of the guest is ignored', async () => {
    const guest = aVisitor(app);
    const started = await guest.post('/practice', { ruleset: 'election-year' });
    const game = String(started.headers.location).split('/').at(-1) ?? '';
    const cookie = [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const alone = await app.inject({ url: `/api/practice/${game}`, headers: { cookie } });
    expect(alone.statusCode).toBe(401);
    expect((await program(`GET ${ONE}`, { params: { game } })).status).toBe(404);
    expect((await guest.get(`/practice/${game}/sheet`)).statusCode).toBe(200);
  });

  test('is the same on the pages: what a program plays, a person sees, and the other way around', async () => {
    const pat = await anAccount(own.ctx, 'Pat Person');
    const visitor = await signedIn(app, own.ctx, pat);
    const pats = await practiceProgram({ app, ctx: own.ctx }, pat);
    const params = await start(pats);
    await pats(`POST ${SHEET}`, { params, query: '?turn=1', json: { press: 'By a program' } });
    expect((await visitor.get(`/practice/${params.game}/turns/2.txt`)).body).toContain('By a program');
    // The hints for a first turn are for people, who have not seen them yet.
    await visitor.post(`/practice/${params.game}/sheet`, { _turn: '2', press: 'By a person' });
    const { body } = await pats(`GET ${ONE}/printout`, { params, query: '?turn=3' });
    expect(body.text).toContain('By a person');
    await visitor.post(`/practice/${params.game}/notes`, { text: 'From the page' });
    expect((await pats(`GET ${ONE}/notes`, { params })).body.text).toBe('From the page');
  });
});

describe('a new game', () => {
  test('has what the page offers: the kinds, the seats, the grade, options and wishes', async () => {
    const { body } = await program('GET /api/practice');
    expect(body.kinds.map(({ ruleset }: { ruleset: string }) => ruleset)).toEqual(Object.keys(RULESETS));
    const politics = body.kinds.find(({ ruleset }: { ruleset: string }) => ruleset === 'politics');
    expect(politics.computerSeats).toEqual(computerSeatsOf(RULESETS.politics));
    expect([politics.options.includes('bank'), politics.options.includes('questions')]).toEqual([
      true,
      false,
    ]);
    const json = {
      ...{ ruleset: 'margin-of-error', computerSeats: 1, grade: 'hard' },
      ...{ options: { opponent: 'tough' }, wish: { party: 'R' } },
    };
    const { game } = await start(program, json);
    const row = await own.ctx.db.prisma.practiceGame.findUniqueOrThrow({ where: { id: game } });
    expect([row.grade, row.seats.length, row.options]).toMatchObject(['hard', 2, { opponent: 'tough' }]);
    expect(row.seats[0]).toMatchObject({ name: 'Ann Author', wish: { party: 'R' } });
    expect([row.network, row.block]).toEqual([expect.any(String), expect.any(String)]);
  });

  test.each([
    ['an unknown game', { ruleset: 'chess' }, 422, 'ruleset'],
    ['too many candidates', { computerSeats: 99 }, 422, 'computerSeats'],
    [
      'an option that the page does not have',
      { ruleset: 'politics', options: { questions: [] } },
      422,
      'options.questions',
    ],
    ['an option without a value', { ruleset: 'politics', options: { bank: null } }, 422, 'options.bank'],
    ['a wrong option', { ruleset: 'politics', options: { bank: 'mine' } }, 422, 'options.bank'],
    ['a wish that the game does not have', { wish: { shoes: 'red' } }, 422, 'wish.shoes'],
  ])('is refused with %s', async (_, json, status, field) => {
    const before = await gamesOf(ann.id);
    const answer = await program('POST /api/practice', { json: { ruleset: 'election-year', ...json } });
    expect([answer.status, answer.body.error.problems[0].field]).toEqual([status, field]);
    expect(await gamesOf(ann.id)).toEqual(before);
  });

  test('is refused with a grade that there is not', async () => {
    const json = { ruleset: 'election-year', grade: 'perfect' };
    expect((await program('POST /api/practice', { json })).status).toBe(400);
  });
});

describe('the limits of the pages', () => {
  test('hold for programs: so many games for each person', async () => {
    const many = await aNewProgram('Max Many');
    const params = await start(many, { ruleset: 'margin-of-error' });
    for (let i = 1; i < MAX_PRACTICE_GAMES; i += 1) await start(many, { ruleset: 'margin-of-error' });
    const refused = await many('POST /api/practice', { json: { ruleset: 'margin-of-error' } });
    expect(codeOf(refused)).toEqual([422, 'too-many']);
    expect(codeOf(await many(`POST ${ONE}/restart`, { params, json: { dice: 'new' } }))).toEqual([
      422,
      'too-many',
    ]);
    expect((await many('GET /api/practice')).body).toMatchObject({ maxGames: MAX_PRACTICE_GAMES });
    expect((await many(`DELETE ${ONE}`, { params })).body).toEqual({ done: true });
    await start(many, { ruleset: 'margin-of-error' });
  });

  test('count the games that programs and people start from one network together', async () => {
    const limited = await aWeb(own.ctx, { limits: { forms: 1000, games: 1000, practiceByAddress: 3 } });
    const lea = await practiceProgram({ app: limited, ctx: own.ctx }, await anAccount(own.ctx, 'Lea Limit'));
    const params = await start(lea, { ruleset: 'margin-of-error' });
    // What is wrong does not count.
    expect((await lea('POST /api/practice', { json: { ruleset: 'chess' } })).status).toBe(422);
    expect((await lea(`POST ${ONE}/restart`, { params, json: { dice: 'same' } })).status).toBe(200);
    expect((await aVisitor(limited).post('/practice', { ruleset: 'margin-of-error' })).statusCode).toBe(303);
    const refused = await lea('POST /api/practice', { json: { ruleset: 'margin-of-error' } });
    expect(codeOf(refused)).toEqual([429, 'too-often']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await lea(`POST ${ONE}/restart`, { params, json: { dice: 'same' } })).status).toBe(429);
    await limited.close();
  });

  test('count turns with everything that costs much', async () => {
    const limited = await aWeb(own.ctx, { limits: { forms: 1000, games: 3 } });
    const cora = await practiceProgram(
      { app: limited, ctx: own.ctx },
      await anAccount(own.ctx, 'Cora Costly'),
    );
    const params = await start(cora);
    expect((await cora(`POST ${SHEET}`, { params, query: '?turn=1', json: {} })).status).toBe(200);
    expect((await cora(`GET ${ONE}`, { params })).status).toBe(200);
    expect((await cora(`POST ${SHEET}`, { params, query: '?turn=2', json: {} })).status).toBe(429);
    await limited.close();
  });

  test('refuse a turn while too many wait, without storing anything', async () => {
    const wendy = await anAccount(own.ctx, 'Wendy Waiting');
    const waiting = await practiceProgram({ app, ctx: own.ctx }, wendy);
    const params = await start(waiting);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Two other programs of the account have all places of its programs.
    const senders = ['one', 'two'].map(
      (id, i) => ({ account: { id: wendy.id }, program: id, ip: `203.0.${i}.1` }) as FastifyRequest,
    );
    const turns = [...senders, ...senders].map((sender) => app.playInTurn(sender, () => ended));
    const refused = await waiting(`POST ${SHEET}`, { params, query: '?turn=1', json: {} });
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual([[503, 'busy'], '5']);
    expect(await gamesOf(wendy.id)).toMatchObject([{ turn: 1 }]);
    end();
    await Promise.all(turns);
    expect((await waiting(`POST ${SHEET}`, { params, query: '?turn=1', json: {} })).status).toBe(200);
  });
});
