import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../../database/generated/client.ts';
import { isBlankPdf } from '../../../games/mailed-sheets/read-mailed.ts';
import { rolledBackInWords, rolledBackTokens, sheetToken } from '../../../games/sheets/sheet-token.ts';
import { MAX_PDF_BYTES } from '../../../printouts/filled/filled-pdf.ts';
import { readSheetPdf } from '../../../printouts/filled/sheet-from-pdf.ts';
import type { FilledSheet } from '../../../printouts/filled/values-of-fields.ts';
import { fail, problemsInWords, type Result } from '../../../rules/result.ts';
import type { SheetForm } from '../../../rules/sheet.ts';
import { inGameQueue } from '../../access/game-queue.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { createShares } from '../../access/shares.ts';
import type { UploadBody } from '../../access/uploads.ts';
import { GameParams, readParams, withSchemas } from '../../forms/read-request.ts';
import { sendSheet, showRefusedSheet } from '../../turn-sheet/send-sheet.ts';
import { checkSeat, type SheetContext, sheetContext, validateSheet } from '../../turn-sheet/sheet-context.ts';
import { openedSheet, showNoSheet, showSheet } from '../../turn-sheet/sheet-page.ts';
import type { WebContext } from '../../web-context.ts';

/** The PDF of a printout whose sheet was filled in: it fills in the form, or is sent as it is. */
export default async function sheetPdfRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const routes = withSchemas(app);
  // Reading a PDF can take seconds, in which others must be able to send their sheets.
  const upload = (request: FastifyRequest, account: Account) =>
    checkSeat(ctx, account, readParams(GameParams, request).number);
  const reading = { costly: 'pdf' as const, upload, waitsByItself: true as const };
  const config = { access: 'account' as const, ...reading };
  const schema = { params: GameParams };
  const inShares = createShares({ ...SHARES, busy: () => new TooManyPdfs() });
  routes.post('/my/games/:number/sheet/pdf', { config, schema }, async (request, reply) => {
    const context = await sheetContext(ctx, accountOf(request), request.params.number);
    const { form } = context.page;
    if (form === null) return showNoSheet(reply.code(409), context);
    const read = await inShares(request, () => readUploaded(deps, request, context, form)).catch(
      refuseIfBusy,
    );
    if (!read.ok) return showUnread(deps, reply.code(422), { context, form, read });
    const { values, final, problems } = read.value;
    if (problems.length > 0 || uploadOf(request)._do !== 'send')
      return showRead(deps, reply, context, read.value);
    if (isBlankPdf(form, read.value))
      return showUnread(deps, reply.code(422), { context, form, read: BLANK });
    const sheet = { form, values, final };
    const outcome = await inGameQueue(request, context.number, () => sendSheet(ctx, context, sheet));
    if (outcome.kind === 'saved') return reply.redirect(outcome.address, 303);
    request.stored = outcome.kind === 'refused';
    const now = await sheetContext(ctx, accountOf(request), request.params.number);
    if (outcome.kind === 'refused' && now.page.form !== null) {
      const filled = { form: now.page.form, values, refusal: outcome.refusal };
      return showRefusedSheet(reply.code(422), ctx, now, filled);
    }
    if (now.page.form === null) return showNoSheet(reply.code(409), now);
    const why = now.page.form.turn === form.turn ? rolledBack(form.turn) : PROCESSED;
    return showUnread(deps, reply.code(409), { context: now, form: now.page.form, read: why });
  });
}

/**
 * How many PDFs of one person, and of one network, may be read or wait at the same time. One that is made to be slow takes
 * its time, and PDFs are read one after the other.
 */
const SHARES = { perPerson: 2, perNetwork: 3 };

/** Someone, or a network, has too many PDFs read at the same time. */
class TooManyPdfs extends Error {}

function refuseIfBusy(error: unknown): Result<never> {
  if (!(error instanceof TooManyPdfs)) throw error;
  const message = 'Other PDFs of yours, or of your network, are still being read. Try again in a minute.';
  return fail('', 'busy', message);
}

/** Sent by mistake, it would replace a good sheet. The form on the page can still be sent blank. */
const BLANK = fail(
  '',
  'blank',
  'Nothing is filled in on this PDF, so it was not sent. If you did fill it in, save it in your program and choose the saved file.',
);

const PROCESSED = fail('', 'other-turn', 'The turn of this PDF has just been processed.');

/** The turn was rolled back and processed again while the PDF was read. */
function rolledBack(turn: number): typeof PROCESSED {
  return fail('', 'rolled-back', rolledBackInWords(turn));
}

/** What is filled in on the PDF. Problems, at '': `no-file`, `too-large`, those of `readSheetPdf`. @throws UnavailableError if others need its place before it is read */
async function readUploaded(
  { ctx }: WebContext,
  request: FastifyRequest,
  { own, number, account }: SheetContext,
  form: SheetForm,
): Promise<Result<FilledSheet>> {
  const { file, isTooLarge } = uploadOf(request);
  // A form without a file has another body.
  if (!Buffer.isBuffer(file)) return fail('', 'no-file', 'Choose the PDF of your printout first.');
  if (isTooLarge) {
    const size = MAX_PDF_BYTES / 1024 / 1024;
    return fail('', 'too-large', `This file has more than ${size} MB. The PDF of a printout has less.`);
  }
  const { attempt } = own.game;
  const owner = { seatId: own.seat.id, turn: form.turn, attempt, accountId: account.id };
  const expected = {
    ...{ game: number, seat: own.seat.identifier, turn: form.turn },
    token: await sheetToken(ctx, owner),
    rolledBackTokens: await rolledBackTokens(ctx, owner),
    form,
  };
  return readSheetPdf(file, expected, { of: String(account.id), ...request.server.uploadWaits(request) });
}

/** What was sent; nothing if the request had no body. */
function uploadOf(request: FastifyRequest): Partial<UploadBody> {
  return (request.body as UploadBody | null | undefined) ?? {};
}

/** The form with what the PDF says, checked, and not sent yet. */
function showRead(
  { ctx }: WebContext,
  reply: FastifyReply,
  context: SheetContext,
  { values, final, problems }: FilledSheet,
): Promise<FastifyReply> {
  const form = context.page.form as SheetForm;
  const checked = validateSheet(context, form, values);
  const validation = { ...checked, problems: [...problems, ...checked.problems] };
  const state = { kind: 'from-pdf' as const };
  return showSheet(reply, ctx, context, { form, values, validation, state, final });
}

/** The form as it was before, and why nothing was read. */
async function showUnread(
  { ctx }: WebContext,
  reply: FastifyReply,
  {
    context,
    form,
    read,
  }: { context: SheetContext; form: SheetForm; read: Extract<Result<never>, { ok: false }> },
): Promise<FastifyReply> {
  const opened = await openedSheet(ctx, context, form, undefined);
  const state = { kind: 'pdf-not-read' as const, reason: problemsInWords(read.problems) };
  const validation = { ...opened.validation, problems: [] };
  return showSheet(reply, ctx, context, { ...opened, validation, state });
}
