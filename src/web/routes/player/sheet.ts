import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import type { Account } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type VoteRequest, voteForMoreTime, withdrawVote } from '../../../games/schedule/extension-votes.ts';
import { reopenOrders } from '../../../games/sheets/reopen-orders.ts';
import { submitSheet } from '../../../games/sheets/submit-sheet.ts';
import { ok, problemsInWords, type Result } from '../../../rules/result.ts';
import { rawFromForm, type SheetForm } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, readBody, readParams, readQuery, TurnNumber } from '../../forms/read-request.ts';
import { badRequest, HttpError, wantsJson } from '../../rendering/http-errors.ts';
import type { PageNotice } from '../../rendering/page-notices.ts';
import { checkResponse } from '../../turn-sheet/check-response.ts';
import { toPagePaths, valuesFromBody } from '../../turn-sheet/paths.ts';
import { showReceipt } from '../../turn-sheet/receipt-page.ts';
import {
  runningFigures,
  type SheetContext,
  sheetContext,
  validateValues,
} from '../../turn-sheet/sheet-context.ts';
import { registerSheetFormRoutes } from '../../turn-sheet/sheet-form-routes.ts';
import {
  type Filled,
  type FormState,
  openedWith,
  showNoSheet,
  showSheet,
} from '../../turn-sheet/sheet-page.ts';
import { tooManyVersions } from '../../turn-sheet/too-many-versions.ts';
import { isMarkedFinal, turnOfBody, typedFields } from '../../turn-sheet/typed-fields.ts';
import { receiptPath, sheetPath } from '../../turn-sheet/versions.ts';
import type { WebContext } from '../../web-context.ts';

const OpenQuery = z.object({ version: z.coerce.number().int().positive().max(1_000_000).optional() });
const VersionParams = GameParams.extend({
  turn: TurnNumber,
  version: z.coerce.number().int().positive().max(1_000_000),
});
const VoteBody = z.object({ due: z.coerce.date<string>('Say which date is to be put off.') });

/** The turn sheet: fill in, check, send, receipts. Everything on it comes from the ruleset's form. */
export default async function sheetRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get('/my/games/:number/sheet', { config: { access: 'account' } }, async (request, reply) => {
    const desk = await deskFor(deps, request, accountOf(request));
    const { form } = desk.page;
    if (form === null) return showNoSheet(reply, desk, []);
    const { version } = readQuery(OpenQuery, request);
    return showSheet(reply, ctx, desk, form, await openedWith(ctx, desk, form, version));
  });

  registerSheetFormRoutes(app, '/my/games/:number/sheet', {
    address: ownAddress,
    send: (request, reply, account) => send(deps, request, reply, account),
    check: (request, reply, account) => check(deps, request, reply, account),
    again: (request, reply, account) => showTyped(deps, request, reply, account),
  });

  app.post('/my/games/:number/sheet/take-back', { config: { access: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const desk = await deskFor(deps, request, account);
    const turn = turnOfBody(request.body);
    if (turn === null) throw badRequest('Say for which turn your last word is to be taken back.');
    const taken = await reopenOrders(ctx, { gameId: desk.page.game.id, by: account.id, turn });
    if (!taken.ok) throw new HttpError(409, 'not-final', problemsInWords(taken.problems));
    return reply.done(`/my/games/${desk.number}/sheet`, 'orders-reopened');
  });

  for (const [path, act] of [
    ['vote', voteFor],
    ['vote/take-back', takeBack],
  ] as const) {
    app.post(`/my/games/:number/sheet/${path}`, { config: { access: 'account' } }, async (request, reply) => {
      const account = accountOf(request);
      const desk = await deskFor(deps, request, account);
      const turn = turnOfBody(request.body);
      const { due } = readBody(VoteBody, request);
      if (turn === null) throw badRequest('Say for which turn you need more time.');
      const done = await act(ctx, { gameId: desk.page.game.id, by: account.id, turn, due });
      if (!done.ok) throw new HttpError(409, 'no-vote', problemsInWords(done.problems));
      return reply.done(`/my/games/${desk.number}/sheet`, done.value);
    });
  }

  app.get(
    '/my/games/:number/sheet/turns/:turn/versions/:version',
    { config: { access: 'account' } },
    async (request, reply) => {
      const wanted = readParams(VersionParams, request);
      return showReceipt(reply, ctx, accountOf(request), wanted);
    },
  );
}

/** What the page says after a vote for more time. */
async function voteFor(ctx: AppContext, asked: VoteRequest): Promise<Result<PageNotice>> {
  const voted = await voteForMoreTime(ctx, asked);
  return voted.ok ? ok(voted.value.extended ? 'vote-passed' : 'voted') : voted;
}

async function takeBack(ctx: AppContext, asked: VoteRequest): Promise<Result<PageNotice>> {
  const taken = await withdrawVote(ctx, asked);
  return taken.ok ? ok('vote-withdrawn') : taken;
}

function ownAddress(request: FastifyRequest): string {
  return sheetPath(gameNumber(readParams(GameParams, request).number));
}

function deskFor(deps: WebContext, request: FastifyRequest, account: Account): Promise<SheetContext> {
  return sheetContext(deps.ctx, account, readParams(GameParams, request).number);
}

/** The form that a posted sheet answers; null if it was typed for another turn, or nothing is awaited. */
function answeredForm(desk: SheetContext, request: FastifyRequest): SheetForm | null {
  const { form } = desk.page;
  return form !== null && turnOfBody(request.body) === form.turn ? form : null;
}

async function send(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { ctx } = deps;
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const submission = await submitSheet(ctx, {
    gameId: desk.page.game.id,
    seatId: desk.page.seat.id,
    turn: form.turn,
    raw: rawFromForm(form, values),
    channel: 'web',
    sentById: account.id,
    final: desk.page.finalOrders !== null && isMarkedFinal(request.body),
  });
  if (submission.kind === 'standing') {
    return reply.redirect(receiptPath(desk.number, form.turn, submission.sheet.version), 303);
  }
  // The page lists the refused version too; or the turn was processed between our look and the lock.
  const now = await deskFor(deps, request, account);
  if (submission.kind === 'too-many') {
    const problem = { field: '', code: 'too-many', message: tooManyVersions(submission) };
    const judgement = { ...(await runningFigures(ctx, now, form, values)), problems: [problem] };
    return showSheet(reply.code(422), ctx, now, form, { formState: 'checked', values, judgement });
  }
  if (submission.kind !== 'refused') return showMeanwhile(deps, request, reply, now);
  const problems = toPagePaths(form, values, submission.problems);
  const judgement = { ...(await runningFigures(ctx, now, form, values)), problems };
  const { version } = submission.sheet;
  return showSheet(reply.code(422), ctx, now, form, { formState: 'refused', values, judgement, version });
}

async function check(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null && wantsJson(request)) {
    throw new HttpError(409, 'stale', 'The turn was processed meanwhile. Reload the page for the new sheet.');
  }
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const judgement = await validateValues(deps.ctx, desk, form, values);
  if (wantsJson(request)) return reply.send(checkResponse(form, judgement));
  return showSheet(reply, deps.ctx, desk, form, { formState: 'checked', values, judgement });
}

/** The turn was processed while the sheet was being filled in: says so, and shows all that was typed. */
async function showMeanwhile(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  desk: SheetContext,
): Promise<FastifyReply> {
  const { form } = desk.page;
  const typed = typedFields(request.body);
  const oldTurn = turnOfBody(request.body);
  if (oldTurn === null) {
    throw badRequest('The sheet does not say which turn it is for. Reload the page and send it again.');
  }
  reply.code(409);
  if (form === null) return showNoSheet(reply, desk, typed);
  const filled = await fillIn(deps, request, desk, form, 'meanwhile');
  return showSheet(reply, deps.ctx, desk, form, { ...filled, oldTurn, typed });
}

/** After signing in again: the form with all that was typed, not sent yet. */
async function showTyped(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  return showSheet(reply, deps.ctx, desk, form, await fillIn(deps, request, desk, form, 'signed-in'));
}

async function fillIn(
  deps: WebContext,
  request: FastifyRequest,
  desk: SheetContext,
  form: SheetForm,
  formState: FormState,
): Promise<Filled> {
  const values = valuesFromBody(form, request.body);
  return { formState, values, judgement: await runningFigures(deps.ctx, desk, form, values) };
}
