import { looksLikeToken, tokenHash } from '../../accounts/tokens.ts';
import { answerByMail } from '../../games/letters/write-letter.ts';
import { fail } from '../../rules/result.ts';
import type { InboundAddressHandler } from './inbound-address-handler.ts';
import { replyText } from './reply-text.ts';

/** The address of an answer, whichever letter's: it is a secret of the player who got that letter. */
const REPLY_ADDRESS = /letter-[\w-]{20,64}@[\w.-]+\w/gi;

const HIDDEN = '[address hidden]';

/** `letter-<token>@…`: answers to private letters. The token stands for one letter and one player who got it. */
export const letterReplyHandler: InboundAddressHandler = {
  prefix: 'letter',
  async knows(ctx, token) {
    if (!looksLikeToken(token)) return false;
    const where = { replyHash: tokenHash(token) };
    return (await ctx.db.prisma.letterCopy.findUnique({ where, select: { id: true } })) !== null;
  },
  async take(ctx, { key: token, sender }, mail) {
    const text = withoutAddresses(replyText(mail.text, sender), mail.ownAddresses);
    if (text === '') {
      const message =
        'Nothing was left of your mail without the quoted letter. Write your answer above the quoted letter.';
      return fail('text', 'missing', message);
    }
    return await answerByMail(ctx, { token, from: mail.from, text });
  },
};

/** The words with every address for answers, and the writer's own addresses, blotted out. */
function withoutAddresses(text: string, own: readonly string[]): string {
  let blotted = text.replace(REPLY_ADDRESS, HIDDEN);
  for (const address of own.filter((one) => one.includes('@'))) {
    blotted = blotted.replace(new RegExp(escaped(address), 'gi'), HIDDEN);
  }
  return blotted;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
