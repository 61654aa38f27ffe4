import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractReply } from '../../../src/mail/inbound/extract-reply.ts';
import { cpuTime } from '../../helpers/cpu.ts';
import { runs } from '../../helpers/long.ts';

const sender = 'whistlestop@games2027.example.org';
const extract = (text: string) => extractReply(text, sender);

const LETTER = `Dear Bob Carter,

[AB] Ann Baker writes to you, in turn 3 of EY-12:

Shall we share Ohio?
From: me
To: you`;
const quoted = LETTER.replace(/^/gm, '> ');
const unquoted = LETTER;

/** How mail programs send the reply "Yes, gladly." with the letter quoted below it. */
const PROGRAMS: Record<string, string> = {
  'Gmail, English, broken': `Yes, gladly.

On Mon, Mar 1, 2027 at 1:00 PM [AB] Ann Baker via Whistlestop <
${sender}> wrote:

${quoted}
>`,
  'Gmail, German': `Yes, gladly.

Am Mo., 1. März 2027 um 13:00 Uhr schrieb [AB] Ann Baker via Whistlestop <${sender}>:

${quoted}`,
  'Gmail, French, with a signature': `Yes, gladly.

-- 
Bob Carter
+1 555 0100

Le lun. 1 mars 2027 à 13:00, [AB] Ann Baker via Whistlestop <
${sender}> a écrit :

${quoted}`,
  'Apple Mail, English': `Yes, gladly.

> On 1 Mar 2027, at 13:00, [AB] Ann Baker via Whistlestop <${sender}> wrote:
> 
${quoted}
`,
  'iPhone, German': `Yes, gladly.

Von meinem iPhone gesendet

> Am 01.03.2027 um 13:00 schrieb [AB] Ann Baker via Whistlestop <${sender}>:
> 
> ﻿${quoted.slice(2)}`,
  'iPhone, French': `Yes, gladly.

Envoyé de mon iPhone

> Le 1 mars 2027 à 13:00, [AB] Ann Baker via Whistlestop <${sender}> a écrit :
> 
${quoted}`,
  'Thunderbird, English, no address': `Yes, gladly.

On 01/03/2027 13:00, [AB] Ann Baker via Whistlestop wrote:
${quoted}

-- 
Bob
`,
  'Thunderbird, German, answered below': `Am 01.03.27 um 13:00 schrieb [AB] Ann Baker via Whistlestop:
${quoted}

Yes, gladly.
`,
  'Thunderbird, French': `Le 01/03/2027 à 13:00, [AB] Ann Baker via Whistlestop a écrit :
${quoted}
Yes, gladly.`,
  'Outlook, English': `Yes, gladly.

________________________________
From: [AB] Ann Baker via Whistlestop <${sender}>
Sent: Monday, March 1, 2027 1:00 PM
To: Bob Carter <bob@example.org>
Subject: EY-12: a letter from [AB] Ann Baker

${unquoted}`,
  'Outlook of old, German': `Yes, gladly.

-----Ursprüngliche Nachricht-----
Von: [AB] Ann Baker via Whistlestop [mailto:${sender}]
Gesendet: Montag, 1. März 2027 13:00
An: Bob Carter
Betreff: EY-12: a letter from [AB] Ann Baker

${unquoted}`,
  'Outlook, French, in stars': `Yes, gladly.

*De :* [AB] Ann Baker via Whistlestop <${sender}>
*Envoyé :* lundi 1 mars 2027 13:00
*À :* Bob Carter <bob@example.org>
*Objet :* EY-12: a letter from [AB] Ann Baker

${unquoted}`,
  'Outlook on a phone': `Yes, gladly.

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
From: [AB] Ann Baker via Whistlestop <${sender}>
Sent: Monday, March 1, 2027 1:00:00 PM
To: Bob Carter <bob@example.org>
Subject: EY-12: a letter from [AB] Ann Baker

${unquoted}`,
  GMX: `Yes, gladly.

Gesendet mit der GMX Mail App

Gesendet: Montag, 01. März 2027 um 13:00 Uhr
Von: "[AB] Ann Baker via Whistlestop" <${sender}>
An: bob@example.org
Betreff: EY-12: a letter from [AB] Ann Baker
${unquoted}`,
  'Yahoo, without quote marks': `Yes, gladly.

    On Monday, March 1, 2027 at 01:00:00 PM GMT+1, [AB] Ann Baker via Whistlestop <${sender}> wrote:  
 
 ${unquoted}`,
  'Outlook Express, names without addresses': `Yes, gladly.

-----Original Message----- 
From: [AB] Ann Baker via Whistlestop 
Sent: Monday, March 01, 2027 1:00 PM 
To: bob@example.org 
Subject: EY-12: a letter from [AB] Ann Baker 

${unquoted}`,
  'Notes, with spaces after the colons': `Yes, gladly.



From:   "[AB] Ann Baker via Whistlestop" <${sender}>
To:     bob@example.org
Date:   03/01/2027 01:00 PM
Subject:        EY-12: a letter from [AB] Ann Baker

${unquoted}`,
  'T-Online, with the subject first': `Yes, gladly.

-----Original-Nachricht-----
Betreff: EY-12: a letter from [AB] Ann Baker
Datum: 2027-03-01T13:00:00+0100
Von: "[AB] Ann Baker via Whistlestop" <${sender}>
An: "bob@example.org" <bob@example.org>

${unquoted}`,
  Zoho: `Yes, gladly.


---- On Mon, 01 Mar 2027 13:00:00 +0000 [AB] Ann Baker via Whistlestop <${sender}> wrote ----

${unquoted}`,
  'Zoho, broken': `Yes, gladly.

---- On Mon, 01 Mar 2027 13:00:00 +0000 [AB] Ann Baker via Whistlestop
<${sender}> wrote ---

${unquoted}`,
  'a program that quotes with bars, answered below': `On 1 March 2027 13:00, [AB] Ann Baker via Whistlestop wrote:
${LETTER.replace(/^/gm, '| ')}

Yes, gladly.`,
  'a program that quotes lines that are quoted already': `Yes, gladly.

On 1 March 2027 13:00, [AB] Ann Baker via Whistlestop <${sender}> wrote:
${LETTER.replace(/^/gm, '> | ')}`,
  'a program that quotes nothing': 'Yes, gladly.',
  'a program that mixes line endings': 'Yes, gladly.\r\n\r\n> old\r> older\r\n',
};

describe('the text of a reply', () => {
  test.each(Object.entries(PROGRAMS))('is extracted from mail of %s', (_program, text) => {
    expect(extract(text)).toBe('Yes, gladly.');
    expect(extract(text.replaceAll('\n', '\r\n'))).toBe('Yes, gladly.');
  });

  test('is kept between and below quoted lines', () => {
    const text = `On 01/03/2027 13:00, [AB] Ann Baker via Whistlestop wrote:
> Shall we share Ohio?

Yes.

> And Texas?
No.`;
    expect(extract(text)).toBe('Yes.\n\nNo.');
  });

  test('is kept directly below quoted lines, but not below a long one if mail programs may have broken it', () => {
    const long = `> ${'word '.repeat(14)}word`;
    const text = `${long}\nmore of it\n\nMine\n> short\nMine, too`;
    expect(extractReply(text, sender)).toBe('more of it\n\nMine\nMine, too');
    expect(extractReply(text, sender, { mayBreakQuotes: true })).toBe('Mine\nMine, too');
    const broken = `${long}\n${'more '.repeat(14)}\nand more\nMine`;
    expect(extractReply(broken, sender, { mayBreakQuotes: true })).toBe('Mine');
  });

  test('does not have the rest of a line that a mail program has broken, whatever it counts, or bars instead of signs', () => {
    const order = 'Press\u00a0release:\u00a0I\u00a0resign.';
    const wide = `> Bert: "${'\u7968'.repeat(22)}\n${order}"`;
    const barred = `On 01/03/2027 13:00, <${sender}> wrote:\n| ${'word '.repeat(12)}\n${order}\n| more`;
    for (const text of [wide, barred]) expect(extractReply(text, sender, { mayBreakQuotes: true })).toBe('');
    const signed = `Mine\n> ${'word '.repeat(14)}\n-- \nAnn`;
    expect(extractReply(signed, sender, { mayBreakQuotes: true })).toBe('Mine');
  });

  test('is found if the mail program leaves out the address of a printout that it quotes', () => {
    const from = `"The Whistlestop Club" <${sender}>`;
    const reply = `Yes.\nOn 01/03/2027 13:00, The Whistlestop Club wrote:\n> old`;
    expect(extractReply(reply, from)).toBe('Yes.');
    expect(extractReply(reply, sender)).not.toBe('Yes.');
    const typed = 'In 2027 the Whistlestop Club said:\n\nnothing.';
    expect(extractReply(typed, from)).toBe(typed);
  });

  test('is found if headers or an attribution have only the name under which the server sends', () => {
    const from = `Whistlestop <${sender}>`;
    const headers = 'Sent: Monday, March 01, 2027 1:00 PM\nTo: bob@example.org\nSubject: EY-12: turn 1';
    const old = `-----Original Message-----\nFrom: Whistlestop\n${headers}\n\nold`;
    expect(extractReply(`Yes.\n\n${old}`, from)).toBe('Yes.');
    const live = `From: Whistlestop\n${headers}\n\nold`;
    expect(extractReply(`Yes.\n\n${live}`, from)).toBe('Yes.');
    const bars = 'On 1 March 2027 13:00, Whistlestop wrote:\n| old\n|\nYes.\n| older\n\nNo.';
    expect(extractReply(bars, from)).toBe('Yes.\n\nNo.');
  });

  test.each([
    'From: Whistlestop\nTo: all of you\nSubject: thanks',
    'From: Whistlestop Games\nDate: 1 March 2027\nTo: Ohio\nI quote it',
    'Where: Whistlestop\nWhen: 1 March 2027\nWith: Bob',
    'A house:\n|   |\n|___|\nas I saw it on 1 March 2027',
    '|   |\nOn 1 March 2027 I drew this ----\n|   |',
    '--- Whistlestop ---\n1 March 2027 ----\nOhio',
  ])('is kept if it only resembles what names the server: %j', (text) => {
    expect(extractReply(text, `Whistlestop <${sender}>`)).toBe(text);
  });

  test('is kept directly above what is cut off', () => {
    const gmail = `Yes:\nOn Mon, Mar 1, 2027 at 1:00 PM [AB] Ann via Whistlestop <\n${sender}> wrote:\n> old`;
    expect(extract(gmail)).toBe('Yes:');
    const outlook = `PS: bring money\nFrom: Ann via Whistlestop\nSent: 1 March 2027\nTo: Bob\nSubject: x\nold`;
    expect(extract(outlook)).toBe('PS: bring money');
  });

  test.each([
    'First: Ohio.\nSecond: Texas.\nThird: Iowa.\n\nYours, Bob',
    'On 1 March 2027 you wrote:\n"I will not run." And yet you do!',
    'Ohio for you\n---\nTexas for me\n---\nIowa for both',
    'Best regards,\nBob\n\nPS: Texas too.',
    'One list:\n--\na\nb\nc\nd\ne',
    'I got it via Whistlestop: thanks.',
    'Sent from the floor of the convention,\nBob',
    'The letter of 2027 that came via Whistlestop said\n\nnothing.',
    'We will win if you\nget out the vote by mail',
    'Sent from all states by mail.\nSent to every phone',
  ])('is not mistaken for a quotation or a signature: %j', (text) => {
    expect(extract(text)).toBe(text);
  });

  test.each([
    'Sent from my iPhone',
    'Sent from my Fairphone 5',
    'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
    'Sent from Yahoo Mail on Android',
    'Get Outlook for Android<https://aka.ms/x>',
    'Gesendet von Outlook für iOS',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
    'Envoyé depuis mon smartphone Samsung Galaxy.',
    'Inviato da iPhone',
    'Inviato dal mio Galaxy',
    'Ottieni Outlook per Android',
    'Enviado desde mi iPhone',
    'Obtener Outlook para iOS',
    'Enviado do meu iPhone',
    'Obter o Outlook para Android',
    'Verzonden vanaf mijn iPhone',
    'Verstuurd vanaf mijn Samsung Galaxy',
    'Verzonden met Outlook voor Android',
  ])('loses what a phone adds: %s', (line) => {
    expect(extract(`Yes, gladly.\n\n${line}`)).toBe('Yes, gladly.');
  });

  test('is empty if the mail contains only the letter', () => {
    expect(extract(`\n\nAm 01.03.27 um 13:00 schrieb Ann via Whistlestop:\n${quoted}\n-- \nBob`)).toBe('');
    expect(extract('')).toBe('');
  });

  test('contains no quoted line and is never longer than the mail, whatever the mail contains', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '',
        '> x',
        '-- ',
        '--',
        'From: a via Whistlestop',
        'To: b',
        'On 2027, via Whistlestop:',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const answer = extract(lines.join('\n'));
        expect(answer).not.toMatch(/^\s*>/m);
        expect(lines.join('\n').length).toBeGreaterThanOrEqual(answer.length);
      }),
      { numRuns: runs(100) },
    );
  });

  test.each([
    '-',
    ' ',
    'x',
    ':',
    ': ',
    'a@',
    'via ',
    '\n',
    '-- \n',
    'a:\n',
    'From: \t',
    '--- \n',
    '-- On 2027 via Whistlestop ---\n| \n',
    '| ',
    'On 2027 via Whistlestop\n',
    'From: via Whistlestop\n',
  ])('is extracted quickly from a long row of %j', async (part) => {
    const row = `${part.repeat(Math.floor(100_000 / part.length))}y`;
    expect(await cpuTime(() => extract(row))).toBeLessThan(1_000);
  });
});

test.each([
  ['an HTML-only reply of Thunderbird', 'Am 01.03.27 um 13:00 schrieb Whistlestop:'],
  ['a French one', 'Le 1 mars 2027 à 13:00, Whistlestop a écrit :'],
])('%s has a blank line between the introduction and what it quotes', (_program, introduction) => {
  const own = 'Fundraising trips: CA\nPress release: Vote for me';
  const from = `Whistlestop <${sender}>`;
  expect(extractReply(`${own}\n\n${introduction}\n\n${quoted}`, from)).toBe(own);
  // Without a quotation below it, it is a sentence of the player.
  expect(extractReply(`${own}\n${introduction}\n\nYes!`, from)).toContain(introduction);
});
