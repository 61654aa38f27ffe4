import type { Tx } from '../database/client.ts';
import { ok, type Result } from '../rules/result.ts';
import { lockAccount } from './lock-account.ts';
import { checkStillOpen } from './sessions.ts';

/**
 * Locks an account and checks that the session in which a change of a game was asked for is still open: the request may have
 * waited for the game, and its owner may have ended the session meanwhile. Callers must have locked the game before. Problem: `session-ended`.
 * @param token the token of the session; null if a program asks
 */
export async function checkSession(tx: Tx, accountId: number, token: string | null): Promise<Result<void>> {
  if (token === null) return ok(undefined);
  await lockAccount(tx, accountId);
  return checkStillOpen(tx, { accountId, token }, '');
}
