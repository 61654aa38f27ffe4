import type { Account } from '../database/generated/client.ts';

/** Whether this account may create and run games. */
export function mayRunGames(account: Pick<Account, 'operator' | 'mayRunGames'>): boolean {
  return account.mayRunGames || account.operator;
}
