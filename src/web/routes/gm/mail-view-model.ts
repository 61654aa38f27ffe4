import type { DeliveryKind, DeliveryStatus } from '../../../database/generated/client.ts';
import type { GmDelivery, GmGamePage } from '../../../games/game/gm-view.ts';
import { counted } from '../../rendering/game-facts.ts';

/** The mails of a game on its GM's page, the latest first. */
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
  /** Where the buttons send their forms; `cancel` is null if there is nothing to cancel. */
  resend: { action: string; label: string };
  cancel: string | null;
}

const KINDS: Record<DeliveryKind, string> = {
  printout: 'Printout',
  receipt: 'Receipt',
  invitation: 'Invitation',
  signInLink: 'Sign-in link',
  confirmation: 'Confirmation',
  notice: 'Notice',
  letter: 'Private letter',
};

const STATUSES: Record<DeliveryStatus, string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  retrying: 'Trying again',
  sent: 'Sent',
  failed: 'Failed',
};

/** The mails of a game. */
export function mailRows({ game, deliveries }: GmGamePage): MailRow[] {
  const lastTurn = Math.max(0, ...deliveries.map(({ turn }) => turn ?? 0));
  return deliveries.map((delivery) => {
    const isFinal = game.status === 'over' && delivery.kind === 'printout' && delivery.turn === lastTurn;
    return mailRow(delivery, isFinal, `/gm/games/${game.number}/deliveries/${delivery.id}`);
  });
}

function mailRow(delivery: GmDelivery, isFinal: boolean, path: string): MailRow {
  const { kind, status, seat, turn, sentAt, lastError, nextAttempt } = delivery;
  const name = isFinal ? 'Final printout' : `${KINDS[kind]}${turn ? `, turn ${turn}` : ''}`;
  const isWaiting = status === 'queued' || status === 'retrying';
  const hasFailed = sentAt === null && lastError !== null;
  return {
    what: seat === null ? name : `${name} [${seat}]`,
    subject: delivery.subject ?? '',
    toName: delivery.toName,
    toAddress: delivery.toAddress,
    status: STATUSES[status],
    sentAt,
    failure: hasFailed ? `after ${counted(delivery.attempts, 'attempt')}: ${lastError}` : '',
    nextAttempt: hasFailed ? nextAttempt : null,
    createdAt: delivery.createdAt,
    resend: { action: `${path}/resend`, label: isWaiting ? 'Send now' : 'Send again' },
    cancel: isWaiting ? `${path}/cancel` : null,
  };
}
