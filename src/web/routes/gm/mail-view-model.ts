import { isPaperAddress } from '../../../accounts/paper-address.ts';
import type { DeliveryKind, DeliveryStatus } from '../../../database/generated/client.ts';
import type { GmDelivery, GmGamePage } from '../../../games/game/gm-view.ts';
import { counted } from '../../rendering/game-facts.ts';

/** The mail of a game on its GM's page. */
export interface MailView {
  /** The latest first. */
  rows: MailRow[];
  /** The form that sends all waiting mail now; null if none is waiting. */
  sendAll: { action: string; sentence: string } | null;
}

/** One mail of a game on its GM's page. */
export interface MailRow {
  /** `Printout, turn 3 [AB]` */
  what: string;
  /** What a notice is about; blank for other mails. */
  subject: string;
  toName: string;
  toAddress: string;
  status: string;
  sentAt: Date | null;
  /** `after 3 attempts: 550 no such mailbox`; blank if it was sent, or has not been tried. */
  failure: string;
  nextAttempt: Date | null;
  createdAt: Date;
  /**
   * Where the buttons send their forms. `cancel` is null if the GM cannot cancel it, `resend` for a player who plays by post:
   * nothing is mailed.
   */
  resend: { action: string; label: string } | null;
  cancel: string | null;
}

const KINDS: Record<DeliveryKind, string> = {
  printout: 'Printout',
  receipt: 'Receipt',
  invitation: 'Invitation',
  signInLink: 'Sign-in link',
  confirmation: 'Confirmation',
  refusal: 'Refusal',
  notice: 'Notice',
  letter: 'Private letter',
  message: 'Private message',
  answer: 'Answer to an e-mail',
  digest: 'Daily digest',
};

const STATUSES: Record<DeliveryStatus, string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  retrying: 'Trying again',
  sent: 'Sent',
  failed: 'Failed',
};

/** The mail of a game. */
export function mailView(page: GmGamePage): MailView {
  return { rows: mailRows(page), sendAll: sendAll(page) };
}

function sendAll({ game, deliveries }: GmGamePage): MailView['sendAll'] {
  const waiting = deliveries.filter(isWaiting).length;
  if (waiting === 0) return null;
  const sentence = `${counted(waiting, 'e-mail')} ${waiting === 1 ? 'is' : 'are'} waiting to be sent.`;
  return { action: `/gm/games/${game.number}/deliveries/send-now`, sentence };
}

function mailRows({ game, deliveries }: GmGamePage): MailRow[] {
  const lastTurn = Math.max(0, ...deliveries.map(({ turn }) => turn ?? 0));
  return deliveries.map((delivery) => {
    const isFinal = game.status === 'over' && delivery.kind === 'printout' && delivery.turn === lastTurn;
    return mailRow(delivery, isFinal, `/gm/games/${game.number}/deliveries/${delivery.id}`);
  });
}

function mailRow(delivery: GmDelivery, isFinal: boolean, path: string): MailRow {
  const { kind, seat, turn, sentAt, lastError, nextAttempt } = delivery;
  const name = isFinal ? 'Final printout' : `${KINDS[kind]}${turn ? `, turn ${turn}` : ''}`;
  const waiting = isWaiting(delivery);
  const hasFailed = sentAt === null && lastError !== null;
  const byPost = isPaperAddress(delivery.toAddress);
  const canResend = !byPost && delivery.canBeSentAgain;
  return {
    what: seat === null ? name : `${name} [${seat}]`,
    subject: delivery.subject ?? '',
    toName: delivery.toName,
    toAddress: byPost ? '' : delivery.toAddress,
    status: byPost ? 'Not mailed: plays by post' : statusInWords(delivery),
    sentAt: byPost ? null : sentAt,
    failure: hasFailed ? failureInWords(delivery) : '',
    nextAttempt: hasFailed && !waitsForRelay(delivery) ? nextAttempt : null,
    createdAt: delivery.createdAt,
    resend: canResend ? { action: `${path}/resend`, label: waiting ? 'Send now' : 'Send again' } : null,
    cancel: waiting && delivery.mayCancel ? `${path}/cancel` : null,
  };
}

function statusInWords(delivery: GmDelivery): string {
  if (delivery.cameBack) return 'Sent, but it came back';
  return waitsForRelay(delivery) ? 'Waiting for the mail server' : STATUSES[delivery.status];
}

function isWaiting({ status }: GmDelivery): boolean {
  return status === 'queued' || status === 'retrying';
}

function waitsForRelay({ status, obstacle }: GmDelivery): boolean {
  return status === 'retrying' && obstacle === 'relay';
}

/** Why the last attempt failed. Attempts that failed because the mail server could not be reached do not count. */
function failureInWords(delivery: GmDelivery): string {
  const { attempts, obstacle } = delivery;
  const reason = (delivery.lastError ?? '').replace(/\.$/, '');
  if (waitsForRelay(delivery))
    return `it cannot be reached: ${reason}; the e-mail is sent as soon as it answers`;
  const slow = obstacle === 'slow' && delivery.status === 'retrying';
  const words = slow ? 'the mail server takes too long with this address' : reason;
  return attempts === 0 ? words : `after ${counted(attempts, 'attempt')}: ${words}`;
}
