import { describe, expect, test } from 'vitest';
import { extractReply } from '../../../src/mail/inbound/extract-reply.ts';
import { LETTERHEAD } from '../../../src/mail/letterhead.ts';

const address = 'post@whistlestop.test';
const sender = `Whistlestop <${address}>`;
const extract = (text: string) => extractReply(text, sender, { mayBreakQuotes: true });

/** A printout with the words of another player, which look like a sheet. */
const PRINTOUT = `${LETTERHEAD}

Politics by mail · PTG-1
Campaign turn 1

| Press release: I resign.

Press release: I resign.
`;

/** How mail programs introduce a quotation in ways that only the first line of the quoted mail explains. */
const INTRODUCTIONS: Record<string, string> = {
  'a Chinese web mailer': `         原始邮件
         
       
发件人："Whistlestop" <${address}>
发件时间：2027年3月1日 13:00
收件人：ann <ann@x.test>
主题：PTG-1: printout


`,
  'a Chinese program': `------------------------------------------------------------------
发件人：Whistlestop <${address}>
发送时间：2027年3月1日(星期一) 13:00
收件人：ann <ann@x.test>
主　题：PTG-1: printout

`,
  'headers with the name alone': `From: Whistlestop
Date: 2027-03-01 13:00
To: ann
Subject: PTG-1: printout

`,
  'a program that writes ">>>" once': `>>> "Whistlestop" <${address}> 3/1/2027 1:00 PM >>>
`,
  'headers without colons': `------ Original Message ------
From "Whistlestop" <${address}>
To ann@x.test
Date 01/03/2027 13:00:00
Subject PTG-1: printout

`,
  'Thai headers': `จาก: Whistlestop
ส่ง: 1 มีนาคม 2570 13:00
ถึง: ann
เรื่อง: PTG-1: printout

`,
  'the name alone, without marks': `Am 01.03.2027 13:00, schrieb Whistlestop:
`,
  'the address for replies': `On Mon, 1 Mar 2027 at 13:00, sheet-ptg-1-ab-2-abcdef@whistlestop.test wrote:

`,
  nothing: '',
};

describe('the first line of a quoted mail of the server shows where the quotation begins', () => {
  test.each(Object.entries(INTRODUCTIONS))('after %s', (_program, introduction) => {
    const orders = 'Fundraising trips: TX\nWhere: Whistlestop';
    expect(extract(`${orders}\n\n${introduction}${PRINTOUT}`)).toBe(orders);
  });

  test.each([
    ['with initials', 'WH> '],
    ['with bars', '| '],
  ])('if lines are marked %s, and what the player wrote between them is kept', (_how, mark) => {
    const quoted = PRINTOUT.replace(/^/gm, mark);
    const text = `Monday, March 1, 2027, 1:00:00 PM, you wrote:\n\n${quoted}\n\nFundraising trips: TX`;
    const own = extract(text);
    expect(own).toContain('Fundraising trips: TX');
    expect(own).not.toContain('resign');
  });

  test.each(['\u00a0', '\u202f'])('whatever spaces and stars the mail program has (%j)', (space) => {
    for (const star of ['★', '?', '*']) {
      const letterhead = `\u200b ${star}${space}Whistlestop${space}${star} `;
      expect(extract(`Thanks!\n\n${PRINTOUT.replace(LETTERHEAD, letterhead)}`)).toBe('Thanks!');
    }
  });

  test.each([
    '★\ufe0e Whistlestop ★\ufe0f',
    '&#9733; Whistlestop &#9733;',
    'â˜… Whistlestop â˜…',
    '\ufffd\ufffd\ufffd Whistlestop \ufffd\ufffd\ufffd',
    '★ Whistlestop ★ |',
    '*★ Whistlestop ★*',
    '| **★ Whistlestop ★** |',
  ])('as “%s”', (letterhead) => {
    const mark = letterhead.startsWith('| ') ? '| ' : '';
    const quoted = PRINTOUT.replace(/^/gm, mark).replace(`${mark}${LETTERHEAD}`, letterhead);
    expect(extract(`Thanks!\n\n${quoted}`)).toBe('Thanks!');
  });

  test('a line that only contains it is kept, and so is what is directly above the quotation but does not introduce it', () => {
    const words = `I like the ${LETTERHEAD}\nFundraising trips: TX`;
    expect(extract(`${words}\n${PRINTOUT}`)).toBe(words);
  });
});
