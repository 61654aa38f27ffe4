import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { rememberOvertakingMail } from '../../../src/mail/fetching/overtaking-mail.ts';
import { runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';
import { startRefusingProxy } from './refusing-proxy.ts';

/* Mail that was passed over, and later mail to the same address that was taken meanwhile. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };
const HOUR = 3_600_000;

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('a sheet that could not be fetched for a while', () => {
  let base: TestContext;
  let dovecot: Dovecot;
  let closers: (() => unknown)[];
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

  test('is refused if a later one to the same address was taken meanwhile, and one to another address is taken', async () => {
    const { ctx } = base;
    const { game, players, seats } = await runningGame(ctx, { humans: 2, opponents: 2 });
    const put = async (index: number, text: string) => {
      const [account, seat] = [players[index] as Account, seats[index] as Seat];
      const about = { game, seat, turn: game.turn, attempt: 1, account };
      const to = await sheetAddress(ctx, { ...about, target: { kind: 'open' } });
      const head = `Return-Path: <${account.email}>\nFrom: <${account.email}>\nTo: ${to}@${DOMAIN}`;
      await dovecot.put('games', `${head}\nMessage-ID: <${text}@y.test>\n\nFundraising trips: ${text}\n`);
    };
    await put(0, 'NV');
    await put(1, 'CA');
    await put(0, 'UT');
    const refused = /(?<=UID [12] [\s\S]*) OK Fetch completed[^\r\n]*/;
    const proxy = await startRefusingProxy(dovecot.url('games'), refused, ' NO [SERVERBUG] broken');
    closers.push(() => proxy.close());
    let ahead = 0;
    const uptime = () => performance.now() + ahead;
    const options = { ctx, url: proxy.url, from: 'W <w@x.test>', uptime };
    const fetcher = startMailFetcher({ ...options, interval: 100, pause: { first: 50, longest: 200 } });
    closers.push(() => fetcher.stop());
    for (const uid of [1, 2]) {
      const before = proxy.refusals();
      await vi.waitFor(() => expect(proxy.refusals()).toBeGreaterThan(before + 2), WAIT);
      ahead += HOUR;
      await vi.waitFor(() => expect(fetcher.passedOver()).toBeGreaterThanOrEqual(uid), WAIT);
    }
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toHaveLength(2), WAIT);
    proxy.isRefusing = false;
    ahead += HOUR;
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toHaveLength(0), WAIT);
    const sheets = await ctx.db.prisma.sheet.findMany({ orderBy: { id: 'asc' } });
    expect(sheets.map(({ seatId, outcome }) => [seatId, outcome])).toEqual([
      [seats[0]?.id, 'standing'],
      [seats[1]?.id, 'standing'],
    ]);
    expect(await dovecot.mails('games', 'Whistlestop/Refused')).toHaveLength(1);
    const [refusal, ...more] = await ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });
    expect([refusal?.toAddress, more]).toEqual([players[0]?.email, []]);
    expect(JSON.stringify(refusal?.detail)).toContain('taken a later e-mail to the same address meanwhile');
  }, 120_000);
});

test('later mail is remembered by address and numbering, until it lies behind the cursor', () => {
  const overtaking = rememberOvertakingMail();
  const place = (uid: number, uidValidity = 1n) => ({ uidValidity, uid });
  overtaking.add(place(7), 'a');
  overtaking.add(place(5), 'a');
  const has = (uid: number, address = 'a', numbering = 1n) =>
    overtaking.hasOvertaken(place(uid, numbering), address);
  expect([has(6), has(7), has(8), has(6, 'b'), has(6, 'a', 2n)]).toEqual([true, false, false, false, false]);
  overtaking.forget({ uidValidity: 1n, next: 7 });
  expect(has(6)).toBe(true);
  overtaking.forget({ uidValidity: 1n, next: 8 });
  expect(has(6)).toBe(false);
});
