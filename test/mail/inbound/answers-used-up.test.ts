import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, type PlayerSeat } from '../../../src/games/game/player-seat.ts';
import { submissionAnswer } from '../../../src/games/mailed-sheets/take-sheet.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { anAccount, granted } from '../../games/game/play.ts';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/*
 * Answers to mails are limited, because strangers may know the address for sheets. When they are used up, the sender's mail server is
 * told, so that no mail whose orders are not taken is accepted without any word.
 */

let players: MailPlayers;
beforeAll(async () => {
  players = await startMailPlayers();
});
afterAll(() => players?.close());
beforeEach(async () => {
  await players.worker.idle();
  await players.own.ctx.db.prisma.delivery.deleteMany({ where: { kind: 'answer' } });
});

/** Fills the day with answers to Ann, or with receipts of a sheet. */
async function answered(count: number, sheetId: string | null = null): Promise<void> {
  const { ctx } = players.own;
  const seat = players.game.seats.find(({ accountId }) => accountId === players.ann.id);
  const about = { gameId: players.game.game.id, seatId: seat?.id ?? null, accountId: players.ann.id };
  const kind = sheetId === null ? ('answer' as const) : ('receipt' as const);
  const done = { kind, sheetId, status: 'sent' as const, createdAt: ctx.now(), sentAt: ctx.now() };
  const answers = Array.from({ length: count }, () => ({
    ...{ ...about, ...done, messageId: `<${randomUUID()}@whistlestop.test>` },
    ...{ toAddress: players.ann.email, toName: players.ann.name },
  }));
  await ctx.db.prisma.delivery.createMany({ data: answers });
}

const printout = () => players.mailTo(players.ann, 'printout for turn 1');
const REFUSED = /550.*was not read, because too many e-mails/s;

test('after 40 answers, commands that change nothing are refused, and orders are still answered', async () => {
  await answered(40);
  await expect(players.reply(await printout(), 'STATUS')).rejects.toThrow(REFUSED);
  await players.reply(await printout(), 'ADVANCE 2\nFundraising trips: CA\nCampaign mony 1: CA 100');
  expect((await players.mailsTo(players.ann)).at(-1)?.subject).toContain('turn 2: nothing was changed');
});

test('after 60 answers, a mail is refused before anything is done, and nothing is mailed', async () => {
  await answered(60);
  const before = (await players.mailsTo(players.ann)).length;
  const broken = {
    filename: 'EY.pdf',
    content: Buffer.from('%PDF-1.4 broken'),
    contentType: 'application/pdf',
  };
  await expect(players.reply(await printout(), 'ADVANCE 2\nFundraising trips: CA')).rejects.toThrow(REFUSED);
  await expect(players.reply(await printout(), 'Fundraising trips: NV')).rejects.toThrow(REFUSED);
  await expect(players.reply(await printout(), 'Here', { attachments: [broken] })).rejects.toThrow(REFUSED);
  expect(await players.mailsTo(players.ann)).toHaveLength(before);
  expect(await players.sheetsOf(players.ann)).toEqual([]);
  expect(await players.own.ctx.db.prisma.advanceOrders.count()).toBe(0);
});

test('a player who has not accepted the seat gets 3 from another address, then mails are refused until they reply from their own', async () => {
  const { prisma } = players.own.ctx.db;
  const where = { accountId: players.ann.id };
  await prisma.seat.updateMany({ where, data: { acceptedAt: null, invitedAs: players.ann.email } });
  const mail = await printout();
  const before = (await players.mailsTo(players.ann)).length;
  const orders = (word: string) => `ADVANCE 2\nFundraising trips: CA\nCampaign mony ${word}: CA 100`;
  const elsewhere = { from: 'ann@elsewhere.test' };
  for (const word of ['1', '2', '3']) await players.reply(mail, orders(word), elsewhere);
  await expect(players.reply(mail, orders('4'), elsewhere)).rejects.toThrow(REFUSED);
  expect(await players.mailsTo(players.ann)).toHaveLength(before + 3);
  for (const word of ['5', '6']) await players.reply(mail, orders(word));
  await players.reply(mail, orders('7'), elsewhere);
  expect(await players.mailsTo(players.ann)).toHaveLength(before + 6);
});

test('with fewer, a sheet is taken', async () => {
  await answered(59);
  await players.reply(await printout(), 'Fundraising trips: NV');
  expect((await players.sheetsOf(players.ann)).map(({ raw }) => raw)).toEqual([{ fundraising: ['NV'] }]);
});

test('after 20 receipts, a sheet that is refused or has lines that were left out is answered instead', async () => {
  const mail = await printout();
  await players.reply(mail, 'Fundraising trips: CA');
  await answered(20, (await players.sheetsOf(players.ann)).at(-1)?.id);
  await players.reply(mail, 'Fundraising trips: CA');
  const before = (await players.sheetsOf(players.ann)).length;
  const newest = async () => {
    const { subject = '', text = '' } = (await players.mailsTo(players.ann)).at(-1) ?? {};
    return `${subject} ${text.replace(/\s+/g, ' ')}`;
  };
  expect(await newest()).not.toContain('no receipt');
  await players.reply(mail, 'Fundraising trips: NV\nCampaign mony 1: CA 100');
  expect(await newest()).toContain('your sheet was refused');
  expect(await newest()).toContain(`refused. Version ${before} of your sheet counts. There is no receipt`);
  expect(await newest()).toContain('“Campaign mony 1: CA 100” is not a line of this sheet');
  await players.reply(mail, 'Hello,\n\nFundraising trips: UT\n\n--\nPress release: Below.');
  expect(await newest()).toContain(`Version ${before + 2} of your sheet counts. There is no receipt`);
  expect(await newest()).toContain('“Press release: Below.” was not read as a part of your sheet.');
  expect((await players.sheetsOf(players.ann)).at(-1)?.raw).toEqual({ fundraising: ['UT'] });
});

test('such an answer does not call the sheet of the player before the sender’s own', async () => {
  const { own, game } = players;
  const { ctx } = own;
  const { id: gameId } = game.game;
  const seatId = game.seats[0]?.id as string;
  const { id, name, email } = await anAccount(ctx, 'Nora Neu');
  granted(await replacePlayer(ctx, { gameId, seatId, by: game.gm.id, turn: 1, name, email }));
  const sent = { gameId, seatId, turn: 1, channel: 'mail', sentById: id, sentAt: ctx.now() } as const;
  const submission = await submitSheet(ctx, { ...sent, raw: { fundraising: ['XX'] } });
  expect(submission).toMatchObject({ kind: 'refused', receiptMailed: false });
  const seat = (await loadPlayerSeat(ctx, { id }, gameNumber(game.game))) as PlayerSeat;
  const text = JSON.stringify(await submissionAnswer(ctx, seat, submission, []));
  expect(text).toContain('was refused. A sheet counts that someone else sent for your seat.');
});
