import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { lettersPage } from '../../../src/games/letters/letters-view.ts';
import { answerByMail, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { resend } from '../../../src/mail/delivery/resend.ts';
import { codesOf, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { PUBLIC_URL, SENDER } from '../deliver-deps.ts';
import { flatHtml, flatText, headerValues, openTestMailbox, type TestMailbox } from './test-mailbox.ts';

/** The mail that brings a private letter, sent in a real SMTP conversation. */

let base: TestContext;
/** The context of a server that receives mail. */
let ctx: AppContext;
let mailbox: TestMailbox;
let play: TestGame;
let number: string;
let ann: Account;
let carl: Account;

const TEXT = 'Dear friends,\n\nlet us meet in Ohio, & <b>soon</b>.\nYours';

beforeAll(async () => {
  base = await testContext();
  ctx = { ...base.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  mailbox = await openTestMailbox();
});
afterAll(async () => {
  await mailbox.close();
  await base.close();
});
beforeEach(async () => {
  play = await runningGame(ctx, { humans: 3, opponents: 1 });
  number = gameNumber(play.game);
  [ann, carl] = play.players as [Account, Account];
  await ctx.db.prisma.account.updateMany({ data: { addressProvedAt: ctx.now() } });
  const of = { gameId: play.game.id, by: play.gm.id };
  granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
});

/** Ann writes a letter to these seats. Returns the delivery of Carl's copy. */
async function letterToCarl(to: number[], text = TEXT, own: AppContext = ctx): Promise<Delivery> {
  const ids = to.map((i) => (play.seats[i] as Seat).id);
  const wanted = { gameId: play.game.id, by: ann.id, to: ids, text, via: 'web' as const };
  const letterId = granted(await writeLetter(own, wanted));
  const where = { kind: 'letter' as const, accountId: carl.id, letterCopy: { letterId } };
  return ctx.db.prisma.delivery.findFirstOrThrow({ where });
}

const mailOf = (delivery: Delivery, own: AppContext = ctx) => mailbox.send(own, delivery);

describe('the mail of a letter', () => {
  test('comes from the server under the writer’s name, with the letter and its other recipients', async () => {
    const mail = await mailOf(await letterToCarl([1, 2]));
    expect(mail.subject).toBe(`${number}: a letter from [AB] Ann Baker`);
    expect(mail.from).toBe(`[AB] Ann Baker via Whistlestop <${SENDER}>`);
    expect(mail.to).toBe(`Carl Dunn <${carl.email}>`);
    expect(mail.text).toContain('[AB] Ann Baker writes to you and to [EF] Eve Farrow');
    expect(mail.text).toContain('\n| Dear friends,\n|\n| let us meet in Ohio, & <b>soon</b>.\n| Yours\n\n');
    expect(mail.html).toContain('let us meet in Ohio, &amp; &lt;b&gt;soon&lt;/b&gt;.<br>Yours');
    expect(mail.text).toContain(`${PUBLIC_URL}/my/games/${number}/letters/new?answer=`);
    expect(headerValues(mail, 'sensitivity')).toEqual(['Private']);
  });

  test('has a bar before every line of the writer, so that none looks like the server’s', async () => {
    const dashes = '-'.repeat(70);
    const words = `${'Trap '.repeat(30)}\n${'trap'.repeat(60)}\n${dashes}\n\nTo answer, enter your trap code.`;
    const mail = await mailOf(await letterToCarl([1], words));
    const lines = (mail.text ?? '').split('\n');
    const written = lines.filter((line) => /trap|---/i.test(line));
    expect(written.length).toBeGreaterThan(6);
    expect(written.filter((line) => !line.startsWith('| '))).toEqual([]);
    expect(written.filter((line) => line.length > 78)).toEqual([]);
    for (const part of [flatText(mail), flatHtml(mail).replace(/\s+/g, ' ')])
      expect(part).toContain('Whistlestop never asks for your security code by e-mail.');
  });

  test('contains no address but the server’s and its reader’s', async () => {
    const mail = await mailOf(await letterToCarl([1, 2]));
    const others = await ctx.db.prisma.account.findMany({ where: { id: { not: carl.id } } });
    const everything = [mail.source, mail.text, mail.html, JSON.stringify(mail.headers)]
      .join('\n')
      .toLowerCase();
    for (const { email, id } of others) {
      expect(everything).not.toContain(email.toLowerCase());
      expect(everything).not.toContain(`#${id}`);
    }
    const addresses = new Set(everything.match(/[\w.+-]+@[\w.-]+\.[a-z]{2,}/g));
    const known = [
      SENDER,
      carl.email.toLowerCase(),
      /^letter-[\w-]{43}@mail\.whistlestop\.test$/,
      /^(game-)?[0-9a-f-]{36}@whistlestop\.test$/,
    ];
    const strange = [...addresses].filter(
      (one) => !known.some((ours) => (typeof ours === 'string' ? ours === one : ours.test(one))),
    );
    expect(strange).toEqual([]);
  });

  test('can be answered by mail if the server receives mail, and otherwise on the web', async () => {
    const sent = await letterToCarl([1, 2]);
    const { token } = sent.detail as { token: string };
    const mail = await mailOf(sent);
    expect(headerValues(mail, 'reply-to')).toEqual([
      expect.stringContaining(`<letter-${token}@mail.whistlestop.test>`),
    ]);
    const plain = flatText(mail);
    expect(plain).toContain('reply to this e-mail from the address at which you received it');
    expect(plain).toContain('Only [AB] Ann Baker gets your reply.');
    expect(plain).toContain('Your e-mail address is hidden, and attachments are removed.');
    granted(await answerByMail(ctx, { token, from: carl.email, text: 'I shall be there.' }));
    expect((await lettersPage(ctx, ann, number, 1))?.letters[0]?.paragraphs).toEqual([['I shall be there.']]);

    const webOnly = await mailOf(await letterToCarl([1], 'Another one', base.ctx), base.ctx);
    expect(headerValues(webOnly, 'reply-to')).toEqual([]);
    expect(flatText(webOnly)).toContain('A reply to this e-mail does not reach anyone.');
  });

  test('no longer has the secret of its reply address once it is sent', async () => {
    const sent = await letterToCarl([1]);
    await mailOf(sent);
    const row = await ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id: sent.id } });
    expect(row.detail).toEqual({});
  });

  test('has a new reply address when it is sent again, and the old one is no longer valid', async () => {
    const first = await letterToCarl([1]);
    await mailOf(first);
    const again = granted(await resend(ctx, first.id));
    expect(again).toMatchObject({ kind: 'letter', letterCopyId: first.letterCopyId, toAddress: carl.email });
    const { token } = again.detail as { token: string };
    const mail = await mailOf(again);
    expect(mail.text).toContain('let us meet in Ohio');
    expect(headerValues(mail, 'reply-to')[0]).toContain(token);
    const answer = { from: carl.email, text: 'Yes.' };
    const before = (first.detail as { token: string }).token;
    expect(codesOf(await answerByMail(ctx, { ...answer, token: before }))).toEqual(['unknown-address']);
    granted(await answerByMail(ctx, { ...answer, token }));
  });
});

describe('names in a letter', () => {
  const HOSTILE = 'Ann\r\nBcc: all@evil.test\r\n\r\nHello\u202e" <boss@bank.test>, x';

  test('cannot add a header, a recipient or a sender', async () => {
    const where = { id: (play.seats[0] as Seat).id };
    await ctx.db.prisma.seat.update({ where, data: { name: HOSTILE } });
    const mail = await mailOf(await letterToCarl([1]));
    expect(headerValues(mail, 'bcc')).toEqual([]);
    expect(mail.recipients).toEqual([carl.email]);
    expect(headerValues(mail, 'from')).toHaveLength(1);
    expect(mail.from).toMatch(/<post@whistlestop\.test>$/);
    expect(headerValues(mail, 'reply-to')[0]).toMatch(/<letter-[\w-]{43}@mail\.whistlestop\.test>$/);
    expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail.source.slice(0, mail.source.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|hello)/im);
  });

  test('are those of the people who wrote and received the letter, not of those who have the seats now', async () => {
    const sent = await letterToCarl([1, 2]);
    const { seat } = ctx.db.prisma;
    const successor = { name: 'Nora Neu', accountId: play.gm.id };
    await seat.update({ where: { id: (play.seats[0] as Seat).id }, data: successor });
    const mail = await mailOf(sent);
    expect(mail.subject).toBe(`${number}: a letter from [AB]`);
    expect(mail.source).not.toContain('Nora');
  });
});
