import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Replies to a mail that the player has sent, which Outlook quotes below its headers and without marks. */

let players: MailPlayers;
let printout: Email;

beforeAll(async () => {
  players = await startMailPlayers();
  printout = await players.mailTo(players.ann, 'printout for turn 1');
});
afterAll(() => players.close());

const last = async () => (await players.sheetsOf(players.ann)).at(-1)?.raw;
const lastWords = async () => ((await players.mailsTo(players.ann)).at(-1)?.text ?? '').replace(/\s+/g, ' ');

const OLD =
  'Fundraising trips: FL, GA\nCampaign money 1: TX 300\nCampaign money 2: CA 100\nPress release: Vote Ann';
const NEW = 'Fundraising trips: FL\nPress release: Vote Ann';

const headers = () => {
  const to = `EY-1 turn sheet <${printout.replyTo?.[0]?.address}>`;
  const from = `Ann Baker <${players.ann.email}>`;
  const [sent, subject] = ['Monday, March 1, 2027 1:00 PM', `Re: ${printout.subject}`];
  return {
    desktop: `From: ${from}\nSent: ${sent}\nTo: ${to}\nSubject: ${subject}`,
    'without a sender’s address': `From: Ann Baker\nSent: ${sent}\nTo: ${to}\nSubject: ${subject}`,
    'with a recipient’s name only': `From: ${from}\nSent: ${sent}\nTo: EY-1 turn sheet\nSubject: ${subject}`,
    web: `________________________________\nFrom: ${from}\nSent: ${sent}\nTo: ${to}\nSubject: ${subject}`,
    phone: `Get Outlook for iOS\n________________________________\nFrom: ${from}\nSent: ${sent}\nTo: ${to}\nSubject: ${subject}`,
    titled: `-----Original Message-----\nFrom: ${from}\nSent: ${sent}\nTo: ${to}\nSubject: ${subject}`,
    German: `Von: ${from}\nGesendet: Montag, 1. März 2027 13:00\nAn: ${to}\nBetreff: AW: ${printout.subject}`,
    Apple: `From: ${from}\nSubject: ${subject}\nDate: March 1, 2027 at 13:00:00\nTo: ${to}`,
  };
};

describe('orders above an own mail', () => {
  test.each([
    'desktop',
    'without a sender’s address',
    'with a recipient’s name only',
    'web',
    'phone',
    'titled',
    'German',
    'Apple',
  ] as const)('are the whole sheet (%s)', async (kind) => {
    await players.send(printout, { text: OLD });
    expect(await last()).toMatchObject({ fundraising: ['FL', 'GA'] });
    await players.send(printout, { text: `${NEW}\n\n${headers()[kind]}\n\n${OLD}\n` });
    expect(await last()).toEqual({ fundraising: ['FL'], press: 'Vote Ann' });
    expect(await lastWords()).toContain('“Fundraising trips: FL, GA” was not read');
  });

  test('are the whole sheet in HTML', async () => {
    const to = printout.replyTo?.[0]?.address;
    const html = `<div>Fundraising trips: NY<br>Press release: Vote Ann</div><hr><div><b>From:</b> Ann Baker &lt;${players.ann.email}&gt;<br>
      <b>Sent:</b> Monday, March 1, 2027 1:00 PM<br><b>To:</b> EY-1 turn sheet &lt;${to}&gt;<br><b>Subject:</b> Re: EY-1</div>
      <p>Fundraising trips: NY, GA<br>Campaign money 1: TX 300</p>`;
    await players.send(printout, { html });
    expect(await last()).toEqual({ fundraising: ['NY'], press: 'Vote Ann' });
  });
});

test.each(['titled', 'desktop', 'without a sender’s address', 'Apple'] as const)(
  'an own mail that is forwarded brings its orders (%s)',
  async (kind) => {
    const forwarded = OLD.replace('FL, GA', 'AL, GA');
    await players.send(printout, { text: `Once more, please.\n\n${headers()[kind]}\n\n${forwarded}\n` });
    expect(await last()).toMatchObject({ fundraising: ['AL', 'GA'], press: 'Vote Ann' });
    await players.send(printout, { text: `${headers()[kind]}\n\n${OLD}\n` });
    expect(await last()).toMatchObject({ fundraising: ['FL', 'GA'], press: 'Vote Ann' });
  },
);

test('the own address in orders is no header', async () => {
  const { email } = players.ann;
  const text = `Fundraising trips: CA\n\nCampaign money 1: TX 300\nCampaign money 2: CA 20\nPress release: Write to ${email} before 20:00`;
  await players.send(printout, { text });
  expect(await last()).toMatchObject({ fundraising: ['CA'], campaign: [{ state: 'TX' }, { state: 'CA' }] });
});
