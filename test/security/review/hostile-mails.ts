import type { Random } from '../../faults/run/random.ts';

/*
 * Mails to the address of a reply that no honest mail program sends. `WORD` in them is replaced by a word that must
 * never be logged.
 */

/** What becomes of a mail: it is a letter, or it is not; some may be either. */
export type Fate = 'letter' | 'no letter' | 'either';

export interface HostileMail {
  name: string;
  /** The address in MAIL FROM; that of the player by default. */
  from?: string;
  source: string | Buffer;
  fate: Fate;
}

/** Who is allowed to reply, to which address, and someone else. */
export interface MailParties {
  player: string;
  address: string;
  stranger: string;
}

const lines = (...all: string[]) => all.join('\r\n');

/** Mails that are wrong in one way each. */
export function hostileMails({ player, address, stranger }: MailParties): HostileMail[] {
  const head = lines(`From: Carl <${player}>`, `To: ${address}`, 'Subject: Re: a letter');
  const mail = (name: string, fate: Fate, ...more: string[]): HostileMail => ({
    name,
    fate,
    source: lines(head, ...more),
  });
  const part = (type: string, body: string) => lines('--b', `Content-Type: ${type}`, '', body);
  const multipart = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b';
  return [
    mail('an honest reply', 'letter', '', 'WORD'),
    { ...mail('a forged envelope', 'letter', '', 'WORD'), from: stranger },
    { name: 'a forged From', fate: 'no letter', source: lines(`From: ${stranger}`, '', 'WORD') },
    {
      name: 'the right address as the name of a wrong one',
      fate: 'no letter',
      source: lines(`From: "${player}" <${stranger}>`, '', 'WORD'),
    },
    {
      name: 'an encoded From that hides a second address',
      fate: 'no letter',
      source: lines(
        `From: =?utf-8?B?${Buffer.from(`<${player}>`).toString('base64')}?= <${stranger}>`,
        '',
        'WORD',
      ),
    },
    {
      name: 'Sender and Reply-To of the player',
      fate: 'no letter',
      source: lines(`From: ${stranger}`, `Sender: ${player}`, `Reply-To: ${player}`, '', 'WORD'),
    },
    { ...mail('a bounce', 'no letter', '', 'WORD'), from: '' },
    mail('an auto-reply', 'no letter', 'Auto-Submitted: auto-replied', '', 'WORD'),
    mail('an auto-reply in capitals', 'no letter', 'AUTO-SUBMITTED: AUTO-GENERATED; x=y', '', 'WORD'),
    mail('a folded auto-reply', 'no letter', 'Auto-Submitted:\r\n auto-replied', '', 'WORD'),
    mail('a mailing list', 'no letter', 'List-Id: <list.test>', '', 'WORD'),
    mail('bulk mail', 'no letter', 'Precedence: bulk', '', 'WORD'),
    mail(
      'a delivery report',
      'no letter',
      'Content-Type: multipart/report; boundary=b',
      '',
      part('text/plain', 'WORD'),
    ),
    mail('nothing but headers', 'no letter'),
    mail('an empty text', 'no letter', '', ''),
    mail(
      'only an attachment',
      'no letter',
      multipart,
      '',
      lines(
        '--b',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        'V09SRA==',
        '--b--',
      ),
    ),
    mail(
      'an attached mail',
      'no letter',
      multipart,
      '',
      part('message/rfc822', lines(`From: ${stranger}`, '', 'WORD')),
      '--b--',
    ),
    mail('no end of the parts', 'either', multipart, '', part('text/plain', 'WORD')),
    mail(
      'an empty boundary',
      'either',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=""',
      '',
      '--',
      '',
      'WORD',
    ),
    mail(
      'a boundary of 10,000 characters',
      'either',
      'MIME-Version: 1.0',
      `Content-Type: multipart/mixed; boundary=${'b'.repeat(10_000)}`,
      '',
      'WORD',
    ),
    mail('parts in 500 levels', 'either', 'MIME-Version: 1.0', ...nested(500), 'WORD'),
    mail(
      '900 parts',
      'either',
      multipart,
      '',
      ...Array.from({ length: 900 }, () => part('text/plain', 'WORD')),
    ),
    mail('a header of 200,000 characters', 'either', `X-Long: ${'x'.repeat(200_000)}`, '', 'WORD'),
    mail('10,000 headers', 'either', ...Array.from({ length: 10_000 }, (_, i) => `X-${i}: y`), '', 'WORD'),
    mail(
      '10,000 recipients in To',
      'either',
      `Cc: ${Array.from({ length: 10_000 }, (_, i) => `a${i}@x.test`).join(', ')}`,
      '',
      'WORD',
    ),
    mail('an unknown charset', 'either', 'Content-Type: text/plain; charset=klingon', '', 'WORD'),
    mail('the charset UTF-7', 'either', 'Content-Type: text/plain; charset=utf-7', '', '+AFc-ORD WORD'),
    mail('the charset UTF-16 for ASCII', 'either', 'Content-Type: text/plain; charset=utf-16', '', 'WORD'),
    mail('broken base64', 'either', 'Content-Transfer-Encoding: base64', '', '!!!!====WORD'),
    mail(
      'broken quoted-printable',
      'either',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'WORD =ZZ =0 =',
    ),
    mail('an unknown encoding', 'either', 'Content-Transfer-Encoding: x-uuencode', '', 'WORD'),
    mail('NUL in the text', 'either', '', 'WORD\0\0\0 and more'),
    mail('NUL in a header', 'either', 'X-Nul: a\0b', 'Message-ID: <\0@x>', '', 'WORD'),
    mail('NUL in From', 'no letter', `From: ${stranger}\0${player}`, '', 'WORD'),
    mail('control characters', 'either', '', 'WORD \u0007\u001b[2J\u202E'),
    mail('a lone surrogate', 'either', 'Content-Type: text/plain; charset=utf-8', '', 'WORD \\ud800'),
    mail(
      'HTML with a script',
      'either',
      'Content-Type: text/html',
      '',
      '<script>WORD</script><p onclick=x>WORD</p>',
    ),
    mail('HTML in 20,000 levels', 'either', 'Content-Type: text/html', '', `${'<b>'.repeat(14_000)}WORD`),
    mail(
      'HTML with 100,000 attributes',
      'either',
      'Content-Type: text/html',
      '',
      `<p ${'a=1 '.repeat(40_000)}>WORD</p>`,
    ),
    mail('our headers', 'either', 'X-Whistlestop: yes', 'Return-Path: <>', '', 'WORD'),
    mail(
      'another content type twice',
      'either',
      'Content-Type: text/plain',
      'Content-Type: text/html',
      '',
      'WORD',
    ),
    mail('a text of 90,000 characters', 'no letter', '', 'WORD '.repeat(18_000)),
    { name: 'no headers at all', fate: 'no letter', source: 'WORD' },
    { name: 'an empty mail', fate: 'no letter', source: '' },
    {
      name: 'bytes that are no text',
      fate: 'either',
      source: Buffer.from([...Array(2_000).keys()].map((i) => i % 256)),
    },
  ];
}

function nested(levels: number): string[] {
  const open = Array.from({ length: levels }, (_, i) =>
    lines(`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`),
  );
  return [...open, 'Content-Type: text/plain', ''];
}

/** An honest mail with some of its bytes changed. */
export function garbledMail(honest: string, random: Random): Buffer {
  const bytes = [...Buffer.from(honest)];
  const changes = random.integer(1, 20);
  for (let n = 0; n < changes; n += 1) {
    const at = random.integer(0, bytes.length - 1);
    const kind = random.integer(0, 3);
    if (kind === 0) bytes[at] = random.integer(0, 255);
    else if (kind === 1) bytes.splice(at, random.integer(1, 30));
    else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + random.integer(1, 60)));
    else
      bytes.splice(
        at,
        0,
        ...Buffer.from(random.pick(['\r\n', '\n', '\r', '\0', '<', '"', '=?utf-8?q?', ';', ': '])),
      );
    if (bytes.length < 2) break;
  }
  return Buffer.from(bytes);
}

/** What mail servers have mistaken for the end of a mail (SMTP smuggling): only CR LF . CR LF is one. */
export const FALSE_ENDS = [
  ...[
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r\n.\r',
    '\r.\r\n',
    '\n\n.\r\n',
    '\r\n\0.\r\n',
    '\r\n.\0\r\n',
  ],
  ...['\r\n .\r\n', '\r\n. \r\n', '\r\r\n.\r\r\n'],
];
