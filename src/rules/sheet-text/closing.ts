/*
 * The end of a mail below free text: a greeting with a name, a signature, or a postscript. It is no part of the text, which may be
 * printed for everyone. Many mail programs add a signature without a mark above it. In doubt, a paragraph belongs to the text, unless
 * it says how to reach the sender.
 */

/** The most lines of a paragraph that can be a greeting with a name. */
const MAX_GREETING_LINES = 3;

/** The most lines below a sign-off, and the most letters of each, that can be the sender's name and address. */
const MAX_ADDRESS_LINES = 8;
const MAX_ADDRESS_LINE = 60;

/** The most paragraphs below one that says how to reach the sender, such as what a company adds to every mail. */
const MAX_BELOW_CONTACT = 2;

/** `Best regards,`: a line below which only a name and an address stand. */
const SIGN_OFF = new RegExp(
  [
    '^(?:(?:with |my )?(?:very )?(?:best|kind|kindest|warm|warmest|many|good)? ?(?:regards|wishes)',
    '|all the best|yours (?:sincerely|truly|faithfully)|sincerely(?: yours)?',
    '|(?:mit )?(?:vielen?|lieben?|besten?|herzlichen?|freundlichen?|schönen?) grü(?:ß|ss)en?|mfg',
    '|(?:bien )?cordialement|amicalement|un saludo|saludos(?: cordiales)?|atentamente|cordiali saluti',
    '|met vriendelijke groet(?:en)?)[\\s,.!–-]*$',
  ].join(''),
  'iu',
);

/** `Thanks!`: a line that can be a greeting, and can be part of any text, too. */
const THANKS = /^(?:(?:many )?thanks|thank you|thx|cheers|greetings|best|love|yours|lg|gruß)[\s,.!–-]*$/iu;

/** An e-mail address, also one that was hidden, or a telephone number as signatures have it. */
const CONTACTS = [
  /[^\s@]@[^\s@]+\.\p{L}|\[address hidden\]/u,
  /\+\d(?:[ ()./-]{0,2}\d){8}/,
  /\(\d{3}\)\s?\d{3}[\s.-]\d{4}|\b\d{3}[.-]\d{3}[.-]\d{4}\b/,
  /\b(?:tel|phone|mobile|cell|fax|mobil|telefon)\b[\s.:]*\(?\d{2}/i,
];

/** `12 Main Street`, `35037 Marburg` or `Springfield, IL 62701`. */
const PLACE = /^\d{1,5} \p{Lu}|\s\d{5}(?:-\d{4})?$/u;

/**
 * The last paragraphs below free text that are no part of it.
 * @param after the lines below the text, with an empty one above each paragraph, and perhaps one at the end
 */
export function closingOf(after: readonly string[]): readonly string[] {
  const lines = after.at(-1) === '' ? after.slice(0, -1) : after;
  const starts = lines.flatMap((line, i) => (line === '' ? [i + 1] : []));
  const paragraphs = starts.map((start, i) => lines.slice(start, (starts[i + 1] ?? lines.length + 1) - 1));
  let from = lines.length;
  for (let i = paragraphs.length - 1; i >= 0; i -= 1) {
    const [paragraph = [], start = 0] = [paragraphs[i], starts[i]];
    const endsBelow = from === (starts[i + 1] ?? lines.length);
    const below = paragraphs.length - 1 - i;
    const isReach = isContact(paragraph) || isSignedAddress(paragraph);
    if (isPostscript(paragraph) || (isReach && below <= MAX_BELOW_CONTACT)) from = start;
    else if (endsBelow && isGreeting(paragraph)) from = start;
  }
  return after.slice(from);
}

function isPostscript([first = '']: readonly string[]): boolean {
  return /^p\.?\s?s\b/i.test(first);
}

/** Whether lines at the end of a mail surely are a signature: below a sign-off, or with a telephone number or an address. */
export function isSignature(lines: readonly string[]): boolean {
  return lines.some((line) => SIGN_OFF.test(line)) || isContact(lines);
}

function isContact(paragraph: readonly string[]): boolean {
  return paragraph.some((line) => CONTACTS.some((contact) => contact.test(line)));
}

/**
 * Whether a paragraph is a greeting with a name and an address, which has a number. Words such as `Greetings` begin sentences of a press
 * release, too, so not every number is enough below them.
 */
function isSignedAddress(paragraph: readonly string[]): boolean {
  const address = SIGN_OFF.test(paragraph[0] ?? '') ? /\d/ : PLACE;
  return isSigned(paragraph) && paragraph.some((line) => address.test(line));
}

/** Whether a paragraph is a greeting, a name, or both, with an address below a greeting that says that the mail ends. */
function isGreeting([first = '', ...more]: readonly string[]): boolean {
  if (SIGN_OFF.test(first)) return areShort(more);
  const isShort = (THANKS.test(first) || isName(first)) && more.every(isName);
  return (more.length < MAX_GREETING_LINES && isShort) || isSigned([first, ...more]);
}

/** Whether a paragraph is a greeting with a name below it, and perhaps an address: no sentences. */
function isSigned([first = '', name = '', ...more]: readonly string[]): boolean {
  const isBegin = SIGN_OFF.test(first) || THANKS.test(first);
  const isSentence = (line: string) => /[.!?…]$/.test(line) && !/\d/.test(line);
  return isBegin && name !== '' && isName(name) && areShort([name, ...more]) && !more.some(isSentence);
}

function areShort(lines: readonly string[]): boolean {
  return lines.length <= MAX_ADDRESS_LINES && lines.every((line) => line.length <= MAX_ADDRESS_LINE);
}

function isName(line: string): boolean {
  return line.length <= 40 && line.split(/\s+/).length <= 4 && !/[.!?…:;"”)]$/.test(line);
}
