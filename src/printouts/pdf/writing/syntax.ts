// How values are written in a PDF (ISO 32000-1, 7.3).

/** A number with at most three decimals, which is finer than any printer. */
export function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

const ESCAPED = /[\\()]/g;
const PLAIN = /^[ -~]*$/;

/** A text for people, such as a title: as it is if it is plain ASCII, else in UTF-16. */
export function textString(text: string): string {
  if (PLAIN.test(text)) return `(${text.replace(ESCAPED, '\\$&')})`;
  return `<feff${utf16(text)}>`;
}

/** A text in UTF-16, in hexadecimal digits. */
export function utf16(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0');
  return hex;
}

/** A name without characters that would have to be escaped. */
export function name(text: string): string {
  return `/${text.replace(/[^A-Za-z0-9.+_-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** A reference to the object with that number. */
export function reference(object: number): string {
  return `${object} 0 R`;
}

const colors = new Map<string, string>();

/** A color as its parts of red, green and blue. `color` is hex, of three or six digits; another one is a bug and throws. */
export function rgb(color: string): string {
  const known = colors.get(color);
  if (known !== undefined) return known;
  const digits = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i.exec(color);
  if (digits === null) throw new Error(`${color} is no color in hex`);
  const parts = digits.slice(1).filter((part) => part !== undefined);
  const values = parts.map((part) => Number.parseInt(part.padStart(2, part), 16) / 255);
  const written = values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ');
  colors.set(color, written);
  return written;
}
