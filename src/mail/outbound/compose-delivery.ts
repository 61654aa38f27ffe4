import { createHash } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import MessageComposer from 'nodemailer/lib/mail-composer';
import type { Delivery, DeliveryKind } from '../../database/generated/client.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { withPolicies } from '../../games/game/game-store.ts';
import { withoutLinks } from '../../text/link-like.ts';
import { UnsendableError } from '../delivery/delivery-failure.ts';
import {
  type ComposeDeps,
  DELIVERY_RELATIONS,
  goesToStranger,
  type MailBody,
  type MailComposer,
  type Sender,
} from './composer.ts';
import { composeAnswer } from './kinds/answer.ts';
import { composeConfirmation } from './kinds/confirmation.ts';
import { composeDigest } from './kinds/digest.ts';
import { composeGmMessage } from './kinds/gm-message.ts';
import { composeInvitation } from './kinds/invitation.ts';
import { composeLetter } from './kinds/letter.ts';
import { composeNotice } from './kinds/notice.ts';
import { composePrintout } from './kinds/printout.ts';
import { composeReceipt } from './kinds/receipt.ts';
import { composeRefusal } from './kinds/refusal.ts';
import { composeSignInLink } from './kinds/sign-in-link.ts';
import { listUnsubscribe } from './list-unsubscribe.ts';
import { mailHeaders } from './mail-headers.ts';
import { replyToGm } from './reply-to-gm.ts';

const COMPOSERS: Record<DeliveryKind, MailComposer> = {
  printout: composePrintout,
  receipt: composeReceipt,
  invitation: composeInvitation,
  signInLink: composeSignInLink,
  confirmation: composeConfirmation,
  notice: composeNotice,
  letter: composeLetter,
  message: composeGmMessage,
  answer: composeAnswer,
  refusal: composeRefusal,
  digest: composeDigest,
};

/**
 * Composes the whole message of a delivery in the format of RFC 5322, with CRLF line ends. The same rows give the same
 * bytes.
 * @throws UnsendableError if what the mail is about is gone, so that no later attempt could succeed
 */
export async function composeMessage(deps: ComposeDeps, delivery: Delivery): Promise<Buffer> {
  const mail = await composeDelivery(deps, delivery.id);
  const options = {
    ...{ disableFileAccess: true, disableUrlAccess: true },
    ...{ newline: 'windows', baseBoundary: boundaryOf(delivery) },
  };
  return await new MessageComposer({ ...mail, ...options }).compile().build();
}

/** The boundary between the parts of a message. No one who can write into a mail knows the delivery's id beforehand. */
function boundaryOf({ id, messageId }: Delivery): string {
  return createHash('sha256').update(`${id} ${messageId}`).digest('hex').slice(0, 32);
}

/** The body of a mail to a stranger: nothing that people typed becomes a link in its headers. */
function withPlainHeaders({ subject, from, replyTo, ...body }: MailBody): MailBody {
  return {
    ...body,
    subject: withoutLinks(subject),
    ...(from !== undefined && { from: withPlainName(from) }),
    ...(replyTo !== undefined && { replyTo: withPlainName(replyTo) }),
  };
}

function withPlainName(sender: Sender): Sender {
  return { ...sender, name: withoutLinks(sender.name) };
}

/**
 * Composes the whole mail of a delivery in nodemailer's format.
 * @throws UnsendableError if what the mail is about is gone, so that no later attempt could succeed
 */
export async function composeDelivery(deps: ComposeDeps, deliveryId: string): Promise<SendMailOptions> {
  const row = await deps.ctx.db.prisma.delivery.findUnique({
    where: { id: deliveryId },
    include: DELIVERY_RELATIONS,
  });
  if (row === null) throw new UnsendableError('The delivery is gone.');
  const delivery = { ...row, game: row.game && withPolicies(row.game) };
  const game = delivery.game === null ? null : gameNumber(delivery.game);
  const body = await COMPOSERS[delivery.kind](deps, delivery);
  const stranger = goesToStranger(delivery);
  // A stranger's name was typed by someone else.
  const headers = mailHeaders(delivery, deps, { game, toName: stranger ? '' : delivery.toName });
  const replyTo = body.replyTo ?? (await replyToGm(deps, delivery));
  const ending = await listUnsubscribe(deps, delivery);
  const answerable = { ...body, ...(replyTo !== null && { replyTo }) };
  const all = { ...headers, headers: { ...headers.headers, ...ending } };
  return { ...all, ...(stranger ? withPlainHeaders(answerable) : answerable) };
}
