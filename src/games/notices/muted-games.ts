import { holdAccount } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { runTransaction } from '../../database/transaction.ts';

/*
 * People can mute a game: what its GM writes is not mailed to them. Messages to one person stay on the web; messages to all
 * players are lost on those who have muted the game. Printouts, receipts, reminders and what the server itself tells about
 * the game still come, because no one can play without them, but without the words that the GM added to them. The GM does
 * not learn who has muted a game: its mail is queued as for everyone else, and ends as sent without being sent (see
 * src/mail/delivery/turned-off-mail.ts).
 */

/** What is muted, and for whom. */
interface Muting {
  gameId: string;
  accountId: number;
}

/** Whether a person gets no mail with what the GM of a game writes. */
export async function isMuted(tx: Pick<Tx, 'mutedGame'>, { gameId, accountId }: Muting): Promise<boolean> {
  return (await tx.mutedGame.count({ where: { gameId, accountId } })) > 0;
}

/**
 * Mutes a game for a person, who need not have a seat in it, or ends that. Notices that are tried again later are composed
 * anew, without the GM's words. Does nothing for an account that is deleted.
 */
export async function setMuted(ctx: AppContext, wanted: Muting & { muted: boolean }): Promise<void> {
  const { gameId, accountId, muted } = wanted;
  if (!muted) {
    await ctx.db.prisma.mutedGame.deleteMany({ where: { gameId, accountId } });
    return;
  }
  await runTransaction(ctx.db, async (tx) => {
    if ((await holdAccount(tx, accountId)) === null) return;
    await tx.mutedGame.createMany({ data: [{ gameId, accountId, at: ctx.now() }], skipDuplicates: true });
    const delivery = { gameId, accountId, kind: 'notice' as const, status: 'retrying' as const };
    await tx.composedMail.deleteMany({ where: { delivery } });
  });
}
