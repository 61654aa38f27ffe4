import { emailSchema, parseInput } from '../../accounts/account-details.ts';
import { lockAccount } from '../../accounts/end-access.ts';
import { moveToAddress } from '../../accounts/update-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import type { GmRequest } from '../game/gm-access.ts';
import { invitationTo, requestMail } from '../notices/mail-limits.ts';
import { seatAt } from './replace-player.ts';

/**
 * Corrects the address of a player who could never be reached: no one may have used the account. Links that were sent to
 * the old address stop working, and waiting mail goes to the new one.
 * Problems: those of `runningGmGameAtTurn` (the game may also be forming), `unknown-seat`, `no-player`, `in-use`,
 * `email-taken`, `too-much-mail`, those of the address. What is refused counts as an invitation, too: the answer tells
 * whether an address has an account.
 * @returns the account with its new address
 */
export async function correctAddress(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string; email: string },
): Promise<Result<Account>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted, 'forming');
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const { account } = seat;
    if (!account) return fail('seat', 'no-player', `No person plays [${seat.identifier}].`);
    const checked = parseInput(emailSchema, { email: wanted.email });
    if (!checked.ok) return checked;
    const { email } = checked.value;
    const allowed = await requestMail(tx, ctx, wanted.by, invitationTo(email, game));
    if (!allowed.ok) return allowed;
    // Under this lock no one can use a link, so the account stays unused until its links have ended.
    await lockAccount(tx, account.id);
    if (await isInUse(tx, game, account.id)) {
      const { name } = seat;
      const message = `${name} has used this account or received private letters, so only ${name} or the operator can change its address.`;
      return fail('email', 'in-use', message);
    }
    if (await tx.account.findUnique({ where: { email } })) {
      const message = 'Another account has this address. Replace the player with that person instead.';
      return fail('email', 'email-taken', message);
    }
    const corrected = await moveToAddress(tx, account, email, null);
    const detail = `[${seat.identifier}] ${playerInLog(seat, account.id)}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'addressCorrected', detail });
    return ok(corrected);
  });
}

/**
 * Whether someone has used the account, it has rights, or it has or had anything to do with a game of another GM. Only what
 * is never deleted counts, and what shows a seat in a game of another GM: sessions and used links are deleted when people
 * sign out and at night.
 */
async function isInUse(tx: Tx, game: WholeGame, accountId: number): Promise<boolean> {
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (account.addressProvedAt !== null || account.operator || account.mayRunGames) return true;
  const own = { accountId };
  // One after another: a transaction has one connection.
  return (
    (await tx.sheet.count({ where: { sentById: accountId } })) > 0 ||
    // Private letters can be read and answered by mail alone, and the new address would get the later ones.
    (await tx.letter.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: { ...own, kind: 'letter', status: 'sent' } })) > 0 ||
    (await isKnownToOtherGms(tx, game.gmId, accountId))
  );
}

/**
 * Whether the account has or had a seat in a game of another GM. The holder of the account can read the printouts of a
 * former seat, and can reclaim one that the computer plays.
 */
async function isKnownToOtherGms(tx: Tx, gmId: number, accountId: number): Promise<boolean> {
  const own = { accountId, game: { gmId: { not: gmId } } };
  const reclaimable = { reclaimableById: accountId, game: own.game };
  return (
    (await tx.seat.count({ where: { OR: [own, reclaimable] } })) > 0 ||
    (await tx.printout.count({ where: own })) > 0 ||
    (await tx.letterCopy.count({ where: own })) > 0 ||
    (await tx.gmMessage.count({ where: own })) > 0 ||
    (await tx.attendance.count({ where: own })) > 0 ||
    (await tx.advanceOrders.count({ where: own })) > 0 ||
    (await tx.waitlistEntry.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: own })) > 0
  );
}
