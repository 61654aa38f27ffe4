import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type GameNumber as PublicNumber, parseGameNumber } from '../../games/game/game-number.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { badRequest, notFound } from '../rendering/http-errors.ts';

/** The largest serial that the database holds. */
const MAX_SERIAL = 2_147_483_647;

/** The path's parameters, checked. @throws a 404 where they do not fit */
export function readParams<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  const parsed = schema.safeParse(request.params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** The query, checked. @throws a 400 that names the field */
export function readQuery<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  return readOrRefuse(schema, request.query);
}

/** A form or JSON body, checked. @throws a 400 that names the field; use `checkBody` where people type */
export function readBody<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  return readOrRefuse(schema, request.body ?? {});
}

function readOrRefuse<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const [first] = bodyProblems(parsed.error);
    throw badRequest(
      `Please check “${first?.field || 'the form'}”: ${first?.message ?? 'it was not understood'}.`,
    );
  }
  return parsed.data;
}

/** A body that people typed: the value, or a problem for each field that does not fit. */
export function checkBody<S extends z.ZodType>(
  schema: S,
  request: FastifyRequest,
): { ok: true; value: z.infer<S> } | { ok: false; problems: Problem[] } {
  const parsed = schema.safeParse(request.body ?? {});
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problems: bodyProblems(parsed.error) };
}

function bodyProblems(error: z.ZodError): Problem[] {
  return zodProblems(error, { code: 'not-understood' });
}

/** What was typed, as flat text, to fill the form in again. */
export function typedValues(request: FastifyRequest): Record<string, string> {
  const body = request.body;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^_|code/i.test(entry[0]),
    ),
  );
}

/** A game's public number in an address: `EY-12`, in either case. */
export const GameNumber = z.string().transform((text, context): PublicNumber => {
  const number = parseGameNumber(text);
  if (number !== null && number.serial <= MAX_SERIAL) return number;
  context.addIssue({ code: 'custom', message: 'A game number looks like EY-12' });
  return z.NEVER;
});

/** `/games/:number` and everything below it. */
export const GameParams = z.object({ number: GameNumber });

/** An address below that of one of the game's seats. */
export const SeatParams = GameParams.extend({ seat: z.uuid() });

/** A turn in an address or a query, counted from 1; no game gets as far as that. */
export const TurnNumber = z.coerce.number().int().min(1).max(100_000);

/** A printout: that before the turn. */
export const PrintoutParams = GameParams.extend({ turn: TurnNumber });

/** One that was rolled back: `attempt` counts how often the turn before it was processed, from 1. */
export const AttemptParams = PrintoutParams.extend({ attempt: z.coerce.number().int().min(1).max(100_000) });

/** The turn at which a page stood when its form was sent; 0 of a game that has not begun. */
export const TurnField = z.coerce.number<string>().int().min(0).max(100_000);

/** A form that says nothing but that. */
export const AtTurn = z.object({ turn: TurnField });
