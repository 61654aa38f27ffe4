import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyedHash } from '../../../src/accounts/keyed-hash.ts';
import type { Sheet } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { gameNow, granted } from '../../games/game/play.ts';
import { fillWithPdfLib } from '../../printouts/filled/fill.ts';
import { type MailPlayers, startMailPlayers } from './mail-players.ts';

/* Replies to the printout of turn 2 that was mailed before turn 1 was rolled back. */

let players: MailPlayers;
let oldMail: Email;

beforeAll(async () => {
  players = await startMailPlayers();
  await process();
  oldMail = await players.mailTo(players.ann, 'printout for turn 2');
});
// Few mails to old addresses are taken in a day.
beforeEach(() => players.own.ctx.db.prisma.limitedAction.deleteMany({ where: { kind: 'oldMailCommand' } }));
afterAll(() => players?.close());

const by = () => ({ gameId: players.game.game.id, by: players.game.gm.id });

async function process(): Promise<void> {
  const { turn } = await gameNow(players.own.ctx, by().gameId);
  expect((await processTurn(players.own.ctx, { ...by(), turn })).kind).toBe('processed');
}

/** Bert corrects his sheet of turn 1, which is open again. */
async function correct(): Promise<void> {
  const seatId = players.game.seats[1]?.id ?? '';
  const sent = { gameId: by().gameId, seatId, turn: 1, channel: 'web' as const, sentById: players.bert.id };
  const submission = await submitSheet(players.own.ctx, { ...sent, raw: { press: 'Corrected' } });
  expect(submission.kind).toBe('standing');
}

/** Ann's sheets of turn 2. */
async function stored(): Promise<Sheet[]> {
  return (await players.sheetsOf(players.ann)).filter(({ turn }) => turn === 2);
}

async function answer(): Promise<{ subject: string; text: string }> {
  const mail = (await players.mailsTo(players.ann)).at(-1);
  return { subject: mail?.subject ?? '', text: (mail?.text ?? '').replace(/\s+/g, ' ') };
}

/** The PDF that is attached to a mail, filled in. */
async function filledPdf(mail: Email): Promise<Buffer> {
  const pdf = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf')?.content;
  return Buffer.from(await fillWithPdfLib(Buffer.from(pdf as ArrayBuffer), new Map([['press', 'From PDF']])));
}

test('an address of a turn that was never rolled back is as it was before attempts were told apart', async () => {
  const { own, game, ann } = players;
  const [seat] = game.seats;
  if (seat === undefined) throw new Error('no seat');
  const about = {
    game: game.game,
    seat,
    turn: 2,
    attempt: 1,
    target: { kind: 'open' as const },
    account: ann,
  };
  const text = `sheet ${game.game.id} ${seat.id} 2 ${ann.id} ${ann.email.toLowerCase()}`;
  const proof = (await keyedHash(own.ctx, 'replyAddress', text)).slice(0, 24);
  const address = await sheetAddress(own.ctx, about);
  expect(address).toMatch(new RegExp(`-2-${proof}$`));
  expect(oldMail.replyTo?.[0]?.address).toMatch(new RegExp(`^${address}@`));
  for (const target of [{ kind: 'standing' as const }, { kind: 'advance' as const, turn: 3 }]) {
    const later = { ...about, target };
    expect(await sheetAddress(own.ctx, { ...later, attempt: 2 })).toBe(await sheetAddress(own.ctx, later));
  }
});

describe('while turn 1 is open after the rollback', () => {
  test('a sheet for turn 2 is told that turn 2 is not open', async () => {
    granted(await rollBack(players.own.ctx, { ...by(), turn: 2, due: null }));
    await players.reply(oldMail, 'Press release: written for turn 2');
    const { subject, text } = await answer();
    expect(subject).toContain('turn 2 is not open');
    expect(text).toContain(
      'Your e-mail was for turn 2, which is not open now: turn 1 was rolled back and is open again. Nothing was changed.',
    );
    expect(text).toContain('This is the sheet for turn 1');
    expect(await stored()).toEqual([]);
  });

  test('the printout of turn 2 is good again after a roll forward', async () => {
    granted(await rollForward(players.own.ctx, { ...by(), turn: 1 }));
    await players.reply(oldMail, 'Press release: in force again');
    expect(await stored()).toMatchObject([{ outcome: 'standing', raw: { press: 'in force again' } }]);
  });
});

describe('after turn 1 was processed again', () => {
  let newMail: Email;
  beforeAll(async () => {
    granted(await rollBack(players.own.ctx, { ...by(), turn: 2, due: null }));
    await correct();
    await process();
    newMail = await players.mailTo(players.ann, 'printout for turn 2');
  });

  test('a reply to the old printout is not taken, and the sheet of the new one follows', async () => {
    await players.reply(oldMail, 'Press release: for the old printout');
    const { subject, text } = await answer();
    expect(subject).toContain('that printout was rolled back');
    expect(text).toContain(
      'That printout was rolled back. Use the new printout of turn 2. Nothing was changed.',
    );
    expect(text).toContain('This is the sheet for turn 2');
    expect(await stored()).toMatchObject([{ outcome: 'superseded' }]);
  });

  test('STATUS says that what was sent before the rollback does not count', async () => {
    await players.reply(newMail, 'STATUS');
    const { subject, text } = await answer();
    expect(subject).toContain('status');
    expect(text).toContain('No version of your sheet counts. If no good sheet comes, the turn is played');
    expect(text).not.toContain('refused');
  });

  test.each(['FINAL', 'REOPEN', 'BLANK'])('it cannot do anything with %s', async (command) => {
    await players.reply(oldMail, command);
    expect((await answer()).subject).toContain('that printout was rolled back');
    expect(await stored()).toHaveLength(1);
  });

  test('the PDF of the old printout is refused, also in a reply to the new one', async () => {
    const content = await filledPdf(oldMail);
    const attachments = [{ filename: 'sheet.pdf', content }];
    await players.send(oldMail, { text: '', attachments });
    expect((await answer()).subject).toContain('that printout was rolled back');
    await players.send(newMail, { text: '', attachments });
    expect((await answer()).text).toContain('This PDF is the sheet of a printout that was rolled back.');
    expect(await stored()).toHaveLength(1);
  });

  test('replies to the new printout, to its receipt and to the answers count', async () => {
    expect(newMail.replyTo?.[0]?.address).toContain('-2r2-');
    await players.reply(newMail, 'Press release: for the new printout');
    const receipt = await players.mailTo(players.ann, 'turn 2 sheet received');
    await players.reply(receipt, 'Press release: changed');
    await players.send(newMail, {
      text: '',
      attachments: [{ filename: 'a.pdf', content: await filledPdf(newMail) }],
    });
    await players.reply(
      await players.mailTo(players.ann, 'that printout was rolled back'),
      'Press release: last',
    );
    expect((await stored()).map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ...[
        ['mail', 'superseded'],
        ['mail', 'superseded'],
        ['mail', 'superseded'],
      ],
      ...[
        ['pdf', 'superseded'],
        ['mail', 'standing'],
      ],
    ]);
  });
});
