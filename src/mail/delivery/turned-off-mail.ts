import type { AppContext } from '../../context.ts';
import type { Delivery, DeliveryKind } from '../../database/generated/client.ts';
import { withPolicies } from '../../games/game/game-store.ts';
import { isTurnedOff } from '../../games/notices/unsubscribe.ts';
import { unsubscribable } from '../outbound/list-unsubscribe.ts';

/** The kinds of deliveries that readers can turn off, at least in part. */
const CAN_BE_TURNED_OFF: readonly DeliveryKind[] = ['digest', 'letter', 'message', 'notice'];

/**
 * Whether a mail is of a kind that its reader has turned off since it was queued: the words of a GM to someone who has muted the
 * game, reminders, letters, the digest. It is asked at every attempt, so that mail from before does not arrive later, and sending
 * it again is of no use. Such mail ends like mail that was sent, because the GM sees the list of deliveries.
 */
export async function isTurnedOffMail({ db }: AppContext, delivery: Delivery): Promise<boolean> {
  const { id, accountId, kind, detail } = delivery;
  if (accountId === null || !CAN_BE_TURNED_OFF.includes(kind)) return false;
  const about = await db.prisma.delivery.findUnique({
    where: { id },
    select: {
      game: { include: { schedule: true, policy: true } },
      gmMessage: { select: { fromGm: true } },
    },
  });
  if (about === null) return false;
  const game = about.game && withPolicies(about.game);
  const what = unsubscribable({ kind, detail, game, gmMessage: about.gmMessage });
  return what !== null && (await isTurnedOff(db.prisma, accountId, what));
}
