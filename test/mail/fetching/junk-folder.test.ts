import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* Sheets that the mail service took for junk. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('the junk folder', () => {
  let dovecot: Dovecot;
  let own: TestContext;
  let game: TestGame;
  let fetcher: MailFetcher | null = null;

  beforeAll(async () => {
    dovecot = await startDovecot();
    own = await testContext();
    own.ctx.inbound = { domain: DOMAIN, mailbox: 'games' };
    own.setNow(new Date());
    game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  });
  afterAll(async () => {
    await fetcher?.stop();
    await own?.close();
    await dovecot?.close();
  });

  const start = (url = dovecot.url('games')) => {
    fetcher = startMailFetcher({
      ctx: own.ctx,
      url,
      from: 'W <games@x.test>',
      interval: 100,
    });
  };
  const putJunk = (from: string, to: string, text = 'Fundraising trips: CA') =>
    dovecot.put(
      'games',
      [`From: <${from}>`, `To: <${to}>`, `Message-ID: <${Math.random()}@x.test>`, '', text].join('\n'),
      undefined,
      'Junk',
    );
  const trips = async () => {
    const found = await own.ctx.db.prisma.sheet.findMany({ orderBy: { version: 'asc' } });
    return found
      .filter(({ channel }) => channel === 'mail')
      .map(({ raw }) => (raw as { fundraising: string[] }).fundraising);
  };

  test('gives up mail to our secret addresses, and nothing else', async () => {
    const seat = game.game.seats[0] as TestGame['game']['seats'][number];
    const account = game.players[0] as TestGame['players'][number];
    const about = { game: game.game, seat, turn: 1, attempt: 1, account };
    const address = `games+${await sheetAddress(own.ctx, { ...about, target: { kind: 'open' } })}@${DOMAIN}`;
    await putJunk(account.email, address);
    await putJunk(account.email, address.replace(/-[^-]*@/, '-00000000000000000000aaaa@'));
    await putJunk(account.email, `games@${DOMAIN}`);
    start();
    await vi.waitFor(async () => expect(await trips()).toEqual([['CA']]), WAIT);
    await vi.waitFor(
      async () => expect(await dovecot.mails('games', 'Whistlestop/Taken')).toHaveLength(1),
      WAIT,
    );
    // Also what comes later, while the server waits for new mail.
    await putJunk(account.email, address, 'Fundraising trips: NY');
    await vi.waitFor(async () => expect(await trips()).toEqual([['CA'], ['NY']]), WAIT);
    expect(await dovecot.mails('games', 'Junk')).toHaveLength(2);
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toEqual([]), WAIT);
    expect(await own.ctx.db.prisma.delivery.count({ where: { kind: 'refusal' } })).toBe(0);
    expect(fetcher?.failure()).toBeNull();
    await fetcher?.stop();
    // A mailbox whose junk folder is the one that is fetched.
    await putJunk(account.email, address, 'Fundraising trips: TX');
    start(dovecot.url('games', 'Junk'));
    await vi.waitFor(async () => expect(await trips()).toEqual([['CA'], ['NY'], ['TX']]), WAIT);
  });
});
