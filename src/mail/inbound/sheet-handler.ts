import type { AppContext } from '../../context.ts';
import { expectedSheet } from '../../games/mailed-sheets/expected-sheet.ts';
import type { AttachedSheet } from '../../games/mailed-sheets/read-mailed.ts';
import { findSheetAddress, SHEET_PREFIX } from '../../games/mailed-sheets/sheet-address.ts';
import { takeMail } from '../../games/mailed-sheets/take-mail.ts';
import { atMost } from '../../in-turn.ts';
import { readSheetPdf } from '../../printouts/filled/sheet-from-pdf.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';
import { hideAddresses } from './hide-addresses.ts';

/** Handles `sheet-<key>@…`: sheets and commands of players. A key stands for one seat, one turn and one account. */
export const sheetHandler: InboundAddressHandler = {
  prefix: SHEET_PREFIX,
  // A club may have its mail go through a list, and a sheet that is dropped in silence is a lost turn.
  takesListMail: true,
  async find(ctx, key) {
    const found = await findSheetAddress(ctx.db.prisma, ctx, key);
    return found === null ? null : { accountId: found.account.id };
  },
  async handle(ctx, { key, sender }, { from, ownAddresses, subject, text, pdfs, messageId }) {
    return await takeMail(ctx, key, {
      from,
      subject,
      messageId,
      // What is written here may be printed for everyone.
      own: hideAddresses(extractReply(text, sender, { mayBreakQuotes: true }), ownAddresses),
      whole: text,
      hasPdf: pdfs.length > 0,
      readAttached: async (accountId) =>
        pdfs.length === 0
          ? null
          : inShare(String(accountId), () => attachedSheet(ctx, { key, accountId, pdfs })),
    });
  },
};

const TOO_MANY_PDFS = '4.3.2 too many PDFs are being read at the moment';

/** The mails of one account whose PDFs are read or wait at the same time: they must not take all places of the queue. */
const MAILS_PER_ACCOUNT = 2;

// The sender's server tries again later, so that no sheet is lost.
const tooManyPdfs = () => new SmtpRefusal(451, TOO_MANY_PDFS);
const inShare = atMost(MAILS_PER_ACCOUNT, tooManyPdfs);

/**
 * The sheet that was filled in on an attached PDF; why it could not be read if there is only another PDF; null if no
 * sheet is owed. After one that took too long, no other is read.
 * @throws SmtpRefusal 451 if too many PDFs are being read
 */
async function attachedSheet(
  ctx: AppContext,
  { key, accountId, pdfs }: { key: string; accountId: number; pdfs: readonly Uint8Array[] },
): Promise<AttachedSheet | null> {
  const expected = await expectedSheet(ctx, key);
  if (expected === null) return null;
  let first: AttachedSheet | null = null;
  for (const pdf of pdfs) {
    const read = await readSheetPdf(pdf, expected, { of: String(accountId) });
    if (read.ok) return read;
    const hasProblem = (which: string) => read.problems.some(({ code }) => code === which);
    if (hasProblem('busy')) throw tooManyPdfs();
    first ??= read;
    if (hasProblem('too-complex')) break;
  }
  return first;
}
