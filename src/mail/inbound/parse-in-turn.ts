import { createInTurn } from '../../in-turn.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import { type InboundMailResult, parseInboundMail } from './parse-inbound-mail.ts';

/** The maximum number of mails that wait to be parsed. Their senders hold a connection meanwhile. */
const MAX_WAITING = 50;

/** 4.3.2: the system is not accepting messages now (RFC 3463). The sending server tries again. */
const BUSY = new SmtpRefusal(451, '4.3.2 This server is busy with other mail. Try again later.');

/** A function that parses a mail (`parseInboundMail`) when it is its turn. @throws SmtpRefusal if too many mails wait */
export type ParseInTurn = (raw: Buffer, envelopeFrom: string) => Promise<InboundMailResult>;

/** Parses mails one at a time, with time left between them, because parsing a mail stops everything else for a moment. */
export function createParseInTurn(parse: ParseInTurn = parseInboundMail): ParseInTurn {
  const inTurn = createInTurn({ waiting: MAX_WAITING, busy: () => BUSY });
  return (raw, envelopeFrom) => inTurn(() => parse(raw, envelopeFrom));
}
