import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery, DeliveryKind, Seat } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { createPdfCache } from '../../../src/jobs/pdf-cache.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type Mailbox, openMailbox, type StoredMail } from '../../../src/mail/mailbox/mailbox.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import type { Report } from '../../../src/rules/report.ts';
import { firstDue, goodSheet, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

/** Every kind of mail, sent through a real SMTP conversation into the mailbox and taken apart there. */

let own: TestContext;
let mailbox: Mailbox;
let transport: Transport;
let dir: string;
let play: TestGame;
let number: string;
let ann: Seat;
const press = createPdfCache();

beforeAll(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'contents-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  transport = openTransport({ url: mailbox.smtpUrl });
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(play.game);
  ann = play.seats[0] as Seat;
});

afterAll(async () => {
  transport.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

const deps = () => ({
  ctx: own.ctx,
  transport,
  from: 'Whistlestop <post@whistlestop.test>',
  publicUrl: 'https://whistlestop.test',
  print: press,
});

/** The last delivery of a kind to a seat. */
async function lastOf(kind: DeliveryKind, seat: Seat): Promise<Delivery> {
  return own.ctx.db.prisma.delivery.findFirstOrThrow({
    where: { kind, seatId: seat.id },
    orderBy: [{ printout: { turn: 'desc' } }, { sheet: { version: 'desc' } }],
  });
}

async function mailOf(delivery: Delivery): Promise<StoredMail> {
  expect(await attemptDelivery(deps(), delivery.id)).toBe('sent');
  for (const { id } of await mailbox.list()) {
    const mail = await mailbox.read(id);
    if (mail?.messageId === delivery.messageId) return mail;
  }
  throw new Error('the mail did not arrive');
}

const header = (mail: StoredMail, name: string) =>
  mail.headers.filter((one) => one.name === name).map((one) => one.value);

/** Lines of running text that are longer than a mail's should be; addresses may be. */
const longLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => [...line.trimEnd()].length > 78 && !/^\s*https?:\/\/\S+$/.test(line.trim()));

describe('the mail of a printout', () => {
  test('tells the turn, brings the PDF and the date, and links the sheet', async () => {
    const mail = await mailOf(await lastOf('printout', ann));
    expect(mail.subject).toBe(`${number}: printout for turn 1`);
    expect(mail.from).toBe('Whistlestop <post@whistlestop.test>');
    expect(mail.to).toBe(`Ann Baker <${play.players[0]?.email}>`);
    const printout = await own.ctx.db.prisma.printout.findFirstOrThrow({ where: { seatId: ann.id } });
    const report = printout.report as unknown as Report;
    for (const sentence of report.summary) {
      expect(mail.text?.replace(/\s+/g, ' ')).toContain(sentence);
      // The date stands in a box of its own instead.
      if (!sentence.includes(report.due as string)) expect(plainOf(mail.html)).toContain(sentence);
    }
    const link = `https://whistlestop.test/my/games/${number}/sheet`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain(renderText(report).trimEnd());
    expect(longLines(mail.text ?? '')).toEqual([]);
    expect(plainOf(mail.html)).toContain('Mon, Mar 15, 2027, 6:00 PM EDT');
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(/);
  });

  test('attaches the PDF on the account’s paper, under a name made from numbers', async () => {
    const mail = await mailOf(await copyOf(await lastOf('printout', ann)));
    const [pdf, ics] = mail.attachments;
    expect(pdf).toMatchObject({
      filename: `${number}-turn-1-${ann.identifier}.pdf`,
      mimeType: 'application/pdf',
    });
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf?.content.toString('latin1')).toContain('%%EOF');
    expect(pdf?.content.toString('latin1')).toContain('/MediaBox [0 0 612 792]');
    expect(ics).toMatchObject({ filename: `${number}-turn-1-due.ics`, mimeType: 'text/calendar' });
    const { prisma } = own.ctx.db;
    await prisma.account.update({ where: { id: ann.accountId as number }, data: { paper: 'a4' } });
    const onA4 = await mailOf(await copyOf(await lastOf('printout', ann)));
    expect(onA4.attachments[0]?.content.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
  });

  test('attaches the date under one UID for game and turn, moved with the date', async () => {
    const before = calendarOf(await mailOf(await copyOf(await lastOf('printout', ann))));
    expect(before).toMatchObject({
      UID: `${number.toLowerCase()}-turn-1@whistlestop.test`,
      DTSTART: '20270315T220000Z',
      SUMMARY: `${number}: turn 1 sheet due`,
      URL: expect.stringContaining(`/my/games/${number}/sheet`),
    });
    const where = { id: play.game.id };
    const due = new Date('2027-03-20T22:00:00Z');
    await own.ctx.db.prisma.game.update({ where, data: { due } });
    own.setNow(new Date(own.ctx.now().getTime() + 3_600_000));
    const moved = calendarOf(await mailOf(await copyOf(await lastOf('printout', ann))));
    expect(moved).toMatchObject({ UID: before.UID, DTSTART: '20270320T220000Z' });
    expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE));
    await own.ctx.db.prisma.game.update({ where, data: { due: firstDue } });
  });

  test('is marked as written by a machine, and hangs on the game’s thread', async () => {
    const delivery = await copyOf(await lastOf('printout', ann));
    const mail = await mailOf(delivery);
    expect(header(mail, 'message-id')).toEqual([delivery.messageId]);
    expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
    const thread = `<game-${play.game.id}@whistlestop.test>`;
    expect(header(mail, 'in-reply-to')).toEqual([thread]);
    expect(header(mail, 'references')).toEqual([thread]);
    expect(header(mail, 'list-id')).toEqual([`<${number.toLowerCase()}.whistlestop.test>`]);
    expect(mail.date).toEqual(delivery.createdAt);
  });
});

describe('the mail of a receipt', () => {
  test('says in words what was understood, the version, and until when it may be changed', async () => {
    const raw = {
      fundraising: ['CA', 'NY'],
      campaign: [{ state: 'TX', spend: 120 }],
      press: 'Read my lips.',
    };
    expect((await send(own.ctx, ann, 1, raw)).kind).toBe('standing');
    const mail = await mailOf(await lastOf('receipt', ann));
    expect(mail.subject).toBe(`${number}: turn 1 sheet received (version 1)`);
    for (const words of [plainOf(mail.html), mail.text?.replace(/\s+/g, ' ')]) {
      expect(words).toContain('Version 1 of your sheet stands.');
      expect(words).toMatch(/CA California.*NY New York/);
      expect(words).toContain('$120');
      expect(words).toContain('Read my lips.');
      // Two trips are legal, and probably not meant (EY-4.4).
      expect(words).toContain('Did you mean it so?');
      expect(words).toContain('until turn 1 is processed');
      expect(words).toContain('Mon, Mar 15, 2027, 6:00 PM EDT');
    }
    expect(longLines(mail.text ?? '')).toEqual([]);
    expect(mail.html).toContain(`href="https://whistlestop.test/my/games/${number}/sheet"`);
  });

  test('of a refused sheet names every problem and the version that still stands', async () => {
    const raw = { fundraising: ['XX', 'NY', 'NY'], campaign: [{ state: 'TX', spend: 99_999 }] };
    const sent = await send(own.ctx, ann, 1, raw);
    if (sent.kind !== 'refused') throw new Error('not refused');
    expect(sent.problems.map((problem) => problem.code)).toEqual([
      'unknown-state',
      'duplicate-state',
      'overspent',
    ]);
    const mail = await mailOf(await lastOf('receipt', ann));
    expect(mail.subject).toBe(`${number}: turn 1 sheet refused (version 2)`);
    for (const words of [plainOf(mail.html), mail.text?.replace(/\s+/g, ' ') ?? '']) {
      for (const problem of sent.problems) expect(words).toContain(problem.message);
      expect(words).toContain('(Fund-raising trips 3)');
      expect(words).toContain('Your earlier sheet, version 1, still stands.');
    }
  });

  test('of a sheet sent ahead says that it is entered, and what had to be left out', async () => {
    const table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const [seat] = table.seats as [Seat];
    const raw = { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'TX', spend: 77_000 }] };
    const of = { gameId: table.game.id, seatId: seat.id, sentById: seat.accountId as number };
    await sendAdvanceOrders(own.ctx, { ...of, turn: 2, raw });
    await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: null });
    const mail = await mailOf(await lastOf('receipt', seat));
    for (const words of [plainOf(mail.html), mail.text?.replace(/\s+/g, ' ') ?? '']) {
      expect(words).toContain('the sheet that you sent ahead for it is entered as version 1');
      expect(words).toMatch(
        /What had to be left out.*Campaign money, TX Texas: \$77,000 had to be dropped\./,
      );
    }
    expect(longLines(mail.text ?? '')).toEqual([]);
    const printout = await mailOf(await lastOf('printout', seat));
    expect(printout.text?.replace(/\s+/g, ' ')).toContain(
      'sent ahead for turn 2 is entered as version 1; one part',
    );
  });

  test('of a refused first sheet says that none stands', async () => {
    const bob = play.seats[1] as Seat;
    expect((await send(own.ctx, bob, 1, { fundraising: 7 })).kind).toBe('refused');
    const mail = await mailOf(await lastOf('receipt', bob));
    expect(mail.text).toContain('No sheet of yours stands for this turn yet.');
    expect(plainOf(mail.html)).toContain('No sheet of yours stands for this turn yet.');
  });

  test('that is sent when the turn is over tells the sheet as it was then', async () => {
    await send(own.ctx, ann, 1, { fundraising: ['CA', 'NY', 'TX'] });
    const delivery = await lastOf('receipt', ann);
    await processTurn(own.ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    const mail = await mailOf(delivery);
    expect(mail.subject).toBe(`${number}: turn 1 sheet received (version 3)`);
    expect(mail.text).toContain('CA California');
    expect(mail.text?.replace(/\s+/g, ' ')).toContain('can no longer be changed');
  });
});

describe('mails with a way in', () => {
  test('invite: who, to what, under which number, with a link that is good once', async () => {
    const delivery = await lastOf('invitation', ann);
    const { token } = delivery.detail as { token: string };
    const mail = await mailOf(delivery);
    expect(mail.subject).toBe(`${number}: you are invited to a game by mail`);
    const link = `https://whistlestop.test/sign-in/link/${token}?next=${encodeURIComponent(`/my/games/${number}`)}`;
    expect(mail.text).toContain(link);
    expect(plainOf(mail.html)).toContain('Greta Master invites you');
    for (const words of [
      'The test of the season',
      'Election Year',
      `#${ann.accountId}`,
      `[${ann.identifier}]`,
    ]) {
      expect(mail.text?.replace(/\s+/g, ' ')).toContain(words);
      expect(plainOf(mail.html)).toContain(words);
    }
    expect(longLines(mail.text ?? '')).toEqual([]);
    const row = await own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
    expect(row.detail).toEqual({});
  });

  test('with a sign-in link', async () => {
    const { prisma } = own.ctx.db;
    const account = await prisma.account.findUniqueOrThrow({ where: { id: ann.accountId as number } });
    const delivery = await prisma.$transaction((tx) =>
      enqueueDelivery(tx, { kind: 'signInLink', account, detail: { token: 'abc-DEF_1', hours: 1 } }, own.ctx),
    );
    const mail = await mailOf(delivery);
    expect(mail.subject).toBe('Your sign-in link for Whistlestop');
    expect(mail.text).toContain('within one hour of your asking');
    expect(mail.text).toContain('https://whistlestop.test/sign-in/link/abc-DEF_1');
    expect(mail.html).toContain('href="https://whistlestop.test/sign-in/link/abc-DEF_1"');
    expect(header(mail, 'in-reply-to')).toEqual([]);
  });
});

describe('hostile words of people', () => {
  const EVIL =
    'Bcc: x@evil.test\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script> ../../x "quoted" <b@evil.test>';

  test('never become headers, recipients, HTML or file names', async () => {
    const { prisma } = own.ctx.db;
    const { ctx } = own;
    const other = await runningGame(ctx, { humans: 2, opponents: 2 });
    const seat = other.seats[0] as Seat;
    const raw = { press: '</p><script>alert(1)</script><img src=x onerror=alert(1)>' };
    expect((await send(ctx, seat, 1, raw)).kind).toBe('standing');
    await processTurn(ctx, { gameId: other.game.id, turn: 1, by: other.gm.id });
    // Doors refuse such names; here they stand in the rows all the same.
    await prisma.account.updateMany({ data: { name: EVIL } });
    await prisma.game.update({ where: { id: other.game.id }, data: { title: EVIL } });
    await prisma.seat.update({ where: { id: seat.id }, data: { name: EVIL } });
    await prisma.delivery.updateMany({ where: { gameId: other.game.id }, data: { toName: EVIL } });
    const printout = await prisma.printout.findFirstOrThrow({
      where: { seatId: seat.id },
      orderBy: { turn: 'desc' },
    });
    const report = printout.report as unknown as Report;
    const hostile = { ...report, due: EVIL, summary: [EVIL], reader: { id: 'AB', name: EVIL, account: 1 } };
    await prisma.printout.update({ where: { id: printout.id }, data: { report: hostile as object } });
    await goodSheet(ctx, other.game.id, seat);
    for (const kind of ['printout', 'receipt', 'invitation'] as const) {
      const delivery = await lastOf(kind, seat);
      const mail = await mailOf(delivery);
      expect(header(mail, 'bcc'), kind).toEqual([]);
      expect(header(mail, 'x-evil'), kind).toEqual([]);
      expect(header(mail, 'cc'), kind).toEqual([]);
      expect(header(mail, 'to'), kind).toHaveLength(1);
      expect(mail.to.endsWith(`<${delivery.toAddress}>`), kind).toBe(true);
      expect(mail.subject, kind).not.toMatch(/evil|script/i);
      expect(mail.html, kind).not.toMatch(/<script|<img|<b@/i);
      expect(mail.html, kind).toContain('&lt;script&gt;');
      for (const { filename } of mail.attachments) {
        expect(filename).toMatch(/^EY-\d+-turn-2-([A-Z]{2,3}\.pdf|due\.ics)$/);
      }
    }
  });

  test('as an address are refused for good, before anything is sent', async () => {
    const { prisma } = own.ctx.db;
    for (const address of [
      'a@b.test, c@evil.test',
      'a@b.test>\r\nRCPT TO:<c@evil.test',
      'none',
      '<a@b.test>',
    ]) {
      const draft = { kind: 'signInLink', address, name: 'x', detail: { token: 't' } } as const;
      const delivery = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
      expect(await attemptDelivery(deps(), delivery.id)).toBe('failed');
    }
  });
});

/** The same mail again, as a row of its own. */
async function copyOf(old: Delivery): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId } = old;
  const { prisma } = own.ctx.db;
  const account = await prisma.account.findUniqueOrThrow({ where: { id: old.accountId as number } });
  return prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind, account, gameId, seatId, printoutId, sheetId }, own.ctx),
  );
}

/** The words of an HTML text, without its tags. */
function plainOf(html: string | null): string {
  return (html ?? '')
    .replace(/<style.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** The properties of the one event in an .ics attachment, unfolded (RFC 5545, 3.1). */
function calendarOf(mail: StoredMail): Record<string, string> {
  const file = mail.attachments.find((attachment) => attachment.filename.endsWith('.ics'));
  // The reader makes line feeds of what came as CRLF; that it did is tested with the calendar itself.
  const lines = (file?.content.toString() ?? '').replace(/\n[ \t]/g, '').split('\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  const event = lines
    .slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('BEGIN:VALARM'))
    .concat(lines.slice(lines.indexOf('END:VALARM') + 1, lines.indexOf('END:VEVENT')));
  return Object.fromEntries(
    event.map((line) => {
      const at = line.indexOf(':');
      return [(line.slice(0, at).split(';')[0] ?? '').toUpperCase(), line.slice(at + 1)];
    }),
  );
}
