import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import type { House } from '../../../context.ts';
import { good, problemsInWords, type Result } from '../../../rules/result.ts';
import { rawFromForm, type SheetForm } from '../../../rules/sheet.ts';
import { takeLastWordBack } from '../../../games/sheets/final-orders.ts';
import { numberOf } from '../../../games/game/game-number.ts';
import { submitSheet } from '../../../games/sheets/submit-sheet.ts';
import { takeVoteBack, type VoteAsked, voteForTime } from '../../../games/schedule/extension-votes.ts';
import { GameParams, readBody, readParams, readQuery, TurnNumber } from '../../forms/read-request.ts';
import type { WebDeps } from '../../deps.ts';
import { badRequest, HttpRefusal, wantsJson } from '../../rendering/http-errors.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkAnswer } from '../../turn-sheet/check-response.ts';
import { type Desk, deskOf, figuresOf, judge } from '../../turn-sheet/sheet-context.ts';
import { type Filled, type Mood, openedWith, showNoSheet, showSheet } from '../../turn-sheet/sheet-page.ts';
import { toPagePaths, valuesFromBody } from '../../turn-sheet/paths.ts';
import { showReceipt } from '../../turn-sheet/receipt-page.ts';
import { tooManyVersions } from '../../turn-sheet/too-many-versions.ts';
import { saysLastWord, turnOfBody, typedFields } from '../../turn-sheet/typed-fields.ts';
import { addTypedDoors } from '../../turn-sheet/sheet-form-routes.ts';
import { receiptAddress, sheetAddress } from '../../turn-sheet/versions.ts';

const OpenQuery = z.object({ version: z.coerce.number().int().positive().max(1_000_000).optional() });
const VersionParams = GameParams.extend({
  turn: TurnNumber,
  version: z.coerce.number().int().positive().max(1_000_000),
});
const VoteBody = z.object({ due: z.coerce.date<string>('Say which date is to be put off.') });

/** The turn sheet: fill in, check, send, receipts. Everything on it comes from the ruleset's form. */
export default async function sheetRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/my/games/:number/sheet', { config: { who: 'account' } }, async (request, reply) => {
    const desk = await deskFor(deps, request, accountOf(request));
    const { form } = desk.page;
    if (form === null) return showNoSheet(reply, desk, []);
    const { version } = readQuery(OpenQuery, request);
    return showSheet(reply, house, desk, form, await openedWith(house, desk, form, version));
  });

  addTypedDoors(app, '/my/games/:number/sheet', {
    address: ownAddress,
    send: (request, reply, account) => send(deps, request, reply, account),
    check: (request, reply, account) => check(deps, request, reply, account),
    again: (request, reply, account) => showTyped(deps, request, reply, account),
  });

  app.post('/my/games/:number/sheet/take-back', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const desk = await deskFor(deps, request, account);
    const turn = turnOfBody(request.body);
    if (turn === null) throw badRequest('Say for which turn your last word is to be taken back.');
    const taken = await takeLastWordBack(house, { gameId: desk.page.game.id, by: account.id, turn });
    if (!taken.ok) throw new HttpRefusal(409, 'not-final', problemsInWords(taken.problems));
    return reply.done(`/my/games/${desk.number}/sheet`, 'last-word-back');
  });

  for (const [path, act] of [
    ['vote', voteFor],
    ['vote/take-back', takeBack],
  ] as const) {
    app.post(`/my/games/:number/sheet/${path}`, { config: { who: 'account' } }, async (request, reply) => {
      const account = accountOf(request);
      const desk = await deskFor(deps, request, account);
      const turn = turnOfBody(request.body);
      const { due } = readBody(VoteBody, request);
      if (turn === null) throw badRequest('Say for which turn you need more time.');
      const done = await act(house, { gameId: desk.page.game.id, by: account.id, turn, due });
      if (!done.ok) throw new HttpRefusal(409, 'no-vote', problemsInWords(done.problems));
      return reply.done(`/my/games/${desk.number}/sheet`, done.value);
    });
  }

  app.get(
    '/my/games/:number/sheet/turns/:turn/versions/:version',
    { config: { who: 'account' } },
    async (request, reply) => {
      const wanted = readParams(VersionParams, request);
      return showReceipt(reply, house, accountOf(request), wanted);
    },
  );
}

/** What the page says after a vote for more time. */
async function voteFor(house: House, asked: VoteAsked): Promise<Result<string>> {
  const voted = await voteForTime(house, asked);
  return voted.ok ? good(voted.value.extended ? 'vote-passed' : 'voted') : voted;
}

async function takeBack(house: House, asked: VoteAsked): Promise<Result<string>> {
  const taken = await takeVoteBack(house, asked);
  return taken.ok ? good('vote-back') : taken;
}

function ownAddress(request: FastifyRequest): string {
  return sheetAddress(numberOf(readParams(GameParams, request).number));
}

function deskFor(deps: WebDeps, request: FastifyRequest, account: Account): Promise<Desk> {
  return deskOf(deps.house, account, readParams(GameParams, request).number);
}

/** The form that a posted sheet answers; null if it was typed for another turn, or nothing is awaited. */
function answeredForm(desk: Desk, request: FastifyRequest): SheetForm | null {
  const { form } = desk.page;
  return form !== null && turnOfBody(request.body) === form.turn ? form : null;
}

async function send(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { house } = deps;
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const submission = await submitSheet(house, {
    gameId: desk.page.game.id,
    seatId: desk.page.seat.id,
    turn: form.turn,
    raw: rawFromForm(form, values),
    channel: 'web',
    sentById: account.id,
    final: desk.page.lastWord !== null && saysLastWord(request.body),
  });
  if (submission.kind === 'standing') {
    return reply.redirect(receiptAddress(desk.number, form.turn, submission.sheet.version), 303);
  }
  // The page lists the refused version too; or the turn was processed between our look and the lock.
  const now = await deskFor(deps, request, account);
  if (submission.kind === 'too-many') {
    const problem = { field: '', code: 'too-many', message: tooManyVersions(submission) };
    const judgement = { ...(await figuresOf(house, now, form, values)), problems: [problem] };
    return showSheet(reply.code(422), house, now, form, { mood: 'checked', values, judgement });
  }
  if (submission.kind !== 'refused') return showMeanwhile(deps, request, reply, now);
  const problems = toPagePaths(form, values, submission.problems);
  const judgement = { ...(await figuresOf(house, now, form, values)), problems };
  const { version } = submission.sheet;
  return showSheet(reply.code(422), house, now, form, { mood: 'refused', values, judgement, version });
}

async function check(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null && wantsJson(request)) {
    throw new HttpRefusal(
      409,
      'stale',
      'The turn was processed meanwhile. Reload the page for the new sheet.',
    );
  }
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  const values = valuesFromBody(form, request.body);
  const judgement = await judge(deps.house, desk, form, values);
  if (wantsJson(request)) return reply.send(checkAnswer(form, judgement));
  return showSheet(reply, deps.house, desk, form, { mood: 'checked', values, judgement });
}

/** The turn was processed while the sheet was being filled in: says so, and shows all that was typed. */
async function showMeanwhile(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  desk: Desk,
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
  return showSheet(reply, deps.house, desk, form, { ...filled, oldTurn, typed });
}

/** After signing in again: the form with all that was typed, not sent yet. */
async function showTyped(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account);
  const form = answeredForm(desk, request);
  if (form === null) return showMeanwhile(deps, request, reply, desk);
  return showSheet(reply, deps.house, desk, form, await fillIn(deps, request, desk, form, 'signed-in'));
}

async function fillIn(
  deps: WebDeps,
  request: FastifyRequest,
  desk: Desk,
  form: SheetForm,
  mood: Mood,
): Promise<Filled> {
  const values = valuesFromBody(form, request.body);
  return { mood, values, judgement: await figuresOf(deps.house, desk, form, values) };
}
