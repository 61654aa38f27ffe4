import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel, Prisma } from '../../database/generated/client.ts';

/* How much of one seat is taken in, so that nobody (and no program gone wild) fills the database and a mailbox. */

/** How many versions of a sheet a seat may send for one turn; its GM may enter as many that came by post. */
export const MAX_VERSIONS = 100;

/** How many receipts are mailed to a seat within a day; later ones are on the web only. Those of post count apart. */
export const MAX_RECEIPTS_PER_DAY = 20;

/** Are as many versions kept of a seat's sheet for a turn as may be, of those that come this way? */
export async function versionLimitReached(
  tx: Tx,
  of: { seatId: string; turn: number },
  channel: Channel,
): Promise<boolean> {
  return (await tx.sheet.count({ where: { ...of, channel: sameWay(channel) } })) >= MAX_VERSIONS;
}

/** Is there a mail left for the receipt of a sheet that came this way? */
export async function mayMailReceipt(
  tx: Tx,
  ctx: AppContext,
  of: { gameId: string; seatId: string },
  channel: Channel,
): Promise<boolean> {
  const since = DateTime.fromJSDate(ctx.now()).minus({ days: 1 }).toJSDate();
  // The game is named for the index: there may be mails of many years.
  const where = { ...of, kind: 'receipt' as const, createdAt: { gt: since } };
  const mailed = await tx.delivery.count({ where: { ...where, sheet: { channel: sameWay(channel) } } });
  return mailed < MAX_RECEIPTS_PER_DAY;
}

/** What a player sends must not keep the GM from entering what came on paper. */
function sameWay(channel: Channel): Prisma.EnumChannelFilter {
  return channel === 'post' ? { equals: 'post' } : { not: 'post' };
}
