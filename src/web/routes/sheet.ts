import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../database/generated/client.ts';
import { rawFromForm } from '../../rules/sheet.ts';
import { submitSheet } from '../../turns/submit.ts';
import { GameParams, readParams, readQuery } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { badRequest, HttpRefusal, wantsJson } from '../http.ts';
import { accountOf } from '../plugins/sessions.ts';
import { checkAnswer } from '../sheet/answer.ts';
import { type Desk, deskOf, judge, type OpenSheet, openSheetOf, tallyOf } from '../sheet/desk.ts';
import { type Filled, type Mood, openedWith, showNoSheet, showSheet } from '../sheet/page.ts';
import { toPagePaths, valuesFromBody } from '../sheet/paths.ts';
import { showReceipt } from '../sheet/receipt.ts';
import { turnOfBody, typedFields } from '../sheet/typed.ts';
import { receiptAddress } from '../sheet/versions.ts';

const OpenQuery = z.object({ version: z.coerce.number().int().positive().max(1_000_000).optional() });
const VersionParams = GameParams.extend({
  turn: z.coerce.number().int().positive().max(100_000),
  version: z.coerce.number().int().positive().max(1_000_000),
});
const CodeBody = z.object({
  _account: z.string().max(40).default(''),
  _code: z.string().max(200).default(''),
});

/** While a sheet is being filled in, the page asks for its figures again and again; per account and minute. */
const CHECKS = { max: 240, timeWindow: '1 minute' };

/** The turn sheet: fill in, check, send, receipts. Everything on it comes from the ruleset's form. */
export default async function sheetRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/my/games/:number/sheet', { config: { who: 'account' } }, async (request, reply) => {
    const { desk, sheet } = await deskAndSheet(deps, request, accountOf(request));
    if (sheet === null) return showNoSheet(reply, desk, []);
    const { version } = readQuery(OpenQuery, request);
    return showSheet(reply, house, desk, sheet, await openedWith(house, desk, sheet, version));
  });

  // Open to everyone, so that what was typed can be kept where nobody is signed in any more.
  app.post('/my/games/:number/sheet', { config: { who: 'anyone' } }, async (request, reply) => {
    if (request.account === null) return askToSignIn(request, reply);
    return send(deps, request, reply, request.account);
  });

  app.post(
    '/my/games/:number/sheet/check',
    { config: { who: 'anyone', rateLimit: CHECKS } },
    async (request, reply) => {
      if (request.account === null) return askToSignIn(request, reply);
      return check(deps, request, reply, request.account);
    },
  );

  app.post('/my/games/:number/sheet/sign-in', { config: { who: 'anyone' } }, async (request, reply) => {
    const given = CodeBody.safeParse(request.body ?? {});
    if (!given.success) throw badRequest('Please give your account number and your security code.');
    const { _account: account, _code: code } = given.data;
    const attempt = await app.tryCode(request, reply, { account, code });
    if (attempt.account === null) return askToSignIn(request, reply, attempt.message, account);
    await reply.signIn(attempt.account);
    return showTyped(deps, request, reply, attempt.account);
  });

  app.get(
    '/my/games/:number/sheet/turns/:turn/versions/:version',
    { config: { who: 'account' } },
    async (request, reply) => {
      const { number, turn, version } = readParams(VersionParams, request);
      const desk = await deskOf(house, accountOf(request), number);
      return showReceipt(reply, house, desk, { turn, version });
    },
  );
}

async function deskAndSheet(
  deps: WebDeps,
  request: FastifyRequest,
  account: Account,
): Promise<{ desk: Desk; sheet: OpenSheet | null }> {
  const { number } = readParams(GameParams, request);
  const desk = await deskOf(deps.house, account, number);
  return { desk, sheet: await openSheetOf(deps.house, desk) };
}

async function send(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { desk, sheet } = await deskAndSheet(deps, request, account);
  if (sheet === null || turnOfBody(request.body) !== sheet.form.turn) {
    return showMeanwhile(deps, request, reply, { desk, sheet });
  }
  const values = valuesFromBody(sheet.form, request.body);
  const submission = await submitSheet(deps.house, {
    gameId: desk.game.id,
    seatId: desk.seat.id,
    turn: sheet.form.turn,
    raw: rawFromForm(sheet.form, values),
    channel: 'web',
    sentById: account.id,
  });
  if (submission.kind === 'standing') {
    return reply.redirect(
      `${receiptAddress(desk.number, sheet.form.turn, submission.sheet.version)}?sent`,
      303,
    );
  }
  if (submission.kind === 'refused') {
    const problems = toPagePaths(sheet.form, values, submission.problems);
    const judgement = { problems, advice: [], tally: tallyOf(desk, sheet, values) };
    const { version } = submission.sheet;
    return showSheet(reply.code(422), deps.house, desk, sheet, {
      mood: 'refused',
      values,
      judgement,
      version,
    });
  }
  // Processed between our look and the lock: look again.
  return showMeanwhile(deps, request, reply, await deskAndSheet(deps, request, account));
}

async function check(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { desk, sheet } = await deskAndSheet(deps, request, account);
  const json = wantsJson(request);
  if (sheet === null || turnOfBody(request.body) !== sheet.form.turn) {
    if (json)
      throw new HttpRefusal(
        409,
        'stale',
        'The turn was processed meanwhile. Reload the page for the new sheet.',
      );
    return showMeanwhile(deps, request, reply, { desk, sheet });
  }
  const values = valuesFromBody(sheet.form, request.body);
  const judgement = judge(desk, sheet, values);
  if (json) return reply.send(checkAnswer(sheet.form, judgement));
  return showSheet(reply, deps.house, desk, sheet, { mood: 'checked', values, judgement });
}

/** The turn was processed while the sheet was being filled in: says so, and shows all that was typed. */
async function showMeanwhile(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  found: { desk: Desk; sheet: OpenSheet | null },
): Promise<FastifyReply> {
  const { desk, sheet } = found;
  const typed = typedFields(request.body);
  reply.code(409);
  if (sheet === null) return showNoSheet(reply, desk, typed);
  const oldTurn = turnOfBody(request.body);
  if (oldTurn === null)
    throw badRequest('The sheet does not say which turn it is for. Reload the page and send it again.');
  const filled = fillIn(request, desk, sheet, 'meanwhile');
  return showSheet(reply, deps.house, desk, sheet, { ...filled, oldTurn, typed });
}

/** After signing in again: the form with all that was typed, not sent yet. */
async function showTyped(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const { desk, sheet } = await deskAndSheet(deps, request, account);
  if (sheet === null || turnOfBody(request.body) !== sheet.form.turn) {
    return showMeanwhile(deps, request, reply, { desk, sheet });
  }
  return showSheet(reply, deps.house, desk, sheet, fillIn(request, desk, sheet, 'signed-in'));
}

function fillIn(request: FastifyRequest, desk: Desk, sheet: OpenSheet, mood: Mood): Filled {
  const values = valuesFromBody(sheet.form, request.body);
  return { mood, values, judgement: { problems: [], advice: [], tally: tallyOf(desk, sheet, values) } };
}

/** Nobody is signed in (any more): asks for the code on a page that carries what was typed. */
function askToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: string,
  account = '',
): FastifyReply {
  readParams(GameParams, request);
  if (wantsJson(request))
    throw new HttpRefusal(
      401,
      'sign-in',
      'You are not signed in any more. Send the sheet: you will be asked to sign in, and nothing is lost.',
    );
  const path = request.url.split('?')[0] ?? '';
  return reply.code(401).page('player/sign-in-again', {
    title: 'Please sign in again',
    styles: ['sheet.css'],
    address: path.replace(/\/sheet(\/.*)?$/, '/sheet'),
    refused: refused ?? null,
    account: null,
    number: account,
    turn: turnOfBody(request.body),
    typed: typedFields(request.body),
  });
}
