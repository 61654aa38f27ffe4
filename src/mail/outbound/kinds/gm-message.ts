import { gameNumber } from '../../../games/game/game-number.ts';
import { correspondent, inWords } from '../../../games/letters/correspondents.ts';
import { personName } from '../../../games/messages/person-names.ts';
import { gmReplyAddress, messageReplyAddress } from '../../../games/messages/reply-addresses.ts';
import { printable } from '../../../text/printable.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readerOf,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { inboundAddress } from '../inbound-address.ts';
import { gmConversationLink, writeToGmLink } from '../links.ts';
import { bareAddress, nameInHeader } from '../mail-headers.ts';
import { gameStrapline, renderMail } from '../mail-view.ts';
import { muteBlock } from '../mute-block.ts';

type Game = NonNullable<FullDelivery['game']>;
type Message = NonNullable<FullDelivery['gmMessage']>;

/**
 * Composes the mail that brings the GM of a game a message from one person, or one person a message from the GM. It is
 * sent from the server's address under the writer's name, and contains no one's address. If the server receives mail, its
 * reader can reply to it.
 */
export async function composeGmMessage(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const message = requirePart(delivery.gmMessage, 'message');
  const number = gameNumber(game);
  const writer = message.fromGm
    ? (message.gm?.name ?? 'A former GM')
    : await personInWords(deps, game, message);
  const replyTo = await replyAddress(deps, delivery, game);
  const body = renderMail(
    {
      headline: message.fromGm ? `A message from ${writer}, the GM` : `A message from ${writer}`,
      strapline: gameStrapline(rulesetTitle(game), number),
      preview: message.text.split('\n')[0] ?? '',
      blocks: [
        { kind: 'paragraph', text: `Dear ${delivery.toName},` },
        { kind: 'paragraph', text: `${writer} writes to you about ${number}, “${game.title}”:` },
        { kind: 'quote', paragraphs: message.text.split('\n\n').map((paragraph) => paragraph.split('\n')) },
        { kind: 'paragraph', text: howToReply(writer, replyTo !== null) },
        { kind: 'button', label: 'Reply on the web', url: replyPage(deps, message, number) },
        ...(message.fromGm ? [muteBlock(deps.publicUrl, number)] : []),
      ],
      footer: message.fromGm
        ? `You received this e-mail because the GM of ${number} wrote to you. No one else received it.`
        : `You received this e-mail because you run ${number}. No one else received it.`,
    },
    readerOf(deps, delivery),
  );
  const sender = nameInHeader(printable(writer));
  return {
    subject: message.fromGm ? `${number}: a message from the GM` : `${number}: a message from ${sender}`,
    from: { name: `${sender} via Whistlestop`, address: bareAddress(deps.from) },
    ...(replyTo !== null && { replyTo: { name: sender, address: replyTo } }),
    ...body,
  };
}

async function personInWords(
  { ctx }: ComposeDeps,
  game: Game,
  { seat, account, accountId }: Message,
): Promise<string> {
  if (account === null) return 'A former player';
  return seat === null
    ? await personName(ctx.db.prisma, game, account)
    : inWords(correspondent(seat, accountId));
}

/** The address for replies, or null if the server receives no mail or no one can get a reply. */
async function replyAddress(
  { ctx }: ComposeDeps,
  { account, gmMessage: message }: FullDelivery,
  game: Game,
): Promise<string | null> {
  if (!ctx.inbound || account === null || message === null) return null;
  const local = message.fromGm
    ? await gmReplyAddress(ctx, game, account)
    : await messageReplyAddress(ctx, message, account);
  return inboundAddress(ctx.inbound, local);
}

function replyPage({ publicUrl }: ComposeDeps, { id, fromGm }: Message, number: string): string {
  return fromGm ? writeToGmLink(publicUrl, number) : gmConversationLink(publicUrl, number, id);
}

function howToReply(writer: string, byMail: boolean): string {
  return byMail
    ? `To answer, reply to this e-mail from the address at which you received it, or reply on the web. Only ${writer} gets your reply. Your e-mail address is hidden, and attachments are removed.`
    : 'Please reply on the web. A reply to this e-mail does not reach anyone.';
}
