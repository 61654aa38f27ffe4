import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { enqueueDelivery, enqueueJob } from '../../database/outbox.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction } from '../game/game-store.ts';

/*
 * The daily digest: people can get all notices that can wait in one mail a day, or none of them. The notices wait in a
 * table, and a job of each account mails them at its hour.
 */

/** A notice that can wait. */
interface Waiting {
  account: Pick<Account, 'id' | 'noticeMail' | 'digestHour' | 'timeZone'>;
  gameId: string;
  notice: { subject: string; paragraphs: readonly string[]; words?: readonly string[] };
}

/** The most notices that one mail tells; older ones are only counted. */
const MAX_LINES = 100;

/**
 * Keeps a notice for the digest of its reader, or drops it, if the reader wants this. In a live game nothing can wait.
 * @returns whether it is done, so that no mail of its own is sent
 */
export async function leaveToDigest(
  tx: Tx,
  ctx: AppContext,
  { account, gameId, notice }: Waiting,
): Promise<boolean> {
  if (account.noticeMail === 'single') return false;
  const schedule = await tx.gameSchedule.findUnique({ where: { gameId }, select: { minutesPerTurn: true } });
  if (schedule?.minutesPerTurn != null) return false;
  if (account.noticeMail === 'none') return true;
  const { subject, paragraphs, words = [] } = notice;
  const line = { subject, paragraphs: [...paragraphs], words: [...words] };
  await tx.digestLine.create({ data: { accountId: account.id, gameId, ...line, at: ctx.now() } });
  const runAt = nextDigest(ctx.now(), account);
  await enqueueJob(tx, 'digest', { accountId: account.id }, { runAt, jobKey: `digest:${account.id}` });
  return true;
}

/** The next moment at which it is the hour of an account in its zone. On a day without that hour it is the hour after. */
export function nextDigest(
  now: Date,
  { digestHour, timeZone }: Pick<Account, 'digestHour' | 'timeZone'>,
): Date {
  const here = DateTime.fromJSDate(now, { zone: timeZone });
  const today = here.startOf('day').set({ hour: digestHour });
  const next = today > here ? today : here.startOf('day').plus({ days: 1 }).set({ hour: digestHour });
  return next.toJSDate();
}

/**
 * Mails the notices that wait for an account, and forgets them. Does nothing if there are none. If the reader wants no
 * notices anymore, they are only forgotten.
 */
export async function mailDigest(ctx: AppContext, accountId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // Jobs of one account that run at the same time wait for each other, so that no notice is mailed twice.
    await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
    const account = await tx.account.findUnique({ where: { id: accountId, deletedAt: null } });
    if (account === null) return;
    const where = { accountId };
    const taken = await tx.digestLine.findMany({
      where,
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      include: { game: true },
    });
    if (taken.length === 0) return;
    await tx.digestLine.deleteMany({ where: { id: { in: taken.map(({ id }) => id) } } });
    if (account.noticeMail === 'none') return;
    const muted = await tx.mutedGame.findMany({ where, select: { gameId: true } });
    const isMuted = (gameId: string) => muted.some((one) => one.gameId === gameId);
    const lines = taken.slice(-MAX_LINES).map(({ game, subject, paragraphs, words }) => ({
      ...{ game: gameNumber(game), title: game.title, subject },
      paragraphs,
      words: isMuted(game.id) ? [] : words,
    }));
    const detail = { lines, more: taken.length - lines.length };
    await enqueueDelivery(tx, { kind: 'digest', account, detail }, ctx);
  });
}
