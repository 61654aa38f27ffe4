import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../../rules/sheet.ts';
import { sendAhead, withdrawAhead } from '../../../games/sheets/advance-orders.ts';
import { numberOf } from '../../../games/game/game-number.ts';
import { readParams, readQuery } from '../../forms/read-request.ts';
import type { WebDeps } from '../../deps.ts';
import { HttpRefusal, notFound, wantsJson } from '../../rendering/http-errors.ts';
import { accountOf } from '../../access/session-cookies.ts';
import {
  type AheadDesk,
  AheadParams,
  aheadAddress,
  aheadDeskOf,
  judgeAheadPage,
  keptValues,
  showAhead,
  showNothingAhead,
} from '../../turn-sheet/advance-orders-page.ts';
import { checkAnswer } from '../../turn-sheet/check-response.ts';
import { deskOf, figuresOf } from '../../turn-sheet/sheet-context.ts';
import { showSheet } from '../../turn-sheet/sheet-page.ts';
import { valuesFromBody } from '../../turn-sheet/paths.ts';
import { saysLastWord, typedFields } from '../../turn-sheet/typed-fields.ts';
import { addTypedDoors } from '../../turn-sheet/sheet-form-routes.ts';
import { sheetAddress } from '../../turn-sheet/versions.ts';

const KeptQuery = z.object({ kept: z.string().max(10).optional() });
/** Per account and minute. */
const SENDS = { max: 30, timeWindow: '1 minute' };

/** Sheets for later turns, and the standing order: fill in, check, send, withdraw. For the account that sits there. */
export default async function aheadRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/my/games/:number/ahead/:turn', { config: { who: 'account' } }, async (request, reply) => {
    const desk = await deskFor(deps, request, accountOf(request));
    const { page, number } = desk;
    if (page.openTurn !== null && page.turn === page.openTurn)
      return reply.redirect(sheetAddress(number), 303);
    if (page.fault !== null) throw notFound(page.fault.message);
    if (page.form === null) return showNothingAhead(reply, desk, []);
    const mood = page.kept !== null && readQuery(KeptQuery, request).kept === 'yes' ? 'kept' : 'open';
    return showAhead(reply, house, desk, page.form, { mood, values: keptValues(desk, page.form) });
  });

  addTypedDoors(app, '/my/games/:number/ahead/:turn', {
    address: ownAddress,
    send: (request, reply, account) => send(deps, request, reply, account),
    check: (request, reply, account) => check(deps, request, reply, account),
    again: (request, reply, account) => showTyped(deps, request, reply, account),
    sends: SENDS,
  });

  app.post(
    '/my/games/:number/ahead/:turn/withdraw',
    { config: { who: 'account' } },
    async (request, reply) => {
      const account = accountOf(request);
      const { page, number } = await deskFor(deps, request, account);
      const of = { gameId: page.game.id, seatId: page.seat.id, turn: page.turn, sentById: account.id };
      const done = await withdrawAhead(house, of);
      if (!done.ok) throw new HttpRefusal(409, done.problems[0]?.code ?? '', problemsInWords(done.problems));
      return reply.done(`/my/games/${number}`, 'ahead-withdrawn');
    },
  );
}

function ownAddress(request: FastifyRequest): string {
  const { number, turn } = readParams(AheadParams, request);
  return aheadAddress(numberOf(number), turn);
}

function deskFor(deps: WebDeps, request: FastifyRequest, account: Account): Promise<AheadDesk> {
  return aheadDeskOf(deps.house, account, readParams(AheadParams, request));
}

async function send(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { house } = deps;
  const desk = await deskFor(deps, request, account);
  const { form, turn, game, seat, asksLastWord } = desk.page;
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const sent = await sendAhead(house, {
    ...{ gameId: game.id, seatId: seat.id, turn, sentById: account.id },
    raw: rawFromForm(form, values),
    final: asksLastWord && saysLastWord(request.body),
  });
  if (sent.ok) {
    // The page itself says that it is kept, and what would be dropped.
    return reply.redirect(`${aheadAddress(desk.number, turn)}?kept=yes`, 303);
  }
  // The turn may have opened between our look and the lock.
  const now = await deskFor(deps, request, account);
  if (now.page.form === null) return showMeanwhile(deps, request, reply, now);
  return refuse(deps, reply, now, now.page.form, values, problemsInWords(sent.problems));
}

function refuse(
  deps: WebDeps,
  reply: FastifyReply,
  desk: AheadDesk,
  form: SheetForm,
  values: FormValues,
  reason: string,
): Promise<FastifyReply> {
  return showAhead(reply.code(422), deps.house, desk, form, { mood: 'refused', values, reason });
}

async function check(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const { form, turn } = desk.page;
  if (form === null && wantsJson(request)) {
    throw new HttpRefusal(409, 'stale', `Turn ${turn} is not ahead any more. Reload the page for its sheet.`);
  }
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  if (!wantsJson(request)) return showAhead(reply, deps.house, desk, form, { mood: 'checked', values });
  const { judgement } = await judgeAheadPage(deps.house, desk, form, values);
  return reply.send(checkAnswer(form, judgement));
}

/** After signing in again: the form with all that was typed, not sent yet. */
async function showTyped(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const { form } = desk.page;
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  return showAhead(reply, deps.house, desk, form, { mood: 'signed-in', values });
}

/** Nothing can be sent ahead any more: if the turn itself is open, its sheet comes with all that was typed. */
async function showMeanwhile(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, page }: AheadDesk,
): Promise<FastifyReply> {
  const { number } = readParams(AheadParams, request);
  reply.code(409);
  const desk = await deskOf(deps.house, account, number);
  const { form } = desk.page;
  if (form !== null && page.turn === page.openTurn) {
    const values = valuesFromBody(form, request.body);
    const judgement = await figuresOf(deps.house, desk, form, values);
    return showSheet(reply, deps.house, desk, form, { mood: 'opened', values, judgement });
  }
  const ahead = { account, number: numberOf(number), page };
  return showNothingAhead(reply, ahead, typedFields(request.body));
}
