import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { downtimeHours } from './downtimes.ts';

/*
 * Whether players could send sheets by mail until a date. What receives mail says again and again that it could, by the
 * database's clock (see src/operations/downtime/mail-signs.ts).
 */

/** How mail is received: at a port of the server, or from a mailbox. */
export const MAIL_WAYS = ['port', 'mailbox'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];

/** A way of receiving mail that was away, and when it last said that it was not. */
export interface AwayMail {
  way: MailWay;
  seenAt: Date;
}

/** A longer time in milliseconds without a sign is downtime. There is a sign every few seconds or, from the mailbox, three times a minute. */
export const MAX_MAIL_GAP = 3 * 60_000;

/** A sign that lies farther ahead than so many milliseconds is from the future. */
const AHEAD = 10_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** For how many milliseconds after its due date a turn waits for mail. A live game is played on the pages, so it does not. */
export function patienceAtDeadline(
  ctx: AppContext,
  { minutesPerTurn }: Pick<WholeGame, 'minutesPerTurn'>,
): number {
  return minutesPerTurn === null ? downtimeHours(ctx) * HOUR : 0;
}

/** The same for early processing: all orders are in, so it is enough that players have the time to reopen them once more. */
export function patienceAtEarlyProcessing(
  ctx: AppContext,
  game: Pick<WholeGame, 'minutesPerTurn' | 'reopenMinutes'>,
): number {
  return Math.min(game.reopenMinutes * MINUTE, patienceAtDeadline(ctx, game));
}

/** When mail could last be received. */
export interface MailSeen {
  /** By way; null if it is not received in this way. */
  seenAt: Record<MailWay, Date | null>;
  /** The database's clock. */
  now: Date;
}

/**
 * Reads when mail could last be received. When a way of receiving it is there again, the time without it is recorded as
 * downtime together with its sign, so callers must call this before `downtimeOver`.
 */
export async function readMailSeen(tx: Tx): Promise<MailSeen> {
  const [row] = await tx.$queryRaw<[{ port: Date | null; mailbox: Date | null; now: Date }]>`
    SELECT s."portSeenAt" AS "port", s."mailboxSeenAt" AS "mailbox", clock_timestamp() AS "now"
    FROM (SELECT 1) AS one LEFT JOIN "ServerState" s ON s."id" = 1`;
  const { port, mailbox, now } = row;
  return { seenAt: { port, mailbox }, now };
}

/**
 * The ways of receiving mail for which a turn waits whose time is over: mail that was sent in time may not have been received.
 * There must be a sign since its time was over, however short the time was for which mail was away: the mail is there to be taken.
 * A sign from the future says nothing, because the database's clock was set back.
 * @param at when its time was over
 * @param patience for how many milliseconds after that it waits
 */
export function awaitedMail(
  { seenAt, now }: MailSeen,
  { at, patience }: { at: Date; patience: number },
): AwayMail[] {
  const lateBy = now.getTime() - at.getTime();
  if (lateBy < 0 || lateBy >= patience) return [];
  const isAway = (sign: Date) => sign < at || sign.getTime() > now.getTime() + AHEAD;
  return MAIL_WAYS.flatMap((way) => {
    const sign = seenAt[way];
    return sign !== null && isAway(sign) ? [{ way, seenAt: sign }] : [];
  });
}
