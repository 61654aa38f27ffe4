import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { correspondent, inWords } from '../../../games/letters/correspondents.ts';
import { listInWords } from '../../../rules/numbers.ts';
import { printable } from '../../../text/printable.ts';
import {
  type ComposeDeps,
  type FullDelivery,
  type MailBody,
  readDetail,
  readerOf,
  requirePart,
  rulesetTitle,
} from '../composer.ts';
import { inboundAddress } from '../inbound-address.ts';
import { lettersLink, replyLink } from '../links.ts';
import { bareAddress, nameInHeader } from '../mail-headers.ts';
import { gameStrapline, renderMail } from '../mail-view.ts';

/** The secret in the reply address. It is missing if the server receives no mail. */
const LetterDetail = z.object({ token: z.string().min(1).optional() });

/**
 * Composes the mail that brings one recipient a private letter. It is sent from the server's address under the
 * writer's name and contains no player's address. If the server receives mail, the recipient can reply to it.
 */
export async function composeLetter(deps: ComposeDeps, delivery: FullDelivery): Promise<MailBody> {
  const game = requirePart(delivery.game, 'game');
  const copy = requirePart(delivery.letterCopy, 'letter');
  const { letter } = copy;
  const number = gameNumber(game);
  const writer = inWords(correspondent(letter.seat, letter.accountId));
  const others = otherRecipients(copy);
  const andOthers = others.length === 0 ? '' : ` and to ${listInWords(others)}`;
  const replyTo = replyAddress(deps, delivery);
  const body = renderMail(
    {
      headline: `A letter from ${writer}`,
      strapline: gameStrapline(rulesetTitle(game), number),
      preview: letter.text.split('\n')[0] ?? '',
      blocks: [
        { kind: 'paragraph', text: `Dear ${delivery.toName},` },
        {
          kind: 'paragraph',
          text: `${writer} writes to you${andOthers}, in turn ${letter.turn} of ${number}:`,
        },
        { kind: 'quote', paragraphs: letter.text.split('\n\n').map((paragraph) => paragraph.split('\n')) },
        { kind: 'paragraph', text: howToReply(writer, replyTo !== null) },
        { kind: 'button', label: 'Reply on the web', url: replyLink(deps.publicUrl, number, letter.id) },
        { kind: 'link', label: 'All your letters in this game', url: lettersLink(deps.publicUrl, number) },
      ],
      footer: `You received this e-mail because you have a seat in ${number}, “${game.title}”. Only the people named above received this letter. You can choose on your account page whether letters are mailed to you.`,
    },
    readerOf(deps, delivery),
  );
  const sender = nameInHeader(printable(writer));
  return {
    subject: `${number}: a letter from ${sender}`,
    from: { name: `${sender} via Whistlestop`, address: bareAddress(deps.from) },
    ...(replyTo !== null && { replyTo: { name: sender, address: replyTo } }),
    ...body,
  };
}

function otherRecipients({ id, letter }: NonNullable<FullDelivery['letterCopy']>): string[] {
  return letter.copies
    .filter((copy) => copy.id !== id)
    .sort((a, b) => a.seat.position - b.seat.position)
    .map((copy) => inWords(correspondent(copy.seat, copy.accountId)));
}

/** The address for replies to this copy of the letter, or null if the server receives no mail. */
function replyAddress({ ctx }: ComposeDeps, delivery: FullDelivery): string | null {
  const { token } = readDetail(LetterDetail.catch({}), delivery);
  return token === undefined || !ctx.inbound ? null : inboundAddress(ctx.inbound, `letter-${token}`);
}

function howToReply(writer: string, byMail: boolean): string {
  return byMail
    ? `To answer, reply to this e-mail from the address at which you received it, or reply on the web. Only ${writer} gets your reply. Your e-mail address is hidden, and attachments are removed.`
    : 'Please reply on the web. A reply to this e-mail does not reach anyone.';
}
