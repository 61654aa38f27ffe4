import { parseMail } from './mail-parser.ts';

/** What a bounce says about a mail (RFC 3464). */
export interface Bounce {
  /** Whether there is no such mailbox, so that no mail to it will ever arrive. */
  isHard: boolean;
  /** Whether the address or its mailbox is the reason, and not a filter, a quota of our mail server, or a fault on the way. */
  isAboutAddress: boolean;
  /** The status: `5.1.1`. */
  status: string;
  /** The status and what the other mail server said, for the owner of the address: `5.1.1: no such user`. */
  reason: string;
}

/**
 * Classes of status that say that the address is wrong (RFC 3463, 3.2): not that its mailbox is full or disabled. Large services
 * answer 5.2.1, "disabled", for a mailbox that gets very much mail at the moment, too.
 */
const HARD = /^5\.1\.(?:0|1|2|3|6|10)$/;

/**
 * Classes of status that do not concern the address (RFC 3463): the other system, the network, the protocol, the content, and
 * policies such as a list of networks that send unwanted mail; the sender's address (x.1.7 and x.1.8), and a mail that is too long
 * (x.2.3). A domain that does not exist (x.4.4) concerns the address.
 */
const ON_THE_WAY = /^[45]\.(?:[3567]\.|4\.(?!4$)|1\.[78]$|2\.3$)/;

const MAX_REASON_LENGTH = 300;

/** More of a report is not read. */
const MAX_REPORT_LENGTH = 20_000;

/** Reads a bounce. Returns null if the mail is none, or if the mail arrived after all or is still on its way. */
export async function readBounce(raw: Buffer): Promise<Bounce | null> {
  const email = await parseMail(raw, { maxNestingDepth: 20, forceRfc822Attachments: true });
  const type = email?.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (email === null || !/^\s*multipart\/report\b/i.test(type)) return null;
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (report === undefined) return null;
  const fields = readFields(asText(report.content));
  const status = fields.get('status') ?? '';
  if (fields.get('action')?.toLowerCase() !== 'failed' || !/^[45](?:\.\d{1,3}){2}$/.test(status)) return null;
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '').replace(/\s+/g, ' ');
  const reason = `${status}: ${words || 'the mail came back'}`
    .replace(/\p{Cc}/gu, '')
    .slice(0, MAX_REASON_LENGTH);
  return { isHard: HARD.test(status), isAboutAddress: !ON_THE_WAY.test(status), status, reason };
}

function asText(content: ArrayBuffer | Uint8Array | string): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('latin1');
  return text.slice(0, MAX_REPORT_LENGTH);
}

/** The first value of each field, with continued lines joined. */
function readFields(report: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of report.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)/s.exec(line) ?? [];
    if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}
