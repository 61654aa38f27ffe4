import fastq from 'fastq';
import { runIsolated } from '../../isolation/run-isolated.ts';
import { type InboundMailResult, parseInboundMail, unreadable } from './parse-inbound-mail.ts';
import { type Bounce, readBounce } from './read-bounce.ts';

/*
 * Nothing bounds what a hostile mail of three megabytes can make a parser do, so large mails are parsed in a process of their
 * own. Small ones, which nearly all mails without a PDF are, can do little harm, and are parsed here: starting a process takes
 * longer than parsing them.
 */

/** Up to so many bytes, no mail that we could make takes more than 0.2 s or 50 MB. */
const MAX_SMALL = 128 * 1024;

const PARSING = {
  module: new URL('parse-large.ts', import.meta.url),
  heap: 256,
  memory: 512,
  time: 5_000,
};

/** A large mail, and what it is read as: the mail of a person, or a bounce. */
export type LargeMail = { raw: Uint8Array; envelopeFrom: string } | { raw: Uint8Array; isBounce: true };

/**
 * `parseInboundMail`, in a process of its own if the mail is large. One that takes too much is refused.
 * @throws if the process cannot be started
 */
export async function parseIsolated(raw: Buffer, envelopeFrom: string): Promise<InboundMailResult> {
  if (!isLarge(raw)) return parseInboundMail(raw, envelopeFrom);
  const read = await parseLarge<InboundMailResult>({ raw, envelopeFrom });
  return read === null ? unreadable() : read.value;
}

/**
 * `readBounce`, in a process of its own if the mail is large. One that takes too much is none.
 * @throws if the process cannot be started
 */
export async function readBounceIsolated(raw: Buffer): Promise<Bounce | null> {
  if (!isLarge(raw)) return readBounce(raw);
  const read = await parseLarge<Bounce | null>({ raw, isBounce: true });
  return read === null ? null : read.value;
}

/** Whether a mail is parsed in a process of its own. */
export function isLarge(raw: Buffer): boolean {
  return raw.length > MAX_SMALL;
}

/** All of them one after the other, so that they take their memory only once. Their queues limit how many wait. */
const inTurn = fastq.promise((mail: LargeMail) => runIsolated(PARSING, mail), 1);

async function parseLarge<T>(mail: LargeMail): Promise<{ value: T } | null> {
  return (await inTurn.push(mail)) as { value: T } | null;
}
