import { setTimeout as wait } from 'node:timers/promises';
import fastq from 'fastq';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import { type InboundMailResult, parseInboundMail } from './parse-inbound-mail.ts';

/** The maximum number of mails that wait to be parsed. Their senders hold a connection meanwhile. */
const MAX_WAITING = 50;

/** 4.3.2: the system is not accepting messages now (RFC 3463). The sending server tries again. */
const BUSY = new SmtpRefusal(451, '4.3.2 This server is busy with other mail. Try again later.');

/** A function that parses a mail (`parseInboundMail`) when it is its turn. @throws SmtpRefusal if too many mails wait */
export type ParseInTurn = (raw: Buffer, envelopeFrom: string) => Promise<InboundMailResult>;

/**
 * Parsing a mail keeps the process from everything else for a moment. So mails are parsed one at a time, and between two of
 * them at least as much time is left for pages, turns and heartbeats as the first one took: no matter how much mail
 * arrives, it takes at most half of the time.
 */
export function createParseInTurn(parse: ParseInTurn = parseInboundMail): ParseInTurn {
  let nextAt = 0;
  const queue = fastq.promise(async ({ raw, envelopeFrom }: { raw: Buffer; envelopeFrom: string }) => {
    await wait(Math.max(0, nextAt - performance.now()));
    const begun = performance.now();
    try {
      return await parse(raw, envelopeFrom);
    } finally {
      const ended = performance.now();
      nextAt = ended + (ended - begun);
    }
  }, 1);
  return async (raw, envelopeFrom) => {
    if (queue.length() >= MAX_WAITING) throw BUSY;
    return await queue.push({ raw, envelopeFrom });
  };
}
