import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';

/** A mail in a few words. The game's number is put before the subject; it never holds what is on a sheet. */
export interface Notice {
  subject: string;
  paragraphs: string[];
  /** A due date for the reader's calendar; null takes the turn's date out of it. */
  calendar?: { turn: number; due: Date | null };
  /** Of what is its reader's alone, such as a sheet in store: the GM's desk lists the mail without its subject. */
  confidential?: true;
}

/** Mails a notice to the person who sits at a seat, in the caller's transaction; nobody sits there: to nobody. */
export async function notifySeat(
  tx: Tx,
  ctx: AppContext,
  game: Pick<WholeGame, 'id'>,
  seat: WholeSeat,
  notice: Notice,
): Promise<void> {
  if (!seat.account) return;
  const { subject, paragraphs, calendar, confidential } = notice;
  const detail = {
    ...{ subject, paragraphs },
    ...(confidential && { confidential }),
    ...(calendar && { calendar: { turn: calendar.turn, due: calendar.due?.toISOString() ?? null } }),
  };
  const about = { gameId: game.id, seatId: seat.id, detail };
  await enqueueDelivery(tx, { kind: 'notice', account: seat.account, ...about }, ctx);
}

/** The same to every seat; answers how many mails are on their way. */
export async function notifyAllSeats(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  notice: Notice,
): Promise<number> {
  const seated = game.seats.filter((seat) => seat.account !== null);
  for (const seat of seated) await notifySeat(tx, ctx, game, seat, notice);
  return seated.length;
}
