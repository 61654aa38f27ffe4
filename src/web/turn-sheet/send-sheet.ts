import type { FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { type Submission, submitFilledSheet, submitSheet } from '../../games/sheets/submit-sheet.ts';
import type { FormValues, Problem, SheetForm } from '../../rules/sheet.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import { badRequest } from '../rendering/http-errors.ts';
import { receiptPath } from './addresses.ts';
import { toPagePaths } from './field-paths.ts';
import { otherSeat } from './other-seat.ts';
import { attemptOfBody, isMarkedFinal, seatOfBody, turnOfBody, valuesFromBody } from './posted-sheet.ts';
import { type SheetContext, validateSheet, withoutRemarks } from './sheet-context.ts';
import type { SubmitOutcome } from './sheet-form-routes.ts';
import { showNoSheet, showSheet } from './sheet-page.ts';
import { tooMuchSent } from './versions.ts';

/** Why a turn sheet was not taken. */
export type SheetRefusal =
  | { kind: 'refused'; problems: Problem[]; version: number }
  | { kind: 'too-much' | 'not-taken'; reason: string };

/** Sends the sheet of the open turn as its PDF was filled in. */
export async function sendSheet(
  ctx: AppContext,
  { account, number, own, page }: SheetContext,
  { form, values, final }: { form: SheetForm; values: FormValues; final: boolean },
): Promise<SubmitOutcome<SheetRefusal>> {
  const submission = await submitSheet(ctx, {
    gameId: own.game.id,
    seatId: own.seat.id,
    turn: form.turn,
    attempt: own.game.attempt,
    raw: rawFromForm(form, values),
    channel: 'pdf',
    sentById: account.id,
    final: page.finalOrders !== null && final,
  });
  return outcomeOf(submission, number);
}

/** Sends the sheet of the open turn as its form was posted. @throws a 409 if it is the form of another seat */
export async function sendPostedSheet(
  ctx: AppContext,
  { account, number, body }: { account: Account; number: GameNumber; body: unknown },
): Promise<SubmitOutcome<SheetRefusal>> {
  const turn = turnOfBody(body);
  if (turn === null) return { kind: 'stale' };
  const submission = await submitFilledSheet(ctx, {
    ...{ number, turn, attempt: attemptOfBody(body), seat: seatOfBody(body), sentById: account.id },
    rawOf: (form) => rawFromForm(form, valuesFromBody(form, body)),
    final: isMarkedFinal(body),
  });
  if (submission.kind === 'other-seat') throw otherSeat();
  return outcomeOf(submission, gameNumber(number));
}

function outcomeOf(submission: Submission, number: string): SubmitOutcome<SheetRefusal> {
  switch (submission.kind) {
    case 'standing': {
      const { turn, version } = submission.sheet;
      return { kind: 'saved', address: receiptPath(number, turn, version) };
    }
    case 'refused': {
      const { problems, sheet } = submission;
      return { kind: 'refused', refusal: { kind: 'refused', problems, version: sheet.version } };
    }
    case 'too-many':
    case 'too-long':
      return { kind: 'refused', refusal: { kind: 'too-much', reason: tooMuchSent(submission) } };
    case 'not-taken':
      return { kind: 'refused', refusal: { kind: 'not-taken', reason: submission.message } };
    case 'stale':
    case 'rolled-back':
    case 'not-owed':
      return { kind: 'stale' };
  }
}

/** The page of a sheet that was not taken, with everything that was entered. */
export function showRefusedSheet(
  reply: FastifyReply,
  ctx: AppContext,
  context: SheetContext,
  { form, values, refusal }: { form: SheetForm; values: FormValues; refusal: SheetRefusal },
): Promise<FastifyReply> {
  const validation = withoutRemarks(validateSheet(context, form, values));
  if (refusal.kind !== 'refused') {
    const state = { kind: 'not-saved' as const, reason: refusal.reason };
    return showSheet(reply, ctx, context, { form, values, validation, state });
  }
  const problems = toPagePaths(form, values, refusal.problems);
  const state = { kind: 'refused' as const, version: refusal.version };
  return showSheet(reply, ctx, context, {
    form,
    values,
    validation: { ...validation, problems },
    state,
  });
}

/** The turn was processed, or rolled back, while the sheet was being filled in: the new sheet with everything that fits. */
export async function showStaleSheet(
  reply: FastifyReply,
  ctx: AppContext,
  context: SheetContext,
): Promise<FastifyReply> {
  const { body } = reply.request;
  const { form } = context.page;
  const oldTurn = turnOfBody(body);
  if (oldTurn === null) {
    throw badRequest('The sheet does not say which turn it is for. Reload the page and send it again.');
  }
  if (form === null) return showNoSheet(reply, context);
  const values = valuesFromBody(form, body);
  const validation = withoutRemarks(validateSheet(context, form, values));
  return showSheet(reply, ctx, context, { form, values, validation, state: { kind: 'stale', oldTurn } });
}
