import { gmWordsOf, type Unsubscribable, unsubscribePath } from '../../games/notices/unsubscribe.ts';
import type { ComposeDeps, FullDelivery } from './composer.ts';

/**
 * The headers with which a mail program offers to end mail of this kind with one click (RFC 2369 and 8058). None for mail
 * that cannot be turned off, such as sign-in links and new due dates.
 */
export async function listUnsubscribe(
  { ctx, publicUrl }: ComposeDeps,
  delivery: FullDelivery,
): Promise<Record<string, string>> {
  const { account } = delivery;
  const what = unsubscribable(delivery);
  // Programs of mail services call the address from outside, and only by https.
  if (account === null || what === null || !publicUrl.startsWith('https://')) return {};
  return {
    'List-Unsubscribe': `<${publicUrl}${await unsubscribePath(ctx, { account, what })}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** What decides how a mail can be turned off. */
type Ending = Pick<FullDelivery, 'kind' | 'detail'> & {
  game: Pick<NonNullable<FullDelivery['game']>, 'id' | 'prefix' | 'serial' | 'minutesPerTurn'> | null;
  gmMessage: { fromGm: boolean } | null;
};

/** What a mail can be turned off as; null if it cannot. */
export function unsubscribable({ kind, detail, game, gmMessage }: Ending): Unsubscribable | null {
  if (kind === 'digest') return { kind: 'digest' };
  if (kind === 'letter') return { kind: 'letters' };
  if (kind === 'notice' && detail.reminder === true) return { kind: 'reminders' };
  if (kind === 'notice' && detail.missingSheet !== undefined) return { kind: 'lastCalls' };
  const isFromGm =
    (kind === 'notice' && detail.broadcast === true) || (kind === 'message' && gmMessage?.fromGm === true);
  if (isFromGm) return game === null ? null : gmWordsOf(game);
  // In a live game nothing can wait.
  const isLive = game === null || game.minutesPerTurn !== null;
  return kind === 'notice' && !isLive && detail.canWait === true ? { kind: 'notices' } : null;
}
