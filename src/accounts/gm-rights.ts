import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { fail, ok, type Result } from '../rules/result.ts';

/** How many games for friends an account without the right may run at a time, unless the settings say otherwise. */
const FRIEND_GAMES = 3;

/** The part of an account that decides which games it may run. */
export type GmAccount = Pick<Account, 'id' | 'operator' | 'mayRunGames' | 'addressProvedAt' | 'deletedAt'>;

/** Which games an account may run: any games, or only a few games for friends. */
export interface GmRight {
  forFriends: boolean;
}

/** Whether this account has the right to run games: as many as it likes, for everyone. */
export function mayRunGames(account: Pick<Account, 'operator' | 'mayRunGames'>): boolean {
  return account.mayRunGames || account.operator;
}

/** The number of games for friends that an account without the right to run games may run at a time; 0 for none. */
export function friendGamesOf(ctx: Pick<AppContext, 'friendGames'>): number {
  return ctx.friendGames ?? FRIEND_GAMES;
}

/**
 * Checks which games an account may run. Without the right to run games, it may run games for friends if the settings
 * allow it and someone who reads the mail of its address has used it. How many it runs already is not counted here.
 * Problem: `not-allowed`.
 */
export function checkGmRight(ctx: Pick<AppContext, 'friendGames'>, account: GmAccount): Result<GmRight> {
  if (mayRunGames(account)) return ok({ forFriends: false });
  if (friendGamesOf(ctx) === 0 || account.deletedAt !== null) {
    const message =
      'Your account is not allowed to run games. The operator of this server can give it the right to.';
    return fail('', 'not-allowed', message);
  }
  if (account.addressProvedAt !== null) return ok({ forFriends: true });
  const message =
    'To run a game for friends, sign in once with a link that is mailed to you. It shows that your e-mail address is yours.';
  return fail('', 'not-allowed', message);
}
