/*
 * Some programs declare a character set that is not the one of their text, or none. The characters of a text in UTF-8 that
 * is taken for another one become two or three each, those of another one that is taken for UTF-8 become U+FFFD. Bytes that
 * are not ASCII and yet valid UTF-8 are hardly ever anything else, which tells the two apart. What else people write in is
 * nearly always Windows-1252, which includes ISO-8859-1 (WHATWG Encoding, 4.2).
 */

/** The characters of the bytes 80 to 9F. Node.js reads them as control characters, which no one writes. */
const HIGH = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTES = new Map(Array.from(HIGH, (character, i) => [character, 0x80 + i]));

/** What a decoder puts where bytes do not fit the character set. */
const REPLACEMENT = '\u{fffd}';

/** Whether a text was in all probability not in the character set in which it was read. */
export function isDamaged(text: string): boolean {
  return text.includes(REPLACEMENT);
}

/**
 * The mail, with Windows-1252 declared as the character set of all its texts. Parsed again, each of its bytes is a
 * character, and none is lost.
 */
export function withWindows1252(raw: Buffer): Buffer {
  const source = raw.toString('latin1');
  const declared = source.replace(/^content-type:\s*text\/[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim, (line) => {
    const bare = line.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/gi, '');
    return bare.replace(/^content-type:\s*text\/[^\s;]*/i, '$&; charset=windows-1252');
  });
  const end = declared.search(/\r?\n\r?\n/);
  const hasType = /^content-type:/im.test(end === -1 ? declared : declared.slice(0, end));
  const type = hasType ? '' : 'Content-Type: text/plain; charset=windows-1252\r\n';
  return Buffer.from(type + declared, 'latin1');
}

/**
 * The text as its writer meant it, if it was in UTF-8 and read as Windows-1252; otherwise the text as it is. If some bytes do
 * not fit, because a mail server cut the text or changed it, the character set that fits more of them wins.
 */
export function repairedText(text: string): string {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (const character of text) {
    const byte = BYTES.get(character) ?? character.codePointAt(0) ?? 0;
    // It was read in a character set that has this character.
    if (byte > 0xff) return withoutControls(text);
    bytes[length] = byte;
    length += 1;
  }
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, length));
  const wrong = utf8.split(REPLACEMENT).length - 1;
  const others = utf8.match(/[^\0-\x7f\u{fffd}]/gu)?.length ?? 0;
  return withoutControls(others > wrong ? utf8 : text);
}

function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => HIGH.charAt(control.charCodeAt(0) - 0x80));
}
