import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { PALETTE } from '../../printouts/palette.ts';
import { withoutLinks } from '../../text/link-like.ts';
import { TEXT_WIDTH, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { LETTERHEAD } from '../letterhead.ts';

/** What a mail says, in words that are ready to print. The two templates only lay it out, as HTML and plain text. */
export interface MailView {
  headline: string;
  /** The line below the server's name: `Election Year by mail, game EY-12`. */
  strapline: string;
  /** What mail programs show beside the subject. */
  preview: string;
  /** From top to bottom. */
  blocks: readonly MailBlock[];
  /** Why the reader gets this mail, and similar small print. */
  footer: string;
}

/** One part of a mail. */
export type MailBlock =
  | { kind: 'paragraph'; text: string; style?: 'strong' | 'quiet' }
  /** A fact in a box: `Account number: #10468`. */
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'list'; heading: string; items: readonly string[] }
  /** Labeled lines, such as the orders of a sheet. */
  | { kind: 'table'; rows: readonly { label: string; lines: readonly string[] }[] }
  /** What someone else wrote: paragraphs of lines. Each has a bar in front, so that no word in it looks like the server's. */
  | { kind: 'quote'; paragraphs: readonly (readonly string[])[] }
  /** The link that the reader will probably follow. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'link'; label: string; url: string }
  /** A turn sheet to fill in and send back, line by line. */
  | { kind: 'sheet'; lines: readonly string[] }
  /** Preformatted lines that only the plain text has. */
  | { kind: 'preformatted'; text: string }
  /** Finished HTML that only the HTML has. Everything in it is escaped, and unlinked for strangers (`forReader`). */
  | { kind: 'finished'; html: string };

/** A quotation of paragraphs of one line each; nothing if there are none. */
export function quoteOf(paragraphs: readonly string[]): MailBlock[] {
  return paragraphs.length === 0 ? [] : [{ kind: 'quote', paragraphs: paragraphs.map((line) => [line]) }];
}

/** The words above every mail that is not about a game. */
export const GENERAL_STRAPLINE = 'Election games by mail';

/** The line that says which game a mail is about. */
export function gameStrapline(ruleset: string, number: string): string {
  return `${ruleset} by mail, game ${number}`;
}

const views = fileURLToPath(new URL('../../../templates/mail', import.meta.url));
/** Escapes everything that the template does not print with `~`. */
const html = new Eta({ views, cache: true, autoEscape: true, autoTrim: false });
const text = new Eta({ views, cache: true, autoEscape: false, autoTrim: [false, 'nl'] });

/** Stands before every line that someone else wrote. */
const BAR = '| ';

/** The helpers of the text template. */
const TEXT_HELPERS = {
  wrap: (words: string) => wrapText(words).join('\n'),
  /** Wraps an entry of a list: all lines after the first are indented by the width of the bullet. */
  hang: (bullet: string, words: string) => wrapHanging(bullet, words).join('\n'),
  quote: (paragraphs: readonly (readonly string[])[]) =>
    paragraphs
      .flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]))
      .flatMap((line) => wrapText(line, TEXT_WIDTH - BAR.length))
      .map((line) => `${BAR}${line}`.trimEnd())
      .join('\n'),
};

/** For whom a mail is rendered. */
export interface MailReader {
  /** The address of this server. */
  ownUrl: string;
  /** Whether the mail goes to an address that someone else entered and that was never proved. */
  isStranger: boolean;
  /** How the reader reaches the GM of the game that the mail is about; missing if it is about none, or they are the GM. */
  gm?: GmReach;
}

/** How the reader of a mail reaches a GM. */
export interface GmReach {
  /** Whether a reply to the mail goes to the GM. */
  byMail: boolean;
  /** The page on which the reader can write to the GM. */
  url: string;
}

const REPLY_REACHES_GM = 'To write to the GM, reply to this e-mail. Your e-mail address is not passed on.';

/** The end of the small print of mails that bring the words of people. */
const NEVER_ASKED =
  'The words beside the bar are not Whistlestop’s. Whistlestop never asks for your security code by e-mail.';

/**
 * Renders a mail as HTML and as plain text. If it quotes someone, its small print says that the server never asks for a security code. Its last line says how to write to the GM. In a mail to a stranger, nothing becomes a link but the buttons and links of
 * the view and the addresses of this server. Names and other words of people may be anything: they are cleaned of
 * line breaks, control characters and direction marks here, and escaped in HTML.
 */
export function renderMail(view: MailView, reader?: MailReader): { html: string; text: string } {
  const cleaned = cleanView(reader?.isStranger ? unlinked(view, reader.ownUrl) : view);
  const closing = reader?.gm === undefined ? null : closingOf(reader.gm);
  const small = { footer: withWarning(cleaned), closing };
  const textBlocks = cleaned.blocks.filter(({ kind }) => kind !== 'finished');
  const plain = text.render('./mail.text.eta', {
    ...{ letterhead: LETTERHEAD, ...cleaned, ...small, blocks: textBlocks },
    ...TEXT_HELPERS,
  });
  return {
    html: html.render('./mail.html.eta', {
      ...{ letterhead: LETTERHEAD, ...cleaned, ...small },
      blocks: htmlBlocks(cleaned),
      color: PALETTE,
    }),
    text: `${plain.replace(/\n{3,}/g, '\n\n').trim()}\n`,
  };
}

function withWarning({ blocks, footer }: MailView): string {
  return blocks.some(({ kind }) => kind === 'quote') ? `${footer} ${NEVER_ASKED}` : footer;
}

/** The last line of a mail: a sentence, or the words before a link. */
function closingOf({ byMail, url }: GmReach): { text: string; url: string | null } {
  return byMail ? { text: REPLY_REACHES_GM, url: null } : { text: 'Write to the GM', url };
}

function htmlBlocks({ blocks }: MailView): MailBlock[] {
  return blocks.filter(({ kind }) => kind !== 'preformatted');
}

function cleanView(view: MailView): MailView {
  return { ...cleanStrings(view), blocks: view.blocks.map(cleanBlock) };
}

function cleanBlock(block: MailBlock): MailBlock {
  return block.kind === 'preformatted' || block.kind === 'finished' ? block : cleanStrings(block);
}

/** Something that a mail is made from, such as a report, as its reader may get it: for a stranger, without links. */
export function forReader<T>(value: T, reader: MailReader): T {
  return reader.isStranger ? unlinked(value, reader.ownUrl) : value;
}

/** The names of texts that stay as they are: the addresses of buttons and links, and finished HTML. */
const NOT_UNLINKED = ['url', 'html'];

/** The value with every text in it unlinked. */
function unlinked<T>(value: T, ownUrl: string, key = ''): T {
  if (typeof value === 'string')
    return (NOT_UNLINKED.includes(key) ? value : unlinkedLines(value, ownUrl)) as T;
  if (Array.isArray(value)) return value.map((part) => unlinked(part, ownUrl)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, unlinked(part, ownUrl, name)]),
  ) as T;
}

function unlinkedLines(text: string, ownUrl: string): string {
  return text
    .split('\n')
    .map((line) => withoutLinks(line, ownUrl))
    .join('\n');
}

/** Cleans every string in a value of plain objects and arrays. */
function cleanStrings<T>(value: T): T {
  if (typeof value === 'string') return printable(value) as T;
  if (Array.isArray(value)) return value.map(cleanStrings) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanStrings(part)])) as T;
}
