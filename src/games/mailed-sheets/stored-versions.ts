import type { AppContext } from '../../context.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { formFromRaw } from '../../rules/sheet-values.ts';
import type { MailedRequest } from './mailed-request.ts';
import { saysTheSame } from './quoted-sheet.ts';
import type { SheetInMail } from './read-mailed.ts';

/** The most versions with which a quoted sheet is compared: the newest ones. */
const MAX_VERSIONS = 50;

/**
 * Whether a sheet that was read in a mail is one that was mailed: it is quoted as it was, or that is not certain, and it says the same as
 * a version that the sender has sent for the open turn.
 */
export async function isAsStored(
  ctx: AppContext,
  { own, address }: Pick<MailedRequest, 'own' | 'address'>,
  form: SheetForm,
  sheet: Pick<SheetInMail, 'isUnchanged' | 'isUncertain' | 'values'>,
): Promise<boolean> {
  if (sheet.isUnchanged || !sheet.isUncertain) return sheet.isUnchanged;
  const versions = await ctx.db.prisma.sheet.findMany({
    where: { seatId: own.seat.id, turn: own.game.turn, sentById: address.account.id },
    select: { raw: true },
    orderBy: { version: 'desc' },
    take: MAX_VERSIONS,
  });
  return versions.some(({ raw }) => saysTheSame(formFromRaw(form, raw), sheet.values));
}
