import { describe, expect, test } from 'vitest';
import { parseIsolated } from '../../../src/mail/inbound/parse-isolated.ts';
import { sentAt } from '../../../src/mail/inbound/sent-at.ts';

/* When a mail was sent, by what mail servers wrote into it. */

const ARRIVED = new Date('2026-11-30T12:00:00.900Z');
const CUT = '2026-11-30T12:00:00.000Z';

/** When a mail with these Received headers was sent, the newest first, as in a mail. */
async function sent(received: readonly string[], content = '\r\nFundraising trips: CA\r\n'): Promise<string> {
  const headers = received.map((value) => `Received: ${value}\r\n`).join('');
  const rest = 'From: ann@x.test\r\nTo: a@y.test\r\nDate: Mon, 30 Nov 2026 01:00:00 +0000\r\n';
  const parsed = await parseIsolated(Buffer.from(`${headers}${rest}${content}`), 'ann@x.test');
  if (parsed.kind !== 'mail') throw new Error(`It is ${parsed.kind}.`);
  return sentAt(parsed.mail.received, ARRIVED).toISOString();
}

const at = (date: string) => `from a.test by b.test with ESMTP id 1; ${date}`;

test('it is the earliest date of the mail servers on its way', async () => {
  const received = [
    'from front.test\r\n by here.test (Postfix) with LMTP id 9\r\n for <a@y.test>; Mon, 30 Nov 2026 11:59:58 +0000 (UTC)',
    'by 2002:a05:1 with SMTP id b; Mon, 30 Nov 2026\r\n\t01:30:00 -0800 (PST)',
    at('Mon, 30 Nov 2026 10:31:07 +0100'),
  ];
  expect(await sent(received)).toBe('2026-11-30T09:30:00.000Z');
  expect(await sent([...received, at('30 Nov 2026 09:29 GMT')])).toBe('2026-11-30T09:29:00.000Z');
});

test('a large mail, which is read in another process, has the same one', async () => {
  const lines = Buffer.alloc(200_000).toString('base64').replace(/.{76}/g, '$&\r\n');
  const head = 'Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n';
  const received = [at('Mon, 30 Nov 2026 09:30:00 +0000')];
  expect(await sent(received, `${head}\r\n${lines}\r\n`)).toBe('2026-11-30T09:30:00.000Z');
});

describe('it is the moment when the mail arrived', () => {
  test.each<[string, string[]]>([
    ['without a Received header, whatever its Date says', []],
    ['if the date is not the last thing', [at('Mon, 30 Nov 2026 09:00:00 +0000; for <a@y.test>')]],
    ['if the date is in a comment', ['from a.test (b; Mon, 30 Nov 2026 09:00:00 +0000)']],
    ['if there is no date', ['from a.test by b.test', '', ';', at('yesterday')]],
    ['if the date has no zone', [at('Mon, 30 Nov 2026 09:00:00')]],
    ['if there is no such day', [at('Mon, 31 Nov 2026 09:00:00 +0000')]],
    ['if the date is years ago', [at('Thu, 01 Jan 1970 00:00:00 +0000')]],
    ['if the date is eight days ago', [at('Sun, 22 Nov 2026 11:00:00 +0000')]],
    ['if the date is to come', [at('Mon, 30 Nov 2026 12:30:00 +0000')]],
    ['if the date is to come in years', [at('Wed, 01 Jan 2070 00:00:00 +0000')]],
    [
      'if the first date after the semicolon comes late',
      [`; ${'('.repeat(500)}Mon, 30 Nov 2026 09:00:00 +0000`],
    ],
  ])('%s', async (_what, received) => {
    expect(await sent(received)).toBe(CUT);
  });
});

test('dates that are wrong do not hide those that are right', async () => {
  const right = at('Tue, 24 Nov 2026 12:00:00 +0000');
  const wrong = [at('Thu, 01 Jan 1970 00:00:00 +0000'), at('Wed, 01 Jan 2070 00:00:00 +0000'), 'nothing'];
  expect(await sent([right, ...wrong])).toBe('2026-11-24T12:00:00.000Z');
});

test('of thousands of them, only those of the first mail servers are read', async () => {
  const older = at('Mon, 30 Nov 2026 08:00:00 +0000');
  const some = Array.from({ length: 25 }, () => at('Mon, 30 Nov 2026 10:00:00 +0000'));
  expect(await sent([older, ...some])).toBe('2026-11-30T10:00:00.000Z');
  expect(await sent([...some, older])).toBe('2026-11-30T08:00:00.000Z');
  const many = Array.from({ length: 1_900 }, () => ';(((');
  const begun = performance.now();
  expect(await sent([...many, older])).toBe('2026-11-30T08:00:00.000Z');
  expect(performance.now() - begun).toBeLessThan(2_000);
});
