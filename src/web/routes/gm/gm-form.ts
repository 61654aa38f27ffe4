import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { GmRequest } from '../../../games/game/gm-access.ts';
import type { GmGamePage } from '../../../games/game/gm-view.ts';
import type { Result } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AtTurn, GameParams, readBody, readParams, submittedValues } from '../../forms/read-request.ts';
import type { PageNotice } from '../../rendering/page-notices.ts';
import type { WebContext } from '../../web-context.ts';
import { gmGamePath, renderGmGame, requireGmGame } from './gm-game-page.ts';
import { keptInvitation } from './invitation-cookie.ts';

/** What a form of the GM's page is given when it is sent. */
export interface GmFormRequest<Params, Body> {
  /** The game as it was just before. */
  page: GmGamePage;
  /** The GM's account. */
  by: number;
  params: Params;
  body: Body;
  /** To be called if something is stored and `act` then does something else that may fail. */
  markStored(): void;
}

/** A form of the GM's page. */
export interface GmForm<Params extends z.ZodType, Body extends z.ZodType, Value> {
  params?: Params;
  body?: Body;
  act(sent: GmFormRequest<z.infer<Params>, z.infer<Body>>): Promise<Result<Value>>;
  /** The notice that follows, by what `act` returned. */
  notice: PageNotice | ((value: Value) => PageNotice);
  /** The section of the page to go to: `#seats`. */
  anchor?: string;
  /** The status of a page with problems; if it is not given, 409 for a page that was out of date, otherwise 422. */
  refusedStatus?: number;
}

/** Serves one form of the GM's page: for the game's GM only, and back to the page with a notice or with problems. */
export function gmForm<
  Value,
  Params extends z.ZodType = typeof GameParams,
  Body extends z.ZodType = typeof AtTurn,
>(app: FastifyInstance, deps: WebContext, path: string, form: GmForm<Params, Body, Value>): void {
  app.post(path, { config: { access: 'account' } }, async (request, reply) => {
    const page = await requireGmGame(deps, request);
    const params = readParams(form.params ?? GameParams, request) as z.infer<Params>;
    const body = readBody(form.body ?? AtTurn, request) as z.infer<Body>;
    const markStored = () => {
      request.stored = true;
    };
    const result = await form.act({ page, by: accountOf(request).id, params, body, markStored });
    if (!result.ok) return refused(deps, request, reply, result, form.refusedStatus);
    const notice = typeof form.notice === 'function' ? form.notice(result.value) : form.notice;
    return reply.done(`${gmGamePath(page)}${form.anchor ?? ''}`, notice);
  });
}

/** Who wants something done to which game, and which turn was open on the page they saw. */
export function gmRequest({
  page,
  by,
  body,
}: Pick<GmFormRequest<unknown, { turn: number }>, 'page' | 'by' | 'body'>): GmRequest {
  return { gameId: page.game.id, by, turn: body.turn };
}

/** Problems that mean that the page was out of date, not that something was typed wrong. */
const OUT_OF_DATE = new Set([
  ...['wrong-turn', 'not-running', 'ended', 'changed', 'not-rolled-back', 'printed', 'not-abandoned'],
  ...['already', 'paused'],
]);

/** The page as the game is now, with the problems and what was typed. */
export async function refused(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { problems }: Extract<Result<unknown>, { ok: false }>,
  status = problems.some(({ code }) => OUT_OF_DATE.has(code)) ? 409 : 422,
): Promise<FastifyReply> {
  const page = await requireGmGame(deps, request);
  const link = await keptInvitation(deps, request, page.game.number);
  return renderGmGame(deps, reply.code(status), page, { problems, values: submittedValues(request), link });
}
