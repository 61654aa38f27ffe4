import { describe, expect, test } from 'vitest';
import { parseInboundMail } from '../../../src/mail/inbound/parse-inbound-mail.ts';

/* Texts arrive as they were written, whatever character set the mail declares. */

const TEXT = 'Press release: “Café – señor” … São Tomé, für Ohio’s Bürger';
const UTF8 = Buffer.from(TEXT);
// The bytes of ISO-8859-1, with those of Windows-1252 for quotation marks, dash and ellipsis.
const WINDOWS_1252 = Buffer.from(
  TEXT.replace(/[“”–…’]/g, (sign) =>
    String.fromCharCode([0x93, 0x94, 0x96, 0x85, 0x92]['“”–…’'.indexOf(sign)] ?? 0),
  ),
  'latin1',
);

const HEADERS = 'From: ann@example.org\r\nSubject: Sheet\r\nMIME-Version: 1.0\r\n';

async function textOf(headers: string, body: Buffer | string): Promise<string | null> {
  const raw = Buffer.concat([Buffer.from(`${HEADERS}${headers}\r\n`), Buffer.from(body)]);
  const read = await parseInboundMail(raw, 'ann@example.org');
  return read.kind === 'mail' ? read.mail.text.trim() : null;
}

const DECLARED = ['utf-8', 'us-ascii', 'iso-8859-1', 'Windows-1252', 'unknown-8bit', 'x-nothing', '"UTF-8"'];

describe.each([
  ['UTF-8', UTF8],
  ['Windows-1252', WINDOWS_1252],
])('a text in %s', (_name, bytes) => {
  test.each(DECLARED)('is read right if it is declared as %s', async (charset) => {
    const type = `Content-Type: text/plain; format=flowed; charset=${charset}\r\n`;
    expect(await textOf(`${type}Content-Transfer-Encoding: 8bit\r\n`, bytes)).toBe(TEXT);
    expect(await textOf(`${type}Content-Transfer-Encoding: base64\r\n`, bytes.toString('base64'))).toBe(TEXT);
    const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
    const folded = quoted.join('').replace(/.{72}/g, '$&=\r\n');
    expect(await textOf(`${type}Content-Transfer-Encoding: quoted-printable\r\n`, folded)).toBe(TEXT);
  });

  test.each([
    ['the mail declares nothing', ''],
    ['the mail declares no character set', 'Content-Type: text/plain\r\n'],
    ['the declaration is folded', 'Content-Type: text/plain;\r\n\tcharset=utf-8\r\n'],
  ])('is read right if %s', async (_what, headers) => {
    expect(await textOf(headers, bytes)).toBe(TEXT);
  });

  test('is read right as a part of a mail whose other part is right', async () => {
    const type = 'Content-Type: multipart/alternative; boundary=b\r\n';
    const parts = [
      Buffer.from('--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>“Café”</p>\r\n--b--\r\n'),
    ];
    expect(await textOf(type, Buffer.concat(parts))).toBe(TEXT);
  });

  test('is read right as HTML', async () => {
    const html = Buffer.concat([Buffer.from('<p>'), bytes, Buffer.from('</p>')]);
    expect(await textOf('Content-Type: text/html; charset=utf-8\r\n', html)).toBe(TEXT);
  });
});

test('a text of which some bytes are damaged is read as far as it can be', async () => {
  const cut = Buffer.concat([UTF8, Buffer.from([0xe2, 0x80])]);
  expect(await textOf('Content-Type: text/plain; charset=utf-8\r\n', cut)).toBe(`${TEXT}\u{fffd}`);
});

test.each([
  ['iso-8859-2', Buffer.from([0xa3, 0xf3, 0x64, 0xbc]), 'Łódź'],
  ['shift_jis', Buffer.from([0x93, 0x8c, 0x8b, 0x9e]), '東京'],
  ['koi8-r', Buffer.from([0xed, 0xc9, 0xd2]), 'Мир'],
])('a text in %s that is declared is read as it is', async (charset, bytes, text) => {
  expect(await textOf(`Content-Type: text/plain; charset=${charset}\r\n`, bytes)).toBe(text);
});
