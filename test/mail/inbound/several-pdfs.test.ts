import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm } from '../../../src/games/game/player-seat.ts';
import { entriesFor, fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Replies with several PDFs: many mail programs attach the printout again to a reply. */

let players: MailPlayers;
let blank: Buffer;

beforeAll(async () => {
  players = await startMailPlayers();
  const { attachments } = await printout();
  const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  blank = Buffer.from(pdf?.content as ArrayBuffer);
});
afterAll(() => players?.close());

const printout = () => players.mailTo(players.ann, 'printout for turn 1');

/** The PDF of the printout with these trips filled in. */
async function filled(...fundraising: string[]): Promise<Buffer> {
  const { own, game, ann } = players;
  const seat = await loadPlayerSeat(own.ctx, ann, gameNumber(game.game));
  const form = seat === null ? null : openForm(seat);
  if (form === null) throw new Error('There is no sheet.');
  return Buffer.from(await fillWithPdfLib(blank, entriesFor(form, { fundraising, campaign: [] })));
}

/** Replies with these PDFs. Returns Ann's last version and the newest mail to her. */
async function send(words: string, ...pdfs: Buffer[]): Promise<{ sheet: unknown; text: string }> {
  const attachments = pdfs.map((content, i) => ({
    ...{ filename: `EY-${i}.pdf`, content, contentType: 'application/pdf' },
  }));
  await players.reply(await printout(), words, { attachments });
  await players.worker.idle();
  const sheet = (await players.sheetsOf(players.ann)).at(-1);
  return { sheet, text: ((await players.mailsTo(players.ann)).at(-1)?.text ?? '').replace(/\s+/g, ' ') };
}

test('the one that is filled in counts, wherever it stands', async () => {
  const read = { version: 1, channel: 'pdf', outcome: 'standing', raw: { fundraising: ['WA', 'OR'] } };
  const pdf = await filled('WA', 'OR');
  expect((await send('Here it is.', blank, pdf)).sheet).toMatchObject(read);
  expect((await send('Here it is.', pdf, blank, pdf)).sheet).toMatchObject({ ...read, version: 2 });
}, 60_000);

test('two that are filled in differently are a problem that is told', async () => {
  const { sheet, text } = await send('Here it is.', await filled('WA'), blank, await filled('OR'));
  expect(sheet).toMatchObject({ version: 2 });
  expect(text).toContain('Several PDFs are attached that are filled in differently.');
  expect(text).toContain('Nothing was changed.');
}, 60_000);

test('a blank one does not count if another one cannot be read', async () => {
  const { sheet, text } = await send('Here it is.', blank, Buffer.from('%PDF-1.4 nothing'));
  expect(sheet).toMatchObject({ version: 2 });
  expect(text).toContain('The attached PDF could not be read as your sheet.');
}, 60_000);

test('a blank one does not replace orders in the text', async () => {
  const { sheet, text } = await send('Fundraising trips: NV', blank);
  expect(sheet).toMatchObject({ version: 3, channel: 'mail', raw: { fundraising: ['NV'] } });
  expect(text).toContain('The attached PDF: nothing is filled in on it, so the text counts.');
}, 60_000);

test('one that cannot be taken beside the one that counts is named, and so are more than are read', async () => {
  const damaged = Buffer.from('%PDF-1.4 nothing');
  const two = await send('Here they are.', damaged, await filled('WA'));
  expect(two.sheet).toMatchObject({ version: 4, channel: 'pdf', raw: { fundraising: ['WA'] } });
  expect(two.text).toContain('Another attached PDF was not taken:');
  const pdf = await filled('OR');
  const four = await send('Here they are.', blank, pdf, pdf, await filled('CA'));
  expect(four.sheet).toMatchObject({ version: 5, channel: 'pdf', raw: { fundraising: ['OR'] } });
  expect(four.text).toContain('At most 3 PDFs of an e-mail are read');
  const last = await send('Here they are.', blank, blank, blank, pdf);
  expect(last.sheet).toMatchObject({ version: 5 });
  expect(last.text).toContain('At most 3 PDFs of an e-mail are read');
}, 60_000);
