import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sheet } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat, openForm } from '../../../src/games/game/player-seat.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { readFilledPdf } from '../../../src/printouts/filled/read-filled-pdf.ts';
import { anAccount, gameNow, granted, type TestGame } from '../../games/game/play.ts';
import type { TestContext } from '../../helpers/database.ts';
import { entriesFor, fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { type MailPlayers, quoted, startMailPlayers } from './mail-players.ts';

/* Players send their sheets and commands by mail alone, over real SMTP in both directions. */

let players: MailPlayers;
let own: TestContext;
let game: TestGame;
let ann: Account;
let bert: Account;

beforeAll(async () => {
  players = await startMailPlayers();
  ({ own, game, ann, bert } = players);
});
afterAll(() => players.close());

const mailsTo: MailPlayers['mailsTo'] = (account) => players.mailsTo(account);
const mailTo: MailPlayers['mailTo'] = (account, words) => players.mailTo(account, words);
const send: MailPlayers['send'] = (mail, more) => players.send(mail, more);
const reply: MailPlayers['reply'] = (mail, words, more) => players.reply(mail, words, more);
const sheetsOf: MailPlayers['sheetsOf'] = (account) => players.sheetsOf(account);

/** What programs quote of a mail in HTML: what is inside its body. */
const bodyOf = (mail: Email) => /<body[^>]*>(.*)<\/body>/s.exec(mail.html ?? '')?.[1] as string;

const lastSheet = async (account = ann) => (await sheetsOf(account)).at(-1) as Sheet;

describe('a reply to a printout', () => {
  test('is a sheet, and its receipt says what was read', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    expect(printout.replyTo?.[0]?.address).toMatch(
      /^sheet-ey-\d+-[a-z]{2}-1-[0-9a-f]{24}@mail\.whistlestop\.test$/,
    );
    expect(printout.text).toContain('\nFundraising trips:\n');
    expect(printout.html).toContain('Fundraising trips:');
    expect(printout.text).not.toContain('[__]');
    await reply(
      printout,
      'Fundraising trips: CA, ny, Texas\nCampaign money 1: CA $100\nPress release: Read my lips.',
    );
    expect(await lastSheet()).toMatchObject({
      channel: 'mail',
      outcome: 'standing',
      version: 1,
      raw: {
        fundraising: ['CA', 'NY', 'TX'],
        campaign: [{ state: 'CA', spend: 100 }],
        press: 'Read my lips.',
      },
    });
    const receipt = await mailTo(ann, 'sheet received (version 1)');
    expect(receipt.text).toContain('Campaign money 1: State CA; Amount 100');
    expect(receipt.text).toMatch(/Campaign money: \$100 of \$\d+/);
    expect(receipt.text).toContain('A guess, not a promise:');
    expect(receipt.replyTo).toEqual(printout.replyTo);
  });

  test('can be filled in where it is quoted', async () => {
    const receipt = await mailTo(ann, 'sheet received (version 1)');
    const text = quoted(receipt, (mail) =>
      mail.replace('Campaign money 1: State CA; Amount 100', 'Campaign money 1: State CA; Amount 80'),
    );
    await send(receipt, { text });
    expect(await lastSheet()).toMatchObject({
      version: 2,
      outcome: 'standing',
      raw: { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'CA', spend: 80 }] },
    });
  });

  test('can be HTML without a text', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const html = `<div dir="auto">Fundraising trips: FL, GA</div><div>Press release: <b>On my way.</b></div><blockquote>${bodyOf(printout)}</blockquote>`;
    await send(printout, { html });
    expect(await lastSheet()).toMatchObject({
      version: 3,
      raw: { fundraising: ['FL', 'GA'], press: 'On my way.' },
    });
  });

  test('in HTML can be filled in where it is quoted', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const html = bodyOf(printout).replace('\nFundraising trips:', '\nFundraising trips: OH, PA');
    await send(printout, { html: `<div><br></div><blockquote>${html}</blockquote>` });
    expect(await lastSheet()).toMatchObject({ version: 4, raw: { fundraising: ['OH', 'PA'] } });
  });

  test('with a line that cannot be read is refused, and the earlier sheet still counts', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    await reply(printout, 'Fundraising trips: CA\nCapmaign money 1: CA 100');
    const sheet = await lastSheet();
    expect(sheet).toMatchObject({ version: 5, outcome: 'refused' });
    const receipt = await mailTo(ann, 'sheet refused (version 5)');
    expect(receipt.text).toContain('“Capmaign money 1: CA 100” is not a line of this sheet');
    expect(receipt.text).toContain('Your earlier sheet, version 4, still counts.');
  });

  test('from another address counts, and the receipt goes to the account', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const before = (await mailsTo(ann)).length;
    await reply(printout, 'Hello,\n\nFundraising trips: CA\n\nSent from my iPhone', {
      from: 'ann@work.example.com',
    });
    expect(await lastSheet()).toMatchObject({
      version: 6,
      outcome: 'standing',
      raw: { fundraising: ['CA'] },
    });
    expect((await mailsTo(ann)).length).toBe(before + 1);
    expect(players.taken.some(({ to }) => to?.[0]?.address === 'ann@work.example.com')).toBe(false);
    expect((await mailTo(ann, 'version 6')).text).toContain('“Hello,” was not read as a part of your sheet');
  });

  test('about something else changes nothing and is answered with the guide', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    await reply(printout, 'What a turn! See you soon.');
    expect((await lastSheet()).version).toBe(6);
    const answer = await mailTo(ann, 'has no sheet');
    expect(answer.text).toContain('HELP: this guide.');
    expect(answer.text).toContain('Write to the GM: https://whistlestop.test/games/');
  });

  test('that leaves the quoted sheet blank is not taken, unless it is meant', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    await send(printout, { text: quoted(printout) });
    expect((await lastSheet()).version).toBe(6);
    const answer = await mailTo(ann, 'was blank');
    await reply(answer, 'blank');
    expect(await lastSheet()).toMatchObject({ version: 7, outcome: 'standing', raw: {} });
  });

  test('of a vacation responder is never answered', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const before = (await mailsTo(ann)).length;
    await reply(printout, 'I am away: Fundraising trips: CA', {
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect((await mailsTo(ann)).length).toBe(before);
    expect((await lastSheet()).version).toBe(7);
  });
});

describe('a PDF attached to a reply', () => {
  /** The PDF of a printout with these orders filled in. */
  async function filled(orders: unknown): Promise<Buffer> {
    const { attachments } = await mailTo(ann, 'printout for turn 1');
    const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    const seat = await loadPlayerSeat(own.ctx, ann, gameNumber(game.game));
    const form = seat === null ? null : openForm(seat);
    if (form === null || pdf === undefined) throw new Error('There is no sheet.');
    return Buffer.from(
      await fillWithPdfLib(Buffer.from(pdf.content as ArrayBuffer), entriesFor(form, orders)),
    );
  }

  /** Reads a PDF for many people again and again, as often as the queue allows, until something is done. */
  async function readUntil(done: Promise<unknown>, pdf: Buffer): Promise<void> {
    let isDone = false;
    const readAgain = async (_: unknown, person: number) => {
      while (!isDone) if (!(await readFilledPdf(pdf, { of: `other ${person}` })).ok) await sleep(20);
    };
    const reading = Promise.all(Array.from({ length: 24 }, readAgain));
    await done;
    isDone = true;
    await reading;
  }

  const attached = (content: Buffer) => [{ filename: 'EY-1.pdf', content, contentType: 'application/pdf' }];

  test('is the sheet, and wins over the text, as the receipt says', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const content = await filled({ fundraising: ['WA', 'OR'], campaign: [{ state: 'OR', spend: 30 }] });
    await reply(printout, 'Fundraising trips: CA', { attachments: attached(content) });
    expect(await lastSheet()).toMatchObject({
      channel: 'pdf',
      outcome: 'standing',
      raw: { fundraising: ['WA', 'OR'], campaign: [{ state: 'OR', spend: 30 }] },
    });
    const { version } = await lastSheet();
    const receipt = await mailTo(ann, `version ${version}`);
    expect(receipt.text).toContain('The text of the e-mail: the attached PDF counts.');
    expect(receipt.text?.replace(/\s+/g, ' ')).toContain('as a filled-in PDF');
  });

  test('that is none of ours is named, and a sheet in the text counts', async () => {
    const printout = await mailTo(ann, 'printout for turn 1');
    const content = Buffer.from('%PDF-1.4 nothing');
    const before = (await lastSheet()).version;
    await reply(printout, 'See the PDF.', { attachments: attached(content) });
    expect((await lastSheet()).version).toBe(before);
    expect((await mailTo(ann, 'your PDF could not be read')).text).toContain('Nothing was changed.');
    await reply(printout, 'Fundraising trips: CA', { attachments: attached(content) });
    expect(await lastSheet()).toMatchObject({ channel: 'mail', raw: { fundraising: ['CA'] } });
    expect((await mailTo(ann, `version ${before + 1}`)).text).toContain('The attached PDF:');
  });

  test('is sent again later if too many PDFs are being read', async () => {
    const pdf = await filled({ fundraising: ['WA'], campaign: [] });
    const printout = await mailTo(ann, 'printout for turn 1');
    const before = await sheetsOf(ann);
    const sent = reply(printout, 'Here it is.', { attachments: attached(pdf) }).catch(String);
    const others = readUntil(sent, pdf);
    expect(await sent).toContain('451');
    expect(await sheetsOf(ann)).toEqual(before);
    await others;
  }, 120_000);

  test('is read only for mails that are counted, and that can bring a sheet', async () => {
    const { prisma } = own.ctx.db;
    const pdf = await filled({ fundraising: ['WA'], campaign: [] });
    const printout = await mailTo(ann, 'printout for turn 1');
    const others = Array.from({ length: 24 }, () => readFilledPdf(pdf));
    await reply(printout, 'STATUS', { attachments: attached(pdf) });
    const one = { gameId: game.game.id, accountId: ann.id, kind: 'mailCommand' as const, at: own.ctx.now() };
    await prisma.limitedAction.createMany({ data: Array.from({ length: 30 }, () => one) });
    const sent = reply(printout, 'Here it is.', { attachments: attached(pdf) });
    await expect(sent).rejects.toThrow('550 5.7.1 You have sent too many e-mails');
    await prisma.limitedAction.deleteMany();
    await Promise.all(others);
  }, 120_000);

  test('is read only with so many others of the same player at the same time', async () => {
    const mails = {
      ann: await mailTo(ann, 'printout for turn 1'),
      bert: await mailTo(bert, 'printout for turn 1'),
    };
    // It is Bert's and blank, so that no sheet is stored.
    const { content } = mails.bert.attachments.find(({ mimeType }) => mimeType === 'application/pdf') ?? {};
    const pdf = Buffer.from(content as ArrayBuffer);
    const others = Array.from({ length: 6 }, (_, person) => readFilledPdf(pdf, { of: `before ${person}` }));
    const attachments = attached(pdf);
    const all = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => reply(mails.ann, 'Here it is.', { attachments })),
      reply(mails.bert, 'Here it is.', { attachments, from: bert.email }),
    ]);
    const failed = all.filter((one) => one.status === 'rejected');
    expect(failed.map(({ reason }) => String(reason))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining('451 4.3.2')),
    );
    expect(all.at(-1)?.status).toBe('fulfilled');
    await Promise.all(others);
    await own.ctx.db.prisma.limitedAction.deleteMany();
  }, 120_000);

  test('of another player is refused', async () => {
    const { attachments } = await mailTo(bert, 'printout for turn 1');
    const content = Buffer.from(
      attachments.find(({ mimeType }) => mimeType === 'application/pdf')?.content as ArrayBuffer,
    );
    const before = (await lastSheet()).version;
    await reply(await mailTo(ann, 'printout for turn 1'), '', { attachments: attached(content) });
    expect((await lastSheet()).version).toBe(before);
    expect((await mailTo(ann, 'your PDF could not be read')).text).toContain('is a sheet of [');
  });
});

describe('a command', () => {
  test.each([
    ['HELP', 'sheets and commands', 'STATUS: the open turn'],
    ['status', 'status', 'of your sheet counts.'],
    ['Final.', 'nothing was changed', 'does not ask for final orders'],
    ['REOPEN', 'nothing was changed', 'not marked as final'],
    ['ADVANCE 3', 'advance orders for turn 3', 'ADVANCE ORDERS'],
    ['ADVANCE 99', 'nothing was changed', 'You can send advance orders for turns 2 to 6.'],
    ['STANDING', 'standing orders', 'STANDING ORDERS'],
  ])('%s is answered to the account', async (command, subject, words) => {
    const printout = await mailTo(ann, 'printout for turn 1');
    await reply(printout, command);
    expect((await mailTo(ann, subject)).text).toContain(words);
    expect((await lastSheet()).version).toBe(9);
  });

  test('gets an answer that says that it is one, and which mail it answers', async () => {
    const messageId = '<question.7@players.test>';
    await reply(await mailTo(ann, 'printout for turn 1'), 'status', { messageId });
    const answer = (await mailsTo(ann)).at(-1);
    const header = (name: string) => answer?.headers.find(({ key }) => key === name)?.value;
    expect(answer?.subject).toContain('status');
    expect(header('auto-submitted')).toBe('auto-replied');
    expect(header('in-reply-to')).toBe(messageId);
    // The game's thread comes first.
    expect(header('references')?.split(/\s+/)).toEqual([
      `<game-${game.game.id}@whistlestop.test>`,
      messageId,
    ]);
  });

  test('can be the subject', async () => {
    const before = (await mailsTo(ann)).length;
    await send(await mailTo(ann, 'printout for turn 1'), { subject: 'RE: Status', text: '' });
    const mails = await mailsTo(ann);
    expect(mails.length).toBe(before + 1);
    expect(mails.at(-1)?.subject).toContain('status');
  });

  test('SEND brings the printout again', async () => {
    const before = (await mailsTo(ann)).filter(({ subject }) =>
      subject?.includes('printout for turn 1'),
    ).length;
    await reply(await mailTo(ann, 'printout for turn 1'), 'send');
    const after = (await mailsTo(ann)).filter(({ subject }) =>
      subject?.includes('printout for turn 1'),
    ).length;
    expect(after).toBe(before + 1);
  });

  test.each([
    ['STATUS', 'status'],
    ['Help', 'sheets and commands'],
    ['SEND', 'your orders were not taken'],
    ['ADVANCE 2 NONE', 'nothing was changed'],
  ])('%s does not take the orders below it, and says so', async (command, subject) => {
    const before = (await lastSheet()).version;
    await reply(await mailTo(ann, 'printout for turn 1'), `${command}\n\nFundraising trips: CA`);
    expect((await lastSheet()).version).toBe(before);
    const answer = (await mailTo(ann, subject)).text?.replace(/\s+/g, ' ');
    expect(answer).toContain(
      `The orders below ${command.toUpperCase()} were not taken. Send them in an e-mail of their own`,
    );
  });

  test('says nothing of words below it that are no orders', async () => {
    await reply(await mailTo(ann, 'printout for turn 1'), 'STATUS\n\nThank you!');
    expect((await mailTo(ann, 'status')).text).not.toContain('were not taken');
  });

  test.each([
    ['STATUS', 'status', 'because your e-mail says STATUS'],
    ['ADVANCE 2', 'advance orders for turn 2', 'Write orders for later turns in the text'],
  ])('%s does not take an attached PDF, and says so', async (command, subject, words) => {
    const attachments = [
      { filename: 'EY-1.pdf', content: Buffer.from('%PDF-1.4'), contentType: 'application/pdf' },
    ];
    await reply(await mailTo(ann, 'printout for turn 1'), command, { attachments });
    expect((await mailTo(ann, subject)).text?.replace(/\s+/g, ' ')).toContain(words);
  });

  test('FINAL above a PDF that cannot be read does not make the earlier sheet final', async () => {
    const { prisma } = own.ctx.db;
    const where = { gameId: game.game.id };
    await prisma.gameSchedule.update({ where, data: { processWhenComplete: true, autoProcess: true } });
    const before = (await lastSheet()).version;
    const attachments = [
      { filename: 'EY-1.pdf', content: Buffer.from('%PDF-1.4'), contentType: 'application/pdf' },
    ];
    await reply(await mailTo(ann, 'printout for turn 1'), 'FINAL', { attachments });
    expect((await mailTo(ann, 'your PDF could not be read')).text).toContain('Nothing was changed.');
    expect(await lastSheet()).toMatchObject({ version: before, final: false });
    await prisma.gameSchedule.update({ where, data: { processWhenComplete: false, autoProcess: false } });
    // There is a limit of answers a day, which other tests need.
    await prisma.delivery.deleteMany({ where: { kind: 'answer' } });
  });

  test('ADVANCE stores orders for a later turn, and the reply to its form does so, too', async () => {
    await reply(await mailTo(ann, 'printout for turn 1'), 'ADVANCE 2\nHello there\n\nFundraising trips: NV');
    const stored = await mailTo(ann, 'advance orders for turn 2: stored');
    expect(stored.text).toMatch(/These lines of your e-mail were not read:\s+\S*\s*Hello there/);
    const where = { gameId: game.game.id, turn: 2 };
    expect(await own.ctx.db.prisma.advanceOrders.findFirst({ where })).toMatchObject({
      raw: { fundraising: ['NV'] },
    });
    const answer = await mailTo(ann, 'advance orders for turn 2: stored');
    await reply(answer, 'Fundraising trips: NM');
    expect(await own.ctx.db.prisma.advanceOrders.findFirst({ where })).toMatchObject({
      raw: { fundraising: ['NM'] },
    });
    expect((await lastSheet()).version).toBe(9);
    await reply(answer, 'ADVANCE 2 NONE');
    expect(await own.ctx.db.prisma.advanceOrders.findFirst({ where })).toBeNull();
  });

  test('STANDING stores standing orders', async () => {
    await reply(await mailTo(ann, 'standing orders'), 'Fundraising trips: UT');
    const where = { gameId: game.game.id, turn: 0 };
    expect(await own.ctx.db.prisma.advanceOrders.findFirst({ where })).toMatchObject({
      raw: { fundraising: ['UT'] },
    });
  });
});

describe('the address of a sheet', () => {
  test('is of no use for another seat or turn, or with a changed proof', async () => {
    const address = (await mailTo(ann, 'printout for turn 1')).replyTo?.[0]?.address as string;
    const other = (await mailTo(bert, 'printout for turn 1')).replyTo?.[0]?.address as string;
    const forged = [
      address.replace(/-1-(?=[0-9a-f]{24})/, '-2-'),
      address.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0')),
      address.replace(/[0-9a-f]{24}(?=@)/, /[0-9a-f]{24}(?=@)/.exec(other)?.[0] as string),
      address.replace(/-1-(?=[0-9a-f]{24})/, '-1a2-'),
    ];
    const before = await sheetsOf(ann);
    for (const to of forged) {
      const sent = send(await mailTo(ann, 'printout for turn 1'), { to, text: 'Fundraising trips: CA' });
      await expect(sent).rejects.toThrow('550');
    }
    expect(await sheetsOf(ann)).toEqual(before);
  });

  test('of a processed turn brings the sheet of the open turn', async () => {
    const old = await mailTo(ann, 'printout for turn 1');
    await processTurn(own.ctx, { gameId: game.game.id, turn: 1, by: game.gm.id });
    await reply(old, 'Fundraising trips: CA');
    const answer = await mailTo(ann, 'turn 1 has been processed');
    expect(await sheetsOf(ann)).not.toContainEqual(expect.objectContaining({ turn: 2, channel: 'mail' }));
    await reply(answer, 'Fundraising trips: CA');
    expect(await lastSheet()).toMatchObject({ turn: 2, channel: 'mail', raw: { fundraising: ['CA'] } });
  });

  test('of a processed turn cannot use up what the player may send', async () => {
    const { prisma } = own.ctx.db;
    const where = { gameId: game.game.id, accountId: ann.id };
    const old = await mailTo(ann, 'printout for turn 1');
    const open = await mailTo(ann, 'printout for turn 2');
    await prisma.limitedAction.deleteMany();
    for (let i = 0; i < 3; i += 1) await reply(old, 'STATUS');
    await expect(reply(old, 'STATUS')).rejects.toThrow('addresses of earlier turns');
    expect(await prisma.limitedAction.count({ where: { ...where, kind: 'mailCommand' } })).toBe(0);
    expect(await prisma.limitedAction.count({ where: { ...where, kind: 'oldMailCommand' } })).toBe(3);
    const count = (await mailsTo(ann)).length;
    await reply(open, 'STATUS');
    expect(await mailsTo(ann)).toHaveLength(count + 1);
    await prisma.limitedAction.deleteMany();
  });

  test('of a processed turn does nothing else for the seat, but can still ask', async () => {
    const old = await mailTo(ann, 'printout for turn 1');
    const stored = async () => {
      const where = { gameId: game.game.id };
      return [await sheetsOf(ann), await own.ctx.db.prisma.advanceOrders.findMany({ where })];
    };
    const before = await stored();
    for (const words of [
      'ADVANCE 4\nFundraising trips: TX',
      'STANDING\nFundraising trips: TX',
      'STANDING NONE',
      'FINAL',
      'REOPEN',
      'BLANK',
    ]) {
      const count = (await mailsTo(ann)).length;
      // Only a few mails a day to such an address are taken.
      await own.ctx.db.prisma.limitedAction.deleteMany();
      await reply(old, words);
      const mails = await mailsTo(ann);
      expect([words, mails.length, mails.at(-1)?.subject]).toEqual([
        words,
        count + 1,
        expect.stringContaining('turn 1 has been processed'),
      ]);
      expect(await stored()).toEqual(before);
    }
    await reply(old, 'STATUS');
    expect((await mailsTo(ann)).at(-1)?.subject).toContain('status');
  });
});

test.each([
  ['Precedence', 'list'],
  ['List-Id', '<club.example.org>'],
])('a sheet that a mailing list passed on counts (%s), and the list gets no answer', async (name, value) => {
  await own.ctx.db.prisma.limitedAction.deleteMany();
  const printout = await mailTo(ann, 'printout for turn 2');
  const before = await sheetsOf(ann);
  const from = 'club@lists.example.org';
  await reply(printout, 'Fundraising trips: NV', { from, headers: { [name]: value } });
  expect(await sheetsOf(ann)).toHaveLength(before.length + 1);
  const sheet = await lastSheet();
  expect(sheet).toMatchObject({ turn: 2, outcome: 'standing', raw: { fundraising: ['NV'] } });
  expect((await mailTo(ann, `version ${sheet.version}`)).subject).toContain('sheet received');
  expect(players.taken.some(({ to }) => to?.[0]?.address === from)).toBe(false);
});

test('SEND mails a new player the printout that their seat had before', async () => {
  const nora = await anAccount(own.ctx, 'Nora New');
  const { turn } = await gameNow(own.ctx, game.game.id);
  const at = { gameId: game.game.id, by: game.gm.id, turn, seatId: game.seats[1]?.id ?? '' };
  granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
  const printout = await mailTo(nora, `printout for turn ${turn}`);
  await reply(printout, 'SEND', { from: nora.email });
  const printouts = (await mailsTo(nora)).filter(({ subject }) => subject?.includes('printout for turn'));
  expect(printouts).toHaveLength(2);
  expect(printouts[1]?.text).toContain(`#${nora.id}`);
  expect(printouts[1]?.text).not.toContain(`#${bert.id}`);
});
