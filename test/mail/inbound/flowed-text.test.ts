import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flowedText } from '../../../src/mail/inbound/flowed-text.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Flowed text: lines that end in a space go on, but those of a quotation are never joined with the words of someone else. */

const joined = (text: string) => flowedText(text, { delSp: false });

describe('the lines of flowed text', () => {
  test('go on after a space, but not in another depth of quotation', () => {
    expect(joined('One \r\nlong \nline.\n\n Two\n From')).toBe('One long line.\n\nTwo\nFrom');
    expect(joined('Mine \n> theirs \nMine, too')).toBe('Mine \n> theirs \nMine, too');
    expect(joined('> one \n>> two \n> > two \n>three')).toBe('> one \n>> two \n> > two \n> three');
    expect(joined('Mine \n > theirs \n > more')).toBe('Mine \n> theirs \n> more');
  });

  test('are not joined within a quotation, unless the spaces were added within words', () => {
    expect(joined('> Trips: CA \n> \n> Money: CA \n> Press:')).toBe(
      '> Trips: CA \n> \n> Money: CA \n> Press:',
    );
    expect(flowedText('wor \nds\n> quo \n> ted', { delSp: true })).toBe('words\n> quoted');
  });

  test('are not joined with the mark above a signature, or with the first line of our mails', () => {
    expect(joined('One \n-- \nAnn')).toBe('One \n-- \nAnn');
    for (const star of ['★', '?', '*', '★\ufe0e', '&#9733;'])
      for (const first of [`${star} Whistlestop ${star}`, `${star}\u00a0Whistlestop ${star} `]) {
        const text = `Mine \n${first}\nTheirs`;
        expect(joined(text)).toBe(text);
      }
  });

  test.each(['  ', '\t', '\u00a0', '\u200b', '  \ufeff'])(
    'are not joined with a line with %j before its mark',
    (blank) => {
      expect(joined(`Mine \n${blank}> theirs \nMine, too`)).toBe('Mine \n> theirs \nMine, too');
    },
  );

  test('are not joined with lines that are marked in another way', () => {
    expect(joined('Mine \n| theirs \nMine, too')).toBe('Mine \n| theirs \nMine, too');
    const marked = 'Mine \nAB> ★ Whistlestop ★ \nAB> theirs \nMine, too';
    expect(joined(marked)).toBe(marked);
    expect(joined('One \nAB> two')).toBe('One AB> two');
  });
});

describe('a flowed reply', () => {
  let players: MailPlayers;
  beforeAll(async () => {
    players = await startMailPlayers();
  });
  afterAll(() => players?.close());

  /** Sends Ann's reply to her printout, and returns her last sheet. */
  async function sendFlowed(text: string) {
    await players.sendFlowed(await players.mailTo(players.ann, 'printout for turn 1'), text);
    await players.worker.idle();
    return (await players.sheetsOf(players.ann)).at(-1);
  }

  test('can be filled in where it is quoted, with spaces at the ends of lines', async () => {
    const printout = await players.mailTo(players.ann, 'printout for turn 1');
    const filled = quoted(printout)
      .replace(/^> Fundraising trips:$/m, '> Fundraising trips: CA, NY, TX ')
      .replace(/^> Campaign money 1:.*$/m, '> Campaign money 1: CA 100 ')
      .replace(/^> Press release:$/m, '> Press release: Hello ');
    const sender = `${printout.from?.name} <${printout.from?.address}>`;
    expect(await sendFlowed(`On 01/03/2027 13:00, ${sender} wrote:\n${filled}\n`)).toMatchObject({
      outcome: 'standing',
      raw: {
        fundraising: ['CA', 'NY', 'TX'],
        campaign: [{ state: 'CA', spend: 100 }],
        press: 'Hello',
      },
    });
  });

  test('has no words of the quoted line below what the player wrote', async () => {
    const text = 'Fundraising trips: CA, NY, TX\nPress release: Vote \nfor Ann \n> Rival: boo \n> more\n';
    expect(await sendFlowed(text)).toMatchObject({ outcome: 'standing', raw: { press: 'Vote for Ann' } });
  });
});
