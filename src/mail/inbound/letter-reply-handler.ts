import { looksLikeToken, tokenHash } from '../../accounts/tokens.ts';
import { answerByMail } from '../../games/letters/write-letter.ts';
import { fail } from '../../rules/result.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';

/** A reply address of any letter. Each is a secret of the player who received the letter. */
const REPLY_ADDRESS = /letter-[\w-]{20,64}@[\w.-]+\w/gi;

const HIDDEN = '[address hidden]';

/** Handles `letter-<token>@…`: replies to private letters. A token stands for one letter and one of its recipients. */
export const letterReplyHandler: InboundAddressHandler = {
  prefix: 'letter',
  async exists(ctx, token) {
    if (!looksLikeToken(token)) return false;
    const where = { replyHash: tokenHash(token) };
    return (await ctx.db.prisma.letterCopy.findUnique({ where, select: { id: true } })) !== null;
  },
  async handle(ctx, { key: token, sender }, mail) {
    const text = hideAddresses(extractReply(mail.text, sender), mail.ownAddresses);
    if (text === '') {
      const message =
        'Your e-mail contains only the quoted letter. Write your reply above the quoted letter and send it again.';
      return fail('text', 'missing', message);
    }
    return await answerByMail(ctx, { token, from: mail.from, text });
  },
};

/** Replaces every reply address and the sender's own addresses in the text. */
function hideAddresses(text: string, own: readonly string[]): string {
  let hidden = text.replace(REPLY_ADDRESS, HIDDEN);
  for (const address of own.filter((one) => one.includes('@'))) {
    hidden = hidden.replace(new RegExp(escapeRegExp(address), 'gi'), HIDDEN);
  }
  return hidden;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
