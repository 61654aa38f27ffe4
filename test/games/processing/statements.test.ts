import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { inTransaction, lockGame } from '../../../src/games/game/game-store.ts';
import { findGame, lockWholeGame } from '../../../src/games/game/whole-game-rows.ts';
import { forgetStates } from '../../../src/games/processing/earlier-states.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { runningGame, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm } from './turns.ts';

let own: TestContext;
const query = pg.Client.prototype.query;

beforeAll(async () => {
  own = await testContext();
});
afterEach(() => {
  pg.Client.prototype.query = query;
});
afterAll(() => own?.close());

/** A game whose players are never replaced by the computer, although they send no sheets. */
async function patientGame(): Promise<TestGame> {
  const played = await runningGame(own.ctx, { humans: 4, opponents: 0 });
  const where = { gameId: played.game.id };
  await own.ctx.db.prisma.gamePolicy.update({ where, data: { maxMisses: 0 } });
  return played;
}

/** Processes a turn and counts the statements that it takes and the rows that they return. */
async function countedTurn(played: TestGame, turn: number): Promise<{ statements: number; rows: number }> {
  const counted = { statements: 0, rows: 0 };
  pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
    const result = await Reflect.apply(query, this, args);
    counted.statements += 1;
    counted.rows += result.rows?.length ?? 0;
    return result;
  } as typeof query;
  expect(await processAsGm(own.ctx, played, turn)).toMatchObject({ kind: 'processed' });
  pg.Client.prototype.query = query;
  return counted;
}

test('a common turn takes few statements, and no more rows when more turns are behind it', async () => {
  const played = await patientGame();
  const turns = [];
  for (const turn of [1, 2, 3, 4, 5]) turns.push(await countedTurn(played, turn));
  for (const { statements, rows } of turns) {
    expect(statements).toBeLessThanOrEqual(13);
    expect(rows).toBeLessThanOrEqual(6);
  }
  await expectReplay(own.ctx, played.game, 5);
});

test('after a start, a turn is printed as if its server had run all the time', async () => {
  const played = await patientGame();
  for (const turn of [1, 2, 3]) {
    forgetStates();
    await processAsGm(own.ctx, played, turn);
  }
  await expectReplay(own.ctx, played.game, 3);
});

test('a game is read as Prisma reads it', async () => {
  const { game } = await patientGame();
  const [quick, plain] = await inTransaction(own.ctx, async (tx) => [
    await lockWholeGame(tx, game.id),
    await lockGame(tx, game.id),
  ]);
  expect(quick).toEqual(plain);
  expect(await findGame(own.ctx, gameNumber(game))).toEqual(plain);
});
