import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { ownSheet, previewSheet, type SheetPage, sheetPage } from '../../../games/game/player-view.ts';
import { lobby, publicGame, publicPrintout } from '../../../games/game/public-view.ts';
import { reopenOrders } from '../../../games/sheets/reopen-orders.ts';
import { type Submission, submitSheet } from '../../../games/sheets/submit-sheet.ts';
import { GameParams, readParams, readQuery, TurnNumber } from '../../forms/read-request.ts';
import { badRequest, HttpError, notFound } from '../../rendering/http-errors.ts';
import { apiGame } from '../../turn-sheet/api-game.ts';
import { tooManyVersions } from '../../turn-sheet/too-many-versions.ts';
import type { WebContext } from '../../web-context.ts';
import { BASIC, basicAccount, FinalQuery, jsonOnly } from './basic-auth.ts';

const TurnQuery = z.object({ turn: TurnNumber.optional() });

/** The door for programs: public state without signing in, one's own sheet with HTTP Basic. See docs/api.md. */
export default async function apiGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  gameRoutes(app, deps);
  sheetRoutes(app, deps);
  finalOrdersRoute(app, deps);
}

/** What everybody may see. */
function gameRoutes(app: FastifyInstance, { ctx }: WebContext): void {
  app.get('/api/games', { config: { access: 'anyone' } }, async () => {
    return { games: (await lobby(ctx)).map(apiGame) };
  });

  app.get('/api/games/:number', { config: { access: 'anyone' } }, async (request) => {
    const number = gameNumber(readParams(GameParams, request).number);
    const { turn } = readQuery(TurnQuery, request);
    const game = await publicGame(ctx, number);
    if (game === null) throw notFound('There is no game of this number on this server.');
    const shown = turn ?? game.printouts[0]?.turn;
    const report = shown === undefined ? null : await publicPrintout(ctx, number, shown);
    if (turn !== undefined && report === null) throw notFound('This game has no such turn (yet).');
    const { card, seats, printouts, dice, outcome } = game;
    const away = game.away.map(({ seat, firstDay, lastDay }) => ({ seat, firstDay, lastDay }));
    const turns = printouts.map((one) => one.turn);
    return { ...apiGame(card), seats, away, printouts: turns, dice, outcome, report };
  });
}

/** One's own sheet of the open turn: read, sent, judged. */
function sheetRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  app.get('/api/games/:number/sheet', { config: BASIC }, async (request, reply) => {
    const { account, number, page } = await ownSeat(deps, request, reply);
    const { form, turn, standingVersion, standing, versions } = page;
    const latest = versions[0];
    const last =
      latest === undefined || turn === null
        ? null
        : await ownSheet(ctx, account, number, turn, latest.version);
    return {
      ...apiGame(page.game),
      seat: page.seat.identifier,
      form,
      standing: standingVersion === null ? null : { version: standingVersion, orders: standing },
      finalOrders: page.finalOrders,
      versions: versions.map(({ version, outcome, channel, receivedAt }) => ({
        version,
        outcome,
        channel,
        receivedAt,
      })),
      problems: last?.problems ?? [],
      advice: last?.advice ?? [],
    };
  });

  app.post('/api/games/:number/sheet', { config: BASIC }, async (request, reply) => {
    const { account, page, turn, orders } = await sentOrders(deps, request, reply);
    const { final } = readQuery(FinalQuery, request);
    const submission = await submitSheet(ctx, {
      gameId: page.game.id,
      seatId: page.seat.id,
      turn,
      raw: orders,
      channel: 'api',
      sentById: account.id,
      // Where the game asks for no last words nothing hangs on them, and none is kept.
      final: page.finalOrders !== null && final === 'yes',
    });
    return answerTo(submission, turn, reply);
  });

  app.post('/api/games/:number/sheet/check', { config: BASIC }, async (request, reply) => {
    const { account, number, page, turn, orders } = await sentOrders(deps, request, reply);
    if (page.turn !== null && page.turn !== turn) throw stale(turn, page.turn);
    const preview = await previewSheet(ctx, account, number, orders);
    if (preview === null) throw notOwed();
    const { problems, advice, tally } = preview;
    return { problems, advice, totals: tally.totals, notes: tally.notes };
  });
}

function finalOrdersRoute(app: FastifyInstance, deps: WebContext): void {
  app.delete('/api/games/:number/sheet/final', { config: BASIC }, async (request, reply) => {
    const { account, page } = await ownSeat(deps, request, reply);
    const { turn } = readQuery(TurnQuery, request);
    if (turn === undefined) throw badRequest('Say for which turn the last word is taken back: ?turn=3.');
    if (page.turn !== null && page.turn !== turn) throw stale(turn, page.turn);
    const taken = await reopenOrders(deps.ctx, { gameId: page.game.id, by: account.id, turn });
    if (!taken.ok) {
      const [problem] = taken.problems;
      throw new HttpError(409, problem?.code ?? 'not-final', problem?.message ?? '');
    }
    return { turn, final: false };
  });
}

/** What a program is told of the sheet that it has sent for a turn. @throws a 409 or 429 where nothing was kept */
function answerTo(submission: Submission, turn: number, reply: FastifyReply) {
  switch (submission.kind) {
    case 'standing': {
      const { version, final } = submission.sheet;
      return { outcome: 'standing', turn, version, final, advice: submission.advice };
    }
    case 'refused': {
      const { sheet, problems, standingVersion } = submission;
      reply.code(422);
      return { outcome: 'refused', turn, version: sheet.version, standingVersion, problems };
    }
    case 'too-many':
      throw new HttpError(429, 'too-many', tooManyVersions(submission));
    case 'stale':
      throw stale(turn, submission.turn);
    case 'not-owed':
      throw notOwed();
  }
}

function stale(turn: number, open: number): HttpError {
  return new HttpError(409, 'stale', `Turn ${turn} is not open; turn ${open} is. Nothing was kept.`);
}

function notOwed(): HttpError {
  return new HttpError(409, 'not-owed', 'No sheet is awaited from this seat now. Nothing was kept.');
}

/** Orders as JSON with the turn they are for. @throws a 415 for anything but JSON, a 400 without a turn */
async function sentOrders(deps: WebContext, request: FastifyRequest, reply: FastifyReply) {
  jsonOnly(request);
  const { turn } = readQuery(TurnQuery, request);
  if (turn === undefined) throw badRequest('Say which turn the orders are for: ?turn=3.');
  const seat = await ownSeat(deps, request, reply);
  return { ...seat, turn, orders: request.body };
}

/** The account's own seat in the game that the address names. @throws a 401, 404 or 429 */
async function ownSeat(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ account: Account; number: string; page: SheetPage }> {
  const account = await basicAccount(request, reply);
  const number = gameNumber(readParams(GameParams, request).number);
  const page = await sheetPage(deps.ctx, account, number);
  if (page === null) throw notFound('You have no seat in a game of this number.');
  return { account, number, page };
}
