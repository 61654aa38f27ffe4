import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import type { Email } from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm } from '../../../src/games/game/player-seat.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { reopenOrders } from '../../../src/games/sheets/reopen-orders.ts';
import { storeSheet } from '../../../src/games/sheets/store-sheet.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { gameNow, granted, send as sendOnWeb } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { entriesFor, fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Orders in mail that waited on its way, at its sender's mail server or because it was not taken at first. */

const MINUTE = 60_000;

let players: MailPlayers;
let printout: Email;

beforeEach(async () => {
  players = await startMailPlayers();
  printout = await players.mailTo(players.ann, 'printout for turn 1');
});
afterEach(() => players.close());

const ago = (minutes: number) => new Date(testNow.getTime() - minutes * MINUTE);

/** What the first mail server and the one that hands the mail over write into it. The sender's device has another clock. */
function sentAt(minutes: number): SendMailOptions {
  const stamps = [ago(0), ago(minutes)].map(
    (date, i) =>
      `from a${i}.test by b${i}.test with ESMTP id ${i}; ${date.toUTCString().replace('GMT', '+0000 (UTC)')}`,
  );
  return { headers: { Received: stamps }, date: ago(-60), messageId: `<${randomUUID()}@p.test>` };
}

const mail = (text: string, minutes: number) => players.send(printout, { text, ...sentAt(minutes) });

/** Ann sends a sheet on the web, so many minutes ago. */
async function web(trip: string, minutes: number): Promise<void> {
  players.own.setNow(ago(minutes));
  const sent = await sendOnWeb(players.own.ctx, seat(), 1, { fundraising: [trip] });
  expect(sent.kind).toBe('standing');
  players.own.setNow(testNow);
}

const seat = () => players.game.seats[0] as Seat;

/** The trips of the sheet that counts, and how many versions there are. */
async function counting(): Promise<unknown[]> {
  const sheets = await players.sheetsOf(players.ann);
  const standing = sheets.filter(({ outcome }) => outcome === 'standing');
  expect(standing).toHaveLength(1);
  const [{ fundraising }] = standing.map(({ raw }) => raw) as [{ fundraising: string[] }];
  return [fundraising.join(), sheets.length];
}

async function newestWords(): Promise<string> {
  return ((await players.mailsTo(players.ann)).at(-1)?.text ?? '').replace(/\s+/g, ' ');
}

test('they do not replace newer ones that came by mail, and their player is told when both were sent', async () => {
  await mail('Fundraising trips: FL, GA', 10);
  await mail('Fundraising trips: CA', 180);
  expect(await counting()).toEqual(['FL,GA', 1]);
  const answer = await players.mailTo(players.ann, 'your sheet was not taken');
  const text = (answer.text ?? '').replace(/\s+/g, ' ');
  expect(text).toContain('Your e-mail was sent Mon, Mar 1, 2027, 4:00 AM EST.');
  expect(text).toContain('The orders that count are newer: you sent them Mon, Mar 1, 2027, 6:50 AM EST.');
  expect(text).toContain(
    'Nothing was changed. If the orders in your e-mail should count, send them again in a new e-mail',
  );
  // Sent again.
  await mail('Fundraising trips: CA', 0);
  expect(await counting()).toEqual(['CA', 2]);
});

test('they do not replace newer ones from the web, with two minutes for clocks that differ', async () => {
  await web('NV', 60);
  await mail('Fundraising trips: CA', 180);
  await mail('Fundraising trips: CA', 63);
  expect(await counting()).toEqual(['NV', 1]);
  expect(await newestWords()).toContain('you sent them Mon, Mar 1, 2027, 6:00 AM EST.');
  await mail('Fundraising trips: CA', 61);
  expect(await counting()).toEqual(['CA', 2]);
  await web('UT', 30);
  await mail('Fundraising trips: CA', 29);
  expect(await counting()).toEqual(['CA', 4]);
});

test('a filled-in PDF does not replace newer ones, either, and neither does BLANK', async () => {
  await web('NV', 60);
  const own = await loadPlayerSeat(players.own.ctx, players.ann, gameNumber(players.game.game));
  const form = own && openForm(own);
  const blank = printout.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  if (!form || !blank) throw new Error('There is no sheet.');
  const entries = entriesFor(form, { fundraising: ['CA'], campaign: [] });
  const content = Buffer.from(await fillWithPdfLib(Buffer.from(blank.content as ArrayBuffer), entries));
  const attachments = [{ filename: 'EY.pdf', content, contentType: 'application/pdf' }];
  await players.send(printout, { text: 'Here it is.', attachments, ...sentAt(180) });
  await mail('BLANK', 180);
  expect(await counting()).toEqual(['NV', 1]);
  expect(await newestWords()).toContain('The orders that count are newer');
  await players.send(printout, { text: 'Here it is.', attachments, ...sentAt(5) });
  expect(await counting()).toEqual(['CA', 2]);
}, 60_000);

test('FINAL does not make newer orders final', async () => {
  const where = { gameId: players.game.game.id };
  const data = { autoProcess: true, processWhenFinal: true, processWhenComplete: false };
  await players.own.ctx.db.prisma.gameSchedule.update({ where, data });
  await web('NV', 60);
  await mail('FINAL', 180);
  expect((await players.sheetsOf(players.ann)).map(({ final }) => final)).toEqual([false]);
  expect(await newestWords()).toContain('The orders that count are newer');
  await mail('FINAL', 10);
  expect((await players.sheetsOf(players.ann)).at(-1)).toMatchObject({ version: 2, final: true });
  // FINAL was sent after these orders, but did not come with any: they are newer than those that it made final.
  await mail('Fundraising trips: CA', 30);
  expect(await counting()).toEqual(['CA', 3]);
  await mail('Fundraising trips: GA', 61);
  expect(await counting()).toEqual(['CA', 3]);
});

test('FINAL and REOPEN do not undo what their player did after them', async () => {
  const { own, game } = players;
  const { ctx } = own;
  const { id: gameId } = game.game;
  const data = { autoProcess: true, processWhenFinal: true, reopenMinutes: 0 };
  await ctx.db.prisma.gameSchedule.update({ where: { gameId }, data });
  const isFinal = async () =>
    (await players.sheetsOf(players.ann)).find((one) => one.outcome === 'standing')?.final;
  await web('NV', 240);
  await mail('FINAL', 200);
  expect(await isFinal()).toBe(true);
  // The orders are older than both mails, but REOPEN was sent before FINAL.
  await mail('REOPEN', 210);
  expect(await isFinal()).toBe(true);
  own.setNow(ago(120));
  granted(await reopenOrders(ctx, { gameId, by: players.ann.id, turn: 1 }));
  const bert = game.seats[1] as Seat;
  const theirs = { gameId, seatId: bert.id, turn: 1, raw: {}, sentById: players.bert.id };
  own.setNow(ago(60));
  expect((await submitSheet(ctx, { ...theirs, channel: 'web', final: true })).kind).toBe('standing');
  own.setNow(testNow);
  await mail('FINAL', 180);
  expect(await newestWords()).toContain('after it: Mon, Mar 1, 2027, 5:00 AM EST. Nothing was changed.');
  await mail('FINAL\n\nFundraising trips: CA', 180);
  expect(await counting()).toEqual(['NV', 2]);
  expect(await isFinal()).toBe(false);
  await players.worker.idle();
  expect((await gameNow(ctx, gameId)).turn).toBe(1);
  await mail('FINAL', 50);
  await players.worker.idle();
  expect((await gameNow(ctx, gameId)).turn).toBe(2);
});

test('REOPEN does not reopen orders that were sent after it', async () => {
  const { ctx } = players.own;
  const where = { gameId: players.game.game.id };
  const data = { autoProcess: true, processWhenFinal: true };
  await ctx.db.prisma.gameSchedule.update({ where, data });
  const sent = { gameId: where.gameId, seatId: seat().id, turn: 1, raw: {}, sentById: players.ann.id };
  players.own.setNow(ago(60));
  expect((await submitSheet(ctx, { ...sent, channel: 'web', final: true })).kind).toBe('standing');
  players.own.setNow(testNow);
  await mail('REOPEN', 180);
  expect(await newestWords()).toContain('The orders that count are newer');
  expect((await players.sheetsOf(players.ann)).map(({ final }) => final)).toEqual([true]);
  await mail('REOPEN', 30);
  await mail('FINAL', 20);
  await mail('REOPEN', 10);
  // The orders are open already, but an earlier FINAL may be on its way.
  await mail('REOPEN', 3);
  await mail('FINAL', 8);
  const finals = (await players.sheetsOf(players.ann)).map(({ outcome, final }) => [outcome, final]);
  expect(finals).toEqual([
    ['superseded', false],
    ['standing', false],
  ]);
});

test('they replace what the GM or the computer has entered, and what a player of the seat before has sent', async () => {
  const { own, game } = players;
  const { ctx } = own;
  const { id: gameId } = game.game;
  const raw = { fundraising: ['NV'] };
  const enter = [
    () =>
      submitSheet(ctx, { gameId, seatId: seat().id, turn: 1, raw, channel: 'post', sentById: game.gm.id }),
    ...(
      [
        ['opponent', null],
        ['advance', players.ann.id],
        ['web', players.bert.id],
      ] as const
    ).map(([channel, sentById]) => async () => {
      const whole = await gameNow(ctx, gameId);
      return ctx.db.prisma.$transaction((tx) =>
        storeSheet(tx, ctx, { game: whole, seat: seat(), raw, channel, sentById }),
      );
    }),
  ];
  for (const [i, entered] of enter.entries()) {
    expect((await entered()).kind).toBe('standing');
    await mail('Fundraising trips: CA', 180);
    expect(await counting()).toEqual(['CA', 2 * i + 2]);
  }
});

test('advance and standing orders replace and withdraw no newer ones', async () => {
  const { ctx } = players.own;
  const stored = async (turn: number) =>
    (await ctx.db.prisma.advanceOrders.findMany({ where: { turn } })).map(({ raw }) => raw);
  for (const [turn, command] of [
    [2, 'ADVANCE 2'],
    [0, 'STANDING'],
  ] as const) {
    const key = { gameId: seat().gameId, seatId: seat().id, turn, sentById: players.ann.id };
    granted(await sendAdvanceOrders(ctx, { ...key, raw: { press: 'Web' } }));
    await mail(`${command}\n\nPress release: Late`, 180);
    expect(await newestWords()).toContain('The orders that count are newer');
    await mail(`${command} NONE`, 180);
    expect(await newestWords()).toContain('The orders that count are newer');
    expect(await stored(turn)).toEqual([{ press: 'Web' }]);
    await mail(`${command}\n\nPress release: Mail`, 1);
    await mail(`${command}\n\nPress release: Late`, 2);
    expect(await stored(turn)).toEqual([expect.objectContaining({ press: 'Mail' })]);
    // What comes on the web is newer than everything.
    granted(await sendAdvanceOrders(ctx, { ...key, raw: { press: 'Web again' } }));
    expect(await stored(turn)).toEqual([{ press: 'Web again' }]);
    await mail(`${command} NONE`, 0);
    expect(await stored(turn)).toEqual([]);
  }
});

test('commands without orders do not depend on when they were sent', async () => {
  await web('NV', 60);
  await mail('STATUS', 180);
  expect(await newestWords()).toContain('Version 1 of your sheet counts.');
});
