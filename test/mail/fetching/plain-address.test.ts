import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* Mail to the address from which all mail comes, or to the mailbox itself. */

const WAIT = { timeout: 30_000, interval: 50 };
const BOB = 'bob@players.test';

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('mail to the plain address', () => {
  let dovecot: Dovecot;
  let own: TestContext;
  let fetcher: MailFetcher;

  const start = () =>
    startMailFetcher({
      ctx: own.ctx,
      url: dovecot.url('games'),
      from: 'W <post@x.test>',
      interval: 100,
    });

  beforeAll(async () => {
    dovecot = await startDovecot();
    own = await testContext();
    own.ctx.inbound = { domain: 'mail.x.test', mailbox: 'games' };
    own.setNow(new Date());
    for (const email of ['ann@players.test', BOB]) {
      const data = { name: email, email, createdAt: own.ctx.now(), addressProvedAt: own.ctx.now() };
      await own.ctx.db.prisma.account.create({ data });
    }
    fetcher = start();
  });
  afterAll(async () => {
    await fetcher?.stop();
    await own?.close();
    await dovecot?.close();
  });

  const put = (from: string, to: string, more: string[] = [], at?: Date) =>
    dovecot.put(
      'games',
      [
        `From: <${from}>`,
        `To: ${to}`,
        'Subject: Turn 3',
        `Message-ID: <${Math.random()}@x.test>`,
        ...more,
        '',
        'Trips: CA',
      ].join('\n'),
      at,
    );
  const told = async () =>
    (await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } })).map((one) => one.toAddress);

  test('is answered once to people with an account, and stays in the folder', async () => {
    await put(BOB, 'Games <GAMES@mail.x.test>', ['Auto-Submitted: auto-replied']);
    await put(BOB, 'post@x.test', ['List-Id: <list.x.test>']);
    await put(BOB, 'someone@x.test');
    await put('stranger@x.test', 'post@x.test');
    await put(BOB, 'post@x.test', [], new Date(Date.now() - 4 * 86_400_000));
    await put('ann@players.test', 'W <post@x.test>');
    await put('ann@players.test', 'Games <GAMES@mail.x.test>');
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), WAIT);
    await fetcher.stop();
    await own.ctx.db.prisma.mailboxPosition.deleteMany();
    fetcher = start();
    await put(BOB, 'post@x.test');
    await vi.waitFor(async () => expect(await told()).toContain(BOB), WAIT);
    // The second one on a day gets no answer, because its sender may be forged.
    expect(await told()).toEqual(['ann@players.test', BOB]);
    const [answer] = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });
    expect(answer?.detail.messages).toEqual([
      expect.stringMatching(
        /^This address takes no sheets.* reply to your latest printout, or use the website/,
      ),
    ]);
    expect(await dovecot.mails('games')).toHaveLength(8);
  });
});
