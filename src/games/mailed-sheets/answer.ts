import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { answeredId } from '../../text/message-id.ts';
import type { WholeSeat } from '../game/game-store.ts';
import { timesCounted } from '../game/limited-actions.ts';
import { mayMail } from '../notices/before-accepting.ts';
import type { SheetTarget } from './sheet-address.ts';

/** What the server answers to a mail from a player. It goes to the address of the player's account, never to the sender. */
export interface MailAnswer {
  /** Without the game's number, which is put in front of it. */
  subject: string;
  paragraphs: string[];
  /** Lists below the paragraphs. */
  lists?: { heading: string; items: string[] }[];
  /** Whether the guide to sheets by mail follows. */
  guide?: true;
  /** The sheet that follows, to be filled in and sent back; missing for none. */
  sheet?: SheetTarget;
}

/**
 * How many answers go to one player of a seat within a day, besides one for each mail to an address of an earlier turn,
 * which are few. The address for sheets may have come to strangers. The last ones are for mails that may bring orders.
 */
const ANSWERS_A_DAY = { reading: 40, orders: 60 };

const DAY = 86_400_000;

/**
 * Whether no more answers go to the player of a seat today: to one who has not accepted the seat go fewer. A mail must be refused then
 * before it is read, because no one would hear that its orders were not taken.
 * @param mail.accepts whether the seat is accepted with this mail
 * @param mail.isOld whether it is to an address of an earlier turn
 * @param mail.isReading whether it is a command that changes nothing
 */
export async function answersUsedUp(
  tx: Tx,
  ctx: AppContext,
  { id: seatId, accountId, gameId, acceptedAt }: WholeSeat & { accountId: number },
  { accepts, isOld, isReading }: { accepts: boolean; isOld: boolean; isReading: boolean },
): Promise<boolean> {
  if (!accepts && !(await mayMail(tx, ctx, { accountId, acceptedAt }, 'answer'))) return true;
  if (isOld) return false;
  const createdAt = { gt: new Date(ctx.now().getTime() - DAY) };
  const sent = await tx.delivery.count({ where: { kind: 'answer', seatId, accountId, createdAt } });
  const old = await timesCounted(tx, ctx, { gameId, accountId, kind: 'oldMailCommand' });
  return sent - old >= ANSWERS_A_DAY[isReading ? 'reading' : 'orders'];
}

/**
 * Mails an answer to the player of a seat, in the caller's transaction. Callers must have asked `answersUsedUp`.
 * @param answer.to the Message-ID of the mail that is answered; null if it has none
 */
export async function answerByMail(
  tx: Tx,
  ctx: AppContext,
  seat: WholeSeat,
  { to, ...answer }: MailAnswer & { to: string | null },
): Promise<void> {
  if (seat.account === null) return;
  const about = { gameId: seat.gameId, seatId: seat.id, detail: { ...answer, inReplyTo: answeredId(to) } };
  await enqueueDelivery(tx, { kind: 'answer', account: seat.account, ...about }, ctx);
}
