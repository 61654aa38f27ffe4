import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import { giveUpSeat } from '../../../games/seats/give-up-seat.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { inGameQueue } from '../../access/game-queue.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { currentCodeProblems, neededProof } from '../../forms/current-code.ts';
import { GameParams, withSchemas } from '../../forms/read-request.ts';
import { giveUpPath } from '../../turn-sheet/addresses.ts';
import { type SeatContext, seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';

const SeatBody = z.object({ seat: z.uuid(), giveUpCode: z.string().max(200).default('') });

/**
 * Giving up the own seat in a running or abandoned game, after a page that says what this means. The player cannot come back, so it
 * needs the same proof as deleting the account: someone who uses a stolen session could take the seat over.
 */
export default async function giveUpRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const, costly: 'game' as const, secret: true as const };
  const routes = withSchemas(app);
  const url = '/my/games/:number/give-up';

  routes.get(url, { config, schema: { params: GameParams } }, async (request, reply) =>
    showGiveUp(deps, reply, await seatContext(ctx, accountOf(request), request.params.number)),
  );

  const schema = { params: GameParams, body: SeatBody };
  // A code that is tried can take a while, and must keep no place in the queue of the game meanwhile.
  routes.post(url, { config: { ...config, waitsByItself: true }, schema }, async (request, reply) => {
    const account = accountOf(request);
    const context = await seatContext(ctx, account, request.params.number);
    const proof = await currentCodeProblems(app, deps, { request, reply, field: 'giveUpCode' });
    if (proof.length > 0) return showGiveUp(deps, reply.code(422), context, proof);
    const by = { by: account.id, token: request.sessionToken ?? '' };
    const wanted = { gameId: context.own.game.id, seatId: request.body.seat, ...by };
    const givenUp = await inGameQueue(request, context.number, () => giveUpSeat(ctx, wanted));
    if (!givenUp.ok) return showGiveUp(deps, reply.code(409), context, givenUp.problems);
    return reply.done('/my/games', 'seat-given-up');
  });
}

/** What templates/web/player/give-up.eta prints. */
interface GiveUpView {
  number: string;
  gameTitle: string;
  gameAddress: string;
  seat: { id: string; identifier: string; name: string };
  turn: number;
  /** Whether the game is running; null if it is not and was not abandoned, so that no seat can be given up. */
  running: boolean | null;
  /** Whether the game has begun. */
  begun: boolean;
  /** Whether the seat is offered to others at once. */
  isOffered: boolean;
  address: string;
  /** What must be shown to give the seat up. */
  needsCode: boolean;
  needsLink: boolean;
  freshMinutes: number;
  problems: readonly Problem[];
}

async function showGiveUp(
  deps: WebContext,
  reply: FastifyReply,
  { number, own: { game, seat } }: SeatContext,
  problems: readonly Problem[] = [],
): Promise<FastifyReply> {
  const proof = await neededProof(deps, reply.request);
  const { id, identifier, name } = seat;
  const view: GiveUpView = {
    number,
    gameTitle: game.title,
    gameAddress: `/my/games/${number}`,
    seat: { id, identifier, name },
    turn: game.turn,
    running: game.status === 'running' ? true : game.status === 'abandoned' ? false : null,
    begun: game.begunAt !== null,
    isOffered: game.offerAbandonedSeats,
    address: giveUpPath(number),
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    problems,
  };
  return reply.page('player/give-up', { title: `Give up [${identifier}] in ${number}`, ...view });
}
