import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { mayMail } from './before-accepting.ts';
import { leaveToDigest } from './digest.ts';
import { mailTo, requestMail } from './mail-limits.ts';

/** A short mail about a game. It never contains what is on a sheet, unless it is `confidential`. */
export interface Notice {
  /** Without the game's number, which is put in front of it. */
  subject: string;
  paragraphs: string[];
  /**
   * What a person adds to it, as a quotation: the GM (see `gmWords`), or a player in a notice to the GM. It is left out for people who
   * have muted the game when the mail is composed.
   */
  words?: string[];
  /** A due date for the recipient's calendar; a null date removes the entry of that turn. */
  calendar?: { turn: number; due: Date | null };
  /** A turn that is no longer open after a rollback, or after one is undone: its entry is removed from the recipient's calendar, too. */
  closedTurn?: number;
  /** The turn whose sheet is missing: the mail has the sheet, to be filled in and sent back. */
  missingSheet?: number;
  /** It is a reminder, which people can turn off. */
  reminder?: true;
  /** The notice is only for its recipient: the GM page lists the mail without its subject. */
  confidential?: true;
  /**
   * It is only news: its reader has nothing to do, and loses nothing by not knowing it today. It may wait for the daily digest, and is not
   * mailed to people who want no news.
   */
  canWait?: true;
  /** All of it is in the GM's words: the GM may cancel it, and it is not sent to people who have muted the game. */
  broadcast?: true;
}

/**
 * Mails a notice to the player of a seat, in the caller's transaction. Does nothing if no person has the seat, or if they
 * have not accepted it and have been mailed enough (see `mayMail`). Whether they have muted the game is asked when the
 * mail is sent: the GM sees the same delivery either way.
 */
export async function notifySeat(tx: Tx, ctx: AppContext, seat: WholeSeat, notice: Notice): Promise<void> {
  const { subject, paragraphs, words, calendar, closedTurn } = notice;
  const { missingSheet, reminder, confidential, broadcast, canWait } = notice;
  if (!seat.account) return;
  if (!(await mayMail(tx, ctx, seat, 'notice'))) return;
  if (canWait && (await leaveToDigest(tx, ctx, { account: seat.account, gameId: seat.gameId, notice })))
    return;
  const detail = {
    ...{ subject, paragraphs },
    ...(words && { words }),
    ...(missingSheet !== undefined && { missingSheet }),
    ...(reminder && { reminder }),
    ...(confidential && { confidential }),
    ...(broadcast && { broadcast }),
    ...(canWait && { canWait }),
    ...(closedTurn !== undefined && { closedTurn }),
    ...(calendar && { calendar: { turn: calendar.turn, due: calendar.due?.toISOString() ?? null } }),
  };
  const about = { gameId: seat.gameId, seatId: seat.id, detail };
  await enqueueDelivery(tx, { kind: 'notice', account: seat.account, ...about }, ctx);
}

/**
 * Mails a notice to someone whose seat in a forming game is gone. It does not belong to the seat, because it would be deleted
 * together with it.
 */
export async function notifyFormerPlayer(
  tx: Tx,
  ctx: AppContext,
  { account, gameId }: Pick<WholeSeat, 'account' | 'gameId'>,
  { subject, paragraphs }: Pick<Notice, 'subject' | 'paragraphs'>,
): Promise<void> {
  if (!account) return;
  const detail = { subject, paragraphs, formerPlayer: true };
  await enqueueDelivery(tx, { kind: 'notice', account, gameId, detail }, ctx);
}

/** Mails a notice to the GM of a game, including a GM who also plays in it. */
export async function notifyGm(
  tx: Tx,
  ctx: AppContext,
  game: Pick<WholeGame, 'id' | 'gm'>,
  notice: Notice,
): Promise<void> {
  const { subject, paragraphs, words, canWait } = notice;
  if (canWait && (await leaveToDigest(tx, ctx, { account: game.gm, gameId: game.id, notice }))) return;
  const detail = { subject, paragraphs, ...(words && { words }), ...(canWait && { canWait }) };
  await enqueueDelivery(tx, { kind: 'notice', account: game.gm, gameId: game.id, detail }, ctx);
}

/**
 * Mails a notice about something that a player did to the GM of a game. It can wait. If the player, or all people without a lasting seat
 * together, have caused too many mails to the GM today, it is not sent: the GM page shows in its log what the player did.
 * @param by the player's account
 */
export async function notifyGmOfPlayer(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { by, ...notice }: Notice & { by: number },
): Promise<void> {
  const kind = by === game.gmId || hasLastingSeat(game, by) ? 'notice' : 'joiningNotice';
  const allowed = await requestMail(tx, ctx, by, mailTo(kind, game.gm, by));
  if (allowed.ok) await notifyGm(tx, ctx, game, { ...notice, canWait: true });
}

/**
 * Whether an account has, or can reclaim, a seat of a game that has begun, from before this turn. Other seats are taken and
 * left by anyone: in an open game before it begins, or when a seat is offered.
 */
function hasLastingSeat(game: WholeGame, accountId: number): boolean {
  if (game.begunAt === null) return false;
  return game.seats.some(
    (seat) => (seat.accountId === accountId || seat.reclaimableById === accountId) && seat.since < game.turn,
  );
}

/**
 * Mails a notice to every player of a game, in the caller's transaction.
 * @returns the number of players, also of those who get no mail: who they are is not for the GM to know
 */
export async function notifyAllSeats(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  notice: Notice,
): Promise<number> {
  const seats = game.seats.filter((seat) => seat.account !== null);
  for (const seat of seats) await notifySeat(tx, ctx, seat, notice);
  return seats.length;
}
