import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import type { GmRequest } from '../../../games/game/gm-access.ts';
import { type GmGamePage, type GmSeat, gmGamePage } from '../../../games/game/gm-view.ts';
import type { Result } from '../../../rules/result.ts';
import type { GameParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { AtOpenTurn, numberOf, operation } from './operation.ts';

/** What an operation of a GM is given. */
export interface AskedOfGm<Params, Body> {
  /** The game as it was just before. */
  page: GmGamePage;
  account: Account;
  /** The id of the GM's account. */
  by: number;
  params: Params;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A POST of programs that does what a form of the GM's pages does. `path` follows that of the game. */
export interface GmOperation<Params extends z.ZodType, Body extends z.ZodType> {
  path: string;
  summary: string;
  params?: Params;
  body?: Body;
  answer?: z.ZodType;
  config?: FastifyContextConfig;
  act(asked: AskedOfGm<z.output<Params>, z.output<Body>>): Promise<Result<unknown>>;
}

/** Serves an operation for the GM of the game. Everyone else gets a 404, so that nothing is revealed. */
export function gmOperation<
  Params extends z.ZodType<{ number: z.output<typeof GameParams>['number'] }> = typeof GameParams,
  Body extends z.ZodType = typeof AtOpenTurn,
>(app: FastifyInstance, deps: WebContext, wanted: GmOperation<Params, Body>): void {
  const { path, act, ...shown } = wanted;
  operation<Params, z.ZodObject, Body>(app, deps, {
    ...shown,
    ...{ method: 'POST', path: `/api/gm/games/:number${path}`, scope: 'gm' },
    body: wanted.body ?? (AtOpenTurn as unknown as Body),
    async act({ account, params, body, request, reply }) {
      const page = await requireGmGame(deps, account, params);
      return act({ page, account, by: account.id, params, body, request, reply });
    },
  });
}

/** The game of an address, for its GM. @throws a 404 for everyone else */
export async function requireGmGame(
  { ctx }: WebContext,
  account: Account,
  params: z.output<typeof GameParams>,
): Promise<GmGamePage> {
  const page = await gmGamePage(ctx, account, numberOf(params));
  if (page === null) throw runsNoSuchGame();
  return page;
}

/** The 404 for everyone but the GM of a game. */
export function runsNoSuchGame() {
  return notFound('You do not run a game with this number.');
}

/** Who wants something done to which game, and which turn was open as far as they know. */
export function gmRequest({
  page,
  by,
  body,
}: Pick<AskedOfGm<unknown, { turn: number }>, 'page' | 'by' | 'body'>): GmRequest {
  return { gameId: page.game.id, by, turn: body.turn };
}

/** The seat of an address. @throws a 404 if the game has none with this identifier */
export function requireSeat({ seats }: Pick<GmGamePage, 'seats'>, identifier: string): GmSeat {
  const seat = seats.find((one) => one.identifier === identifier.toUpperCase());
  if (seat === undefined) throw notFound('This game has no such seat.');
  return seat;
}
