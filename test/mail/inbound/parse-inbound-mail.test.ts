import { expect, test } from 'vitest';
import { extractReply } from '../../../src/mail/inbound/extract-reply.ts';
import { parseInboundMail } from '../../../src/mail/inbound/parse-inbound-mail.ts';
import { cpuTime } from '../../helpers/cpu.ts';

const HEADERS = 'From: Ann <ann@example.org>\r\nMessage-ID: <1@example.org>\r\n';
const read = (mail: string) => parseInboundMail(Buffer.from(mail, 'latin1'), 'ann@example.org');
const HTML = `${HEADERS}Content-Type: text/html\r\n\r\n`;

test('a From line that is not an address is refused quickly, whatever it contains', async () => {
  for (const sign of ['(', '<', '@', 'a@', '"\\', 'x']) {
    const mail = `From: ${sign.repeat(20_000)}ann@example.org\r\n\r\nHello`;
    expect(await read(mail), sign).toMatchObject({ kind: 'refused' });
  }
});

test('address headers that are too long are refused before anything is parsed', async () => {
  const list = (bytes: number) => 'a <b>,:'.repeat(bytes / 7);
  const lines = Array.from({ length: 300 }, (_, i) => `To: player${i}@example.org, p${i}@example.org\r\n`);
  for (const [name, headers] of Object.entries({
    From: `From: ${list(64_000)}`,
    'From with spaces': `${' '.repeat(99)}From${' '.repeat(99)}: ${list(3_000)}`,
    folded: `From: Ann\r\n ${list(2_000)}\r\n\t<ann@example.org>`,
    'Reply-To beside From': `From: ${list(1_400)}\r\nREPLY-TO: ${list(1_400)}`,
    To: `${HEADERS}${lines.join('')}`,
  })) {
    const reading = async () =>
      expect(await read(`${headers}\r\n\r\nHello`), name).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/too many addresses/),
      });
    expect(await cpuTime(reading), name).toBeLessThan(50);
  }
});

test('a mail to forty people, and one with long headers of other kinds, is parsed', async () => {
  const to = Array.from({ length: 40 }, (_, i) => `"Player Number ${i}" <player-number-${i}@example.org>`);
  const mail = `Received: ${'x'.repeat(900)}\r\n ${'from '.repeat(190)}\r\nReferences: ${'<a@b.c> '.repeat(500)}\r\n`;
  const body = `Hello\r\n\r\nFrom: ${'a'.repeat(3_000)}`;
  expect(await read(`${mail}${HEADERS}To: ${to.join(',\r\n ')}\r\n\r\n${body}`)).toMatchObject({
    kind: 'mail',
  });
});

test('mail of a person is told from that of a program, also if a mailing list passed it on', async () => {
  const kindOf = async (head: string) => {
    const result = await read(`${HEADERS}${head}\r\n\r\nFundraising trips: CA\r\n`);
    return result.kind === 'mail' ? [result.kind, result.mail.list] : [result.kind];
  };
  for (const [head, list] of [
    ['Precedence: list', 'Precedence'],
    ['Precedence: bulk\r\nList-Id: <club.list.test>', 'list-id'],
    ['Precedence: bulk\r\nMailing-List: contact club-help@list.test; run by ezmlm', 'mailing-list'],
    ['Precedence: bulk\r\nList-Post: <mailto:club@list.test>', 'list-post'],
    ['List-Post: <mailto:club@list.test>', null],
    ['X-Autoreply: no', null],
    ['X-Autorespond: FALSE', null],
    ['Auto-Submitted: no (a person wrote it)', null],
    ['Auto-Submitted: (a person wrote it) no; by=ann', null],
  ] as const)
    expect(await kindOf(head), head).toEqual(['mail', list]);
  for (const head of [
    'Precedence: bulk',
    'Precedence: junk\r\nList-Id: <club.list.test>',
    'X-Autoreply: yes',
    'X-Autorespond:',
    'Auto-Submitted: auto-replied (no)',
    'Auto-Submitted: auto-replied\r\nPrecedence: bulk\r\nList-Id: <club.list.test>',
  ])
    expect(await kindOf(head), head).toEqual(['automatic']);
});

test('text and subject are such that PostgreSQL can store them and read them again', async () => {
  const mail = `${HEADERS}Subject: Press\0release\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nFundraising trips: O=00H`;
  const parsed = { subject: 'Press release', text: expect.stringMatching(/^Fundraising trips: O H\s*$/) };
  expect(await read(mail)).toMatchObject({ kind: 'mail', mail: parsed });
});

test('a Message-ID is one that PostgreSQL can store', async () => {
  const mail = 'From: ann@example.org\r\nMessage-ID: <a\0b@example.org>\r\n\r\nHello';
  expect(await read(mail)).toMatchObject({ kind: 'mail', mail: { messageId: '<ab@example.org>' } });
});

test('a mail that would take long to parse is refused', async () => {
  const reading = async () => {
    for (const mail of [
      `${HEADERS}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${'a \r\n'.repeat(200_000)}`,
      `${HTML}<pre>${'\n'.repeat(190_000)}`,
      `${HEADERS}${'a:\r\n'.repeat(5_000)}\r\nYes.`,
      ...['<a>', '<div>', '<ol><li>', '<table><tr><td>'].map((tags) => `${HTML}${tags.repeat(20_000)}`),
    ]) {
      expect(await read(mail)).toMatchObject({ kind: 'refused' });
    }
    const signatures = `Yes.\n${`Sent from my phone\n${'\n'.repeat(5)}`.repeat(4_000)}`;
    expect(extractReply(signatures, 'post@example.org')).toBe('Yes.');
  };
  expect(await cpuTime(reading)).toBeLessThan(2_000);
});

test('a mail from a word processor and one full of pictures are parsed', async () => {
  const rows = '<tr><td><p style="margin:0"><span>Yes</span></p></td></tr>\r\n'.repeat(1_000);
  expect(await read(`${HTML}<table>${rows}</table>`)).toMatchObject({ kind: 'mail' });
  const picture = `${'A'.repeat(76)}\r\n`.repeat(12_000);
  const parts = [
    'Content-Type: text/plain\r\n\r\nYes\r\n',
    `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture}`,
  ];
  const body = parts.map((part) => `--b\r\n${part}`).join('');
  const mail = await read(`${HEADERS}Content-Type: multipart/mixed; boundary=b\r\n\r\n${body}--b--\r\n`);
  expect(mail).toMatchObject({ kind: 'mail', mail: { text: expect.stringMatching(/^Yes\s*$/) } });
});

test('the headers of a quoted mail in a table are lines, so that they are recognized', async () => {
  const cells = { From: 'Whistlestop &lt;post@example.org&gt;', Date: '03/01/2027', To: 'ann@example.org' };
  const rows = Object.entries(cells).map(([name, value]) => `<tr><th>${name}:</th><td>${value}</td></tr>`);
  const result = await read(`${HTML}<p>Yes.</p><table>${rows.join('')}</table><hr>Earlier words`);
  const text = result.kind === 'mail' ? result.mail.text : '';
  expect(text).toContain('From: Whistlestop <post@example.org>');
  expect(extractReply(text, 'Whistlestop <post@example.org>')).toBe('Yes.');
});

test('the mark above a signature is told apart from two dashes in HTML, too', async () => {
  const name = ['Ann Miller', 'Apt. 4', '12 Main St', 'Springfield', 'IL 62701'].join('<br>');
  for (const html of [
    `<p>Yes</p><div class="moz-signature">-- <br>${name}</div>`,
    `<div dir="ltr">Yes<br><div><br></div><span>-- </span><br><div dir="ltr">${name}</div></div>`,
  ]) {
    const mail = await read(`${HTML}${html}`);
    if (mail.kind !== 'mail') throw new Error('The mail was refused.');
    expect(extractReply(mail.mail.text, 'post@example.org')).toBe('Yes');
  }
  const typed = await read(`${HTML}<p>Yes</p><p>--<br>${name}</p>`);
  expect(JSON.stringify(typed)).toContain('--\\nAnn Miller');
});
