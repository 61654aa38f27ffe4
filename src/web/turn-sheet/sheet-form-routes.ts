import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '../../database/generated/client.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { withSchemas } from '../forms/read-request.ts';
import { HttpError, wantsJson } from '../rendering/http-errors.ts';
import type { WebContext } from '../web-context.ts';
import { checkResponse } from './check-response.ts';
import { moveRow, rowMoveOf } from './move-row.ts';
import { refuseOtherSeat } from './other-seat.ts';
import { stateToFillIn, valuesFromBody } from './posted-sheet.ts';
import type { SeatContext } from './sheet-context.ts';
import { askToSignIn, signInAgain } from './sign-in-again.ts';
import type { LinkedRemark, Validation } from './view-model.ts';

/**
 * A page on which orders are filled in and sent: the turn sheet, or advance orders. `Params` are those of its address,
 * `Context` is what the page reads once per request, and `Refusal` is why orders were not taken.
 */
export interface SheetFormPage<Params, Context extends SeatContext, Refusal> {
  /** The route of the page: `/my/games/:number/sheet`. */
  url: string;
  params: z.ZodType<Params>;
  address(params: Params): string;
  /** @throws a 404 if the account has no such page */
  load(account: Account, params: Params): Promise<Context>;
  /** The form that the posted orders were written on; null if they can no longer be sent. */
  formOf(context: Context, body: unknown): SheetForm | null;
  validate(context: Context, form: SheetForm, values: FormValues): Validation;
  /**
   * Sends the posted orders. The page is loaded only if they are not taken.
   * @throws a 404 if the account has no such page, a 409 if they were posted from the page of another seat
   */
  send(account: Account, params: Params, body: unknown): Promise<SubmitOutcome<Refusal>>;
  /** The page with the entered values, after a check or after signing in again. */
  show(
    reply: FastifyReply,
    context: Context,
    filled: FilledForm & { state: 'checked' | 'signed-in' },
  ): Promise<FastifyReply>;
  /**
   * The page that guesses what the orders would do; null if they have problems, which `show` shows then. A page without
   * this function has no `/try`.
   */
  showGuess?(reply: FastifyReply, context: Context, filled: FilledForm): Promise<FastifyReply | null>;
  /** What “Fill in” beside the state with a postal code does; missing if the page has no such button. */
  fillIn?(context: Context, filled: FilledForm & { code: string }): EditedForm;
  /** The page after a button of the sheet was pressed on a page without scripts. */
  showEdited(
    reply: FastifyReply,
    context: Context,
    edited: EditedForm & { form: SheetForm },
  ): Promise<FastifyReply>;
  showRefused(
    reply: FastifyReply,
    context: Context,
    filled: FilledForm & { refusal: Refusal },
  ): Promise<FastifyReply>;
  /** What is shown if the posted orders can no longer be sent. It must show everything that was entered. */
  showStale(reply: FastifyReply, context: Context): Promise<FastifyReply>;
  /** The same for the script of the page. */
  staleMessage(context: Context, body: unknown): string;
}

interface FilledForm {
  form: SheetForm;
  values: FormValues;
}

/** Values that a button of the page changed, and what it did. */
export interface EditedForm {
  values: FormValues;
  remark: LinkedRemark;
  /** The button of the row that was moved; missing if none was. */
  moved?: string;
}

export type SubmitOutcome<Refusal> =
  /** `address` is the page to show next. */
  { kind: 'saved'; address: string } | { kind: 'stale' } | { kind: 'refused'; refusal: Refusal };

/**
 * Registers the routes to which a page sends its form: its own address, `/check`, `/try` and `/sign-in` below it. Anyone
 * may use them, so that nothing is lost if the session has expired.
 */
export function registerSheetFormRoutes<Params, Context extends SeatContext, Refusal>(
  app: FastifyInstance,
  deps: WebContext,
  page: SheetFormPage<Params, Context, Refusal>,
): void {
  const { url } = page;
  const routes = withSchemas(app);
  const schema = { params: page.params };
  const access = 'anyone' as const;

  routes.post(url, { schema, config: { access } }, async (request, reply) => {
    const params = request.params as Params;
    if (request.account === null) return askToSignIn(request, reply, { address: page.address(params) });
    return send(page, { request, reply, account: request.account, params });
  });

  const limits = { checks: true as const, costlyPage: 'game' as const };
  const checkConfig = { access, ...limits, stores: 'nothing' as const };
  routes.post(`${url}/check`, { schema, config: checkConfig }, async (request, reply) => {
    const params = request.params as Params;
    if (request.account === null) return askToSignIn(request, reply, { address: page.address(params) });
    return check(page, { request, reply, account: request.account, params });
  });

  if (page.showGuess) {
    // Each guess plays a turn, in some games many times.
    const tryConfig = { access, costly: 'game' as const, stores: 'nothing' as const };
    routes.post(`${url}/try`, { schema, config: tryConfig }, async (request, reply) => {
      const params = request.params as Params;
      if (request.account === null) return askToSignIn(request, reply, { address: page.address(params) });
      return tryOut(page, { request, reply, account: request.account, params });
    });
  }

  const signInConfig = { access, stores: 'session' as const };
  routes.post(`${url}/sign-in`, { schema, config: signInConfig }, async (request, reply) => {
    const params = request.params as Params;
    const form = { address: page.address(params) };
    const account = await signInAgain(deps, { request, reply, form });
    if (account === null) return reply;
    return showAgain(page, { request, reply, account, params });
  });
}

interface PostedForm<Params> {
  request: FastifyRequest;
  reply: FastifyReply;
  account: Account;
  params: Params;
}

/** What the page reads. @throws a 404 as `page.load`; a 409 if the posted form is that of another seat */
async function load<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  { request, account, params }: Omit<PostedForm<Params>, 'reply'>,
): Promise<Context> {
  const context = await page.load(account, params);
  refuseOtherSeat(request.body, context.own.seat.identifier);
  return context;
}

async function send<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  { request, reply, account, params }: PostedForm<Params>,
): Promise<FastifyReply> {
  const { body } = request;
  const outcome = await page.send(account, params, body);
  if (outcome.kind === 'saved') return reply.redirect(outcome.address, 303);
  request.stored = outcome.kind === 'refused';
  await request.server.takePageTurn(request, reply);
  const context = await load(page, { request, account, params });
  const form = page.formOf(context, body);
  if (outcome.kind === 'stale' || form === null) return page.showStale(reply.code(409), context);
  const values = valuesFromBody(form, body);
  return page.showRefused(reply.code(422), context, { form, values, refusal: outcome.refusal });
}

async function check<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  { request, reply, account, params }: PostedForm<Params>,
): Promise<FastifyReply> {
  const context = await load(page, { request, account, params });
  const form = page.formOf(context, request.body);
  if (form === null) {
    if (wantsJson(request)) throw new HttpError(409, 'stale', page.staleMessage(context, request.body));
    return page.showStale(reply.code(409), context);
  }
  const values = valuesFromBody(form, request.body);
  if (!wantsJson(request)) {
    const edited = editedForm(page, context, { form, values, body: request.body });
    if (edited !== null) return page.showEdited(reply, context, { form, ...edited });
    return page.show(reply, context, { form, values, state: 'checked' });
  }
  return reply.send(checkResponse(form, page.validate(context, form, values)));
}

/** The values after the button of a state or of a row was pressed; null if neither was. */
function editedForm<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  context: Context,
  { form, values, body }: FilledForm & { body: unknown },
): EditedForm | null {
  const move = rowMoveOf(body);
  if (move !== null) return moveRow(form, values, move);
  const code = stateToFillIn(body);
  return code === null ? null : (page.fillIn?.(context, { form, values, code }) ?? null);
}

async function tryOut<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  { request, reply, account, params }: PostedForm<Params>,
): Promise<FastifyReply> {
  const context = await load(page, { request, account, params });
  const form = page.formOf(context, request.body);
  if (form === null) return page.showStale(reply.code(409), context);
  const values = valuesFromBody(form, request.body);
  const guessed = await page.showGuess?.(reply, context, { form, values });
  return guessed ?? page.show(reply, context, { form, values, state: 'checked' });
}

/** After signing in again: the form with everything that was entered, not sent yet. */
async function showAgain<Params, Context extends SeatContext, Refusal>(
  page: SheetFormPage<Params, Context, Refusal>,
  { request, reply, account, params }: PostedForm<Params>,
): Promise<FastifyReply> {
  const context = await load(page, { request, account, params });
  const form = page.formOf(context, request.body);
  if (form === null) return page.showStale(reply.code(409), context);
  return page.show(reply, context, {
    form,
    values: valuesFromBody(form, request.body),
    state: 'signed-in',
  });
}
