import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { sendAdvanceOrders, withdrawAdvanceOrders } from '../../../games/sheets/advance-orders.ts';
import { advanceFacts } from '../../../games/sheets/advance-orders-view.ts';
import { sheetPage } from '../../../games/sheets/sheet-view.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { rawFromForm } from '../../../rules/sheet-values.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { withSchemas } from '../../forms/read-request.ts';
import { HttpError, notFound } from '../../rendering/http-errors.ts';
import { advanceOrdersPath, sheetPath } from '../../turn-sheet/addresses.ts';
import {
  type AdvanceOrdersContext,
  AdvanceOrdersParams,
  advanceOrdersContext,
} from '../../turn-sheet/advance-orders-context.ts';
import {
  savedValues,
  showAdvanceOrders,
  showNoAdvanceOrders,
  validateAdvanceOrders,
} from '../../turn-sheet/advance-orders-page.ts';
import { fillIn } from '../../turn-sheet/fill-in.ts';
import { showStandingOrdersGuess } from '../../turn-sheet/guess-page.ts';
import { refuseOtherSeat } from '../../turn-sheet/other-seat.ts';
import { isMarkedFinal, valuesFromBody } from '../../turn-sheet/posted-sheet.ts';
import { validateSheet, withoutRemarks } from '../../turn-sheet/sheet-context.ts';
import { registerSheetFormRoutes, type SheetFormPage } from '../../turn-sheet/sheet-form-routes.ts';
import { showSheet } from '../../turn-sheet/sheet-page.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/my/games/:number/advance-orders/:turn';

const SavedQuery = z.object({ saved: z.string().max(10).optional() });

/** Advance orders and standing orders: fill in, check, save, withdraw. */
export default async function advanceOrdersRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'account' as const };

  const openSchema = { params: AdvanceOrdersParams, querystring: SavedQuery };
  routes.get(PATH, { config: { ...config, costly: 'game' }, schema: openSchema }, async (request, reply) => {
    const context = await advanceOrdersContext(ctx, accountOf(request), request.params);
    const { page, number } = context;
    if (page.openTurn !== null && page.turn === page.openTurn) return reply.redirect(sheetPath(number), 303);
    if (page.blocker !== null) throw notFound(page.blocker.message);
    if (page.form === null) return showNoAdvanceOrders(reply, context);
    const justSaved = page.saved !== null && request.query.saved === 'yes';
    return showAdvanceOrders(reply, ctx, context, {
      form: page.form,
      values: savedValues(context, page.form),
      state: { kind: justSaved ? 'saved' : 'open' },
    });
  });

  registerSheetFormRoutes(app, deps, advanceOrdersFormPage(ctx));

  const withdrawSchema = { params: AdvanceOrdersParams };
  routes.post(`${PATH}/withdraw`, { config, schema: withdrawSchema }, async (request, reply) => {
    const account = accountOf(request);
    const { own, number, page } = await advanceOrdersContext(ctx, account, request.params);
    const key = { gameId: own.game.id, seatId: own.seat.id, turn: page.turn, sentById: account.id };
    const withdrawn = await withdrawAdvanceOrders(ctx, key);
    if (!withdrawn.ok) {
      const code = withdrawn.problems[0]?.code ?? 'nothing';
      throw new HttpError(409, code, problemsInWords(withdrawn.problems));
    }
    return reply.done(`/my/games/${number}`, 'advance-orders-withdrawn');
  });
}

function advanceOrdersFormPage(
  ctx: AppContext,
): SheetFormPage<z.output<typeof AdvanceOrdersParams>, AdvanceOrdersContext, { reason: string }> {
  return {
    url: PATH,
    params: AdvanceOrdersParams,
    address: ({ number, turn }) => advanceOrdersPath(gameNumber(number), turn),
    load: (account, params) => advanceOrdersContext(ctx, account, params),
    formOf: ({ page }) => page.form,
    validate: validateAdvanceOrders,
    async send(account, params, body) {
      const { number, own, page } = await advanceOrdersContext(ctx, account, params);
      refuseOtherSeat(body, own.seat.identifier);
      const { turn, form } = page;
      if (form === null) return { kind: 'stale' };
      const sent = await sendAdvanceOrders(ctx, {
        ...{ gameId: own.game.id, seatId: own.seat.id, turn, sentById: account.id },
        raw: rawFromForm(form, valuesFromBody(form, body)),
        final: page.asksForFinalOrders && isMarkedFinal(body),
      });
      if (!sent.ok) return { kind: 'refused', refusal: { reason: problemsInWords(sent.problems) } };
      // The page itself says that the orders are saved, and what would be dropped.
      return { kind: 'saved', address: `${advanceOrdersPath(number, turn)}?saved=yes` };
    },
    show: (reply, context, { form, values, state }) =>
      showAdvanceOrders(reply, ctx, context, { form, values, state: { kind: state } }),
    showGuess: showStandingOrdersGuess,
    fillIn: (context, { form, values, code }) =>
      fillIn(form, advanceFacts(context.own, context.page.turn), { values, code }),
    showEdited: (reply, context, { form, values, remark, moved }) =>
      showAdvanceOrders(reply, ctx, context, { form, values, state: { kind: 'edited', remark, moved } }),
    showRefused: (reply, context, { form, values, refusal }) =>
      showAdvanceOrders(reply, ctx, context, { form, values, state: { kind: 'refused', ...refusal } }),
    showStale: (reply, context) => showLateOrders(reply, ctx, context),
    staleMessage: ({ page }) =>
      `You can no longer send advance orders for turn ${page.turn}. Reload the page for its sheet.`,
  };
}

/** No orders can be sent for this turn anymore. If the turn is open, its sheet comes with everything that was entered. */
async function showLateOrders(
  reply: FastifyReply,
  ctx: AppContext,
  context: AdvanceOrdersContext,
): Promise<FastifyReply> {
  const { account, number, own, page } = context;
  if (page.turn !== page.openTurn) return showNoAdvanceOrders(reply, context);
  const sheet = { account, number, own, page: await sheetPage(ctx, own) };
  const { form } = sheet.page;
  if (form === null) return showNoAdvanceOrders(reply, context);
  const values = valuesFromBody(form, reply.request.body);
  const validation = withoutRemarks(validateSheet(sheet, form, values));
  const state = { kind: 'opened-meanwhile' as const };
  return showSheet(reply, ctx, sheet, { form, values, validation, state });
}
