import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { type PlayedOnce, playOnce } from '../../../games/practice/play-once.ts';
import type { PracticeRequest } from '../../../games/practice/play-practice.ts';
import { practiceFacts, practiceForm } from '../../../games/practice/practice-view.ts';
import { guessOrders, previewOrders } from '../../../games/sheets/try-orders.ts';
import { RIVAL_PLANS } from '../../../rules/guess.ts';
import { fail, ok } from '../../../rules/result.ts';
import { ordersSchema } from '../../../rules/sheet-schema.ts';
import { PracticeParams } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { operation } from './operation.ts';
import { NOT_GUESSED, NOT_PLAYED, PLAYED } from './practice-json.ts';
import {
  PRACTICE_GAME_PATH,
  PRACTICE_SHEET_PATH,
  practicePrintoutJson,
  requireOpenPractice,
  requirePractice,
  requirePracticeForm,
  requireWholePractice,
} from './practice-requests.ts';
import { keyReused, SendHeaders, TurnQuery } from './sheet-requests.ts';

const GuessQuery = TurnQuery.extend({
  rivals: z.enum(RIVAL_PLANS, `Choose one of ${RIVAL_PLANS.join(', ')}.`).optional(),
});

const common = { scope: 'practice' as const, params: PracticeParams };

/** The sheets of practice games, for programs. A sheet that is sent is played at once. See docs/api.md. */
export default async function apiPracticeSheetRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  playRoutes(app, deps);
  tryRoutes(app, deps);

  operation(app, deps, {
    ...{ ...common, method: 'GET', path: `${PRACTICE_SHEET_PATH}/schema`, answer: ANSWERS.schema },
    summary: 'Shows the JSON Schema of the orders for the open turn of a practice game',
    async act({ account, params }) {
      const whole = await requirePractice(deps, account, params);
      const form = requirePracticeForm(whole);
      return ok({ turn: form.turn, seat: whole.seat.identifier, schema: ordersSchema(form) });
    },
  });

  operation(app, deps, {
    ...{ ...common, method: 'GET', path: `${PRACTICE_SHEET_PATH}/facts`, answer: ANSWERS.facts },
    summary: 'Shows the figures for the open turn of a practice game',
    async act({ account, params }) {
      const whole = await requirePractice(deps, account, params);
      const turn = whole.game.over ? null : whole.game.turn;
      return ok({ turn, seat: whole.seat.identifier, facts: practiceFacts(whole) });
    },
  });
}

/** Requests that play a turn. */
function playRoutes(app: FastifyInstance, deps: WebContext): void {
  operation(app, deps, {
    ...{ ...common, method: 'POST', path: PRACTICE_SHEET_PATH, query: TurnQuery, body: Orders },
    ...{ headers: SendHeaders, answer: PLAYED, refusal: NOT_PLAYED },
    summary: 'Plays the open turn of a practice game with your sheet',
    async act({ account, params, query: { turn }, body: raw, reply }) {
      const whole = await requirePractice(deps, account, params);
      const { game } = whole;
      if (game.turn === turn) requirePracticeForm(whole);
      const { 'idempotency-key': header } = reply.request.headers;
      const key = typeof header === 'string' ? header : null;
      const sent = { playerId: game.playerId, gameId: game.id, turn, raw, key };
      return ok(await play(deps, account, reply, sent));
    },
  });

  operation(app, deps, {
    ...{ ...common, method: 'POST', path: `${PRACTICE_GAME_PATH}/continue`, answer: PLAYED },
    body: z.object({ turn: z.int().min(1).max(100_000) }),
    summary: 'Plays the open turn of a practice game if you owe no sheet for it',
    async act({ account, params, body: { turn }, reply }) {
      const whole = await requirePractice(deps, account, params);
      const { game } = whole;
      requireOpenPractice(whole, turn);
      if (practiceForm(whole) !== null)
        return fail('turn', 'owed', 'You owe a sheet for this turn. Send it.');
      const sent = { playerId: game.playerId, gameId: game.id, turn, raw: null, key: null };
      return ok(await play(deps, account, reply, sent));
    },
  });
}

/** Requests that try out a sheet, and store nothing. */
function tryRoutes(app: FastifyInstance, deps: WebContext): void {
  const config = { stores: 'nothing' as const };

  operation(app, deps, {
    ...{ ...common, method: 'POST', path: `${PRACTICE_SHEET_PATH}/check`, query: TurnQuery, body: Orders },
    ...{ config, answer: ANSWERS.checked },
    summary: 'Checks a sheet of a practice game without sending it',
    async act({ account, params, query: { turn }, body }) {
      const whole = await requirePractice(deps, account, params);
      requireOpenPractice(whole, turn);
      requirePracticeForm(whole);
      const { problems, advice, tally } = previewOrders(whole, body);
      return ok({ problems, advice, totals: tally.totals, notes: tally.notes });
    },
  });

  // Each guess plays a turn, in some games many times.
  operation(app, deps, {
    ...{ ...common, method: 'POST', path: `${PRACTICE_SHEET_PATH}/guess`, query: GuessQuery, body: Orders },
    ...{ config, answer: ANSWERS.guess, refusal: NOT_GUESSED },
    summary: 'Guesses what a sheet of a practice game would do, without sending it',
    async act({ account, params, query: { turn, rivals = null }, body, request, reply }) {
      const whole = await requirePractice(deps, account, params);
      requireOpenPractice(whole, turn);
      requirePracticeForm(whole);
      const guessed = await app.guessInTurn(request, () => guessOrders(whole, body, rivals));
      if (!guessed.ok) return ok(refused(reply, { turn, problems: guessed.problems }));
      const { choices, chosen, basis, sentences, blocks } = guessed;
      return ok({ turn, choices, chosen, basis, sentences, blocks });
    },
  });
}

/** Plays a turn when the server has time for it. Returns the answer. @throws a 409, 422 or 503 if nothing was played */
async function play(
  deps: WebContext,
  account: Account,
  reply: FastifyReply,
  { key, ...sent }: PracticeRequest & { raw: unknown; key: string | null },
): Promise<unknown> {
  const { request, server } = reply;
  const played = await playOnce(deps.ctx, sent, {
    key,
    playInTurn: (compute) => server.playInTurn(request, compute),
  });
  if (played.kind === 'played') request.stored = true;
  return playedJson(deps, account, reply, { sent, played });
}

async function playedJson(
  deps: WebContext,
  account: Account,
  reply: FastifyReply,
  { sent: { gameId, turn }, played }: { sent: PracticeRequest; played: PlayedOnce },
): Promise<unknown> {
  switch (played.kind) {
    case 'refused':
      return refused(reply, { outcome: 'refused', turn, problems: played.problems });
    case 'key-reused':
      throw keyReused();
    case 'stale': {
      const now = await requirePractice(deps, account, { game: gameId });
      requireOpenPractice(now, turn);
      throw new HttpError(409, 'stale', 'The turn was undone meanwhile. Nothing was saved. Send it again.');
    }
    case 'repeated':
      reply.header('idempotent-replayed', 'true');
  }
  const whole = await requireWholePractice(deps, account, { game: gameId });
  const { over, advice } = played;
  return { outcome: 'played', turn, over, advice, printout: practicePrintoutJson(whole, turn + 1) };
}

function refused<Answer>(reply: FastifyReply, answer: Answer): Answer {
  reply.code(422);
  return answer;
}
