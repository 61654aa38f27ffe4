import type { FastifyInstance, FastifyReply } from 'fastify';
import { reopenOrders } from '../../../games/sheets/reopen-orders.ts';
import { ownSheet, previewSheet } from '../../../games/sheets/sheet-view.ts';
import { type SubmittedOnce, submitOnce } from '../../../games/sheets/submit-once.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, withSchemas } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import { seatContext, sheetContext } from '../../turn-sheet/sheet-context.ts';
import { tooMuchSent } from '../../turn-sheet/versions.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { gameJson } from './game-json.ts';
import { described } from './openapi.ts';
import { FinalQuery, forPrograms, forProgramsWithJson, readingGames } from './program-auth.ts';
import {
  AttemptQuery,
  keyReused,
  notOwed,
  requireOpenTurn,
  rolledBack,
  SendHeaders,
  SHEET_PATH,
  stale,
  TurnQuery,
} from './sheet-requests.ts';

const SendQuery = TurnQuery.extend(AttemptQuery.shape).extend(FinalQuery.shape);

/** The own sheet of the open turn, for programs: read, check, send, reopen. See docs/api.md. */
export default async function apiSheetRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);

  routes.get(
    SHEET_PATH,
    {
      ...readingGames(forPrograms(ctx, 'read')),
      schema: {
        params: GameParams,
        ...described({ summary: 'Shows your sheet of the open turn', scope: 'read', answer: ANSWERS.sheet }),
      },
    },
    async (request) => {
      const { own, page } = await sheetContext(ctx, accountOf(request), request.params.number);
      const { form, standingVersion, hiddenSheetStands, finalOrders, versions } = page;
      const { turn } = own.game;
      const read = async (version: number | null | undefined) =>
        version == null ? null : ownSheet(ctx, own, { turn, version });
      const standing = await read(standingVersion);
      const latest = versions[0]?.version === standingVersion ? standing : await read(versions[0]?.version);
      return {
        ...gameJson(page.game),
        attempt: own.game.attempt,
        seat: page.seat.identifier,
        form,
        standing: standing && { version: standing.version, orders: standing.raw },
        hiddenSheetStands,
        finalOrders,
        versions: versions.map(({ version, outcome, channel, receivedAt }) => ({
          version,
          outcome,
          channel,
          receivedAt,
        })),
        problems: latest?.problems ?? [],
        advice: latest?.advice ?? [],
      };
    },
  );

  const sendSchema = {
    ...{ params: GameParams, querystring: SendQuery, body: Orders },
    headers: SendHeaders,
    ...described({
      summary: 'Sends your sheet',
      scope: 'sheets',
      answer: ANSWERS.sent,
      refusal: ANSWERS.refused,
    }),
  };
  routes.post(
    SHEET_PATH,
    { ...forProgramsWithJson(ctx, 'sheets'), schema: sendSchema },
    async (request, reply) => {
      const account = accountOf(request);
      const { own, page } = await sheetContext(ctx, account, request.params.number);
      const { turn, attempt, final } = request.query;
      const sheet = {
        ...{ gameId: own.game.id, seatId: own.seat.id, turn, attempt, raw: request.body },
        ...{ channel: 'api' as const, sentById: account.id },
        final: page.finalOrders !== null && final === 'yes',
      };
      return submissionJson(
        await submitOnce(ctx, sheet, request.headers['idempotency-key'] ?? null),
        turn,
        reply,
      );
    },
  );

  const checkSchema = {
    ...{ params: GameParams, querystring: TurnQuery, body: Orders },
    ...described({ summary: 'Checks a sheet without sending it', scope: 'read', answer: ANSWERS.checked }),
  };
  const checking = readingGames(forProgramsWithJson(ctx, 'read'));
  const checkConfig = { ...checking.config, stores: 'nothing' as const };
  const check = { ...checking, config: checkConfig, schema: checkSchema };
  routes.post(`${SHEET_PATH}/check`, check, async (request) => {
    const context = await sheetContext(ctx, accountOf(request), request.params.number);
    requireOpenTurn(context.page, request.query.turn);
    if (context.page.form === null) throw notOwed();
    const { problems, advice, tally } = previewSheet(context.own, request.body);
    return { problems, advice, totals: tally.totals, notes: tally.notes };
  });

  const reopenSchema = {
    ...{ params: GameParams, querystring: TurnQuery },
    ...described({ summary: 'Reopens your final orders', scope: 'sheets', answer: ANSWERS.reopened }),
  };
  routes.delete(
    `${SHEET_PATH}/final`,
    { ...forPrograms(ctx, 'sheets'), schema: reopenSchema },
    async (request) => {
      const account = accountOf(request);
      const { own } = await seatContext(ctx, account, request.params.number);
      const { turn } = request.query;
      requireOpenTurn({ turn: own.game.status === 'running' ? own.game.turn : null }, turn);
      const reopened = await reopenOrders(ctx, { gameId: own.game.id, by: account.id, turn });
      if (!reopened.ok) {
        const [problem] = reopened.problems;
        throw new HttpError(409, problem?.code ?? 'not-final', problem?.message ?? '');
      }
      return { turn, final: false };
    },
  );
}

/** The answer that the first request with the same key got, with the version that counts now. */
function repeatedJson(
  { sheet, standingVersion }: Extract<SubmittedOnce, { kind: 'repeated' }>,
  reply: FastifyReply,
) {
  const { turn, version, final, problems, advice } = sheet;
  if (sheet.outcome !== 'refused')
    return { outcome: 'standing', turn, version, standingVersion, final, advice };
  reply.code(422);
  return { outcome: 'refused', turn, version, standingVersion, problems };
}

/** The response to a sheet that was sent for a turn. @throws a 409 or 429 if nothing was saved */
function submissionJson(submission: SubmittedOnce, turn: number, reply: FastifyReply) {
  switch (submission.kind) {
    case 'standing': {
      const { version, final } = submission.sheet;
      const { advice } = submission;
      return { outcome: 'standing', turn, version, standingVersion: version, final, advice };
    }
    case 'refused': {
      const { sheet, problems, standingVersion } = submission;
      reply.code(422);
      return { outcome: 'refused', turn, version: sheet.version, standingVersion, problems };
    }
    case 'repeated': {
      reply.header('idempotent-replayed', 'true');
      return repeatedJson(submission, reply);
    }
    case 'key-reused':
      throw keyReused();
    case 'too-many':
    case 'too-long':
      throw new HttpError(429, submission.kind, tooMuchSent(submission));
    case 'not-taken':
      throw new HttpError(409, submission.code, `${submission.message} Nothing was saved.`);
    case 'stale':
      throw stale(turn, submission.turn);
    case 'rolled-back':
      throw rolledBack(turn);
    case 'not-owed':
      throw notOwed();
  }
}
