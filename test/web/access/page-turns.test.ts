import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { registerGameQueue } from '../../../src/web/access/game-queue.ts';
import { registerPageTurns } from '../../../src/web/access/page-turns.ts';
import { UnavailableError } from '../../../src/web/rendering/unavailable.ts';
import { runningGame } from '../../games/game/play.ts';
import { useContext } from '../../helpers/use-context.ts';
import { aVisitor, aWeb, signedIn } from '../visitor.ts';

/* Forms that answer with a costly page wait for the turn of that page, and keep no place in the queue of their game meanwhile. */

const own = useContext();
let app: FastifyInstance;
beforeAll(async () => {
  app = await aWeb(own.ctx);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

test.each([
  ['blank', { _turn: '1' }, 422, 1],
  ['stale', { _turn: '9' }, 409, 1],
  ['played', { _turn: '1', _blank: 'yes' }, 303, 0],
])('a practice sheet that is %s takes a turn only for its page', async (_how, fields, code, turns) => {
  const guest = aVisitor(app);
  const { headers } = await guest.post('/practice', { ruleset: 'primary-season' });
  const taken = vi.spyOn(app, 'takePageTurn');
  expect((await guest.post(`${headers.location}/sheet`, fields)).statusCode).toBe(code);
  expect(taken).toHaveBeenCalledTimes(turns);
});

test.each([
  ['stale', { _turn: '9' }, 409, 1],
  ['taken', { _turn: '1' }, 303, 0],
])('so does a sheet of a game that is %s', async (_how, fields, code, turns) => {
  const { game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const ann = await signedIn(app, own.ctx, players[0] as Account);
  const taken = vi.spyOn(app, 'takePageTurn');
  expect((await ann.post(`/my/games/${gameNumber(game)}/sheet`, fields)).statusCode).toBe(code);
  expect(taken).toHaveBeenCalledTimes(turns);
});

test('so does a preview', async () => {
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const visitor = await signedIn(app, own.ctx, gm);
  const taken = vi.spyOn(app, 'takePageTurn');
  const preview = await visitor.post(`/gm/games/${gameNumber(game)}/preview`, { turn: '1' });
  expect(preview.statusCode).toBe(200);
  expect(taken).toHaveBeenCalledTimes(1);
});

/** A server that has nothing but the queues. */
function aBareServer(): FastifyInstance {
  const bare = fastify();
  bare.decorateRequest('stored', true);
  bare.decorate('isInRunningGame', async () => false);
  registerGameQueue(bare);
  registerPageTurns(bare);
  return bare;
}

test('a form waits for the page before its own, without a place in the queue of its game', async () => {
  const bare = aBareServer();
  const events: string[] = [];
  let places = -1;
  bare.get('/page', { config: { access: 'anyone', costly: 'game' } }, async () => {
    events.push('page begins');
    await sleep(50);
    events.push('page ends');
    return {};
  });
  bare.post('/games/:number', async (request, reply) => {
    const turn = bare.takePageTurn(request, reply);
    places = bare.gameQueue.size().running;
    await turn;
    events.push('form');
    return {};
  });
  const page = bare.inject('/page');
  await expect.poll(() => events, { interval: 1 }).toContain('page begins');
  const form = await bare.inject({ method: 'POST', url: '/games/EY-1' });
  expect([form.statusCode, places]).toEqual([200, 0]);
  expect(events).toEqual(['page begins', 'page ends', 'form']);
  await page;
  // The turn ends with the answer.
  expect((await bare.inject('/page')).statusCode).toBe(200);
  await bare.close();
});

test('a form whose page cannot wait does not say that nothing was stored if something was', async () => {
  const bare = aBareServer();
  let goOn = () => {};
  const refused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  bare.post('/form', async (request, reply) => {
    await bare.takePageTurn(request, reply);
    await refused;
    return {};
  });
  const refusals: unknown[] = [];
  bare.setErrorHandler((error, _request, reply) => {
    refusals.push(error);
    goOn();
    return reply.code(503).send({});
  });
  await Promise.all(Array.from({ length: 130 }, () => bare.inject({ method: 'POST', url: '/form' })));
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(UnavailableError);
    expect(refusal).toMatchObject({ failure: 'busy', maybeStored: true });
  }
  await bare.close();
});
