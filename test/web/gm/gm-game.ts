import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../src/context.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { formingGame, type GameWish, runningGame, type TestGame } from '../../games/game/play.ts';
import { signedIn, type Visitor } from '../visitor.ts';

/** A game whose GM is signed in. */
export interface GmGame extends TestGame {
  gmVisitor: Visitor;
  number: string;
  /** The path of the GM's page of the game. */
  gmPath: string;
}

/** A game on turn 1 whose GM is signed in. */
export async function runningGmGame(
  app: FastifyInstance,
  ctx: AppContext,
  wish: GameWish = { humans: 1, opponents: 3 },
): Promise<GmGame> {
  return withGm(app, ctx, await runningGame(ctx, wish));
}

/** A forming game whose GM is signed in. */
export async function formingGmGame(
  app: FastifyInstance,
  ctx: AppContext,
  wish: GameWish = { humans: 1, opponents: 3 },
): Promise<GmGame> {
  return withGm(app, ctx, await formingGame(ctx, wish));
}

async function withGm(app: FastifyInstance, ctx: AppContext, test: TestGame): Promise<GmGame> {
  const number = gameNumber(test.game);
  const gmVisitor = await signedIn(app, ctx, test.gm);
  return { ...test, gmVisitor, number, gmPath: `/gm/games/${number}` };
}
