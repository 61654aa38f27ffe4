import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  enterPaperAdvanceOrders,
  openPaperAdvanceOrders,
  paperAdvancePage,
  withdrawPaperAdvanceOrders,
} from '../../../games/post/paper-advance-orders.ts';
import { fail, ok } from '../../../rules/result.ts';
import { ordersSchema } from '../../../rules/sheet-schema.ts';
import { PlayerField } from '../../forms/player-field.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { AdvanceOrdersParams } from '../../turn-sheet/advance-orders-context.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { type AskedOfGm, gmOperation, gmRequest, requireGmGame, requireSeat } from './gm-operation.ts';
import { AtOpenTurn, numberOf, operation, SeatParams } from './operation.ts';

const Params = SeatParams.extend({ turn: AdvanceOrdersParams.shape.turn });

const FORM = z.looseObject({
  openTurn: z.int(),
  seat: z.string(),
  mark: z.string(),
  isOpened: z.boolean(),
  savedAt: z.date().nullable(),
  form: z.unknown(),
  schema: z.unknown(),
});

const Entered = z.object({
  turn: z.int().min(0).max(100_000),
  mark: PlayerField,
  final: z.boolean().default(false),
  orders: Orders,
});

/** Advance and standing orders of players without e-mail, for programs of their GM. See docs/api.md. */
export default async function apiGmPaperAdvanceOrdersRoutes(
  app: FastifyInstance,
  deps: WebContext,
): Promise<void> {
  const { ctx } = deps;
  const path = '/seats/:seat/paper-advance-orders/:turn';

  operation(app, deps, {
    ...{ method: 'GET', path: `/api/gm/games/:number${path}`, scope: 'gm', params: Params, answer: FORM },
    summary: 'Shows the blank form for advance orders from paper, and its schema; null until you open it',
    async act({ account, params }) {
      const gmPage = await requireGmGame(deps, account, params);
      const { page } = await requirePage(deps, { page: gmPage, account, params });
      const { openTurn, mark, isOpened, form, blocker, savedAt } = page;
      if (blocker !== null) return { ok: false, problems: [blocker] };
      const schema = form && ordersSchema(form);
      return ok({ openTurn, seat: page.seat.identifier, mark, isOpened, savedAt, form, schema });
    },
  });

  gmOperation(app, deps, {
    ...{ path: `${path}/open`, params: Params },
    summary: 'Opens the form for advance orders from paper, which is recorded and announced to the players',
    async act(asked) {
      const { seatId } = await requirePage(deps, asked);
      return openPaperAdvanceOrders(ctx, { ...gmRequest(asked), seatId });
    },
  });

  gmOperation(app, deps, {
    ...{ path: `${path}/withdraw`, params: Params, body: AtOpenTurn.extend({ mark: PlayerField }) },
    summary: 'Withdraws advance or standing orders that were entered from paper',
    async act(asked) {
      const { seatId } = await requirePage(deps, asked);
      const { mark } = asked.body;
      return withdrawPaperAdvanceOrders(ctx, { ...gmRequest(asked), seatId, mark }, asked.params.turn);
    },
  });

  gmOperation(app, deps, {
    ...{ path, params: Params, body: Entered, answer: ANSWERS.advanceSent },
    summary: 'Enters advance or standing orders from paper',
    async act(asked) {
      const { page, seatId } = await requirePage(deps, asked);
      if (!page.isOpened)
        return fail('', 'not-opened', 'Open the form for advance orders of this player first.');
      const { orders: raw, final, mark } = asked.body;
      const { turn } = asked.params;
      const entered = { turn, raw, final: page.asksForFinal && final };
      const saved = await enterPaperAdvanceOrders(ctx, { ...gmRequest(asked), seatId, mark }, entered);
      if (!saved.ok) return saved;
      const { receivedAt, dropped } = saved.value;
      return ok({ turn: turn === 0 ? 'standing' : turn, receivedAt, dropped });
    },
  });
}

/** The seat of an address, for a GM who may enter its advance orders. @throws a 404 if they may not */
async function requirePage(
  { ctx }: WebContext,
  asked: Pick<AskedOfGm<z.output<typeof Params>, unknown>, 'page' | 'account' | 'params'>,
) {
  const { id: seatId } = requireSeat(asked.page, asked.params.seat);
  const wanted = { seatId, turn: asked.params.turn };
  const page = await paperAdvancePage(ctx, asked.account, numberOf(asked.params), wanted);
  if (page === null) throw notFound('There is no game or seat here for which you can enter advance orders.');
  return { page, seatId };
}
