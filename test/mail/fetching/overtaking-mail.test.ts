import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { runningGame, send } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';
import { startRefusingProxy } from './refusing-proxy.ts';

/* Mail that was passed over or lay in the mailbox for a while, and orders that were sent after it and taken before. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };
const HOUR = 3_600_000;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('a sheet that is fetched late', () => {
  let base: TestContext;
  let dovecot: Dovecot;
  let closers: (() => unknown)[];
  let ahead = 0;
  let serial = 0;
  beforeEach(async () => {
    base = await testContext();
    base.ctx.inbound = { domain: DOMAIN };
    base.setNow(new Date());
    dovecot = await startDovecot();
    closers = [];
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    await dovecot?.close();
    await base?.close();
  });

  /** A running game, and how its players send orders. */
  async function aGame() {
    const { ctx } = base;
    const play = await runningGame(ctx, { humans: 2, opponents: 2 });
    const { game, players, seats } = play;
    /** Puts a mail into the mailbox. @param sent what mail servers wrote into it, and when it came, in minutes before now */
    const put = async (index: number, text: string, sent: { received?: number; arrived?: number } = {}) => {
      const [account, seat] = [players[index] as Account, seats[index] as Seat];
      const about = { game, seat, turn: game.turn, attempt: 1, account };
      const to = await sheetAddress(ctx, { ...about, target: { kind: 'open' } });
      const head = `Return-Path: <${account.email}>\nFrom: <${account.email}>\nTo: ${to}@${DOMAIN}`;
      const stamp =
        sent.received === undefined ? '' : `Received: by a.test; ${ago(sent.received).toUTCString()}\n`;
      const mail = `${stamp}${head}\nMessage-ID: <${text}-${serial++}@y.test>\n\nFundraising trips: ${text}\n`;
      await dovecot.put('games', mail, sent.arrived === undefined ? undefined : ago(sent.arrived));
    };
    /** The versions of a seat. */
    const versions = async (index: number) =>
      (
        await ctx.db.prisma.sheet.findMany({
          where: { seatId: seats[index]?.id ?? '' },
          orderBy: { version: 'asc' },
        })
      ).map(({ outcome, raw }) => [outcome, raw]);
    /** Whom the server answered that newer orders count. */
    const told = async () => {
      const answers = await ctx.db.prisma.delivery.findMany({
        where: { kind: { in: ['answer', 'refusal'] } },
      });
      for (const { detail } of answers)
        expect(JSON.stringify(detail)).toMatch(
          /The orders that count are newer.*send them again in a new e-mail/,
        );
      return answers.map(({ accountId }) => players.findIndex(({ id }) => id === accountId));
    };
    return { ...play, put, versions, told };
  }

  /** Fetches through a proxy that refuses to hand out mails with these UIDs, until they are passed over. */
  async function fetcherPassingOver(uids: number[]) {
    const refused = new RegExp(`(?<=UID [${uids.join('')}] [\\s\\S]*) OK Fetch completed[^\\r\\n]*`);
    const proxy = await startRefusingProxy(dovecot.url('games'), refused, ' NO [SERVERBUG] broken');
    closers.push(() => proxy.close());
    const fetcher = startFetcher(proxy.url);
    for (const [i] of uids.entries()) {
      const before = proxy.refusals();
      await vi.waitFor(() => expect(proxy.refusals()).toBeGreaterThan(before + 2), WAIT);
      ahead += HOUR;
      await vi.waitFor(() => expect(fetcher.passedOver()).toBeGreaterThan(i), WAIT);
    }
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toHaveLength(uids.length), WAIT);
    return { proxy, fetcher };
  }

  function startFetcher(url: string): MailFetcher {
    const uptime = () => performance.now() + ahead;
    const options = { ctx: base.ctx, url, from: 'W <w@x.test>', uptime };
    const fetcher = startMailFetcher({ ...options, interval: 100, pause: { first: 50, longest: 200 } });
    closers.push(() => fetcher.stop());
    return fetcher;
  }

  const allTaken = () => vi.waitFor(async () => expect(await dovecot.mails('games')).toHaveLength(0), WAIT);

  test('does not replace one that was sent after it, and one of someone else is taken', async () => {
    const { put, versions, told } = await aGame();
    await put(0, 'NV', { received: 30 });
    await put(1, 'CA', { received: 20 });
    await put(0, 'UT', { received: 10 });
    const { proxy } = await fetcherPassingOver([1, 2]);
    proxy.isRefusing = false;
    ahead += HOUR;
    await allTaken();
    expect(await versions(0)).toEqual([['standing', { fundraising: ['UT'] }]]);
    expect(await versions(1)).toEqual([['standing', { fundraising: ['CA'] }]]);
    expect(await told()).toEqual([0]);
  }, 120_000);

  test('does not do so after the server was started again, either, and not if only the mailbox knows when it came', async () => {
    const { put, versions, told } = await aGame();
    await put(0, 'NV', { arrived: 30 });
    await put(0, 'UT', { arrived: 10 });
    const { proxy, fetcher } = await fetcherPassingOver([1]);
    expect(await versions(0)).toEqual([['standing', { fundraising: ['UT'] }]]);
    await fetcher.stop();
    proxy.isRefusing = false;
    startFetcher(proxy.url);
    await allTaken();
    expect(await versions(0)).toEqual([['standing', { fundraising: ['UT'] }]]);
    expect(await told()).toEqual([0]);
    // Sent again.
    await put(0, 'NV');
    await allTaken();
    expect(await versions(0)).toEqual([
      ['superseded', { fundraising: ['UT'] }],
      ['standing', { fundraising: ['NV'] }],
    ]);
  }, 120_000);

  test('does not replace orders that were sent on the web after it', async () => {
    const { put, versions, told, seats } = await aGame();
    const now = new Date();
    base.setNow(ago(20));
    await send(base.ctx, seats[0] as Seat, 1, { fundraising: ['OR'] });
    base.setNow(now);
    await put(0, 'NV', { arrived: 30 });
    // The mailbox says when it came, and other mail servers when it was sent.
    await put(0, 'UT', { received: 25, arrived: 5 });
    await put(1, 'CA', { arrived: 30 });
    startFetcher(dovecot.url('games'));
    await allTaken();
    expect(await versions(0)).toEqual([['standing', { fundraising: ['OR'] }]]);
    expect(await versions(1)).toEqual([['standing', { fundraising: ['CA'] }]]);
    expect(await told()).toEqual([0, 0]);
    await put(0, 'WA', { received: 2, arrived: 1 });
    await allTaken();
    expect((await versions(0)).at(-1)).toEqual(['standing', { fundraising: ['WA'] }]);
  }, 120_000);
});
