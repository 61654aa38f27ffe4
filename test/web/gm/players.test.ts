import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { gameNow, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, signedIn } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;
let table: TestGame;
let page: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  page = `/gm/games/${table.game.prefix}-${table.game.serial}/players`;
  await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: table.gm.id });
});

afterAll(async () => {
  await app.close();
  await own.close();
});

test('the GM excuses a missed turn, withdraws the excuse, and sets the policy for absent players', async () => {
  const gm = await signedIn(app, own.ctx, table.gm);
  const seat = table.seats[0] as Seat;
  const fields = { seat: seat.id, turn: '1', excused: 'yes' };
  expect((await gm.get(page)).body).toMatch(/Excuse<span class="spoken"> for AB, turn 1/);
  const excused = await gm.post(`${page}/excuse`, fields);
  expect(excused.headers.location).toBe(`${page}?done=excused#missed`);
  expect((await gm.get(page)).body).toMatch(/Withdraw excuse<span class="spoken"> for AB, turn 1/);
  expect((await gm.post(`${page}/excuse`, { ...fields, turn: '2' })).statusCode).toBe(409);

  const set = await gm.post(page, { maxMisses: '3', minReliability: '80' });
  expect(set.headers.location).toBe(`${page}?done=player-policy-set`);
  const game = await gameNow(own.ctx, table.game.id);
  expect(game).toMatchObject({ maxMisses: 3, minReliability: 80 });
  const bad = await gm.post(page, { maxMisses: 'three', minReliability: '101' });
  expect(bad.statusCode).toBe(422);
  expect(bad.body).toContain('value="three"');
});

test('a GM who plays has no button to excuse their own missed turn', async () => {
  const { id } = table.game;
  const ann = table.players[0] as Account;
  await own.ctx.db.prisma.game.update({ where: { id }, data: { gmId: ann.id } });
  const gm = await signedIn(app, own.ctx, ann);
  const { body } = await gm.get(page);
  expect(body).toContain('Your own');
  expect(body).not.toMatch(/xcuse<span class="spoken"> for AB, turn 1/);
  const fields = { seat: table.seats[0]?.id ?? '', turn: '1', excused: 'yes' };
  const refused = await gm.post(`${page}/excuse`, fields);
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('missed yourself')]);
  await own.ctx.db.prisma.game.update({ where: { id }, data: { gmId: table.gm.id } });
});

test('the account page shows the reliability of its owner', async () => {
  const ann = await signedIn(app, own.ctx, table.players[0] as Account);
  expect((await ann.get('/account')).body).toContain('no sheets owed yet');
  await processTurn(own.ctx, { gameId: table.game.id, turn: 2, by: null });
  expect((await ann.get('/account')).body).toMatch(/0% \(0 of 1\)/);
});
