import type { Attachment } from 'nodemailer/lib/mailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Attached files that are no PDFs, such as a photo of the paper sheet. None is read, and the sender is told. */

const PHOTO: Attachment = {
  ...{ filename: 'IMG 1234.jpeg', content: Buffer.alloc(2_000, 7), contentType: 'image/jpeg' },
  // As phones attach photos.
  contentDisposition: 'inline',
};
const ORDERS: Attachment = { filename: 'orders.txt', content: 'Fundraising trips: NY, TX\n' };
/** As Outlook packs formatted text. */
const PACKED: Attachment = {
  ...{ filename: 'winmail.dat', content: Buffer.alloc(5_000, 7), contentType: 'application/ms-tnef' },
};
const SIGNATURE: Attachment = {
  ...{ filename: 'smime.p7s', content: Buffer.alloc(500, 7), contentType: 'application/pkcs7-signature' },
};

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers();
  const { own, game } = players;
  const data = { autoProcess: true, processWhenFinal: true, processWhenComplete: false };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.game.id }, data });
});
afterAll(() => players.close());

const last = async () => (await players.sheetsOf(players.ann)).at(-1);
const lastMail = async () => {
  const mail = (await players.mailsTo(players.ann)).at(-1);
  if (mail === undefined) throw new Error('There is no mail.');
  return { mail, words: (mail.text ?? '').replace(/\s+/g, ' ') };
};

test('the receipt of a sheet in the text names a file that was not read', async () => {
  const printout = await players.mailTo(players.ann, 'printout for turn 1');
  await players.reply(printout, 'Fundraising trips: CA', { attachments: [ORDERS] });
  expect(await last()).toMatchObject({ version: 1, outcome: 'standing', raw: { fundraising: ['CA'] } });
  expect((await lastMail()).words).toContain('The attached file “orders.txt” was not read.');
});

test.each([PHOTO, ORDERS, { ...PACKED, content: Buffer.alloc(250_000, 7) }])(
  'FINAL with $filename and without orders changes nothing',
  async (file) => {
    const receipt = await players.mailTo(players.ann, 'version 1');
    await players.reply(receipt, 'FINAL', { attachments: [file] });
    expect(await last()).toMatchObject({ version: 1, final: false });
    const { mail, words } = await lastMail();
    expect(mail.subject).toContain('nothing was changed');
    expect(words).toContain(
      'Your e-mail says FINAL, and it has a file that cannot be read. Nothing was changed',
    );
    expect(words).toContain(`The attached file “${file.filename}” was not read.`);
  },
);

test('FINAL with the sender’s logo and signature marks the sheet that counts', async () => {
  const receipt = await players.mailTo(players.ann, 'version 1');
  const logo = { filename: 'logo.png', content: Buffer.alloc(500, 7), cid: 'logo@players.test' };
  const html = '<p>FINAL</p><p><img src="cid:logo@players.test"></p>';
  await players.send(receipt, { html, attachments: [logo, SIGNATURE, PACKED] });
  expect(await last()).toMatchObject({ version: 2, final: true, raw: { fundraising: ['CA'] } });
  expect((await lastMail()).words).not.toContain('was not read');
});

test('the answer to a command names a file that was not read', async () => {
  const receipt = await players.mailTo(players.ann, 'version 2');
  await players.reply(receipt, 'STATUS', { attachments: [PHOTO] });
  expect((await lastMail()).words).toContain('The attached file “IMG 1234.jpeg” was not read.');
});

test('FINAL above orders is taken, and the receipt names the file', async () => {
  const receipt = await players.mailTo(players.ann, 'version 2');
  await players.reply(receipt, 'FINAL\nFundraising trips: FL', { attachments: [PHOTO] });
  expect(await last()).toMatchObject({ version: 3, final: true, raw: { fundraising: ['FL'] } });
  expect((await lastMail()).words).toContain('The attached file “IMG 1234.jpeg” was not read.');
});

test('a name may be long, or hold characters that cannot be shown', async () => {
  const receipt = await players.mailTo(players.ann, 'version 3');
  const filename = `\u0007${'long '.repeat(15)}name😀.txt`;
  await players.reply(receipt, 'Fundraising trips: AL', { attachments: [{ ...ORDERS, filename }] });
  expect(await last()).toMatchObject({ version: 4, raw: { fundraising: ['AL'] } });
  expect((await lastMail()).words).toContain(`The attached file “${'long '.repeat(15)}name�” was`);
});
