import type { Account, Game } from '../database/generated/client.ts';

/** May this account see and change accounts, mail and rights? */
export function isOperator(account: Pick<Account, 'operator'>): boolean {
  return account.operator;
}

/** May this account open games? */
export function mayRunGames(account: Pick<Account, 'operator' | 'mayRunGames'>): boolean {
  return account.mayRunGames || account.operator;
}

/** Is this account the GM of this very game? The operator and other games' GMs are not: games have secrets. */
export function isGm(account: Pick<Account, 'id'>, game: Pick<Game, 'gmId'>): boolean {
  return game.gmId === account.id;
}
