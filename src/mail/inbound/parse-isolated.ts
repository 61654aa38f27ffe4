import fastq from 'fastq';
import { runIsolated } from '../../isolation/run-isolated.ts';
import { type InboundMailResult, parseInboundMail, unreadable } from './parse-inbound-mail.ts';
import { type ReportedRecipient, readBounce } from './read-bounce.ts';

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

/** What mails were read as, as long as they are in memory: one for several addresses is read once. */
const read = new WeakMap<Buffer, Map<string, Promise<unknown>>>();

function onceFor<T>(raw: Buffer, kind: string, parse: () => Promise<T>): Promise<T> {
  const kinds = read.get(raw) ?? new Map<string, Promise<unknown>>();
  read.set(raw, kinds);
  const found = (kinds.get(kind) as Promise<T> | undefined) ?? parse();
  kinds.set(kind, found);
  found.catch(() => kinds.delete(kind));
  return found;
}

/**
 * `parseInboundMail`, in a process of its own if the mail is large. One that takes too much is refused. The same mail, which must
 * not change, is parsed once.
 * @throws if the process cannot be started
 */
export function parseIsolated(raw: Buffer, envelopeFrom: string): Promise<InboundMailResult> {
  return onceFor(raw, `from ${envelopeFrom}`, async () => {
    if (!isLarge(raw)) return parseInboundMail(raw, envelopeFrom);
    const parsed = await parseLarge<InboundMailResult>({ raw, envelopeFrom });
    return parsed === null ? unreadable() : parsed.value;
  });
}

/**
 * `readBounce`, in a process of its own if the mail is large. One that takes too much is none. The same mail, which must not
 * change, is read once.
 * @throws if the process cannot be started
 */
export function readBounceIsolated(raw: Buffer): Promise<ReportedRecipient[] | null> {
  return onceFor(raw, 'bounce', async () => {
    if (!isLarge(raw)) return readBounce(raw);
    const bounce = await parseLarge<ReportedRecipient[] | null>({ raw, isBounce: true });
    return bounce === null ? null : bounce.value;
  });
}

/** Whether a mail is parsed in a process of its own. */
export function isLarge(raw: Buffer): boolean {
  return isLargeSize(raw.length);
}

/** Whether a mail of so many bytes is parsed in a process of its own. */
export function isLargeSize(bytes: number): boolean {
  return bytes > MAX_SMALL;
}

/** All of them one after the other, so that they take their memory only once. Their queues limit how many wait. */
const inTurn = fastq.promise((mail: LargeMail) => runIsolated(PARSING, mail), 1);

async function parseLarge<T>(mail: LargeMail): Promise<{ value: T } | null> {
  return (await inTurn.push(mail)) as { value: T } | null;
}
