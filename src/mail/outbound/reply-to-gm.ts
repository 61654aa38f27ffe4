import { gmReplyAddress } from '../../games/messages/reply-addresses.ts';
import { printable } from '../../text/printable.ts';
import { type ComposeDeps, type FullDelivery, isAnsweredByGm, type Sender } from './composer.ts';
import { inboundAddress } from './inbound-address.ts';
import { nameInHeader } from './mail-headers.ts';

/**
 * Where the reply to a mail about a game goes: to its GM, by an address that shows neither side the other's own. Null if
 * the server receives no mail, or the mail is not one that the GM answers.
 */
export async function replyToGm({ ctx }: ComposeDeps, delivery: FullDelivery): Promise<Sender | null> {
  const { game, account } = delivery;
  if (!ctx.inbound || game === null || account === null || !isAnsweredByGm(delivery)) return null;
  const name = `${nameInHeader(printable(game.gm.name))} (GM)`;
  return { name, address: inboundAddress(ctx.inbound, await gmReplyAddress(ctx, game, account)) };
}
