import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { sendAdvanceOrders, withdrawAdvanceOrders } from '../../../games/sheets/advance-orders.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readParams, readQuery } from '../../forms/read-request.ts';
import { HttpError, notFound, wantsJson } from '../../rendering/http-errors.ts';
import {
  type AdvanceOrdersContext,
  AdvanceOrdersParams,
  advanceOrdersContext,
  advanceOrdersPath,
  savedValues,
  showAdvanceOrders,
  showNoAdvanceOrders,
  validateAdvanceOrders,
} from '../../turn-sheet/advance-orders-page.ts';
import { checkResponse } from '../../turn-sheet/check-response.ts';
import { valuesFromBody } from '../../turn-sheet/paths.ts';
import { runningFigures, sheetContext } from '../../turn-sheet/sheet-context.ts';
import { registerSheetFormRoutes } from '../../turn-sheet/sheet-form-routes.ts';
import { showSheet } from '../../turn-sheet/sheet-page.ts';
import { isMarkedFinal, typedFields } from '../../turn-sheet/typed-fields.ts';
import { sheetPath } from '../../turn-sheet/versions.ts';
import type { WebContext } from '../../web-context.ts';

const KeptQuery = z.object({ kept: z.string().max(10).optional() });
/** Per account and minute. */
const SENDS = { max: 30, timeWindow: '1 minute' };

/** Sheets for later turns, and the standing order: fill in, check, send, withdraw. For the account that sits there. */
export default async function advanceOrdersRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get('/my/games/:number/ahead/:turn', { config: { access: 'account' } }, async (request, reply) => {
    const desk = await deskFor(deps, request, accountOf(request));
    const { page, number } = desk;
    if (page.openTurn !== null && page.turn === page.openTurn) return reply.redirect(sheetPath(number), 303);
    if (page.fault !== null) throw notFound(page.fault.message);
    if (page.form === null) return showNoAdvanceOrders(reply, desk, []);
    const formState = page.kept !== null && readQuery(KeptQuery, request).kept === 'yes' ? 'kept' : 'open';
    return showAdvanceOrders(reply, ctx, desk, page.form, {
      formState,
      values: savedValues(desk, page.form),
    });
  });

  registerSheetFormRoutes(app, '/my/games/:number/ahead/:turn', {
    address: ownAddress,
    send: (request, reply, account) => send(deps, request, reply, account),
    check: (request, reply, account) => check(deps, request, reply, account),
    again: (request, reply, account) => showTyped(deps, request, reply, account),
    sends: SENDS,
  });

  app.post(
    '/my/games/:number/ahead/:turn/withdraw',
    { config: { access: 'account' } },
    async (request, reply) => {
      const account = accountOf(request);
      const { page, number } = await deskFor(deps, request, account);
      const of = { gameId: page.game.id, seatId: page.seat.id, turn: page.turn, sentById: account.id };
      const done = await withdrawAdvanceOrders(ctx, of);
      if (!done.ok) throw new HttpError(409, done.problems[0]?.code ?? '', problemsInWords(done.problems));
      return reply.done(`/my/games/${number}`, 'advance-orders-withdrawn');
    },
  );
}

function ownAddress(request: FastifyRequest): string {
  const { number, turn } = readParams(AdvanceOrdersParams, request);
  return advanceOrdersPath(gameNumber(number), turn);
}

function deskFor(deps: WebContext, request: FastifyRequest, account: Account): Promise<AdvanceOrdersContext> {
  return advanceOrdersContext(deps.ctx, account, readParams(AdvanceOrdersParams, request));
}

async function send(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { ctx } = deps;
  const desk = await deskFor(deps, request, account);
  const { form, turn, game, seat, asksLastWord } = desk.page;
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const sent = await sendAdvanceOrders(ctx, {
    ...{ gameId: game.id, seatId: seat.id, turn, sentById: account.id },
    raw: rawFromForm(form, values),
    final: asksLastWord && isMarkedFinal(request.body),
  });
  if (sent.ok) {
    // The page itself says that it is kept, and what would be dropped.
    return reply.redirect(`${advanceOrdersPath(desk.number, turn)}?kept=yes`, 303);
  }
  // The turn may have opened between our look and the lock.
  const now = await deskFor(deps, request, account);
  if (now.page.form === null) return showMeanwhile(deps, request, reply, now);
  return refuse(deps, reply, now, now.page.form, values, problemsInWords(sent.problems));
}

function refuse(
  deps: WebContext,
  reply: FastifyReply,
  desk: AdvanceOrdersContext,
  form: SheetForm,
  values: FormValues,
  reason: string,
): Promise<FastifyReply> {
  return showAdvanceOrders(reply.code(422), deps.ctx, desk, form, { formState: 'refused', values, reason });
}

async function check(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const { form, turn } = desk.page;
  if (form === null && wantsJson(request)) {
    throw new HttpError(409, 'stale', `Turn ${turn} is not ahead any more. Reload the page for its sheet.`);
  }
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  if (!wantsJson(request))
    return showAdvanceOrders(reply, deps.ctx, desk, form, { formState: 'checked', values });
  const { judgement } = await validateAdvanceOrders(deps.ctx, desk, form, values);
  return reply.send(checkResponse(form, judgement));
}

/** After signing in again: the form with all that was typed, not sent yet. */
async function showTyped(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const { form } = desk.page;
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  return showAdvanceOrders(reply, deps.ctx, desk, form, { formState: 'signed-in', values });
}

/** Nothing can be sent ahead any more: if the turn itself is open, its sheet comes with all that was typed. */
async function showMeanwhile(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, page }: AdvanceOrdersContext,
): Promise<FastifyReply> {
  const { number } = readParams(AdvanceOrdersParams, request);
  reply.code(409);
  const desk = await sheetContext(deps.ctx, account, number);
  const { form } = desk.page;
  if (form !== null && page.turn === page.openTurn) {
    const values = valuesFromBody(form, request.body);
    const judgement = await runningFigures(deps.ctx, desk, form, values);
    return showSheet(reply, deps.ctx, desk, form, { formState: 'opened', values, judgement });
  }
  const ahead = { account, number: gameNumber(number), page };
  return showNoAdvanceOrders(reply, ahead, typedFields(request.body));
}
