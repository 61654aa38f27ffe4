import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* A command for another turn that the player typed below other text: nothing below it becomes the sheet of the open turn. */

let players: MailPlayers;
beforeAll(async () => {
  players = await startMailPlayers();
});
afterAll(() => players?.close());
beforeEach(async () => {
  await players.worker.idle();
  const { prisma } = players.own.ctx.db;
  await prisma.sheet.deleteMany();
  await prisma.advanceOrders.deleteMany();
  await prisma.delivery.deleteMany({ where: { kind: 'answer' } });
});

const printout = () => players.mailTo(players.ann, 'printout for turn 1');
const versions = async () => (await players.sheetsOf(players.ann)).map(({ raw }) => raw);
const advance = async () => {
  const all = await players.own.ctx.db.prisma.advanceOrders.findMany();
  return all.map(({ turn, raw }) => ({ turn, raw }));
};
const newest = async () => {
  const text = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
  return text.replace(/\s+/g, ' ');
};

test.each([
  ['orders', 'ADVANCE 3', 'Fundraising trips: NV\n\nADVANCE 3\nCampaign money 1: CA 100'],
  ['a line with values', 'ADVANCE 3', 'Fundraising trips: NV\nADVANCE 3\nCampaign money 1: CA 100'],
  ['a list', 'ADVANCE 3', 'Fundraising trips:\nNV\nADVANCE 3\nCampaign money 1: CA 100'],
  ['FINAL and orders', 'STANDING', 'FINAL\nFundraising trips: NV\n\nSTANDING\nCampaign money 1: CA 100'],
  ['another command for a turn', 'ADVANCE 3', 'ADVANCE 2\nFundraising trips: NV\n\nADVANCE 3\nGifts: 5'],
  [
    'sentences',
    'Standing.',
    'I thought long about this, and these are mine:\n\nStanding.\nFundraising trips: NV',
  ],
  ['an order without a colon', 'ADVANCE 3', 'Fundraising trips NV\nADVANCE 3\nCampaign money 1: CA 100'],
  ['a press release', 'ADVANCE 3', 'Press release: Hello, all.\n\nADVANCE 3\nFundraising trips: NV'],
])('below %s, nothing is changed, and the answer names it', async (_, command, words) => {
  await players.reply(await printout(), 'Fundraising trips: UT');
  await players.reply(await printout(), words);
  expect(await newest()).toContain(`“${command}” stands below other text in your e-mail`);
  expect(await versions()).toEqual([{ fundraising: ['UT'] }]);
  expect(await advance()).toEqual([]);
});

test.each(['Hi,\n\n', 'Hello Greta,\n', 'Dear GM\n\n', 'Hi all:\n\nHere they are.\n\n'])(
  'below a greeting, it is taken as if it stood first: %j',
  async (greeting) => {
    await players.reply(await printout(), `${greeting}ADVANCE 2\nFundraising trips: NV`);
    expect(await versions()).toEqual([]);
    expect(await advance()).toEqual([{ turn: 2, raw: { fundraising: ['NV'] } }]);
  },
);

test.each([
  'Press release: In every city of this Union, from coast to coast, we are\nstanding\nFundraising trips: NV',
  'Press release: We stay.\n\nIn every city of this Union, from coast to coast, we are\nstanding.\nFundraising trips: NV',
])('a line of a press release is no command: %j', async (words) => {
  await players.reply(await printout(), words);
  expect(await versions()).toMatchObject([
    { fundraising: ['NV'], press: expect.stringContaining('standing') },
  ]);
});

test('a line of someone else in the quotation keeps no sheet out that is filled in there', async () => {
  const mail = await printout();
  const filled = quoted(mail, (text) => text.replace(/^Fundraising trips:.*$/m, 'Fundraising trips: TX'));
  const press = '> Bert: "In every city of this Union, from coast to coast, we are\nstanding\n> tall."';
  await players.send(mail, { text: `On 01/03/2027 13:00, Whistlestop wrote:\n${press}\n${filled}` });
  expect(await versions()).toEqual([{ fundraising: ['TX'] }]);
  await players.send(mail, {
    text: `Press release: Mine.\n\nOn 01/03/2027 13:00, Whistlestop wrote:\n${press}\n> ADVANCE 3\n${quoted(mail)}`,
  });
  expect((await versions()).at(-1)).toEqual({ press: 'Mine.' });
});

test('in a press release of a book’s length, not every such line is looked at, so that one mail does not keep the server busy', async () => {
  const line = 'In every city of this Union, from coast to coast, we are';
  const words = `Press release: ${`${`${line}\n`.repeat(60)}standing\n`.repeat(10)}`;
  await players.reply(await printout(), words);
  expect(await newest()).toContain('“standing” stands below other text in your e-mail');
  expect(await versions()).toEqual([]);
});
