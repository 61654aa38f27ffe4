import { parseMail } from './mail-parser.ts';

/** What a report says about one recipient (RFC 3464, 2.3). */
export interface ReportedRecipient {
  /** The address to which the mail was sent first, and the one at which its way ended; null if it is missing or no e-mail address. */
  original: string | null;
  final: string | null;
  /** Whether the mail will never arrive there. */
  hasFailed: boolean;
  /** The status: `5.1.1`. */
  status: string;
  /** What the other mail server said. */
  words: string;
}

/**
 * Where a mail failed: at the address that it was sent to; at another one to which that one passed it on; or at another one,
 * and nothing says how the mail got there. A mailbox that passes its mail on may also keep it.
 */
type FailedAt = 'address' | 'passedOn' | 'elsewhere';

/** What a bounce says about a mail to an address. */
export interface Bounce {
  failedAt: FailedAt;
  /** Whether there is no such mailbox, so that no mail to the address will ever arrive. */
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

const FINAL = 'final-recipient';

/** The fields that every recipient has. */
const OF_RECIPIENT: readonly string[] = [FINAL, 'action', 'status'];

/** The field that some have. It mostly stands above the others. */
const ORIGINAL = 'original-recipient';

/** More of a report is not read. */
const MAX_REPORT_LENGTH = 20_000;

/** Reads what a bounce says about each recipient. Returns null if the mail is no report about a mail. */
export async function readBounce(raw: Buffer): Promise<ReportedRecipient[] | null> {
  const email = await parseMail(raw, { maxNestingDepth: 20, forceRfc822Attachments: true });
  const type = email?.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (email === null || !/^\s*multipart\/report\b/i.test(type)) return null;
  const report = email.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return report === undefined ? null : blocksOf(asText(report.content)).map(recipientOf);
}

/**
 * What a report says about a mail to one address: nothing that it says about other recipients of the same mail counts, if it says
 * something about this one. One that names no address is about the only one to which the mail was sent. Returns null if the
 * mail arrived after all or is still on its way.
 */
export function bounceOf(recipients: readonly ReportedRecipient[], address: string): Bounce | null {
  for (const failedAt of ['address', 'passedOn', 'elsewhere'] as const) {
    const found = recipients.filter((recipient) => placeOf(recipient, address) === failedAt);
    const [first] = found;
    if (first === undefined) continue;
    if (!found.every(({ hasFailed }) => hasFailed)) return null;
    const { status, words } = first;
    const reason = `${status}: ${words || 'the mail came back'}`
      .replace(/\p{Cc}/gu, '')
      .slice(0, MAX_REASON_LENGTH);
    const isHard = failedAt === 'address' && HARD.test(status);
    const isAboutAddress = failedAt !== 'elsewhere' && !ON_THE_WAY.test(status);
    return { failedAt, isHard, isAboutAddress, status, reason };
  }
  return null;
}

function placeOf({ original, final }: ReportedRecipient, address: string): FailedAt {
  const own = address.trim().toLowerCase();
  if (final === own || (final === null && original === null)) return 'address';
  if (original === null || !isSame(original, own)) return 'elsewhere';
  return final === null ? 'address' : 'passedOn';
}

/** Some mail servers leave the address as it stood in SMTP, where `+2B` is a plus sign (RFC 3461, 4). */
function isSame(original: string, own: string): boolean {
  const decoded = original.replace(/\+([0-9a-f]{2})/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return original === own || decoded === own;
}

function recipientOf(fields: ReadonlyMap<string, string>): ReportedRecipient {
  const status = fields.get('status') ?? '';
  const hasFailed = fields.get('action')?.toLowerCase() === 'failed' && /^[45](?:\.\d{1,3}){2}$/.test(status);
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '').replace(/\s+/g, ' ');
  const [original, final] = [addressIn(fields.get(ORIGINAL)), addressIn(fields.get(FINAL))];
  return { original, final, hasFailed, status, words };
}

/** The address in `rfc822; ann@example.org`, in lower case; null if it is none, such as the number of a fax or a name of X.400. */
function addressIn(value = ''): string | null {
  const [, type = 'rfc822', rest = ''] = /^(?:([\w-]+)[ \t]*;)?(.*)$/s.exec(value) ?? [];
  if (!/^(?:rfc822|utf-8)$/i.test(type)) return null;
  return /^<?([^\s<>]+@[^\s<>]+)/.exec(rest.trim())?.[1]?.toLowerCase() ?? null;
}

function asText(content: ArrayBuffer | Uint8Array | string): string {
  const text = typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('latin1');
  return text.slice(0, MAX_REPORT_LENGTH);
}

/**
 * The first value of each field, with continued lines joined, for each recipient. The empty lines between recipients are not always
 * where they should be, and mail servers write the fields in any order: the next one begins where a field comes a second time, or where a
 * recipient is named after everything that is said of one.
 */
function blocksOf(report: string): Map<string, string>[] {
  const blocks = [new Map<string, string>()];
  const lines = report.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    const { field, value } = fieldIn(line);
    const last = blocks.at(-1);
    const isAgain = [ORIGINAL, ...OF_RECIPIENT].includes(field) && last?.has(field) === true;
    const isWhole = OF_RECIPIENT.every((one) => last?.has(one));
    if (isAgain || (field === ORIGINAL && isWhole && isOfNext(lines, at))) blocks.push(new Map());
    const fields = blocks.at(-1);
    if (field !== '' && !fields?.has(field)) fields?.set(field, value);
  }
  return blocks.filter((fields) => fields.has('action'));
}

/** Whether a recipient that is named after everything that is said of one is the next one, and not the same one. */
function isOfNext(lines: readonly string[], at: number): boolean {
  if (lines[at - 1]?.trim() === '') return true;
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => line.trim() === '');
  return below.slice(0, end === -1 ? below.length : end).some((line) => fieldIn(line).field === FINAL);
}

/** The name of the field in a line, in lower case, and its value; both empty if it has none. */
function fieldIn(line: string): { field: string; value: string } {
  const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)/s.exec(line) ?? [];
  return { field: name.toLowerCase(), value: value.trim() };
}
