import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { setDueDate } from '../../../src/games/schedule/change-due-date.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { granted, send } from '../../games/game/play.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Replies to reminders and receipts, and the commands that mark a sheet as final and open it again. */

const HOUR = 3_600_000;

let players: MailPlayers;

beforeAll(async () => {
  players = await startMailPlayers();
  const { own, game } = players;
  const data = { autoProcess: true, processWhenFinal: true, processWhenComplete: false };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.game.id }, data });
});
afterAll(() => players.close());

const last = async () => (await players.sheetsOf(players.ann)).at(-1);

test('a reply to a reminder is a sheet, above the quotation and inside it', async () => {
  const { own, game, ann } = players;
  const due = new Date(own.ctx.now().getTime() + 24 * HOUR);
  granted(await setDueDate(own.ctx, { gameId: game.game.id, by: game.gm.id, turn: 1, due }));
  own.setNow(new Date(due.getTime() - 2 * HOUR));
  const refused = await send(own.ctx, game.seats[1] as Seat, 1, { fundraising: ['XX'] });
  expect(refused.kind).toBe('refused');
  await remindPlayers(own.ctx, { gameId: game.game.id, turn: 1 });
  const reminder = await players.mailTo(ann, 'last call for turn 1');
  const toBert = (await players.mailTo(players.bert, 'last call for turn 1')).text ?? '';
  expect(toBert.replace(/\s+/g, ' ')).toMatch(/No sheet of yours for turn 1 \(.*\) counts yet\./);
  expect(reminder.replyTo).toEqual((await players.mailTo(ann, 'printout for turn 1')).replyTo);
  await players.reply(reminder, 'Fundraising trips: CA');
  expect(await last()).toMatchObject({ version: 1, outcome: 'standing', raw: { fundraising: ['CA'] } });
  const filled = (text: string) => text.replace('\nFundraising trips:', '\nFundraising trips: NY, TX');
  await players.send(reminder, { text: quoted(reminder, filled) });
  expect(await last()).toMatchObject({ version: 2, raw: { fundraising: ['NY', 'TX'] } });
});

test('FINAL above a greeting and a signature marks the sheet that counts', async () => {
  const { ann } = players;
  const words =
    'FINAL\n\n# Note: to the GM\nThanks :) See you at 6 PM or 5:30, GM!\n\nBest regards,\nAnn Baker\nTel: 555-123-4567';
  await players.reply(await players.mailTo(ann, 'version 2'), words);
  expect(await last()).toMatchObject({ version: 3, final: true });
  await players.reply(await players.mailTo(ann, 'version 3'), 'REOPEN');
  expect(await last()).toMatchObject({ version: 3, final: false });
});

test('FINAL alone marks the sheet that counts, and STATUS says so', async () => {
  const { ann } = players;
  await players.reply(await players.mailTo(ann, 'version 2'), 'FINAL');
  expect(await last()).toMatchObject({
    final: true,
    outcome: 'standing',
    raw: { fundraising: ['NY', 'TX'] },
  });
  const receipt = (await players.mailsTo(ann)).at(-1);
  expect(receipt?.text).toMatch(/final/i);
  await players.reply(receipt as NonNullable<typeof receipt>, 'STATUS');
  expect((await players.mailTo(ann, 'status')).text?.replace(/\s+/g, ' ')).toContain(
    'of your sheet counts. It is marked as final.',
  );
});

test.each([
  ['Trips: CA, NY, TX', 'Trips: CA, NY, TX'],
  ['CA, NY, TX', 'CA, NY, TX'],
  ['1. Fundrasing trips: CA\n2. Campaign mony 1: CA 120', '1. Fundrasing trips: CA'],
  ['Please also send 50 to NY', 'Please also send 50 to NY'],
  ['- Fundrasing: Ohio', '- Fundrasing: Ohio'],
  ['Thanks!\n50 Ohio', '50 Ohio'],
])('FINAL above lines that cannot be read changes nothing: %j', async (words, named) => {
  const { ann } = players;
  const before = (await players.sheetsOf(ann)).length;
  await players.reply(await players.mailTo(ann, 'version 2'), `FINAL\n${words}`);
  expect(await players.sheetsOf(ann)).toHaveLength(before);
  const answer = ((await players.mailsTo(ann)).at(-1)?.text ?? '').replace(/\s+/g, ' ');
  expect(answer).toContain('lines that could not be read as orders. Nothing was changed.');
  expect(answer).toContain(`“${named}” was not read`);
});

test('REOPEN takes the mark away, and the sheet still counts', async () => {
  const { ann } = players;
  await players.reply(await players.mailTo(ann, 'status'), 'REOPEN');
  const answer = await players.mailTo(ann, 'your orders are open again');
  expect(answer.text?.replace(/\s+/g, ' ')).toContain('Your sheet still counts');
  expect(await last()).toMatchObject({
    final: false,
    outcome: 'standing',
    raw: { fundraising: ['NY', 'TX'] },
  });
  await players.reply(answer, 'STATUS');
  expect((await players.mailTo(ann, 'status')).text).not.toContain('marked as final');
});

test('FINAL above orders sends them as final, and the turn is processed once all sheets are', async () => {
  const { own, game, worker, ann, bert } = players;
  await players.reply(await players.mailTo(ann, 'status'), 'FINAL\n\nFundraising trips: FL');
  expect(await last()).toMatchObject({ final: true, raw: { fundraising: ['FL'] } });
  const { prisma } = own.ctx.db;
  const turn = async () => (await prisma.game.findUniqueOrThrow({ where: { id: game.game.id } })).turn;
  expect(await turn()).toBe(1);
  const printout = await players.mailTo(bert, 'printout for turn 1');
  await players.reply(printout, 'Final\n\nFundraising trips: GA', { from: bert.email });
  await worker.idle();
  const notice = await players.mailTo(ann, 'turn 1 will be processed early');
  expect(await turn()).toBe(1);
  // All are told, and each can still open their sheet again.
  await players.reply(await players.mailTo(ann, 'version 5'), 'REOPEN');
  const changed = await players.mailTo(ann, 'turn 1 will not be processed early');
  expect(changed.messageId).not.toBe(notice.messageId);
  expect(await last()).toMatchObject({ final: false });
});
