/*
 * `=` ends a unit of base64, and some programs end every line with it. PostalMime makes a buffer for each unit, of a few hundred
 * bytes however short it is: a mail of `A=` a million times takes gigabytes.
 */

/** A long mail as HTML has some hundred `=` that are followed by a letter or a figure. */
const MAX_UNITS = 20_000;

const EQUALS = '='.charCodeAt(0);

/** By byte: whether it is a character of base64, and whether it is a figure of a hexadecimal number. */
const BASE64 = tableOf(/[A-Za-z0-9+/]/);
const HEX = tableOf(/[0-9A-Fa-f]/);

/**
 * Whether a mail has far more units of base64 than any program writes. `=41` is not counted, as a text in quoted-printable may
 * consist of that: how many of these a mail may have is limited by its size only.
 */
export function hasManyUnits(raw: Buffer): boolean {
  let units = 0;
  for (let at = raw.indexOf(EQUALS); at !== -1; at = raw.indexOf(EQUALS, at + 1)) {
    const [first, second] = [raw[at + 1] ?? 0, raw[at + 2] ?? 0];
    if (!BASE64[first] || (HEX[first] && HEX[second])) continue;
    units += 1;
    if (units > MAX_UNITS) return true;
  }
  return false;
}

function tableOf(one: RegExp): boolean[] {
  return Array.from({ length: 256 }, (_, byte) => one.test(String.fromCharCode(byte)));
}
