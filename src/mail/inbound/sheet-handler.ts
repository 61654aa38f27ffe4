import { isDeepStrictEqual } from 'node:util';
import type { AppContext } from '../../context.ts';
import { expectedSheet } from '../../games/mailed-sheets/expected-sheet.ts';
import { type AttachedSheet, isBlankPdf } from '../../games/mailed-sheets/read-mailed.ts';
import {
  findEndedSheetAddress,
  findSheetAddress,
  SHEET_PREFIX,
} from '../../games/mailed-sheets/sheet-address.ts';
import { takeMail } from '../../games/mailed-sheets/take-mail.ts';
import { atMost } from '../../in-turn.ts';
import { readSheetPdf } from '../../printouts/filled/sheet-from-pdf.ts';
import { fail, ok, problemsInWords } from '../../rules/result.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractOrders } from './extract-reply.ts';

/** Handles `sheet-<key>@…`: sheets and commands of players. A key stands for one seat, one turn and one account. */
export const sheetHandler: InboundAddressHandler = {
  prefix: SHEET_PREFIX,
  // A club may have its mail go through a list, and a sheet that is dropped in silence is a lost turn.
  takesListMail: true,
  async find(ctx, key) {
    const found = await findSheetAddress(ctx.db.prisma, ctx, key);
    return found === null ? null : { accountId: found.account.id };
  },
  async findEnded(ctx, key, senders) {
    const found = await findEndedSheetAddress(ctx.db.prisma, ctx, key, senders);
    return found === null ? null : { accountId: found.account.id };
  },
  async handle(
    ctx,
    { key, sender },
    { from, ownAddresses, subject, text, pdfs, otherFiles, messageId, sentAt },
  ) {
    return await takeMail(ctx, key, {
      ...{ from, ownAddresses, subject, messageId, sentAt },
      ...extractOrders(text, sender, { ownAddresses, prefix: SHEET_PREFIX }),
      whole: text,
      hasPdf: pdfs.length > 0,
      otherFiles,
      readAttached: async (accountId) =>
        pdfs.length === 0
          ? null
          : inShare(String(accountId), () => attachedSheet(ctx, { key, accountId, pdfs })),
    });
  },
};

/** The most attached PDFs of a mail that are read. */
const MAX_PDFS = 3;

const TOO_MANY_PDFS = '4.3.2 too many PDFs are being read at the moment';

/** The mails of one account whose PDFs are read or wait at the same time: they must not take all places of the queue. */
const MAILS_PER_ACCOUNT = 2;

// The sender's server tries again later, so that no sheet is lost.
const tooManyPdfs = () => new SmtpRefusal(451, TOO_MANY_PDFS);
const inShare = atMost(MAILS_PER_ACCOUNT, tooManyPdfs);

/**
 * The sheet that was filled in on an attached PDF; why it could not be read if there is only another PDF; null if no
 * sheet is owed. After one that took too long, no other is read. Problems: those of `readSheetPdf`, `two-sheets`.
 * @throws SmtpRefusal 451 if too many PDFs are being read
 */
async function attachedSheet(
  ctx: AppContext,
  { key, accountId, pdfs }: { key: string; accountId: number; pdfs: readonly Uint8Array[] },
): Promise<AttachedSheet | null> {
  const expected = await expectedSheet(ctx, key);
  if (expected === null) return null;
  const sheets: AttachedSheet[] = [];
  for (const pdf of pdfs.slice(0, MAX_PDFS)) {
    const read = await readSheetPdf(pdf, expected, { of: String(accountId) });
    const hasProblem = (which: string) => !read.ok && read.problems.some(({ code }) => code === which);
    if (hasProblem('busy')) throw tooManyPdfs();
    sheets.push(read);
    if (hasProblem('too-complex')) break;
  }
  return theFilledOne(expected.form, sheets, { isWhole: sheets.length === pdfs.length });
}

const TWO_SHEETS =
  'Several PDFs are attached that are filled in differently. Attach only the one that is to count.';

const NOT_ALL_READ = `At most ${MAX_PDFS} PDFs of an e-mail are read, and none after one that takes too long. Send each in an e-mail of its own.`;

/**
 * The one of several attached sheets that was filled in: many mail programs attach the printout again. A blank one is meant only
 * if all others are blank, too. Null for none. Problems: `two-sheets`, if several say different things; `not-all-read`.
 * @param isWhole whether these are all attached PDFs
 */
function theFilledOne(
  form: SheetForm,
  sheets: readonly AttachedSheet[],
  { isWhole }: { isWhole: boolean },
): AttachedSheet | null {
  const unread = isWhole ? [] : [NOT_ALL_READ];
  const filled = sheets.flatMap((sheet) => (sheet.ok && !isBlankPdf(form, sheet.value) ? [sheet.value] : []));
  const [first, ...others] = filled;
  if (first === undefined) {
    return (
      sheets.find(({ ok }) => !ok) ?? (isWhole ? (sheets[0] ?? null) : fail('', 'not-all-read', NOT_ALL_READ))
    );
  }
  if (!others.every((other) => isDeepStrictEqual(other, first))) return fail('', 'two-sheets', TWO_SHEETS);
  const failed = sheets.flatMap((sheet) => (sheet.ok ? [] : [problemsInWords(sheet.problems)]));
  return ok({ ...first, others: [...failed, ...unread] });
}
