import {
  findGmReplyAddress,
  findMessageReplyAddress,
  REPLY_PREFIXES,
} from '../../games/messages/reply-addresses.ts';
import { replyAsGmByMail, writeToGmByMail } from '../../games/messages/write-message.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { hideAddresses } from '../../text/hide-addresses.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';
import type { InboundMail } from './parse-inbound-mail.ts';

/** Handles `gm-<key>@…`: replies to mails about a game, which go to its GM. A key stands for one game and one account. */
export const gmMessageHandler: InboundAddressHandler = {
  prefix: REPLY_PREFIXES.toGm,
  find: (ctx, key) => findGmReplyAddress(ctx.db.prisma, ctx, key),
  async handle(ctx, { key, sender }, mail) {
    const text = ownText(mail, sender);
    return text.ok ? await writeToGmByMail(ctx, { key, from: mail.from, text: text.value }) : text;
  },
};

/** Handles `message-<key>@…`: the GM's replies to messages. A key stands for one message and its GM. */
export const gmReplyHandler: InboundAddressHandler = {
  prefix: REPLY_PREFIXES.toMessage,
  async find(ctx, key) {
    const found = await findMessageReplyAddress(ctx.db.prisma, ctx, key);
    return found === null ? null : { accountId: found.gmId };
  },
  async handle(ctx, { key, sender }, mail) {
    const text = ownText(mail, sender);
    return text.ok ? await replyAsGmByMail(ctx, { key, from: mail.from, text: text.value }) : text;
  },
};

/** What the sender wrote, without the mail that it quotes and without addresses. Problem: `missing`. */
function ownText(mail: InboundMail, sender: string): Result<string> {
  const text = hideAddresses(extractReply(mail.text, sender), mail.ownAddresses);
  if (text !== '') return ok(text);
  const message =
    'Your e-mail contains only quoted text. Write your message above the quoted text and send it again.';
  return fail('text', 'missing', message);
}
