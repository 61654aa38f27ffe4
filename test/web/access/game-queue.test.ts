import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { createGameQueue, registerGameQueue } from '../../../src/web/access/game-queue.ts';
import { UnavailableError } from '../../../src/web/rendering/unavailable.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type HeldLock, holdGameLock } from '../../helpers/game-lock.ts';
import { formsOf } from '../forms-of.ts';
import { aWeb, signedIn, type Visitor } from '../visitor.ts';

/** The machine may be busy with other tests. */
const LONG = { timeout: 20_000 };

const LIMITS = { perGame: 2, together: 3, waiting: 2, patience: 5_000, hold: 60_000 };

/** Whether a promise is settled once everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('The queue of a game', () => {
  test('lets a few through at a time, in the order in which they came', async () => {
    const queue = createGameQueue(LIMITS);
    const [first, second] = [await queue.enter('EY-1'), await queue.enter('EY-1')];
    const [third, fourth] = [queue.enter('EY-1'), queue.enter('EY-1')];
    expect([await isSettled(third), await isSettled(fourth)]).toEqual([false, false]);
    first();
    expect([await isSettled(third), await isSettled(fourth)]).toEqual([true, false]);
    second();
    expect(await isSettled(fourth)).toBe(true);
    for (const entered of [third, fourth]) (await entered)();
    expect(queue.size()).toEqual({ running: 0, waiting: 0 });
  });

  test('frees a place once, even if it is left twice', async () => {
    const queue = createGameQueue(LIMITS);
    const [first, second] = [await queue.enter('EY-1'), await queue.enter('EY-1')];
    first();
    first();
    await queue.enter('EY-1');
    expect(await isSettled(queue.enter('EY-1'))).toBe(false);
    expect(queue.size()).toEqual({ running: 2, waiting: 1 });
    second();
    expect(queue.size()).toEqual({ running: 2, waiting: 0 });
  });

  test('does not hold up other games, until all of them together are too many', async () => {
    const queue = createGameQueue(LIMITS);
    const leave = await queue.enter('EY-1');
    await queue.enter('EY-1');
    const own = queue.enter('EY-1');
    await queue.enter('EY-2');
    const other = queue.enter('EY-3');
    expect([await isSettled(own), await isSettled(other)]).toEqual([false, false]);
    leave();
    expect([await isSettled(own), await isSettled(other)]).toEqual([true, false]);
  });

  test('refuses those who are too many or wait too long, and forgets them', async () => {
    const queue = createGameQueue({ ...LIMITS, patience: 50 });
    const leave = await queue.enter('EY-1');
    await queue.enter('EY-1');
    const waiting = [queue.enter('EY-1'), queue.enter('EY-1')];
    await expect(queue.enter('EY-1')).rejects.toThrow(UnavailableError);
    for (const late of waiting)
      await expect(late).rejects.toMatchObject({ failure: 'busy', maybeStored: false });
    expect(queue.size()).toEqual({ running: 2, waiting: 0 });
    leave();
    expect(queue.size()).toEqual({ running: 1, waiting: 0 });
  });

  test('lets blocks, networks and people take turns, each in the order in which they came', async () => {
    const queue = createGameQueue({ ...LIMITS, perGame: 1, together: 1, waiting: 100 });
    const entered: string[] = [];
    const enter = async (name: string, sender: string[], game = 'EY-1') => {
      const leave = await queue.enter(game, sender);
      entered.push(name);
      leave();
    };
    const first = await queue.enter('EY-1', ['block a', 'network a1', 'ann']);
    const all = [
      enter('ann 1', ['block a', 'network a1', 'ann']),
      enter('ann 2', ['block a', 'network a1', 'ann'], 'EY-2'),
      enter('ann 3', ['block a', 'network a1', 'ann'], 'EY-3'),
      enter('bob', ['block a', 'network a1', 'bob'], 'EY-2'),
      enter('carl', ['block a', 'network a2', 'carl'], 'EY-3'),
      enter('dora 1', ['block b', 'network b1', 'dora'], 'EY-4'),
      enter('dora 2', ['block b', 'network b1', 'dora'], 'EY-4'),
    ];
    first();
    await Promise.all(all);
    expect(entered).toEqual(['dora 1', 'carl', 'dora 2', 'bob', 'ann 1', 'ann 2', 'ann 3']);
  });

  test('refuses the newest one of the person with the most if too many wait for a game', async () => {
    const queue = createGameQueue({ ...LIMITS, perGame: 1 });
    const leave = await queue.enter('EY-1', ['ann']);
    const [early, late] = [queue.enter('EY-1', ['ann']), queue.enter('EY-1', ['ann'])];
    const other = queue.enter('EY-1', ['bob']);
    await expect(late).rejects.toThrow(UnavailableError);
    leave();
    (await other)();
    (await early)();
    expect(queue.size()).toEqual({ running: 0, waiting: 0 });
  });

  test('refuses someone of the block with the most, and nobody who comes from elsewhere', async () => {
    const queue = createGameQueue({ ...LIMITS, perGame: 1 });
    const leave = await queue.enter('EY-1', ['block a', 'network a0', 'bot 0']);
    const bots = [1, 2].map((i) => queue.enter('EY-1', ['block a', `network a${i}`, `bot ${i}`]));
    const other = queue.enter('EY-1', ['block b', 'network b', 'ann']);
    await expect(bots[1]).rejects.toThrow(UnavailableError);
    leave();
    (await other)();
    (await bots[0])?.();
    expect(queue.size()).toEqual({ running: 0, waiting: 0 });
  });

  test('takes back a place that is never left', async () => {
    const queue = createGameQueue({ ...LIMITS, perGame: 1, hold: 50 });
    const lost = await queue.enter('EY-1');
    (await queue.enter('EY-1'))();
    lost();
    expect(queue.size()).toEqual({ running: 0, waiting: 0 });
  });
});

const SHEET = { _turn: '1', 'fundraising[0]': 'CA', press: 'Read my lips.' };

describe('While one game is locked', () => {
  let own: TestContext;
  let db: Database;
  let app: FastifyInstance;
  let locked: TestGame;
  let other: TestGame;
  let ann: Visitor;
  let olga: Visitor;
  let token: string;
  let lock: HeldLock;

  beforeAll(async () => {
    own = await testContext();
    db = await openDatabase(own.url, { connections: 20, lockTimeout: 5_000 });
    app = await aWeb({ ...own.ctx, db }, { limits: { forms: 10_000, pages: 10_000 } });
    locked = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    other = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    ann = await signedIn(app, own.ctx, locked.players[0] as TestGame['gm']);
    olga = await signedIn(app, own.ctx, other.players[0] as TestGame['gm']);
    token = await ann.token();
  });
  afterEach(async () => {
    await lock.release();
    await expect.poll(() => app.gameQueue.size(), LONG).toEqual({ running: 0, waiting: 0 });
  });
  afterAll(async () => {
    await app.close();
    await db.close();
    await own.close();
  });

  const sheetOf = ({ game }: TestGame) => `/my/games/${game.prefix}-${game.serial}/sheet`;
  const sendSheet = () => ann.postBare(sheetOf(locked), { _csrf: token, ...SHEET });
  const sheets = ({ game }: TestGame) => own.ctx.db.prisma.sheet.count({ where: { gameId: game.id } });

  test('its senders get a 503 that keeps their sheets, and everything else stays fast', async () => {
    lock = await holdGameLock(own.url, locked.game.id);
    const begun = Date.now();
    const senders = Array.from({ length: 40 }, sendSheet);
    await lock.waiting(3);

    const visits: Record<string, () => Promise<LightMyRequestResponse>> = {
      'the lobby': () => ann.get('/'),
      'the locked game': () => ann.get(`/games/${locked.game.prefix}-${locked.game.serial}`),
      'its sheet': () => ann.get(sheetOf(locked)),
      'the figures of its sheet': () => ann.postBare(`${sheetOf(locked)}/check`, { _csrf: token, ...SHEET }),
      'another sheet': () => olga.get(sheetOf(other)),
      'sending another sheet': () => olga.post(sheetOf(other), SHEET),
    };
    for (const [what, visit] of Object.entries(visits)) {
      const start = Date.now();
      const { statusCode } = await visit();
      expect([what, statusCode < 400]).toEqual([what, true]);
      expect(Date.now() - start, what).toBeLessThan(4_500);
    }
    expect(await sheets(other)).toBe(1);

    const refused = await Promise.all(senders);
    expect(Date.now() - begun).toBeLessThan(25_000);
    for (const { statusCode, headers, body } of refused) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
      expect(body).toContain('Nothing you sent was stored.');
    }
    expect(await sheets(locked)).toBe(0);

    await lock.release();
    const [again] = formsOf(refused[0]?.body ?? '', { button: 'Send again' });
    const sent = await ann.postBare(again?.action ?? '', again?.fields ?? {});
    expect(sent.statusCode).toBe(303);
    expect(await own.ctx.db.prisma.sheet.findMany({ where: { gameId: locked.game.id } })).toMatchObject([
      { outcome: 'standing', raw: { fundraising: ['CA'], press: 'Read my lips.' } },
    ]);
  });

  test('programs get a 503 as JSON', async () => {
    lock = await holdGameLock(own.url, locked.game.id);
    const account = locked.players[0]?.id;
    const response = await app.inject({
      method: 'POST',
      url: `/api/games/${locked.game.prefix}-${locked.game.serial}/sheet?turn=1`,
      headers: {
        authorization: `Basic ${Buffer.from(`${account}:lantern tower nine`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: '{}',
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json()).toEqual({
      error: {
        code: 'busy',
        message: expect.stringContaining('Nothing you sent was stored.'),
        request: expect.any(String),
      },
    });
  });

  test('senders who hang up do not make room for more before their handlers have ended', async () => {
    const patient = await openDatabase(own.url, { lockTimeout: 30_000 });
    const served = await aWeb({ ...own.ctx, db: patient });
    await served.listen({ port: 0, host: '127.0.0.1' });
    const before = await sheets(locked);
    lock = await holdGameLock(own.url, locked.game.id);
    const sockets = [1, 2, 3, 4, 5].map(() => send(served, ann, sheetOf(locked), { _csrf: token, ...SHEET }));
    await expect.poll(() => served.gameQueue.size(), LONG).toEqual({ running: 3, waiting: 2 });
    for (const socket of sockets) socket.destroy();
    await lock.waiting(3);
    expect(served.gameQueue.size()).toEqual({ running: 3, waiting: 2 });
    await lock.release();
    await expect.poll(() => served.gameQueue.size(), LONG).toEqual({ running: 0, waiting: 0 });
    expect(await sheets(locked)).toBe(before + 5);
    await served.close();
    await patient.close();
  });
});

test('a sender who does not read the answer has no place in the queue meanwhile', async () => {
  const slow = fastify();
  registerGameQueue(slow);
  // More than the buffers of both ends of a connection hold.
  const large = Buffer.alloc(40 * 2 ** 20, 'x');
  slow.post('/games/:number', async (_request, reply) => reply.type('text/plain').send(large));
  await slow.listen({ port: 0, host: '127.0.0.1' });
  const socket = net.connect((slow.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /games/EY-1 HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
  await once(socket, 'readable');
  expect(slow.gameQueue.size()).toEqual({ running: 0, waiting: 0 });
  socket.destroy();
  await slow.close();
});

/** Sends a form over a connection of its own, without waiting for the response. */
function send(
  app: FastifyInstance,
  visitor: Visitor,
  url: string,
  fields: Record<string, string>,
): net.Socket {
  const { port } = app.server.address() as AddressInfo;
  const body = new URLSearchParams(fields).toString();
  const head = [
    `POST ${url} HTTP/1.1`,
    'host: whistlestop.test',
    `cookie: ${[...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}
