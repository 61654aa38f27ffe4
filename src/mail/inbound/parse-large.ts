// Parses one large mail in a process of its own: see parse-isolated.ts.
import { type InboundMailResult, parseInboundMail } from './parse-inbound-mail.ts';
import type { LargeMail } from './parse-isolated.ts';
import { type ReportedRecipient, readBounce } from './read-bounce.ts';

/** What `parseInboundMail` or `readBounce` returns for a mail. */
export default function parseLarge(mail: LargeMail): Promise<InboundMailResult | ReportedRecipient[] | null> {
  const raw = Buffer.from(mail.raw);
  return 'isBounce' in mail ? readBounce(raw) : parseInboundMail(raw, mail.envelopeFrom);
}
