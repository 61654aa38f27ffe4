/*
 * The end of a mail below free text: a greeting with a name, a signature or a postscript. It is no part of the text, which may be
 * printed for everyone.
 */

/** The most lines of a paragraph that can be a greeting with a name. */
const MAX_CLOSING_LINES = 3;

/** The most letters of a line with which a signature begins. */
const MAX_SIGN_OFF = 40;

/** `Best regards,`, `Cheers!`, `Viele Grüße`: the line with which a signature begins, in some languages. */
const SIGN_OFF = new RegExp(
  [
    '^(?:(?:with |my )?(?:very )?(?:best|kind|kindest|warm|warmest|many|good)? ?(?:regards|wishes|greetings)',
    '|all the best|best|cheers|many thanks|thanks|thank you|thx|sincerely|yours|love|take care',
    '|(?:yours )?(?:sincerely|truly|faithfully)(?: yours)?',
    '|(?:mit )?(?:viele[n]?|liebe[n]?|beste[n]?|herzliche[n]?|freundliche[n]?|schöne[n]?) grü(?:ß|ss)e[n]?|mfg|lg|gruß',
    '|(?:bien )?cordialement|amicalement|bien à vous|salutations|un saludo|saludos(?: cordiales)?|atentamente|cordiali saluti',
    '|met vriendelijke groet(?:en)?|groet(?:en|jes)?)[\\s,.!–-]*$',
  ].join(''),
  'iu',
);

/** An e-mail address, also one that was hidden, or a telephone number as signatures have it. */
const CONTACTS = [
  /[^\s@]@[^\s@]+\.\p{L}|\[address hidden\]/u,
  /(?:\+|\b00?)\d[\d\s()./-]{6,}\d/,
  /\(\d{3}\)\s?\d{3}[\s.-]\d{4}|\b\d{3}[.-]\d{3}[.-]\d{4}\b/,
];

/**
 * The last paragraphs below free text that are no part of it: a greeting with a name, a postscript, or a signature, which begins with
 * a greeting or has an address or a telephone number.
 * @param after the lines below the text, with an empty text between paragraphs and before the first
 */
export function closingOf(after: readonly string[]): readonly string[] {
  const ending = after.findIndex((line, i) => after[i - 1] === '' && isEnding(paragraphAt(after, i), line));
  if (ending >= 0) return after.slice(ending);
  let from = after.length;
  for (;;) {
    const blank = after.lastIndexOf('', from - 1);
    const paragraph = after.slice(blank + 1, from);
    if (blank < 0 || from === 0 || paragraph.length > MAX_CLOSING_LINES || !paragraph.every(isGreeting))
      return after.slice(from);
    from = blank;
  }
}

function paragraphAt(after: readonly string[], start: number): readonly string[] {
  const end = after.indexOf('', start);
  return after.slice(start, end === -1 ? after.length : end);
}

/** Whether a paragraph begins a postscript or a signature. */
function isEnding(paragraph: readonly string[], first: string): boolean {
  return (
    /^p\.?\s?s\b/i.test(first) ||
    (first.length <= MAX_SIGN_OFF && SIGN_OFF.test(first)) ||
    paragraph.some((line) => CONTACTS.some((contact) => contact.test(line)))
  );
}

function isGreeting(line: string): boolean {
  return line.length <= 40 && line.split(/\s+/).length <= 4 && !/[.!?…:;"”)]$/.test(line);
}
