import { printable } from './printable.ts';
import { trimEndCharacters } from './trim-characters.ts';

/*
 * Mail programs turn web and e-mail addresses in plain text into links. Text that one person typed and that goes to a
 * stranger in the server's name must not contain any.
 */

/** A period between two words, as in `example.org`, whose second one could be a top-level domain. */
const DOMAIN_PERIOD = /\.(?=\p{L}{2})/gu;
/** Periods that browsers read as the ordinary one in a host name. */
const OTHER_PERIODS = /[\u3002\uff0e\uff61]/g;
const SCHEME = /\b(https?|ftp|mailto|tel|sms|javascript|data):(?=\S)|:\/\/(?=\S)/gi;
/** One or more initials that the next word follows without a space. */
const INITIALS = /(?<!\S)((?:\p{Lu}\.)+)(?=\p{Lu}\p{L})/gu;
const AT_SIGN = /(?<=\S)[@\uff20\ufe6b](?=\S)/gu;

/** Whether a mail program might turn something in the text into a link: `example.org`, `https://…`, `ann@example.org`. */
export function hasLink(text: string): boolean {
  return withoutLinks(text) !== asPrinted(text);
}

/**
 * The name with a space after its initials: `J. Smith` for `J.Smith`. Without it, they would look like a host. Text
 * that is not a name, such as `X.Com`, becomes harmless, too.
 */
export function withSpacedInitials(name: string): string {
  return name.replace(INITIALS, '$1 ');
}

/**
 * The text with spaces in everything that a mail program might turn into a link: `example. org`. Nothing is lost for its
 * reader. The text is made printable, because an invisible character could hide a link until it is removed.
 * @param ownUrl the address of this server, which may be linked
 */
export function withoutLinks(text: string, ownUrl?: string): string {
  const printed = asPrinted(text);
  if (ownUrl === undefined) return spaced(printed);
  const words = printed.split(/(\s+)/);
  return words.map((word) => withoutOtherLinks(word, ownUrl)).join('');
}

/** Spaces a word, but not the address of this server at its beginning. */
function withoutOtherLinks(word: string, ownUrl: string): string {
  const [before = ''] = /^[("'<[]*/.exec(word) ?? [];
  const link = word.slice(before.length);
  return leadsTo(ownUrl, link) ? before + ownUrl + spaced(link.slice(ownUrl.length)) : spaced(word);
}

/**
 * Whether an address is one of this server. Others can begin with its address, too: with `https://games.example.com`, so
 * do `https://games.example.community` and `https://games.example.com@other.example`.
 */
function leadsTo(ownUrl: string, link: string): boolean {
  if (!link.startsWith(ownUrl)) return false;
  // Mail programs do not take the punctuation after an address for a part of it.
  const address = trimEndCharacters(link, '.,;:!?)]>\'"');
  const isOwn = /^(?:[/?#]|$)/.test(address.slice(ownUrl.length));
  return isOwn && URL.canParse(address) && new URL(address).origin === new URL(ownUrl).origin;
}

function asPrinted(text: string): string {
  return printable(text).replace(OTHER_PERIODS, '.');
}

function spaced(text: string): string {
  return text
    .replace(SCHEME, (scheme) => `${scheme} `)
    .replace(AT_SIGN, ' @ ')
    .replace(DOMAIN_PERIOD, '. ');
}
