import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Scope } from '../../../accounts/access-tokens.ts';
import type { Account } from '../../../database/generated/client.ts';
import { type GameNumber, gameNumber } from '../../../games/game/game-number.ts';
import { problemsInWords, type Result } from '../../../rules/result.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { described } from './openapi.ts';
import { forPrograms, forProgramsWithJson } from './program-auth.ts';

/* What the requests of programs have in common that do or read what the pages do. */

/** What an operation is given when it is requested. */
export interface Asked<Params, Query, Body> {
  account: Account;
  params: Params;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One request of programs. A POST has a JSON body, which is `{}` if there is nothing to say. */
export interface Operation<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** For the description of the API, as a sentence without a period. */
  summary: string;
  scope: Scope;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The answer with status 200; `{ "done": true }` by default. A text is the content type of a file. */
  answer?: z.ZodType | 'application/pdf';
  /** The answer with status 422 that `act` gives itself, if that is not always an error. */
  refusal?: z.ZodType;
  /** Headers of its own. They are checked; `request.headers` has them. */
  headers?: z.ZodType;
  config?: FastifyContextConfig;
  /** Bytes of the largest body, if it is not the usual limit. */
  bodyLimit?: number;
  /** Returns the answer, or problems, which become an error. */
  act(asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<Result<unknown>>;
}

const Nothing = z.object({});

/** The answer to what only does something. */
export const Done = z.looseObject({ done: z.literal(true) });

/** Serves a request of programs. */
export function operation<
  Params extends z.ZodType = typeof GameParams,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType = typeof Nothing,
>(app: FastifyInstance, { ctx }: WebContext, wanted: Operation<Params, Query, Body>): void {
  const { method, path: url, summary, scope, answer = Done } = wanted;
  const hasBody = method === 'POST';
  const { config, ...hooks } = hasBody ? forProgramsWithJson(ctx, scope) : forPrograms(ctx, scope);
  app.route({
    ...{ method, url, ...hooks },
    ...(wanted.bodyLimit !== undefined && { bodyLimit: wanted.bodyLimit }),
    // Each of them reads a game, most of them whole.
    config: { ...config, costly: 'game', ...wanted.config },
    schema: {
      params: wanted.params ?? GameParams,
      ...(wanted.query && { querystring: wanted.query }),
      ...(hasBody && { body: wanted.body ?? Nothing }),
      ...(wanted.headers && { headers: wanted.headers }),
      ...described({ summary, scope, answer, ...(wanted.refusal && { refusal: wanted.refusal }) }),
    },
    async handler(request, reply) {
      const asked = {
        account: accountOf(request),
        params: request.params as z.output<Params>,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        ...{ request, reply },
      };
      const result = await wanted.act(asked);
      if (!result.ok) throw refusal(result.problems);
      return reply.sent ? reply : (result.value ?? { done: true });
    },
  });
}

/** Problems that mean that the program knew an earlier state of the game, not that the request is wrong. */
const OUT_OF_DATE = new Set([
  ...[
    'wrong-turn',
    'not-running',
    'ended',
    'begun',
    'changed',
    'not-rolled-back',
    'printed',
    'not-abandoned',
  ],
  ...['already', 'paused', 'not-offered', 'no-vote', 'moved', 'not-voted', 'transferred', 'closed'],
]);

/** The error for what was refused: a 409 if the program was out of date, a 429 if it was too often, otherwise a 422. */
function refusal(problems: readonly Problem[]): HttpError {
  const codes = problems.map(({ code }) => code);
  const status = codes.includes('too-often') ? 429 : codes.some((code) => OUT_OF_DATE.has(code)) ? 409 : 422;
  return new HttpError(status, codes[0] ?? 'refused', problemsInWords([...problems]), problems);
}

/** The open turn that the program knows; 0 before the game begins. */
export const AtOpenTurn = z.object({ turn: z.int().min(0).max(100_000) });

/** A date with its offset from UTC, or null for none. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'A date looks like 2027-03-15T22:00:00Z' })
  .transform((text) => new Date(text))
  .nullable();

/** A text of many lines, far longer than any that is accepted. */
export const LongText = z.string().max(60_000);

/** A seat of a game, by its identifier. */
export const SeatParams = GameParams.extend({ seat: z.string().regex(/^[A-Za-z]{2,3}$/) });

/** The number of the game of an address as text. */
export function numberOf({ number }: { number: GameNumber }): string {
  return gameNumber(number);
}
