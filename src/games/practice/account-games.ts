import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { deleteLongestUnplayed } from './delete-games.ts';

/** How many practice games all accounts together may have, unless the settings say otherwise. */
const ACCOUNT_PRACTICE_GAMES = 5000;
/** How many of them may have been started in one network: anyone can have many accounts. */
export const ACCOUNT_GAMES_PER_NETWORK = 200;

const DAY = 86_400_000;

/**
 * Makes room for one more practice game of an account. Where there are as many as there may be, in the network or in all,
 * those make room that were not played for a day in the network, or for a week in all. Games that people play are kept.
 * @param network the keyed hash of the network in which the game is started; null if it is not known
 * @returns whether there is room
 */
export async function makeRoomForAccount(
  tx: Tx,
  ctx: Pick<AppContext, 'now' | 'accountPracticeGames'>,
  network: string | null,
): Promise<boolean> {
  const ofAccounts = { player: { accountId: { not: null } } };
  const unplayed = (days: number) => ({ playedAt: { lt: new Date(ctx.now().getTime() - days * DAY) } });
  const make = async (where: typeof ofAccounts & { network?: string }, max: number, days: number) => {
    const tooMany = (await tx.practiceGame.count({ where })) + 1 - max;
    return (await deleteLongestUnplayed(tx, { ...where, ...unplayed(days) }, tooMany)) >= tooMany;
  };
  if (network !== null && !(await make({ ...ofAccounts, network }, ACCOUNT_GAMES_PER_NETWORK, 1)))
    return false;
  return make(ofAccounts, ctx.accountPracticeGames ?? ACCOUNT_PRACTICE_GAMES, 7);
}
