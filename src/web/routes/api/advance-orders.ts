import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  STANDING_ORDERS,
  sendAdvanceOrders,
  withdrawAdvanceOrders,
} from '../../../games/sheets/advance-orders.ts';
import { previewAdvanceOrders } from '../../../games/sheets/advance-orders-view.ts';
import { readParams, readQuery } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import {
  type AdvanceOrdersContext,
  AdvanceOrdersParams,
  advanceOrdersContext,
} from '../../turn-sheet/advance-orders-page.ts';
import { apiGame } from '../../turn-sheet/api-game.ts';
import type { WebContext } from '../../web-context.ts';
import { BASIC, basicAccount, FinalQuery, jsonOnly } from './basic-auth.ts';

/** What a problem of sheets ahead is answered with. */
const STATUS: Record<string, number> = { 'too-large': 413, 'too-often': 429, nothing: 404 };

/** Sheets for later turns and the standing order, for programs. See docs/api.md. */
export default async function apiAdvanceOrdersRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    const { account, number, page } = await ownDesk(deps, request, reply);
    if (page.fault !== null) throw refusal(page.fault);
    const { kept, form, turn } = page;
    const preview = kept === null ? null : await previewAdvanceOrders(ctx, account, number, turn, kept.raw);
    return {
      ...apiGame(page.game),
      openTurn: page.openTurn,
      turn: turnName(turn),
      phase: form?.phase ?? null,
      seat: page.seat.identifier,
      form,
      kept: kept && { orders: kept.raw, sentAt: kept.sentAt, final: kept.final },
      dropped: preview?.dropped ?? [],
    };
  });

  app.post('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    jsonOnly(request);
    const { final } = readQuery(FinalQuery, request);
    const { account, page } = await ownDesk(deps, request, reply);
    const sent = await sendAdvanceOrders(ctx, {
      ...ofPage(page, account.id),
      raw: request.body,
      final: page.asksLastWord && final === 'yes',
    });
    if (!sent.ok) throw refusal(sent.problems[0]);
    const { turn, receivedAt, dropped } = sent.value;
    return { turn: turnName(turn), receivedAt, dropped };
  });

  app.delete('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    const { account, page } = await ownDesk(deps, request, reply);
    const withdrawn = await withdrawAdvanceOrders(ctx, ofPage(page, account.id));
    if (!withdrawn.ok) throw refusal(withdrawn.problems[0]);
    return { turn: turnName(page.turn), kept: null };
  });
}

/** The account's own seat in the game that the address names. @throws a 401, 404 or 429 */
async function ownDesk(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AdvanceOrdersContext> {
  const account = await basicAccount(request, reply);
  return advanceOrdersContext(deps.ctx, account, readParams(AdvanceOrdersParams, request));
}

function ofPage({ game, seat, turn }: AdvanceOrdersContext['page'], sentById: number) {
  return { gameId: game.id, seatId: seat.id, turn, sentById };
}

function turnName(turn: number): number | 'standing' {
  return turn === STANDING_ORDERS ? 'standing' : turn;
}

function refusal(problem: { code: string; message: string } | undefined): HttpError {
  const code = problem?.code ?? 'not-ahead';
  return new HttpError(STATUS[code] ?? 409, code, problem?.message ?? '');
}
