import type { AppContext } from '../../context.ts';
import { expectedSheet } from '../../games/mailed-sheets/expected-sheet.ts';
import type { AttachedSheet } from '../../games/mailed-sheets/read-mailed.ts';
import { findSheetAddress, SHEET_PREFIX } from '../../games/mailed-sheets/sheet-address.ts';
import { takeMail } from '../../games/mailed-sheets/take-mail.ts';
import { readSheetPdf } from '../../printouts/filled/sheet-from-pdf.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';

/** Handles `sheet-<key>@…`: sheets and commands of players. A key stands for one seat, one turn and one account. */
export const sheetHandler: InboundAddressHandler = {
  prefix: SHEET_PREFIX,
  exists: async (ctx, key) => (await findSheetAddress(ctx.db.prisma, ctx, key)) !== null,
  async handle(ctx, { key, sender }, { from, subject, text, pdfs }) {
    const attached = await attachedSheet(ctx, key, pdfs);
    return await takeMail(ctx, key, {
      from,
      subject,
      own: extractReply(text, sender),
      whole: text,
      attached,
    });
  },
};

const TOO_MANY_PDFS = '4.3.2 too many PDFs are being read at the moment';

/**
 * The sheet that was filled in on an attached PDF; why it could not be read if there is only another PDF; null if there is
 * none, or if no sheet is owed.
 * @throws SmtpRefusal 451 if too many PDFs are being read
 */
async function attachedSheet(
  ctx: AppContext,
  key: string,
  pdfs: readonly Uint8Array[],
): Promise<AttachedSheet | null> {
  const expected = pdfs.length === 0 ? null : await expectedSheet(ctx, key);
  if (expected === null) return null;
  let first: AttachedSheet | null = null;
  for (const pdf of pdfs) {
    const read = await readSheetPdf(pdf, expected);
    if (read.ok) return read;
    // The sender's server tries again later, so that no sheet is lost.
    if (read.problems.some(({ code }) => code === 'busy')) throw new SmtpRefusal(451, TOO_MANY_PDFS);
    first ??= read;
  }
  return first;
}
