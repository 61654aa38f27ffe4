import { trimCharacters } from '../../text/trim-characters.ts';
import { bareAddress } from '../outbound/mail-headers.ts';
import { plainCharacters } from './plain-characters.ts';
import {
  DATED,
  findHeaders,
  headerValue,
  isBlank,
  isSeparator,
  MAX_LINE_LENGTH,
  SEPARATOR,
} from './quoted-headers.ts';
import { markQuotedLetter } from './quoted-letterhead.ts';
import { BARRED, markBrokenQuotes, QUOTED } from './quoted-lines.ts';

/*
 * Extracts what someone wrote in a reply, without the letter that it quotes. Mail programs quote in many ways and
 * languages, but nearly all of them quote the first line of the mail, and name its sender, which is this server. Quotations
 * are recognized by that, not by words of some language. A line that a player typed is cut only if it looks like part of
 * such a quotation: when in doubt, a line is kept.
 */

/** A separator without words, which can be dropped at the end of a reply. */
const BARE_SEPARATOR = /^(?:_{5,}|-{5,})$/;

/** Devices and programs that phones name. */
const DEVICE = [
  'iphone|ipad|android|ios|galaxy|samsung|huawei|xiaomi|pixel|fairphone|handy|smartphone|outlook|yahoo|gmx|web\\.de|t-online',
  '|proton|bluemail|thunderbird|(?:mail|e-mail|courrier) (?:for|für|pour|per|para|voor) windows',
  '|mobil\\w* (?:phone|device|gerät|telefon)|(?:mein\\w*|my|mon|mijn|mio|mi|meu) (?:mobil\\w*|phone|telefon\\w*|móvil|celular)',
].join('');

/** The words with which phones begin such a line, with the preposition that belongs to them. */
const OPENING = [
  'sent (?:from|via|using|with|by)|get|von meine[mnr]?|(?:diese nachricht wurde )?(?:gesendet )(?:von|mit|über|aus)|diese nachricht wurde (?:von|mit)',
  '|holen sie sich|envoyé (?:de|depuis|avec|à partir)|téléchargez?|obtenir|obtenez',
  '|inviat[oa] (?:da|dal|con|tramite)|scarica|ottieni|enviado (?:desde|con|do|de|da|pelo|por|através|a partir)',
  '|obtener|obtén|obter|obtenha(?: o)?|baixe|(?:verzonden|verstuurd) (?:vanaf|vanuit|met|via)|download',
].join('');

/** A line that a phone adds to a mail: an opening, few other words, and the name of a device or program. */
const ADVERTISEMENT = new RegExp(
  `^(?:${OPENING})\\s(?:\\S+\\s){0,3}?\\[?(?:${DEVICE})(?:$|\\W.{0,120}$)`,
  'i',
);

/**
 * The separators above a signature (RFC 3676, 4.3) and the maximum number of lines below them: more lines are text, not
 * a signature. The space of the first is often lost in transit; without it, the player may have typed the dashes.
 */
const SIGNATURES = [
  { separator: '-- ', maxLines: 8 },
  { separator: '--', maxLines: 4 },
] as const;

/** The maximum number of lines into which a mail program breaks "On …, … wrote:". */
const MAX_ATTRIBUTION_LINES = 4;

/**
 * Returns the text of a reply without the quoted letter, the lines that introduce it, and the signature. Text between
 * and below quoted lines is kept.
 * @param options.mayBreakQuotes whether a line directly below a long quoted line is taken for its continuation, because other people's
 * words in it must not count as the sender's. What the sender typed there is lost, too.
 * @param text the text of the mail, with any line endings
 * @param sender from whom the server's mail is: `Whistlestop <post@example.org>`, or the bare address
 * @returns an empty string if nothing is left
 */
export function extractReply(text: string, sender: string, { mayBreakQuotes = false } = {}): string {
  return readReply(text, sender, { mayBreakQuotes }).own;
}

/** What someone wrote in a reply that may bring orders. */
export interface ReplyWithOrders {
  /** The text without anyone else's words, as `extractReply` returns it with `mayBreakQuotes`. */
  own: string;
  /**
   * The lines without a mark of quotation that were taken for ends of quoted lines, for what introduces a quotation, or for a
   * signature. The sender may have typed them.
   */
  leftOut: string[];
}

/** How to recognize an earlier mail of the writer that a reply quotes without marks. */
interface OwnMailSigns {
  /** The writer's addresses, in lower case. */
  ownAddresses?: readonly string[];
  /** How the addresses begin to which the writer sends mail: `sheet` for `sheet-…@…`. */
  prefix?: string;
}

/**
 * As `extractReply`, for a reply that may bring orders. An earlier mail of the writer is a quotation, too, if it stands below other
 * orders: otherwise, orders that were withdrawn would come back.
 */
export function extractOrders(text: string, sender: string, signs: OwnMailSigns = {}): ReplyWithOrders {
  return readReply(text, sender, { ...signs, mayBreakQuotes: true });
}

function readReply(
  text: string,
  sender: string,
  { mayBreakQuotes, ownAddresses = [], prefix }: OwnMailSigns & { mayBreakQuotes: boolean },
): ReplyWithOrders {
  const address = bareAddress(sender).toLowerCase();
  const name = sender.slice(0, sender.lastIndexOf('<')).replaceAll('"', '').trim().toLowerCase();
  const namesUs = (line: string) => namesServer(line, address);
  const mayNameUs = (line: string) => namesUs(line) || (name !== '' && line.toLowerCase().includes(name));
  const isFromUs = (line: string) => name !== '' && headerValue(line) === name;
  const isToUs = (line: string) => prefix !== undefined && hasAddressWith(prefix, line);
  const namesWriter = (line: string) =>
    ownAddresses.some((own) => own.includes('@') && isHeaderWith(own, line));
  const domain = address.slice(address.indexOf('@'));
  const introducesUs = (text: string) =>
    (mayNameUs(text) || text.toLowerCase().includes(domain)) && hasDate(text);
  const { lines: received, introduction } = markQuotedLetter(text.replace(/\r\n?/g, '\n').split('\n'), {
    introducesUs,
    isSeparator: (line) => isSeparator(SEPARATOR, line),
  });
  const marked = mayBreakQuotes ? markBrokenQuotes(received, isSignatureMark) : received;
  const lines = marked.map(plainCharacters);
  const own = removeQuotes(upTo(lines, findHeaders(lines, { namesUs, isFromUs, isToUs, namesWriter })), {
    namesUs,
    mayNameUs,
  });
  const written = removeSignature(own).map((line) => line.trimEnd());
  const all = [...received, ...introduction].map(plainCharacters);
  const isMarked = (line: string) => QUOTED.test(line) || BARRED.test(line);
  return {
    own: trimCharacters(written.join('\n'), '\n').replace(/\n{3,}/g, '\n\n'),
    leftOut: withoutThese(all, written).filter((line) => !isMarked(line)),
  };
}

/** The lines without others that are among them in the same order, and without blank ones. */
function withoutThese(lines: readonly string[], others: readonly string[]): string[] {
  let next = 0;
  return lines.flatMap((line) => {
    if (line.trimEnd() !== others[next]) return isBlank(line) ? [] : [line.trim()];
    next += 1;
    return [];
  });
}

function isSignatureMark(line: string): boolean {
  return SIGNATURES.some(({ separator }) => separator === line);
}

/** Whether the text names the sender of our letters: the name under which they are sent, or the address. */
function namesServer(text: string, address: string): boolean {
  return /\bvia\s+Whistlestop\b/i.test(text) || text.toLowerCase().includes(address);
}

/** Whether a header line has this address: alone, or as Outlook shows it beside a name. */
function isHeaderWith(address: string, line: string): boolean {
  const value = headerValue(line);
  return value === address || ['<', '[', 'mailto:'].some((mark) => value.includes(`${mark}${address}`));
}

/** Whether a line has an address that begins like this and then has a hyphen. */
function hasAddressWith(prefix: string, line: string): boolean {
  return new RegExp(`(?<![\\w.-])${prefix}-[\\w-]+@`, 'i').test(line);
}

function upTo(lines: readonly string[], end: number | null): readonly string[] {
  return end === null ? lines : lines.slice(0, end);
}

/** How to tell who sent a quoted mail. */
interface Naming {
  /** Whether a text surely names the server. */
  namesUs: (text: string) => boolean;
  /** Whether it names the server, or uses the server's name in some other way. */
  mayNameUs: (text: string) => boolean;
}

/**
 * Removes quoted lines and the lines that introduce them. If an introduction that surely names the server is not followed
 * by lines with `>`, everything below it is quoted.
 */
function removeQuotes(lines: readonly string[], { namesUs, mayNameUs }: Naming): string[] {
  const own: string[] = [];
  let isQuoted = (line: string) => QUOTED.test(line);
  for (let at = 0; at < lines.length; at += 1) {
    const attribution = attributionAt(lines, at, namesUs);
    const likely = attribution > 0 ? 0 : attributionAt(lines, at, mayNameUs);
    const below = lines[at + attribution + likely] ?? '';
    if (attribution + likely > 0 && BARRED.test(below)) {
      at += attribution + likely - 1;
      isQuoted = (line) => QUOTED.test(line) || BARRED.test(line);
    } else if (attribution > 0) {
      at += attribution - 1;
      if (!quoteFollows(lines, at + 1)) break;
    } else if (likely > 0 && QUOTED.test(firstOf(lines, at + likely))) {
      at += likely - 1;
    } else if (!isQuoted(lines[at] as string)) {
      own.push(lines[at] as string);
    }
  }
  return own;
}

/**
 * Returns how many lines from here are "On …, Ann via Whistlestop wrote:", or 0 if none. Such an attribution contains a
 * date, names the server and ends in a colon, or stands between dashes. If a later line already begins a whole attribution, this line is the
 * player's own.
 */
function attributionAt(lines: readonly string[], at: number, namesUs: (text: string) => boolean): number {
  const length = lines
    .slice(at, at + MAX_ATTRIBUTION_LINES)
    .findIndex(
      (line) => isBlank(line) || line.length > MAX_LINE_LENGTH || QUOTED.test(line) || endsAttribution(line),
    );
  const last = lines[at + length] ?? '';
  if (length === -1 || last.length > MAX_LINE_LENGTH || !endsAttribution(last)) return 0;
  const isAttribution = (from: number) => {
    const text = lines.slice(from, at + length + 1).join(' ');
    if (endsInDashes(last) && !text.trimStart().startsWith('--')) return false;
    return namesUs(text) && hasDate(text);
  };
  if (QUOTED.test(lines[at] as string) || !isAttribution(at)) return 0;
  return length > 0 && isAttribution(at + 1) ? 0 : length + 1;
}

/** Whether a text has part of a date outside addresses. */
function hasDate(text: string): boolean {
  return DATED.test(text.replace(/\S+/g, (word) => (word.includes('@') ? '' : word)));
}

function endsAttribution(line: string): boolean {
  return /[:：]\s*$/.test(line) || endsInDashes(line);
}

/** Whether a line ends as in `---- On …, Ann via Whistlestop wrote ----`. */
function endsInDashes(line: string): boolean {
  return line.trimEnd().endsWith(' ---') || line.trimEnd().endsWith(' ----');
}

function quoteFollows(lines: readonly string[], from: number): boolean {
  const next = firstOf(lines, from);
  return next === '' || QUOTED.test(next);
}

/** The first line from a place on that is not blank; empty if there is none. */
function firstOf(lines: readonly string[], from: number): string {
  return lines.slice(from).find((line) => !isBlank(line)) ?? '';
}

function removeSignature(lines: readonly string[]): readonly string[] {
  let rest = lines;
  for (const { separator, maxLines } of SIGNATURES) {
    const at = rest.lastIndexOf(separator);
    const below = rest.slice(at + 1).filter((line) => !isBlank(line)).length;
    if (at !== -1 && below <= maxLines) rest = rest.slice(0, at);
  }
  let end = rest.length;
  for (let at = end - 1; at >= 0; at -= 1) {
    const line = (rest[at] as string).trim();
    if (line === '') continue;
    if (!ADVERTISEMENT.test(line) && !isSeparator(BARE_SEPARATOR, line)) break;
    end = at;
  }
  return rest.slice(0, end);
}
