import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel } from '../../database/generated/client.ts';
import { wellFormed } from './raw-sheet.ts';

/*
 * How much is accepted from one seat, so that no one (and no program that goes wild) fills the database or a mailbox.
 * Each channel is counted apart: what a player sends must not keep the GM from entering a paper sheet, and what a program sends
 * must not keep the player from sending another version on the pages or by mail. Versions that came before the
 * turn was opened again, by a rollback or after one, do not count: the player is asked to send the sheet again. Nor do those from before
 * the sender set a new security code: someone who used their account may have sent them.
 */

/** How many versions of its sheet for one turn a seat may send by one channel. */
export const MAX_VERSIONS = 100;

/**
 * How many bytes of raw orders a seat may send for one turn by one channel, all versions together. What programs send can have any number
 * of items that no form has, and refused versions are stored, too.
 */
export const MAX_RAW_BYTES = 256 * 1024;

/** A version of at most this many bytes is always stored, so that a seat that sends ordinary sheets can use all its versions. */
export const SMALL_RAW_BYTES = 4096;

const DAY = 86_400_000;

/** How many receipts are mailed to a seat in 24 hours. Later ones are shown on the web only. */
export const MAX_RECEIPTS_PER_DAY = 20;

/** Who sends a sheet, and for what. Versions of the player who had the seat before do not count. */
export interface SheetKey {
  seatId: string;
  turn: number;
  sentById: number;
  /** Since when versions count: the turn has been open since then, and the sender has had their security code. */
  countedSince: Date;
}

/** Whether raw orders are too long, counting the versions that the same person has sent for the seat and turn by the same channel. */
export async function rawLimitReached(
  tx: Tx,
  key: SheetKey,
  { raw, channel }: { raw: unknown; channel: Channel },
): Promise<boolean> {
  const formed = wellFormed(raw);
  // Nothing is stored of raw orders that are not well formed.
  const bytes = formed.ok ? Buffer.byteLength(JSON.stringify(formed.value)) : 0;
  if (bytes <= SMALL_RAW_BYTES) return false;
  const [stored] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length("raw"::text)), 0)::int AS "bytes" FROM "Sheet"
    WHERE "seatId" = ${key.seatId}::uuid AND "turn" = ${key.turn}
      AND "sentById" = ${key.sentById} AND "receivedAt" >= ${key.countedSince}
      AND "channel"::text = ${channel}`;
  return (stored?.bytes ?? 0) + bytes > MAX_RAW_BYTES;
}

/** Receipts that were mailed after this moment count for the limit of the day. */
export function receiptsCountedSince(ctx: Pick<AppContext, 'now'>): Date {
  return new Date(ctx.now().getTime() - DAY);
}
