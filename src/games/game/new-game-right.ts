import {
  checkGmRight,
  friendGamesOf,
  type GmAccount,
  type GmRight,
  mayRunGames,
} from '../../accounts/gm-rights.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { counted } from '../../rules/numbers.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { WholeGame } from './game-store.ts';

/*
 * Who may create games. Everyone whose address is proved may run a few games for friends at a time. Such a game is by
 * invitation only: the lobby does not list it, strangers cannot join it, and its seats are not offered to them.
 */

const DAY = 86_400_000;

/**
 * How many games for friends an account may create in 24 hours, if the settings do not allow more at a time. Abandoned
 * games stay stored, so without a limit anyone could fill the database with them.
 */
const MAX_A_DAY = 10;

/** How many of them may have secret options of the GM's own, such as questions: every turn is stored with these. */
const MAX_WITH_SECRETS_A_DAY = 1;

/**
 * Checks whether an account may create one more game now. Problems: `not-allowed`, `too-many-games`.
 * @param hasSecrets whether the options of the game hold what players must not know
 */
export async function checkNewGame(
  tx: Tx,
  ctx: Pick<AppContext, 'friendGames' | 'now'>,
  account: GmAccount,
  hasSecrets = false,
): Promise<Result<GmRight>> {
  const right = checkGmRight(ctx, account);
  if (!right.ok || !right.value.forFriends) return right;
  const own = { gmId: account.id, forFriends: true };
  const running = await tx.game.count({
    where: { ...own, status: { in: ['forming', 'running'] }, transferredOutAt: null },
  });
  const max = friendGamesOf(ctx);
  const since = new Date(ctx.now().getTime() - DAY);
  const today = await tx.game.count({ where: { ...own, createdAt: { gt: since } } });
  if (today >= Math.max(MAX_A_DAY, max)) {
    const message = `You have created ${today} games in the last 24 hours. You can create the next one tomorrow.`;
    return fail('', 'too-many-games', message);
  }
  if (hasSecrets) {
    const secret = { ...own, createdAt: { gt: since }, inspections: { some: { kind: 'options' as const } } };
    if ((await tx.game.count({ where: secret })) >= MAX_WITH_SECRETS_A_DAY) {
      const message =
        'You can create one game with questions of your own in 24 hours. Leave the questions out, or create the game tomorrow.';
      return fail('', 'too-many-games', message);
    }
  }
  if (running < max) return right;
  const message = `You can run ${counted(max, 'game')} for friends at a time, and you run ${running}. Wait until one is over, abandon one, or ask the operator of this server for the right to run games.`;
  return fail('', 'too-many-games', message);
}

/**
 * Makes transactions that create or revive games of one account, or delete it, wait for each other: none of them counts
 * too few games, and a deleted account gets none. Games that are locked, too, must be locked first.
 */
export async function lockGamesOf(tx: Tx, accountId: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`games of account ${accountId}`}, 0))`;
}

/**
 * Checks whether strangers may be let into a game: everyone may join, or a seat is offered in the lobby.
 * Problem: `for-friends`.
 * @param field the form field that the problem belongs to
 */
export function checkOpenToStrangers(game: Pick<WholeGame, 'forFriends' | 'gm'>, field = ''): Result<void> {
  if (!game.forFriends || mayRunGames(game.gm)) return ok(undefined);
  const message =
    'A game for friends is by invitation only. To let others in, ask the operator of this server for the right to run games.';
  return fail(field, 'for-friends', message);
}
