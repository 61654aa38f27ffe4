import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { formingGame, runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anOperator } from '../operator/an-operator.ts';
import { aVisitor, aWeb, signedIn, type Visitor } from '../visitor.ts';

let own: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
});
afterAll(async () => {
  await app.close();
  await own.close();
});

test('the public page of a game has links for its players and its GM only', async () => {
  const { game, players, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const page = `/games/${gameNumber(game)}`;
  const links = [`href="/my${page}"`, `href="/gm${page}"`];
  const seen = async (visitor: Visitor) => {
    const { body } = await visitor.get(page);
    return links.map((link) => body.includes(link));
  };
  expect(await seen(await signedIn(app, own.ctx, players[0] as Account))).toEqual([true, false]);
  expect(await seen(await signedIn(app, own.ctx, gm))).toEqual([false, true]);
  expect(await seen(await signedIn(app, own.ctx, await anOperator(own.ctx)))).toEqual([false, false]);
  expect(await seen(aVisitor(app))).toEqual([false, false]);
});

test('a forming game is in the lobby, and its seats are on its page', async () => {
  const { game } = await formingGame(own.ctx, { humans: 1, opponents: 1 });
  const lobby = (await aVisitor(app).get('/')).body;
  expect(lobby).toContain(`/games/${gameNumber(game)}`);
  const page = (await aVisitor(app).get(`/games/${gameNumber(game)}`)).body;
  expect(page).toContain('Ann Baker');
  expect(page).toContain('(computer candidate, standard)');
});

test('everyone sees how well the computer plays its seats, not only the GM', async () => {
  const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const seats = own.ctx.db.prisma.seat;
  const [first] = await seats.findMany({
    where: { gameId: game.id, opponent: true },
    orderBy: { position: 'asc' },
  });
  await seats.update({ where: { id: first?.id ?? '' }, data: { grade: 'hard' } });
  const page = (await aVisitor(app).get(`/games/${gameNumber(game)}`)).body;
  expect(page).toContain(`>Standard: EF, GH; Hard: ${first?.identifier}<`);
  const json = (await aVisitor(app).get(`/api/games/${gameNumber(game)}`)).json();
  expect(json.seats.map(({ grade }: { grade: string | null }) => grade)).toEqual([
    null,
    'hard',
    'standard',
    'standard',
  ]);
});

test('a game that is over can be verified; before that there is nothing to verify', async () => {
  const { game } = await runningGame(own.ctx, { humans: 0, opponents: 4 });
  const path = `/games/${gameNumber(game)}`;
  const visitor = aVisitor(app);
  expect((await visitor.get(path)).body).not.toContain(`${path}/verify`);
  expect((await visitor.get(`${path}/verify`)).statusCode).toBe(404);
  for (let turn = 1; turn <= 6; turn += 1) await processTurn(own.ctx, { gameId: game.id, turn, by: null });
  expect((await visitor.get(path)).body).toContain(`href="${path}/verify"`);
  const page = (await visitor.get(`${path}/verify`)).body;
  expect(page).toContain(`href="${path}/export.json"`);
  expect(page).toContain(game.diceCommitment);
});
