import { accountDeleted, holdAccount } from '../../accounts/lock-account.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { WholeGame } from '../game/game-store.ts';
import { checkNotInspected } from '../inspections/seat-bar.ts';

declare const seatable: unique symbol;

/** An account that may get a seat. Only `lockSeatableAccount` makes one, so nothing can seat an account without it. */
export type SeatableAccount = Account & { readonly [seatable]: true };

/**
 * Locks an account that is about to get a seat, or a place on the waitlist, so that it cannot be deleted before the
 * transaction ends, and checks that it may. Every way to a seat leads through here. Callers must lock the game first:
 * `deleteAccount` takes the locks in this order, too.
 * Problems: `deleted`, `inspected` (it has seen as the GM what players may not see).
 * @param field the form field that the problem belongs to
 */
export async function lockSeatableAccount(
  tx: Tx,
  game: Pick<WholeGame, 'id'>,
  accountId: number,
  field = '',
): Promise<Result<SeatableAccount>> {
  const account = await holdAccount(tx, accountId);
  if (account === null) return accountDeleted(field);
  const allowed = await checkNotInspected(tx, game, accountId, field);
  return allowed.ok ? ok(account as SeatableAccount) : allowed;
}
