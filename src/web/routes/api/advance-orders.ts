import type { FastifyInstance } from 'fastify';
import {
  STANDING_ORDERS,
  sendAdvanceOrders,
  withdrawAdvanceOrders,
} from '../../../games/sheets/advance-orders.ts';
import { previewAdvanceOrders } from '../../../games/sheets/advance-orders-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { withSchemas } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import {
  type AdvanceOrdersContext,
  AdvanceOrdersParams,
  advanceOrdersContext,
} from '../../turn-sheet/advance-orders-context.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { gameJson } from './game-json.ts';
import { described } from './openapi.ts';
import { FinalQuery, forPrograms, forProgramsWithJson, readingGames } from './program-auth.ts';

const PATH = '/api/games/:number/advance-orders/:turn';

/** The HTTP status of each problem of advance orders; 409 for the others. */
const STATUS: Record<string, number> = { 'too-large': 413, 'too-often': 429, nothing: 404 };

/** Advance orders and standing orders, for programs. See docs/api.md. */
export default async function apiAdvanceOrdersRoutes(
  app: FastifyInstance,
  { ctx }: WebContext,
): Promise<void> {
  const routes = withSchemas(app);
  const params = AdvanceOrdersParams;

  routes.get(
    PATH,
    {
      ...readingGames(forPrograms(ctx, 'read')),
      schema: {
        params,
        ...described({
          summary: 'Shows your advance orders for a turn',
          scope: 'read',
          answer: ANSWERS.advance,
        }),
      },
    },
    async (request) => {
      const { own, page } = await advanceOrdersContext(ctx, accountOf(request), request.params);
      if (page.blocker !== null) throw errorOf(page.blocker);
      const { saved, form, turn } = page;
      const preview = saved && previewAdvanceOrders(own, turn, saved.raw);
      return {
        ...gameJson(page.game),
        openTurn: page.openTurn,
        turn: turnJson(turn),
        phase: form?.phase ?? null,
        seat: page.seat.identifier,
        form,
        saved: saved && { orders: saved.raw, sentAt: saved.sentAt, final: saved.final },
        dropped: preview?.dropped ?? [],
      };
    },
  );

  const sendSchema = {
    ...{ params, querystring: FinalQuery, body: Orders },
    ...described({
      summary: 'Stores advance orders for a turn',
      scope: 'sheets',
      answer: ANSWERS.advanceSent,
    }),
  };
  routes.post(PATH, { ...forProgramsWithJson(ctx, 'sheets'), schema: sendSchema }, async (request) => {
    const context = await advanceOrdersContext(ctx, accountOf(request), request.params);
    const sent = await sendAdvanceOrders(ctx, {
      ...keyOf(context),
      raw: request.body,
      final: context.page.asksForFinalOrders && request.query.final === 'yes',
    });
    if (!sent.ok) throw errorOf(sent.problems[0]);
    const { turn, receivedAt, dropped } = sent.value;
    return { turn: turnJson(turn), receivedAt, dropped };
  });

  routes.delete(
    PATH,
    {
      ...forPrograms(ctx, 'sheets'),
      schema: {
        params,
        ...described({ summary: 'Withdraws advance orders', scope: 'sheets', answer: ANSWERS.withdrawn }),
      },
    },
    async (request) => {
      const context = await advanceOrdersContext(ctx, accountOf(request), request.params);
      const withdrawn = await withdrawAdvanceOrders(ctx, keyOf(context));
      if (!withdrawn.ok) throw errorOf(withdrawn.problems[0]);
      return { turn: turnJson(context.page.turn), saved: null };
    },
  );
}

function keyOf({ account, own, page }: AdvanceOrdersContext) {
  return { gameId: own.game.id, seatId: own.seat.id, turn: page.turn, sentById: account.id };
}

function turnJson(turn: number): number | 'standing' {
  return turn === STANDING_ORDERS ? 'standing' : turn;
}

function errorOf(problem: { code: string; message: string } | undefined): HttpError {
  const code = problem?.code ?? 'not-ahead';
  return new HttpError(STATUS[code] ?? 409, code, problem?.message ?? '');
}
