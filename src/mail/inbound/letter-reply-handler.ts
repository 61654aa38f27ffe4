import { looksLikeToken, tokenHash } from '../../accounts/tokens.ts';
import { answerByMail } from '../../games/letters/write-letter.ts';
import { fail } from '../../rules/result.ts';
import { hideAddresses } from '../../text/hide-addresses.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { extractReply } from './extract-reply.ts';

/** Handles `letter-<token>@…`: replies to private letters. A token stands for one letter and one of its recipients. */
export const letterReplyHandler: InboundAddressHandler = {
  prefix: 'letter',
  async find(ctx, token) {
    if (!looksLikeToken(token)) return null;
    const where = { replyHash: tokenHash(token) };
    return await ctx.db.prisma.letterCopy.findUnique({ where, select: { accountId: true } });
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
