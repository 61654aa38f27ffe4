import type { SendMailOptions } from 'nodemailer';
import type { AppContext } from '../../context.ts';
import type { Account, DeliveryKind, Prisma } from '../../database/generated/client.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { type GameWithPolicies, POLICIES, withPolicies } from '../../games/game/game-store.ts';
import type { Report } from '../../rules/report.ts';
import { UnsendableError } from '../delivery/delivery-failure.ts';
import { confirmationMail } from './kinds/confirmation.ts';
import { invitationMail } from './kinds/invitation.ts';
import { letterMail } from './kinds/letter.ts';
import { noticeMail } from './kinds/notice.ts';
import { printoutMail } from './kinds/printout.ts';
import { receiptMail } from './kinds/receipt.ts';
import { signInLinkMail } from './kinds/sign-in-link.ts';
import { type MailSettings, mailHeaders } from './mail-headers.ts';

export type { MailSettings } from './mail-headers.ts';

/** What writing a mail needs besides its row. */
export interface ComposeDeps extends MailSettings {
  ctx: AppContext;
  /** Prints a report as PDF. */
  print: Print;
}

/** Prints a report on a paper; `sendTo` says in a sentence where the filled-in sheet goes, `finalOrders` gives it a box. */
export type Print = (
  report: Report,
  options: { paper: 'letter' | 'a4'; sendTo: string; finalOrders?: boolean; created: Date },
) => Promise<Buffer>;

/** What a delivery's row hangs on. */
const WITH_ALL = {
  account: true,
  game: { include: { ...POLICIES, gm: true } },
  seat: true,
  printout: true,
  sheet: true,
  letterCopy: { include: { letter: { include: { seat: true, copies: { include: { seat: true } } } } } },
} as const satisfies Prisma.DeliveryInclude;

/** A delivery with everything that its mail may tell of. */
export type FullDelivery = Omit<Prisma.DeliveryGetPayload<{ include: typeof WITH_ALL }>, 'game'> & {
  game: (GameWithPolicies & { gm: Account }) | null;
};

/** The part of a mail that differs from kind to kind; a sender's name and where answers go only where they differ. */
export type MailBody = Required<Pick<SendMailOptions, 'subject' | 'text' | 'html'>> &
  Pick<SendMailOptions, 'attachments' | 'from' | 'replyTo'>;

const BODY_OF: Record<DeliveryKind, (deps: ComposeDeps, delivery: FullDelivery) => Promise<MailBody>> = {
  printout: printoutMail,
  receipt: receiptMail,
  invitation: invitationMail,
  signInLink: signInLinkMail,
  confirmation: confirmationMail,
  notice: noticeMail,
  letter: letterMail,
};

/**
 * The whole mail of a delivery, as nodemailer takes it. Written anew for every attempt, always from the same
 * rows and with the same Message-ID.
 * @throws UnsendableError when what it should tell of is gone, so that no attempt could do better
 */
export async function composeDelivery(deps: ComposeDeps, deliveryId: string): Promise<SendMailOptions> {
  const row = await deps.ctx.db.prisma.delivery.findUnique({ where: { id: deliveryId }, include: WITH_ALL });
  if (row === null) throw new UnsendableError('The delivery is gone.');
  const delivery = { ...row, game: row.game && withPolicies(row.game) };
  const game = delivery.game === null ? null : gameNumber(delivery.game);
  const head = mailHeaders(delivery, deps, game);
  const body = await BODY_OF[delivery.kind](deps, delivery);
  return { ...head, ...body };
}

/**
 * A part of a delivery that its kind cannot do without.
 * @throws UnsendableError when it is missing
 */
export function needed<T>(part: T | null, what: string): T {
  if (part === null) throw new UnsendableError(`The ${what} that this mail was about is gone.`);
  return part;
}
