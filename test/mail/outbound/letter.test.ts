import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { lettersPage } from '../../../src/games/letters/letters-view.ts';
import { answerByMail, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { createPdfCache } from '../../../src/jobs/pdf-cache.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { resend } from '../../../src/mail/delivery/resend.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { type Mailbox, openMailbox, type StoredMail } from '../../../src/mail/mailbox/mailbox.ts';
import { codesOf, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

/** The mail that brings a private letter, sent through a real SMTP conversation and read as it came. */

let base: TestContext;
/** The same house, where mail comes in. */
let ctx: AppContext;
let mailbox: Mailbox;
let transport: Transport;
let dir: string;
let play: TestGame;
let number: string;
let ann: Account;
let carl: Account;

const TEXT = 'Dear friends,\n\nlet us meet in Ohio, & <b>soon</b>.\nYours';

beforeAll(async () => {
  base = await testContext();
  ctx = { ...base.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  dir = await mkdtemp(path.join(tmpdir(), 'letter-'));
  mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  transport = openTransport({ url: mailbox.smtpUrl });
});
afterAll(async () => {
  transport.close();
  await mailbox.close();
  await base.close();
  await rm(dir, { recursive: true });
});
beforeEach(async () => {
  play = await runningGame(ctx, { humans: 3, opponents: 1 });
  number = gameNumber(play.game);
  [ann, carl] = play.players as [Account, Account];
  const of = { gameId: play.game.id, by: play.gm.id };
  granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
});

const deps = (own: AppContext = ctx) => ({
  ctx: own,
  transport,
  from: 'Whistlestop <post@whistlestop.test>',
  publicUrl: 'https://whistlestop.test',
  renderPdf: createPdfCache(),
});

/** Ann's letter to the seats; answers the delivery that takes it to Carl. */
async function letterToCarl(to: number[], text = TEXT, own: AppContext = ctx): Promise<Delivery> {
  const ids = to.map((i) => (play.seats[i] as Seat).id);
  const wanted = { gameId: play.game.id, by: ann.id, to: ids, text, via: 'web' as const };
  const letterId = granted(await writeLetter(own, wanted));
  const where = { kind: 'letter' as const, accountId: carl.id, letterCopy: { letterId } };
  return ctx.db.prisma.delivery.findFirstOrThrow({ where });
}

async function mailOf(delivery: Delivery, own: AppContext = ctx): Promise<StoredMail & { raw: string }> {
  expect(await attemptDelivery(deps(own), delivery.id)).toBe('sent');
  for (const { id } of await mailbox.list()) {
    const mail = await mailbox.read(id);
    if (mail?.messageId !== delivery.messageId) continue;
    return { ...mail, raw: (await mailbox.raw(id))?.toString() ?? '' };
  }
  throw new Error('the mail did not arrive');
}

const header = (mail: StoredMail, name: string) =>
  mail.headers.filter((one) => one.name === name).map((one) => one.value);

describe('the mail of a letter', () => {
  test('comes from the server under the writer’s name, with the letter and who else got it', async () => {
    const mail = await mailOf(await letterToCarl([1, 2]));
    expect(mail.subject).toBe(`${number}: a letter from [AB] Ann Baker`);
    expect(mail.from).toBe('[AB] Ann Baker via Whistlestop <post@whistlestop.test>');
    expect(mail.to).toBe(`Carl Dunn <${carl.email}>`);
    expect(mail.text).toContain('[AB] Ann Baker writes to you and to [EF] Eve Farrow');
    expect(mail.text).toContain('\nlet us meet in Ohio, & <b>soon</b>.\nYours\n');
    expect(mail.html).toContain('let us meet in Ohio, &amp; &lt;b&gt;soon&lt;/b&gt;.<br>Yours');
    expect(mail.text).toContain(`https://whistlestop.test/my/games/${number}/letters/new?answer=`);
    expect(header(mail, 'sensitivity')).toEqual(['Private']);
  });

  test('holds no address but the server’s and its reader’s, in any part of it', async () => {
    const mail = await mailOf(await letterToCarl([1, 2]));
    const others = await ctx.db.prisma.account.findMany({ where: { id: { not: carl.id } } });
    const everything = [mail.raw, mail.text, mail.html, JSON.stringify(mail.headers)]
      .join('\n')
      .toLowerCase();
    for (const { email, id } of others) {
      expect(everything).not.toContain(email.toLowerCase());
      expect(everything).not.toContain(`#${id}`);
    }
    const addresses = new Set(everything.match(/[\w.+-]+@[\w.-]+\.[a-z]{2,}/g));
    const known = [
      'post@whistlestop.test',
      carl.email.toLowerCase(),
      /^letter-[\w-]{43}@mail\.whistlestop\.test$/,
      /^(game-)?[0-9a-f-]{36}@whistlestop\.test$/,
    ];
    const strange = [...addresses].filter(
      (one) => !known.some((ours) => (typeof ours === 'string' ? ours === one : ours.test(one))),
    );
    expect(strange).toEqual([]);
  });

  test('can be answered where mail comes in, and says so; elsewhere it leads to the web', async () => {
    const sent = await letterToCarl([1, 2]);
    const { token } = sent.detail as { token: string };
    const mail = await mailOf(sent);
    expect(header(mail, 'reply-to')).toEqual([
      expect.stringContaining(`<letter-${token}@mail.whistlestop.test>`),
    ]);
    const plain = mail.text?.replace(/\s+/g, ' ');
    expect(plain).toContain('Answer this mail, from the address at which you got it');
    expect(plain).toContain('Your address stays hidden; attachments are not passed on.');
    granted(await answerByMail(ctx, { token, from: carl.email, text: 'I shall be there.' }));
    expect((await lettersPage(ctx, ann, number, 1))?.letters[0]?.paragraphs).toEqual([['I shall be there.']]);

    const deaf = await mailOf(await letterToCarl([1], 'Another one', base.ctx), base.ctx);
    expect(header(deaf, 'reply-to')).toEqual([]);
    expect(deaf.text?.replace(/\s+/g, ' ')).toContain('an answer to this mail does not arrive');
  });

  test('no longer holds the secret of its address once it is sent', async () => {
    const sent = await letterToCarl([1]);
    await mailOf(sent);
    const row = await ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: sent.id } });
    expect(row.detail).toEqual({});
  });

  test('sent again has an address of its own; the one before is void', async () => {
    const first = await letterToCarl([1]);
    await mailOf(first);
    const again = granted(await resend(ctx, first.id));
    expect(again).toMatchObject({ kind: 'letter', letterCopyId: first.letterCopyId, toAddress: carl.email });
    const { token } = again.detail as { token: string };
    const mail = await mailOf(again);
    expect(mail.text).toContain('let us meet in Ohio');
    expect(header(mail, 'reply-to')[0]).toContain(token);
    const answer = { from: carl.email, text: 'Yes.' };
    const before = (first.detail as { token: string }).token;
    expect(codesOf(await answerByMail(ctx, { ...answer, token: before }))).toEqual(['unknown-address']);
    granted(await answerByMail(ctx, { ...answer, token }));
  });
});

describe('names', () => {
  const HOSTILE = 'Ann\r\nBcc: all@evil.test\r\n\r\nHello\u202e" <boss@bank.test>, x';

  test('cannot add a header, a recipient or a sender', async () => {
    const where = { id: (play.seats[0] as Seat).id };
    await ctx.db.prisma.seat.update({ where, data: { name: HOSTILE } });
    const mail = await mailOf(await letterToCarl([1]));
    expect(header(mail, 'bcc')).toEqual([]);
    expect(mail.recipients).toEqual([carl.email]);
    expect(header(mail, 'from')).toHaveLength(1);
    expect(mail.from).toMatch(/<post@whistlestop\.test>$/);
    expect(header(mail, 'reply-to')[0]).toMatch(/<letter-[\w-]{43}@mail\.whistlestop\.test>$/);
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|hello)/im);
  });

  test('are those of the people who wrote and got it, not of whoever sits there now', async () => {
    const sent = await letterToCarl([1, 2]);
    const { seat } = ctx.db.prisma;
    const heirs = { name: 'Nora Neu', accountId: play.gm.id };
    await seat.update({ where: { id: (play.seats[0] as Seat).id }, data: heirs });
    const mail = await mailOf(sent);
    expect(mail.subject).toBe(`${number}: a letter from [AB]`);
    expect(mail.raw).not.toContain('Nora');
  });
});
