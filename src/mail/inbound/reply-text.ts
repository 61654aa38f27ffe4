/*
 * What somebody wrote in an answer, without the letter that it quotes. Mail programs quote in many ways and languages;
 * what they have in common is that they name the sender of the quoted mail, and that is us. So what is cut off is known
 * by our own marks, not by words of this or that language, and a line that a player typed is cut only if it looks
 * like part of such a quotation: rather a line too much goes out than one too little.
 */

/** A line that a mail program put `>` before. */
const QUOTED = /^\s*>/;

/** `From: …`, `Gesendet : …`, `*Objet :* …`: a line of a quoted mail's head, as Outlook shows it. */
const HEAD_LINE = /^\s*\*{0,2}\p{L}[\p{L} -]{0,18}\s?\*{0,2}\s?:\*{0,2}\s?\S/u;

/** `-----Original Message-----`, `________________`: what stands before such a head. */
const RULE = /^\s*(?:_{5,}|-{2,}.{0,40}-{2,})\s*$/;

/** A rule without words: at the end of an answer it says nothing. */
const BARE_RULE = /^\s*(?:_{5,}|-{5,})\s*$/;

/** A date as it stands where a mail is quoted: it has a time or a year. */
const DATED = /\b\d{1,2}\s?[:.h]\s?\d{2}\b|\b20\d\d\b/;

/** What a telephone adds by itself: an opening word, and what has sent it. */
const ADVERTISEMENT = new RegExp(
  [
    '^(?:sent|get|gesendet|von meine[mnr]?|diese nachricht|holen|envoyé|téléchargez?|obtenir)\\s.{0,80}',
    '\\b(?:iphone|ipad|android|ios|galaxy|samsung|huawei|xiaomi|pixel|handy|smartphone|mobil\\w*|phone|outlook|yahoo',
    '|gmx|web\\.de|t-online|orange|proton|mail|mail-app|thunderbird|windows)(?:$|\\W.{0,120}$)',
  ].join(''),
  'i',
);

/**
 * The marks before a signature (RFC 3676, 4.3), and the lines that may follow: below stands something that was written
 * where there are more. The mark's space at its end gets lost on the way; without it, it may be a player's own stroke.
 */
const SIGNATURES = [
  { mark: '-- ', max: 8 },
  { mark: '--', max: 4 },
] as const;

/** No line that a mail program writes by itself is longer; whatever is costly to look at is looked at up to here. */
const MAX_LINE = 300;

/** Lines over which a mail program may break "On …, … wrote:". */
const MAX_ATTRIBUTION = 4;

/** Lines that the head of a quoted mail has at least. */
const MIN_HEAD = 3;

/**
 * The words of an answer, without the quoted letter, the lines that announce it and the signature. What was written
 * between or below quoted lines stays.
 * @param text as it came, any line ends
 * @param sender the bare address from which our mails come
 * @returns '' when nothing is left
 */
export function replyText(text: string, sender: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .split('\n');
  const ours = (words: string) => namesUs(words, sender);
  const own = withoutQuotes(upTo(lines, headStart(lines, ours)), ours);
  return withoutSignature(own)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

/** Does it name one of our letters as what is quoted: the name under which they come, or the address? */
function namesUs(words: string, sender: string): boolean {
  return /\bvia\s+Whistlestop\b/i.test(words) || words.toLowerCase().includes(sender.toLowerCase());
}

function upTo(lines: readonly string[], end: number | null): readonly string[] {
  return end === null ? lines : lines.slice(0, end);
}

/** Where the head of a quoted mail begins, everything below which is quoted without `>`; null if there is none. */
function headStart(lines: readonly string[], ours: (words: string) => boolean): number | null {
  for (let start = 0; start < lines.length; start += 1) {
    if (!HEAD_LINE.test(lines[start] as string)) continue;
    let end = start + 1;
    while (end < lines.length && HEAD_LINE.test(lines[end] as string)) end += 1;
    const run = lines.slice(start, end);
    const from = run.findIndex(ours);
    if (from !== -1 && run.length >= MIN_HEAD) return aboveRules(lines, start + datesAbove(run, from));
    start = end;
  }
  return null;
}

/** The sender's line, or the date's above it, in lines that all look like a head's: what stands higher was written. */
function datesAbove(run: readonly string[], from: number): number {
  let at = from;
  while (at > 0 && DATED.test(run[at - 1] as string)) at -= 1;
  return at;
}

/** The line above empty lines and rules that stand directly above a head. */
function aboveRules(lines: readonly string[], start: number): number {
  let at = start;
  while (at > 0 && (isBlank(lines[at - 1]) || isRule(RULE, lines[at - 1] as string))) at -= 1;
  return at;
}

/**
 * The lines without those quoted, and without those that announce them. Where such an announcement is not followed by
 * lines with `>`, all below it is quoted.
 */
function withoutQuotes(lines: readonly string[], ours: (words: string) => boolean): string[] {
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const announced = attributionAt(lines, at, ours);
    if (announced > 0) {
      at += announced - 1;
      if (!quoteFollows(lines, at + 1)) break;
    } else if (!QUOTED.test(lines[at] as string)) {
      own.push(lines[at] as string);
    }
  }
  return own;
}

/**
 * How many lines from here are "On …, Ann via Whistlestop wrote:"; 0 if none. It has a date, names us, and ends in a
 * colon. Where that is already true of the lines from a later one on, this line is the player's own.
 */
function attributionAt(lines: readonly string[], at: number, ours: (words: string) => boolean): number {
  const length = lines
    .slice(at, at + MAX_ATTRIBUTION)
    .findIndex(
      (line) => isBlank(line) || line.length > MAX_LINE || QUOTED.test(line) || /[:：]\s*$/.test(line),
    );
  const last = lines[at + length] ?? '';
  if (length === -1 || last.length > MAX_LINE || !/[:：]\s*$/.test(last)) return 0;
  const announces = (from: number) => {
    const words = lines.slice(from, at + length + 1).join(' ');
    return ours(words) && DATED.test(words.replace(/\S+@\S+/g, ''));
  };
  if (QUOTED.test(lines[at] as string) || !announces(at)) return 0;
  return length > 0 && announces(at + 1) ? 0 : length + 1;
}

function quoteFollows(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from).find((line) => !isBlank(line));
  return next === undefined || QUOTED.test(next);
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  let kept = lines;
  for (const { mark, max } of SIGNATURES) {
    const at = kept.lastIndexOf(mark);
    const below = kept.slice(at + 1).filter((line) => !isBlank(line)).length;
    if (at !== -1 && below <= max) kept = kept.slice(0, at);
  }
  let end = kept.length;
  for (let at = end - 1; at >= 0; at -= 1) {
    const line = (kept[at] as string).trim();
    if (line === '') continue;
    if (!ADVERTISEMENT.test(line) && !isRule(BARE_RULE, line)) break;
    end = at;
  }
  return kept.slice(0, end);
}

function isRule(rule: RegExp, line: string): boolean {
  return line.length <= MAX_LINE && rule.test(line);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
