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
import { ask as askWith } from './a-program.ts';
import { type PracticeProgram, practiceProgram } from './practice-program.ts';

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

/** Starts a game, and returns the parameters of its address. */
async function start(by = program, json: Record<string, unknown> = {}): Promise<{ game: string }> {
  const { status, body } = await by('POST /api/practice', { json: { ruleset: 'election-year', ...json } });
  expect(status).toBe(200);
  return { game: body.id };
}

async function aNewProgram(name: string): Promise<PracticeProgram> {
  return practiceProgram({ app, ctx: own.ctx }, await anAccount(own.ctx, name));
}

const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
const gamesOf = (accountId: number) =>
  own.ctx.db.prisma.practiceGame.findMany({ where: { player: { accountId } } });

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
/** No ruleset lets a seat owe no sheet while Election Year is played. */
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
    expect(codeOf(await program('GET /api/my/games'))).toEqual([403, 'scope']);
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

describe('a sheet', () => {
  test('with problems is not played, and gets them with the fields of the orders', async () => {
    const params = await start();
    const json = {
      campaign: [
        { state: 'CA', spend: 0 },
        { state: 'XX', spend: 1 },
      ],
    };
    const asked = { params, query: '?turn=1', json };
    const refused = await program(`POST ${SHEET}`, asked);
    const fields = ['campaign[0].spend', 'campaign[1].state'];
    expect([refused.status, refused.body.outcome, refused.body.turn]).toEqual([422, 'refused', 1]);
    expect(refused.body.problems.map(({ field }: { field: string }) => field)).toEqual(fields);
    const checked = await program(`POST ${SHEET}/check`, asked);
    expect([checked.status, checked.body.problems]).toEqual([200, refused.body.problems]);
    const guessed = await program(`POST ${SHEET}/guess`, asked);
    expect([guessed.status, guessed.body]).toEqual([422, { turn: 1, problems: refused.body.problems }]);
    expect((await program(`GET ${ONE}`, { params })).body).toMatchObject({ turn: 1, printouts: [1] });
  });

  test('of any content is refused, and no failure of the server', async () => {
    const params = await start();
    const deep = `${'['.repeat(15)}${']'.repeat(15)}`;
    for (const json of [null, 'sheet', 7, [], { press: 'x'.repeat(40_000) }, { press: JSON.parse(deep) }]) {
      for (const [path, key] of [[SHEET, 'a-key'], [`${SHEET}/check`], [`${SHEET}/guess`]] as const) {
        const got = await program(`POST ${path}`, { params, query: '?turn=1', json, ...(key && { key }) });
        expect(got.status, `${path} ${JSON.stringify(json).slice(0, 40)}`).toBeLessThan(500);
      }
    }
    expect((await program(`POST ${SHEET}`, { params, json: {} })).status).toBe(400);
  });

  test('for another turn, or of a game that is over, is refused', async () => {
    const params = await start();
    const early = await program(`POST ${SHEET}`, { params, query: '?turn=2', json: {} });
    expect(codeOf(early)).toEqual([409, 'stale']);
    for (const path of [`${SHEET}/check`, `${SHEET}/guess`]) {
      expect(codeOf(await program(`POST ${path}`, { params, query: '?turn=2', json: {} }))).toEqual([
        409,
        'stale',
      ]);
    }
    for (let turn = 1; turn <= 6; turn += 1) {
      expect((await program(`POST ${SHEET}`, { params, query: `?turn=${turn}`, json: {} })).status).toBe(200);
    }
    const open = { params, query: '?turn=7', json: {} };
    for (const path of [SHEET, `${SHEET}/check`, `${SHEET}/guess`]) {
      expect(codeOf(await program(`POST ${path}`, open)), path).toEqual([409, 'not-running']);
    }
    expect(codeOf(await program(`POST ${SHEET}`, { ...open, query: '?turn=3' }))).toEqual([
      409,
      'not-running',
    ]);
    expect(codeOf(await program(`GET ${SHEET}/schema`, { params }))).toEqual([409, 'not-running']);
    expect((await program(`GET ${SHEET}/facts`, { params })).body).toMatchObject({ turn: null, facts: null });
    const next = await program(`POST ${ONE}/continue`, { params, json: { turn: 7 } });
    expect(codeOf(next)).toEqual([409, 'not-running']);
  });

  test('that is sent again with the same key is played once, and gets the same answer', async () => {
    const params = await start();
    const send = (key: string, press: string, turn = 1) =>
      program(`POST ${SHEET}`, { params, query: `?turn=${turn}`, json: { press }, key });
    const first = await send('one', 'Hello');
    const again = await send('one', 'Hello');
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(codeOf(await send('one', 'Goodbye'))).toEqual([422, 'key-reused']);
    expect(codeOf(await send('two', 'Hello'))).toEqual([409, 'stale']);
    const both = await Promise.all([send('same', 'At once', 2), send('same', 'At once', 2)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await program(`GET ${ONE}`, { params })).body.turn).toBe(3);
    // After it was undone, the turn can be played again.
    await program(`POST ${ONE}/undo`, { params, json: { turn: 3 } });
    expect((await send('same', 'Another one', 2)).headers['idempotent-replayed']).toBeUndefined();
    expect((await send('', 'Blank', 3)).status).toBe(400);
  });
});

describe('a turn', () => {
  test('is undone with its orders as a draft, and played again with the same dice', async () => {
    const params = await start();
    const sheet = { params, query: '?turn=1', json: { press: 'Once more' } };
    const first = await program(`POST ${SHEET}`, sheet);
    const undone = await program(`POST ${ONE}/undo`, { params, json: { turn: 2 } });
    expect(undone.body).toMatchObject({ turn: 1, printouts: [1], draft: { press: 'Once more' } });
    for (const turn of [1, 2]) {
      const wrong = await program(`POST ${ONE}/undo`, { params, json: { turn } });
      expect(codeOf(wrong)).toEqual([409, 'wrong-turn']);
    }
    expect((await program(`POST ${SHEET}`, sheet)).body).toEqual(first.body);
  });

  test('with a sheet cannot be passed over', async () => {
    const params = await start();
    const passed = await program(`POST ${ONE}/continue`, { params, json: { turn: 1 } });
    expect(codeOf(passed)).toEqual([422, 'owed']);
    expect(codeOf(await program(`POST ${ONE}/continue`, { params, json: { turn: 2 } }))).toEqual([
      409,
      'stale',
    ]);
  });
});

test('a game that is started again has the same seats, and with the same dice the same beginning', async () => {
  const params = await start();
  const first = (await program(`GET ${ONE}/printout`, { params, query: '?turn=1' })).body;
  const again = await program(`POST ${ONE}/restart`, { params, json: { dice: 'same' } });
  expect(again.body.id).not.toBe(params.game);
  const same = { params: { game: again.body.id }, query: '?turn=1' };
  expect((await program(`GET ${ONE}/printout`, same)).body).toEqual(first);
  const other = await program(`POST ${ONE}/restart`, { params, json: { dice: 'new' } });
  expect(other.body.seats).toEqual(again.body.seats);
});

test('notes have the length of other notes', async () => {
  const params = await start();
  const long = await program(`POST ${ONE}/notes`, { params, json: { text: 'x'.repeat(4001) } });
  expect(codeOf(long)).toEqual([422, 'too-long']);
});

test('a printout comes as a PDF, and only as far as the game has come', async () => {
  const params = await start();
  const pdf = await program(`GET ${ONE}/printout.pdf`, { params, query: '?turn=1&paper=a4' });
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(String(pdf.headers['content-disposition'])).toContain('practice-T1.pdf');
  for (const path of ['printout', 'printout.pdf']) {
    expect((await program(`GET ${ONE}/${path}`, { params, query: '?turn=2' })).status).toBe(404);
    expect((await program(`GET ${ONE}/${path}`, { params })).status).toBe(400);
  }
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
    const sender = { account: { id: wendy.id }, ip: '203.0.113.1' } as FastifyRequest;
    const turns = [1, 2].map(() => app.playInTurn(sender, () => ended));
    const refused = await waiting(`POST ${SHEET}`, { params, query: '?turn=1', json: {} });
    expect([codeOf(refused), refused.headers['retry-after']]).toEqual([[503, 'busy'], '5']);
    expect(await gamesOf(wendy.id)).toMatchObject([{ turn: 1 }]);
    end();
    await Promise.all(turns);
    expect((await waiting(`POST ${SHEET}`, { params, query: '?turn=1', json: {} })).status).toBe(200);
  });
});
