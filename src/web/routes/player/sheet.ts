import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../../context.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { openFacts } from '../../../games/game/player-seat.ts';
import { type VoteRequest, voteForMoreTime, withdrawVote } from '../../../games/schedule/extension-votes.ts';
import { reopenOrders } from '../../../games/sheets/reopen-orders.ts';
import { ok, problemsInWords, type Result } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, TurnNumber, withSchemas } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import { sheetPath } from '../../turn-sheet/addresses.ts';
import { fillIn } from '../../turn-sheet/fill-in.ts';
import { showSheetGuess } from '../../turn-sheet/guess-page.ts';
import { isForOpenTurn, turnOfBody } from '../../turn-sheet/posted-sheet.ts';
import { showReceipt } from '../../turn-sheet/receipt-page.ts';
import {
  type SheetRefusal,
  sendPostedSheet,
  showRefusedSheet,
  showStaleSheet,
} from '../../turn-sheet/send-sheet.ts';
import {
  type SheetContext,
  seatContext,
  sheetContext,
  validateSheet,
  withoutRemarks,
} from '../../turn-sheet/sheet-context.ts';
import { registerSheetFormRoutes, type SheetFormPage } from '../../turn-sheet/sheet-form-routes.ts';
import { openedSheet, showNoSheet, showSheet } from '../../turn-sheet/sheet-page.ts';
import { staleWords } from '../../turn-sheet/stale-words.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/my/games/:number/sheet';

const VersionNumber = z.coerce.number().int().positive().max(1_000_000);
const OpenQuery = z.object({ version: VersionNumber.optional() });
const VersionParams = GameParams.extend({ turn: TurnNumber, version: VersionNumber });
/** The turn of the page, for the buttons beside the form. */
const TurnBody = z.object({ _turn: TurnNumber });
const VoteBody = TurnBody.extend({ due: z.coerce.date<string>('The due date of the page is missing.') });

/** The turn sheet: fill in, check, send, receipts, reopen, vote for more time. */
export default async function sheetRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'account' as const };

  const openSchema = { params: GameParams, querystring: OpenQuery };
  routes.get(PATH, { config: { ...config, costly: 'game' }, schema: openSchema }, async (request, reply) => {
    const context = await sheetContext(ctx, accountOf(request), request.params.number);
    const { form } = context.page;
    if (form === null) return showNoSheet(reply, context);
    const filled = await openedSheet(ctx, context, form, request.query.version);
    return showSheet(reply, ctx, context, filled);
  });

  registerSheetFormRoutes(app, deps, sheetFormPage(ctx));

  const reopenSchema = { params: GameParams, body: TurnBody };
  routes.post(`${PATH}/reopen`, { config, schema: reopenSchema }, async (request, reply) => {
    const account = accountOf(request);
    const { own, number } = await seatContext(ctx, account, request.params.number);
    const reopening = { gameId: own.game.id, by: account.id, turn: request.body._turn };
    const reopened = await reopenOrders(ctx, reopening);
    if (!reopened.ok) throw new HttpError(409, 'not-final', problemsInWords(reopened.problems));
    return reply.done(sheetPath(number), 'orders-reopened');
  });

  const voteSchema = { params: GameParams, body: VoteBody };
  for (const [path, act] of [
    ['vote', vote],
    ['vote/withdraw', takeVoteBack],
  ] as const) {
    routes.post(`${PATH}/${path}`, { config, schema: voteSchema }, async (request, reply) => {
      const account = accountOf(request);
      const { own, number } = await seatContext(ctx, account, request.params.number);
      const { _turn: turn, due } = request.body;
      const done = await act(ctx, { gameId: own.game.id, by: account.id, turn, due });
      if (!done.ok) throw new HttpError(409, 'no-vote', problemsInWords(done.problems));
      return reply.done(sheetPath(number), done.value);
    });
  }

  const receiptSchema = { params: VersionParams };
  routes.get(
    `${PATH}/turns/:turn/versions/:version`,
    { config: { ...config, costly: 'game' }, schema: receiptSchema },
    async (request, reply) => {
      const { number, ...wanted } = request.params;
      const context = await seatContext(ctx, accountOf(request), number);
      return showReceipt(reply, ctx, context, wanted);
    },
  );
}

/** Votes for more time and returns the notice to show. */
async function vote(ctx: AppContext, wanted: VoteRequest): Promise<Result<'vote-passed' | 'voted'>> {
  const voted = await voteForMoreTime(ctx, wanted);
  return voted.ok ? ok(voted.value.extended ? 'vote-passed' : 'voted') : voted;
}

/** Withdraws a vote for more time and returns the notice to show. */
async function takeVoteBack(ctx: AppContext, wanted: VoteRequest): Promise<Result<'vote-withdrawn'>> {
  const withdrawn = await withdrawVote(ctx, wanted);
  return withdrawn.ok ? ok('vote-withdrawn') : withdrawn;
}

function sheetFormPage(
  ctx: AppContext,
): SheetFormPage<z.output<typeof GameParams>, SheetContext, SheetRefusal> {
  return {
    url: PATH,
    params: GameParams,
    address: ({ number }) => sheetPath(gameNumber(number)),
    load: (account, { number }) => sheetContext(ctx, account, number),
    formOf: ({ page: { form }, own }, body) => (isForOpenTurn(body, own.game) ? form : null),
    validate: validateSheet,
    send: (account, { number }, body) => sendPostedSheet(ctx, { account, number, body }),
    show(reply, context, { form, values, state }) {
      const checked = validateSheet(context, form, values);
      const validation = state === 'checked' ? checked : withoutRemarks(checked);
      return showSheet(reply, ctx, context, { form, values, validation, state: { kind: state } });
    },
    showGuess: showSheetGuess,
    fillIn: (context, { form, values, code }) => fillIn(form, openFacts(context.own), { values, code }),
    showEdited(reply, context, { form, values, remark, moved }) {
      const validation = withoutRemarks(validateSheet(context, form, values));
      const state = { kind: 'edited' as const, remark, moved };
      return showSheet(reply, ctx, context, { form, values, validation, state });
    },
    showRefused: (reply, context, filled) => showRefusedSheet(reply, ctx, context, filled),
    showStale: (reply, context) => showStaleSheet(reply, ctx, context),
    staleMessage: ({ page }, body) =>
      `${staleWords(turnOfBody(body), page.turn).reason} Reload the page for the new sheet.`,
  };
}
