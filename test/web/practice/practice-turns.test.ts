import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { formsOf } from '../forms-of.ts';
import { aVisitor, aWeb, type Visitor } from '../visitor.ts';

/* Guests who play costly practice turns again and again must not slow down those who play real games. */

let own: TestContext;
let app: FastifyInstance;

beforeEach(async () => {
  own = await testContext();
});
afterEach(async () => {
  await app.close();
  await own.close();
});

async function serve(games = 1000): Promise<void> {
  app = await aWeb(own.ctx, { limits: { forms: 1000, games } });
}

/** A guest with a new practice game. */
async function aGuest(): Promise<{ guest: Visitor; game: string }> {
  const guest = aVisitor(app);
  const started = await guest.post('/practice', { ruleset: 'election-year' });
  return { guest, game: String(started.headers.location) };
}

const person = (id: number) => ({ account: { id }, ip: `203.0.${id}.1` }) as FastifyRequest;

/** The network from which all guests of these tests play. */
const GUESTS = { account: null, ip: '127.0.0.1' } as FastifyRequest;

/** Begins practice turns of these people, which end when the returned function is called. */
function keepPlaying(people: FastifyRequest[]): () => Promise<unknown> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const turns = people.map((sender) => app.playInTurn(sender, () => ended));
  return () => {
    end();
    return Promise.all(turns);
  };
}

const SHEET = { _turn: '1', 'fundraising[0]': 'CA', press: 'A chicken in every pot' };

test.each([
  ['seven turns of others', Array.from({ length: 7 }, (_, i) => person(i + 1))],
  ['two turns of the same person', Array<FastifyRequest>(2).fill(GUESTS)],
  [
    'two turns of other people on the same network',
    [1, 2].map((id) => ({ ...GUESTS, account: { id } }) as FastifyRequest),
  ],
  [
    'three turns of other people in the same block of networks',
    [7, 8, 9].map((id) => ({ account: { id }, ip: `127.0.0.${id}` }) as FastifyRequest),
  ],
])(
  'while %s are under way, a sheet is refused, and it is played when it is sent again',
  async (_, people) => {
    await serve();
    const { guest, game } = await aGuest();
    const end = keepPlaying(people);
    const refused = await guest.post(`${game}/sheet`, SHEET);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.body).toContain('Too many practice turns are being played at the moment.');
    expect(refused.body).toContain('Nothing you sent was stored.');
    expect(refused.body).toContain('A chicken in every pot');
    expect(await own.ctx.db.prisma.practiceGame.findMany()).toMatchObject([{ turn: 1 }]);
    await end();
    const [again] = formsOf(refused.body, { button: 'Send again' });
    const sent = await guest.postBare(again?.action ?? '', again?.fields ?? {});
    expect(sent.headers.location).toBe(`${game}/turns/2`);
  },
);

test('a program is told that the server is busy', async () => {
  await serve();
  const { guest, game } = await aGuest();
  const end = keepPlaying(Array(2).fill(GUESTS));
  const refused = await guest.post(`${game}/sheet`, SHEET, { accept: 'application/json' });
  expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'busy']);
  await end();
});

test('seven turns leave room for guesses', async () => {
  await serve();
  const end = keepPlaying(Array.from({ length: 7 }, (_, i) => person(i + 1)));
  const guess = app.guessInTurn(person(9), () => 'a guess');
  await end();
  expect(await guess).toBe('a guess');
});

test('a sheet that waits has no connection and no place among the forms of real games', async () => {
  await serve();
  const { guest, game } = await aGuest();
  const end = keepPlaying([person(1)]);
  const sent = guest.post(`${game}/sheet`, SHEET);
  await expect.poll(() => app.practiceQueue.size()).toEqual({ running: 1, waiting: 0 });
  const { pool } = own.ctx.db;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  expect(app.gameQueue.size()).toEqual({ running: 0, waiting: 0 });
  expect((await guest.get(`${game}/sheet`)).statusCode).toBe(200);
  // It is still waiting, so the turn has not been played.
  expect(await own.ctx.db.prisma.practiceGame.findMany()).toMatchObject([{ turn: 1 }]);
  await end();
  expect((await sent).headers.location).toBe(`${game}/turns/2`);
});

test('turns count against the limit of what costs much', async () => {
  await serve(3);
  const { guest, game } = await aGuest();
  expect((await guest.post(`${game}/sheet`, SHEET)).statusCode).toBe(303);
  expect((await guest.post(`${game}/undo`, { turn: '2' })).statusCode).toBe(303);
  expect((await guest.post(`${game}/continue`, { turn: '1' })).statusCode).toBe(303);
  for (const [form, fields] of [
    ['sheet', SHEET],
    ['undo', { turn: '2' }],
    ['continue', { turn: '1' }],
  ] as const) {
    expect((await guest.post(`${game}/${form}`, fields)).statusCode, form).toBe(429);
  }
});
