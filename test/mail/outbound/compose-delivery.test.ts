import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery, DeliveryKind, Prisma, Seat } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { shownReport } from '../../../src/games/processing/shown-report.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import type { StoredMail } from '../../../src/mail/mailbox/mailbox.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { STATES } from '../../../src/rules/country.ts';
import { firstDue, goodSheet, runningGame, send, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { FROM, PUBLIC_URL } from '../deliver-deps.ts';
import { flatHtml, flatText, headerValues, openTestMailbox, type TestMailbox } from './test-mailbox.ts';

/** Every kind of mail, sent in a real SMTP conversation to the mailbox and parsed there. */

let own: TestContext;
let mailbox: TestMailbox;
let play: TestGame;
let number: string;
let ann: Seat;

beforeAll(async () => {
  own = await testContext();
  mailbox = await openTestMailbox();
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  number = gameNumber(play.game);
  ann = play.seats[0] as Seat;
  // Mail to accounts that no one has used is in test/security/words-to-strangers.test.ts.
  await own.ctx.db.prisma.account.updateMany({ data: { addressProvedAt: own.ctx.now() } });
});

afterAll(async () => {
  await mailbox.close();
  await own.close();
});

const mailOf = (delivery: Delivery) => mailbox.send(own.ctx, delivery);

/** The last delivery of a kind to a seat. */
async function lastOf(kind: DeliveryKind, seat: Seat): Promise<Delivery> {
  return own.ctx.db.prisma.delivery.findFirstOrThrow({
    where: { kind, seatId: seat.id },
    orderBy: [{ printout: { turn: 'desc' } }, { sheet: { version: 'desc' } }],
  });
}

/** A new delivery of the same mail. */
async function copyOf(old: Delivery): Promise<Delivery> {
  const { kind, gameId, seatId, printoutId, sheetId } = old;
  const { prisma } = own.ctx.db;
  const account = await prisma.account.findUniqueOrThrow({ where: { id: old.accountId as number } });
  return prisma.$transaction((tx) =>
    enqueueDelivery(tx, { kind, account, gameId, seatId, printoutId, sheetId }, own.ctx),
  );
}

/** Lines of text that are too long for a mail; URLs may be longer. */
const longLines = (mail: StoredMail) =>
  (mail.text ?? '')
    .split('\n')
    .filter((line) => [...line.trimEnd()].length > 78 && !/^\s*https?:\/\/\S+$/.test(line.trim()));

const bothTexts = (mail: StoredMail) => [flatText(mail), flatHtml(mail)];

describe('the mail of a printout', () => {
  test('summarizes the turn, attaches the PDF and links to the sheet', async () => {
    const mail = await mailOf(await lastOf('printout', ann));
    expect(mail.subject).toBe(`${number}: printout for turn 1`);
    expect(mail.from).toBe(FROM);
    expect(mail.to).toBe(`Ann Baker <${play.players[0]?.email}>`);
    const printout = await own.ctx.db.prisma.printout.findFirstOrThrow({ where: { seatId: ann.id } });
    const reader = { accountId: ann.accountId as number, seatName: ann.name };
    const report = await shownReport(own.ctx, printout, reader);
    for (const sentence of report.summary) {
      expect(flatText(mail)).toContain(sentence);
      // The due date has a box of its own instead.
      if (!sentence.includes(report.due as string)) expect(flatHtml(mail)).toContain(sentence);
    }
    const link = `${PUBLIC_URL}/my/games/${number}/sheet`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain(renderText(report).trimEnd());
    expect(mail.text).toMatch(/Sheet token: \w{4}-\w{4}/);
    expect(longLines(mail)).toEqual([]);
    for (const text of bothTexts(mail)) expect(text).toContain('Mon, Mar 15, 2027, 6:00 PM EDT');
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(/);
  });

  test('has the map and the tables in its HTML, which no mail program cuts off, and not the sheet token', async () => {
    const mail = await mailOf(await copyOf(await lastOf('printout', ann)));
    const html = flatHtml(mail);
    for (const { code, name } of STATES) {
      expect(html).toMatch(new RegExp(` ${code} [A-Z]{2,3} [DR] `));
      expect(html).toContain(` ${name} `);
    }
    expect(html).toContain('Campaign funds');
    expect(html).not.toContain('Sheet token');
    // Gmail cuts a mail off after 102 KB.
    expect(Buffer.byteLength(mail.html ?? '')).toBeLessThan(100_000);
  });

  test('attaches the PDF in the account’s paper size, under a name made from numbers', async () => {
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
    for (const { content } of [onA4.attachments[0], onA4.attachments[2]].flatMap((found) => found ?? [])) {
      expect(content.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    }
  });

  test('brings the rules with the first printout of a game, and only with that', async () => {
    const delivery = await lastOf('printout', ann);
    const mail = await mailOf(await copyOf(delivery));
    expect(mail.attachments).toHaveLength(3);
    expect(mail.attachments[2]).toMatchObject({
      filename: 'election-year-rules.pdf',
      mimeType: 'application/pdf',
    });
    expect(flatText(mail)).toContain('The rules are attached as election-year-rules.pdf.');
    expect(mail.html).toContain(`href="${PUBLIC_URL}/rules/election-year"`);
    const { prisma } = own.ctx.db;
    const printout = await prisma.printout.findUniqueOrThrow({
      where: { id: delivery.printoutId as string },
    });
    const later = { ...printout.report, turn: 2 };
    await prisma.printout.update({ where: { id: printout.id }, data: { report: later } });
    const second = await mailOf(await copyOf(delivery));
    await prisma.printout.update({ where: { id: printout.id }, data: { report: printout.report } });
    expect(second.attachments.map(({ filename }) => filename)).toEqual([
      `${number}-turn-2-${ann.identifier}.pdf`,
    ]);
    expect(second.html).not.toContain('/rules/');
  });

  test('attaches the due date with one UID for game and turn, so that a later mail moves it', async () => {
    const before = calendarOf(await mailOf(await copyOf(await lastOf('printout', ann))));
    expect(before).toMatchObject({
      UID: `${number.toLowerCase()}-turn-1@whistlestop.test`,
      DTSTART: '20270315T220000Z',
      SUMMARY: `${number}: turn 1 sheet due`,
      URL: expect.stringContaining(`/my/games/${number}/sheet`),
    });
    const where = { gameId: play.game.id };
    const due = new Date('2027-03-20T22:00:00Z');
    await own.ctx.db.prisma.gameSchedule.update({ where, data: { due } });
    own.setNow(new Date(own.ctx.now().getTime() + 3_600_000));
    const moved = calendarOf(await mailOf(await copyOf(await lastOf('printout', ann))));
    expect(moved).toMatchObject({ UID: before.UID, DTSTART: '20270320T220000Z' });
    expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE));
    await own.ctx.db.prisma.gameSchedule.update({ where, data: { due: firstDue } });
  });

  test('is marked as automatic and belongs to the game’s thread', async () => {
    const delivery = await copyOf(await lastOf('printout', ann));
    const mail = await mailOf(delivery);
    expect(headerValues(mail, 'message-id')).toEqual([delivery.messageId]);
    expect(headerValues(mail, 'auto-submitted')).toEqual(['auto-generated']);
    const thread = `<game-${play.game.id}@whistlestop.test>`;
    expect(headerValues(mail, 'in-reply-to')).toEqual([thread]);
    expect(headerValues(mail, 'references')).toEqual([thread]);
    expect(headerValues(mail, 'list-id')).toEqual([`<${number.toLowerCase()}.whistlestop.test>`]);
    expect(mail.date).toEqual(delivery.createdAt);
  });
});

describe('the mail of a receipt', () => {
  test('says in words what was understood, the version, and until when it can be changed', async () => {
    const raw = {
      fundraising: ['CA', 'NY'],
      campaign: [{ state: 'TX', spend: 120 }],
      press: 'Read my lips.',
    };
    expect((await send(own.ctx, ann, 1, raw)).kind).toBe('standing');
    const mail = await mailOf(await lastOf('receipt', ann));
    expect(mail.subject).toBe(`${number}: turn 1 sheet received (version 1)`);
    for (const text of bothTexts(mail)) {
      expect(text).toContain('Your sheet is in: version 1 counts.');
      expect(text).toMatch(/CA California.*NY New York/);
      expect(text).toContain('$120');
      expect(text).toContain('Read my lips.');
      // Two trips are legal, but probably not meant (EY-4.4).
      expect(text).toContain('Is this what you meant?');
      expect(text).toContain('You can send another version until turn 1 is processed.');
      expect(text).toContain('Sheets are due Mon, Mar 15, 2027, 6:00 PM EDT, in 14 days.');
    }
    expect(longLines(mail)).toEqual([]);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/my/games/${number}/sheet"`);
  });

  test('lists every problem of a refused sheet and the version that still stands', async () => {
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
    for (const text of bothTexts(mail)) {
      for (const problem of sent.problems) expect(text).toContain(problem.message);
      expect(text).toContain('(Fundraising trips 3)');
      expect(text).toContain('Your earlier sheet, version 1, still counts.');
    }
  });

  test('says that advance orders have become the sheet, and what had to be left out', async () => {
    const table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const [seat] = table.seats as [Seat];
    const raw = { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'TX', spend: 77_000 }] };
    const of = { gameId: table.game.id, seatId: seat.id, sentById: seat.accountId as number };
    await sendAdvanceOrders(own.ctx, { ...of, turn: 2, raw });
    await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: null });
    const mail = await mailOf(await lastOf('receipt', seat));
    const { advice } = await own.ctx.db.prisma.sheet.findFirstOrThrow({
      where: { seatId: seat.id, turn: 2 },
    });
    const dropped = (advice as unknown as { code: string; message: string }[]).find(
      ({ code }) => code === 'dropped',
    );
    expect(dropped?.message).toMatch(/TX Texas: \$77,000/);
    for (const text of bothTexts(mail)) {
      expect(text).toContain('Your advance orders are now version 1 of your sheet');
      const [, after = ''] = text.split('Dropped because it can no longer be played:');
      expect(after).toContain(dropped?.message);
    }
    expect(longLines(mail)).toEqual([]);
    const printout = await mailOf(await lastOf('printout', seat));
    expect(flatText(printout)).toMatch(/for turn 2 .{1,40} version 1 of your sheet, except for 1 part/);
  });

  test('of a refused first sheet says that there is none', async () => {
    const bob = play.seats[1] as Seat;
    expect((await send(own.ctx, bob, 1, { fundraising: 7 })).kind).toBe('refused');
    const mail = await mailOf(await lastOf('receipt', bob));
    for (const text of bothTexts(mail)) {
      expect(text).toContain('No version of your sheet counts.');
      expect(text).toContain(
        'If no good sheet comes, the turn is played as the rules say for a missing sheet.',
      );
    }
  });

  test('that is sent after the turn shows the sheet as it was then', async () => {
    await send(own.ctx, ann, 1, { fundraising: ['CA', 'NY', 'TX'] });
    const delivery = await lastOf('receipt', ann);
    await processTurn(own.ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    const mail = await mailOf(delivery);
    expect(mail.subject).toBe(`${number}: turn 1 sheet received (version 3)`);
    expect(mail.text).toContain('CA California');
    expect(flatText(mail)).toContain('This sheet can no longer be changed.');
  });
});

describe('the mail of an invitation', () => {
  test('says who invites to which game, with a link that is erased once the mail is sent', async () => {
    const delivery = await lastOf('invitation', ann);
    const { token } = delivery.detail as { token: string };
    const mail = await mailOf(delivery);
    expect(mail.subject).toBe(`${number}: you are invited to a game by mail`);
    expect(mail.text).toContain(`${PUBLIC_URL}/invitation/${number}/${token}`);
    for (const text of bothTexts(mail)) {
      expect(text).toContain('Greta Master invites you');
      expect(text).toContain('The test of the season');
      expect(text).toContain('Election Year');
      expect(text).toContain(`#${ann.accountId}`);
      expect(text).toContain(`[${ann.identifier}]`);
      const { goal, turn, winning } = RULESETS['election-year'].rulebook.primer;
      for (const words of [goal, turn, winning]) expect(text).toContain(words);
    }
    expect(mail.html).toContain(`href="${PUBLIC_URL}/rules/election-year"`);
    expect(longLines(mail)).toEqual([]);
    const row = await own.ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
    expect(row.detail).toEqual({});
  });
});

describe('mail about an account', () => {
  async function accountMail(kind: 'signInLink' | 'confirmation', detail: Prisma.InputJsonObject) {
    const { prisma } = own.ctx.db;
    const account = await prisma.account.findUniqueOrThrow({ where: { id: ann.accountId as number } });
    return mailOf(await prisma.$transaction((tx) => enqueueDelivery(tx, { kind, account, detail }, own.ctx)));
  }

  test('with a sign-in link says how long the link is valid', async () => {
    const mail = await accountMail('signInLink', { token: 'abc-DEF_1', minutes: 10 });
    expect(mail.subject).toBe('Your sign-in link for Whistlestop');
    expect(mail.text).toContain(`${PUBLIC_URL}/sign-in/link/abc-DEF_1`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/sign-in/link/abc-DEF_1"`);
    for (const text of bothTexts(mail)) expect(text).toContain('It works once within 10 minutes.');
    expect(headerValues(mail, 'in-reply-to')).toEqual([]);
  });

  test.each([
    ['sign-up', 'Whistlestop: create your account', '/sign-up/abc?next=%2Fmy'],
    ['email', 'Whistlestop: confirm your new e-mail address', '/account/email/abc?next=%2Fmy'],
  ])('that verifies an address (%s) has its link', async (what, subject, path) => {
    const mail = await accountMail('confirmation', { what, token: 'abc', hours: 24, next: '/my' });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(`${PUBLIC_URL}${path}`);
    for (const text of bothTexts(mail)) expect(text).toContain('within 24 hours');
  });

  test('tells the old address about a change, without a link', async () => {
    const mail = await accountMail('confirmation', { what: 'changed', account: 10_001 });
    expect(mail.subject).toBe('Whistlestop: your e-mail address has changed');
    for (const text of bothTexts(mail)) expect(text).toContain('account #10001');
    expect(mail.text).not.toContain(PUBLIC_URL);
  });
});

describe('hostile user input', () => {
  const EVIL =
    'Bcc: x@evil.test\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script> ../../x "quoted" <b@evil.test>';

  test('never becomes headers, recipients, HTML or file names', async () => {
    const { prisma } = own.ctx.db;
    const { ctx } = own;
    const other = await runningGame(ctx, { humans: 2, opponents: 2 });
    const seat = other.seats[0] as Seat;
    const raw = { press: '</p><script>alert(1)</script><img src=x onerror=alert(1)>' };
    expect((await send(ctx, seat, 1, raw)).kind).toBe('standing');
    await processTurn(ctx, { gameId: other.game.id, turn: 1, by: other.gm.id });
    // Forms refuse such names; here they are written directly to the rows.
    await prisma.account.updateMany({ data: { name: EVIL, addressProvedAt: ctx.now() } });
    await prisma.game.update({ where: { id: other.game.id }, data: { title: EVIL } });
    await prisma.seat.update({ where: { id: seat.id }, data: { name: EVIL } });
    await prisma.delivery.updateMany({ where: { gameId: other.game.id }, data: { toName: EVIL } });
    const printout = await prisma.printout.findFirstOrThrow({
      where: { seatId: seat.id },
      orderBy: { turn: 'desc' },
    });
    const { report } = printout;
    const hostile = {
      ...report,
      due: EVIL,
      summary: [EVIL],
      reader: { identifier: 'AB', name: EVIL, account: 1 },
    };
    await prisma.printout.update({ where: { id: printout.id }, data: { report: hostile } });
    await goodSheet(ctx, other.game.id, seat);
    for (const kind of ['printout', 'receipt', 'invitation'] as const) {
      const delivery = await lastOf(kind, seat);
      const mail = await mailOf(delivery);
      expect(headerValues(mail, 'bcc'), kind).toEqual([]);
      expect(headerValues(mail, 'x-evil'), kind).toEqual([]);
      expect(headerValues(mail, 'cc'), kind).toEqual([]);
      expect(headerValues(mail, 'to'), kind).toHaveLength(1);
      expect(mail.to.endsWith(`<${delivery.toAddress}>`), kind).toBe(true);
      expect(mail.subject, kind).not.toMatch(/evil|script/i);
      expect(mail.html, kind).not.toMatch(/<script|<img|<b@/i);
      expect(mail.html, kind).toContain('&lt;script&gt;');
      for (const { filename } of mail.attachments) {
        expect(filename).toMatch(/^EY-\d+-turn-2-([A-Z]{2,3}\.pdf|due\.ics)$/);
      }
    }
  });

  test('as an address is refused for good before anything is sent', async () => {
    const { prisma } = own.ctx.db;
    for (const address of [
      'a@b.test, c@evil.test',
      'a@b.test>\r\nRCPT TO:<c@evil.test',
      'none',
      '<a@b.test>',
    ]) {
      const draft = { kind: 'signInLink', address, name: 'x', detail: { token: 't' } } as const;
      const delivery = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
      expect(await mailbox.attempt(own.ctx, delivery)).toBe('failed');
    }
  });
});

test('a mail whose stored detail does not match its kind fails for good', async () => {
  const { prisma } = own.ctx.db;
  const account = await prisma.account.findUniqueOrThrow({ where: { id: ann.accountId as number } });
  for (const kind of ['signInLink', 'confirmation', 'notice'] as const) {
    const draft = { kind, account, gameId: play.game.id, detail: { what: 'nothing' } };
    const delivery = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
    expect(await mailbox.attempt(own.ctx, delivery), kind).toBe('failed');
    const row = await prisma.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
    expect(row.lastError, kind).toBe('What this e-mail should say is no longer stored.');
  }
});

test('a notice that a turn is open again brings its date, and removes that of the turn that is no longer open', async () => {
  const { prisma } = own.ctx.db;
  const account = await prisma.account.findUniqueOrThrow({ where: { id: ann.accountId as number } });
  const calendar = { turn: 1, due: firstDue.toISOString() };
  const detail = { subject: 'turn 1 was rolled back', paragraphs: [], calendar, closedTurn: 2 };
  const draft = { kind: 'notice' as const, account, gameId: play.game.id, seatId: ann.id, detail };
  const mail = await mailOf(await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx)));
  const entries = mail.attachments.map(({ filename, content }) => [
    filename,
    /^METHOD:(\w+)/m.exec(content.toString())?.[1],
    /^UID:(.+)$/m.exec(content.toString())?.[1],
  ]);
  const uid = (turn: number) => `${number.toLowerCase()}-turn-${turn}@whistlestop.test`;
  expect(entries).toEqual([
    [`${number}-turn-1-due.ics`, 'PUBLISH', uid(1)],
    [`${number}-turn-2-due.ics`, 'CANCEL', uid(2)],
  ]);
});

/** The properties of the only event in an .ics attachment, unfolded (RFC 5545, 3.1). */
function calendarOf(mail: StoredMail): Record<string, string> {
  const file = mail.attachments.find((attachment) => attachment.filename.endsWith('.ics'));
  // The parser turns CRLF into line feeds; calendar-invite.test.ts checks the CRLF.
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
