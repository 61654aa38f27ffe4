import { gmReplyAddress } from '../../games/messages/reply-addresses.ts';
import { printable } from '../../text/printable.ts';
import { type ComposeDeps, type FullDelivery, isAnsweredByGm, type Sender } from './composer.ts';
import { nameInHeader } from './mail-headers.ts';

/**
 * Where the reply to a mail about a game goes: to its GM, by an address that shows neither side the other's own. Null if
 * the server receives no mail, or the mail is not one that the GM answers.
 */
export async function replyToGm({ ctx }: ComposeDeps, delivery: FullDelivery): Promise<Sender | null> {
  const { game, account } = delivery;
  const domain = ctx.inbound?.domain;
  if (domain === undefined || game === null || account === null || !isAnsweredByGm(delivery)) return null;
  const name = `${nameInHeader(printable(game.gm.name))} (GM)`;
  return { name, address: `${await gmReplyAddress(ctx, game, account)}@${domain}` };
}
