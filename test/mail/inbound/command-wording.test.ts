import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Commands for another turn in other words than those of the guide. */

let players: MailPlayers;
beforeAll(async () => {
  players = await startMailPlayers();
});
afterAll(() => players?.close());
beforeEach(async () => {
  await players.worker.idle();
  await players.own.ctx.db.prisma.sheet.deleteMany();
  await players.own.ctx.db.prisma.advanceOrders.deleteMany();
});

const printout = () => players.mailTo(players.ann, 'printout for turn 1');
const versions = async () => (await players.sheetsOf(players.ann)).map(({ raw }) => raw);
const advance = async () => {
  const all = await players.own.ctx.db.prisma.advanceOrders.findMany({ orderBy: { turn: 'asc' } });
  return all.map(({ turn, raw }) => ({ turn, raw }));
};
const newest = async () => {
  const text = (await players.mailsTo(players.ann)).at(-1)?.text ?? '';
  return text.replace(/\s+/g, ' ');
};

test('a command can be worded in other ways, also in the subject', async () => {
  await players.reply(await printout(), 'Advance orders for turn 2\nFundraising trips: NV');
  await players.reply(await printout(), 'Fundraising trips: TX', { subject: 'R: [EXTERNAL] Advance turn 3' });
  expect(await versions()).toEqual([]);
  expect(await advance()).toEqual([
    { turn: 2, raw: { fundraising: ['NV'] } },
    { turn: 3, raw: { fundraising: ['TX'] } },
  ]);
});

test.each([
  ['in the text', 'Standing orders for the rest\nFundraising trips: NV', 'EY-1'],
  ['in the subject', 'Fundraising trips: NV', 'Re: Standing orders for the rest'],
  ['above FINAL', 'FINAL\nFundraising trips: NV', 'Re: Standing orders'],
])('what is nearly a command changes nothing: %s', async (_, words, subject) => {
  await players.reply(await printout(), 'Fundraising trips: UT');
  await players.reply(await printout(), words, { subject });
  expect(await newest()).toMatch(/“(Re: )?Standing orders( for the rest)?” does not say clearly/);
  expect(await versions()).toEqual([{ fundraising: ['UT'] }]);
  expect(await advance()).toEqual([]);
});
