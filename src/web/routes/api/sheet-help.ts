import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openFacts } from '../../../games/game/player-seat.ts';
import { guessSheet } from '../../../games/sheets/guess-sheet.ts';
import { RIVAL_PLANS } from '../../../rules/guess.ts';
import { ordersSchema } from '../../../rules/sheet-schema.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, withSchemas } from '../../forms/read-request.ts';
import { seatContext, sheetContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { described } from './openapi.ts';
import { forPrograms, forProgramsWithJson, readingGames } from './program-auth.ts';
import { notOwed, requireOpenTurn, SHEET_PATH, TurnQuery } from './sheet-requests.ts';

const GuessQuery = TurnQuery.extend({
  rivals: z.enum(RIVAL_PLANS, `Choose one of ${RIVAL_PLANS.join(', ')}.`).optional(),
});

/** What helps to decide on the own sheet of the open turn, for programs: its figures, and a guess. See docs/api.md. */
export default async function apiSheetHelpRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);

  const reading = readingGames(forPrograms(ctx, 'read'));
  const facts = {
    ...reading,
    schema: {
      params: GameParams,
      ...described({
        summary: 'Shows the figures for your sheet of the open turn',
        scope: 'read',
        answer: ANSWERS.facts,
      }),
    },
  };
  routes.get(`${SHEET_PATH}/facts`, facts, async (request) => {
    const { own } = await seatContext(ctx, accountOf(request), request.params.number);
    const { game, seat } = own;
    const turn = game.status === 'running' ? game.turn : null;
    return { turn, seat: seat.identifier, facts: openFacts(own) };
  });

  const schemaOptions = {
    ...reading,
    schema: {
      params: GameParams,
      ...described({
        ...{ summary: 'Shows the JSON Schema of the orders for the open turn', scope: 'read' },
        answer: ANSWERS.schema,
      }),
    },
  };
  routes.get(`${SHEET_PATH}/schema`, schemaOptions, async (request) => {
    const { own, page } = await sheetContext(ctx, accountOf(request), request.params.number);
    if (page.form === null) throw notOwed();
    return { turn: page.form.turn, seat: own.seat.identifier, schema: ordersSchema(page.form) };
  });

  // Each guess plays a turn, in some games many times.
  const guessing = readingGames(forProgramsWithJson(ctx, 'read'));
  const guessConfig = { ...guessing.config, stores: 'nothing' as const };
  const guessSchema = {
    ...{ params: GameParams, querystring: GuessQuery, body: Orders },
    ...described({
      summary: 'Guesses what a sheet would do, without sending it',
      scope: 'read',
      answer: ANSWERS.guess,
    }),
  };
  const guess = { ...guessing, config: guessConfig, schema: guessSchema };
  routes.post(`${SHEET_PATH}/guess`, guess, async (request, reply) => {
    const { own, page } = await sheetContext(ctx, accountOf(request), request.params.number);
    const { turn, rivals = null } = request.query;
    requireOpenTurn(page, turn);
    if (page.form === null) throw notOwed();
    const guessed = await app.guessInTurn(request, () => guessSheet(own, request.body, rivals));
    if (!guessed.ok) return reply.code(422).send({ turn, problems: guessed.problems });
    const { choices, chosen, basis, sentences, blocks } = guessed;
    return { turn, choices, chosen, basis, sentences, blocks };
  });
}
