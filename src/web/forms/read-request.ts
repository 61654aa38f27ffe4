import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type GameNumber as PublicNumber, parseGameNumber } from '../../games/game/game-number.ts';
import type { Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { fieldError, notFound } from '../rendering/http-errors.ts';

/*
 * src/web/forms: how requests are read. Parameters, queries and bodies that no one fills in by hand are declared in
 * the `schema` of their route and refused before the handler runs. Forms that people fill in are read in the handler
 * with `checkBody`, because their problems are shown on the page together with what was entered.
 */

/** Makes the zod schemas of routes work: `withSchemas(app).get(path, { schema: { params: GameParams } }, …)`. */
export function registerSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
}

/** The app with the types of the zod schemas of its routes. */
export function withSchemas(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

/** The path's parameters, checked. @throws a 404 if they do not match */
export function readParams<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  const parsed = schema.safeParse(request.params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** The query, checked. @throws a 400 that names the field */
export function readQuery<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  return readOrRefuse(schema, request.query);
}

/** A form or JSON body, checked. @throws a 400 that names the field; for forms that people fill in use `checkBody` */
export function readBody<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  return readOrRefuse(schema, request.body ?? {});
}

function readOrRefuse<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [first] = problemsOf(parsed.error);
  throw fieldError(first?.field, first?.message);
}

/** The body of a form that people fill in: the value, or a problem for each field that does not match. */
export function checkBody<S extends z.ZodType>(schema: S, request: FastifyRequest): Result<z.infer<S>> {
  const parsed = schema.safeParse(request.body ?? {});
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problems: problemsOf(parsed.error) };
}

function problemsOf(error: z.ZodError): Problem[] {
  return zodProblems(error, { code: 'not-understood' });
}

/** The text fields of a body, to fill the form in again. Codes and the fields that begin with `_` are left out. */
export function submittedValues(request: FastifyRequest): Record<string, string> {
  const body = request.body;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^_|code/i.test(entry[0]),
    ),
  );
}

/** Which page of a list is shown, in the query. */
export const PageQuery = z.object({ page: z.coerce.number<string>().int().min(1).max(10_000).default(1) });

/** The largest serial number that the database can store. */
const MAX_SERIAL = 2_147_483_647;

/** A game number in an address: `EY-12`, in upper or lower case. */
export const GameNumber = z.string().transform((text, context): PublicNumber => {
  const number = parseGameNumber(text);
  if (number !== null && number.serial <= MAX_SERIAL) return number;
  context.addIssue({ code: 'custom', message: 'A game number looks like EY-12' });
  return z.NEVER;
});

/** `/games/:number` and the addresses below it. */
export const GameParams = z.object({ number: GameNumber });

/** The address of a practice game and those below it. */
export const PracticeParams = z.object({ game: z.uuid() });

/** An address below that of a seat of the game. */
export const SeatParams = GameParams.extend({ seat: z.uuid() });

/** A turn in an address or a query, counted from 1. The upper limit is far beyond any game. */
export const TurnNumber = z.coerce.number().int().min(1).max(100_000);

/** The printout before the turn. */
export const PrintoutParams = GameParams.extend({ turn: TurnNumber });

/** A printout that was rolled back. `attempt` counts how often the turn before it was processed, from 1. */
export const AttemptParams = PrintoutParams.extend({ attempt: z.coerce.number().int().min(1).max(100_000) });

/** The open turn when the page of a form was made; 0 if the game had not begun. */
export const TurnField = z.coerce.number<string>().int().min(0).max(100_000);

/** A form that has no other field. */
export const AtTurn = z.object({ turn: TurnField });
