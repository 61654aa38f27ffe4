import type { Account } from '../database/generated/client.ts';

/** May this account open games? */
export function mayRunGames(account: Pick<Account, 'operator' | 'mayRunGames'>): boolean {
  return account.mayRunGames || account.operator;
}
