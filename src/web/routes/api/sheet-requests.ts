import { z } from 'zod';
import { rolledBackInWords } from '../../../games/sheets/sheet-token.ts';
import { TurnNumber } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import type { SheetContext } from '../../turn-sheet/sheet-context.ts';

/* What the requests of programs about the sheet of the open turn have in common. */

/** The route of the own sheet of the open turn. */
export const SHEET_PATH = '/api/games/:number/sheet';

/** The query of a request about the sheet of a turn. */
export const TurnQuery = z.object({ turn: z.preprocess(requireTurn, TurnNumber) });

/** The query of a request that sends a sheet: programs may say for which printout of the turn it was written. */
export const AttemptQuery = z.object({
  attempt: z.coerce.number().int().positive().max(100_000).optional().meta({
    description: 'The `attempt` of your sheet, so that it is not taken if the turn was rolled back meanwhile',
  }),
});

/** Programs must name the turn, so that orders never reach another turn than the one they were written for. */
function requireTurn(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: 'Add the turn to the address, as in ?turn=3' });
  return z.NEVER;
}

/** The headers of a request that sends a sheet. */
export const SendHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'An Idempotency-Key has 1 to 100 visible ASCII characters.')
    .optional()
    .meta({
      description: 'A name of your own for this sheet, so that it is stored once however often you send it',
    }),
});

/** @throws a 409 if another turn is open */
export function requireOpenTurn({ turn: openTurn }: Pick<SheetContext['page'], 'turn'>, turn: number): void {
  if (openTurn !== null && openTurn !== turn) throw stale(turn, openTurn);
}

/** The error for a turn that is not open. */
export function stale(turn: number, openTurn: number): HttpError {
  return new HttpError(409, 'stale', `Turn ${turn} is not open; turn ${openTurn} is. Nothing was saved.`);
}

/** The error for a sheet that was written for a printout that was rolled back. */
export function rolledBack(turn: number): HttpError {
  return new HttpError(409, 'rolled-back', `${rolledBackInWords(turn)} Nothing was saved.`);
}

/** The error for a seat that owes no sheet. */
export function notOwed(): HttpError {
  return new HttpError(409, 'not-owed', 'This seat owes no sheet now. Nothing was saved.');
}

/** The error for a sheet whose Idempotency-Key belongs to another one. */
export function keyReused(): HttpError {
  return new HttpError(
    422,
    'key-reused',
    'This Idempotency-Key was sent with another sheet for this turn. Use a new key for each sheet. Nothing was saved.',
  );
}
