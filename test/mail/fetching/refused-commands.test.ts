import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { mailInCheck } from '../../../src/operations/checks/mail-in.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';
import { type RefusingProxy, startRefusingProxy } from './refusing-proxy.ts';

const WAIT = { timeout: 30_000, interval: 50 };

const HOUR = 3_600_000;

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('a mail server that refuses', () => {
  let dovecot: Dovecot;
  let own: TestContext;
  let proxy: RefusingProxy;
  let fetcher: MailFetcher;
  let user = '';
  let users = 0;
  /** How far the clock that cannot be set is ahead, in milliseconds. */
  let ahead = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
    own = await testContext();
    own.ctx.inbound = { domain: 'mail.whistlestop.test' };
  });
  beforeEach(() => {
    own.setNow(new Date());
    users += 1;
    user = `games${users}`;
  });
  afterEach(async () => {
    await fetcher?.stop();
    proxy?.close();
  });
  afterAll(async () => {
    await own?.close();
    await dovecot?.close();
  });

  async function fetchThrough(success: RegExp, refusal: string): Promise<void> {
    proxy = await startRefusingProxy(dovecot.url(user), success, refusal);
    fetcher = startMailFetcher({
      ctx: own.ctx,
      url: proxy.url,
      from: 'W <w@x.test>',
      interval: 100,
      pause: { first: 50, longest: 200 },
      uptime: () => performance.now() + ahead,
    });
  }
  const put = (n: number) =>
    dovecot.put(
      user,
      `Return-Path: <x@y.test>\nFrom: <x@y.test>\nTo: letter-nobody@mail.whistlestop.test\nMessage-ID: <${n}@y.test>\n\nHello`,
    );
  const expectLeft = (count: number) =>
    vi.waitFor(async () => expect(await dovecot.mails(user)).toHaveLength(count), WAIT);
  const check = () => mailInCheck(fetcher).run();
  const someMoreRefusals = async (count: number) => {
    const before = proxy.refusals();
    await vi.waitFor(() => expect(proxy.refusals()).toBeGreaterThan(before + count), WAIT);
  };

  test('to search is a failure that the check names, until it searches again', async () => {
    await put(1);
    await fetchThrough(/ OK Search completed[^\r\n]*/, ' NO [UNAVAILABLE] Not now');
    await vi.waitFor(() => expect(fetcher.failure()?.reason).toMatch(/INBOX: it does not search/), WAIT);
    expect(await dovecot.mails(user)).toHaveLength(1);
    expect(await check()).toMatchObject({ level: 'warning' });
    proxy.isRefusing = false;
    await expectLeft(0);
    await vi.waitFor(() => expect(fetcher.failure()).toBe(null), WAIT);
  }, 120_000);

  test('to hand out mail passes over none of it, however often it refuses within an hour', async () => {
    await put(1);
    await put(2);
    await fetchThrough(/ OK Fetch completed[^\r\n]*/, ' NO [UNAVAILABLE] The disk is away');
    await someMoreRefusals(12);
    ahead += HOUR - 60_000;
    await someMoreRefusals(12);
    expect(fetcher.passedOver()).toBe(0);
    expect(fetcher.failure()?.reason).toContain('The disk is away');
    expect(await check()).toMatchObject({ level: 'warning' });
    proxy.isRefusing = false;
    await expectLeft(0);
    await vi.waitFor(() => expect(fetcher.failure()).toBe(null), WAIT);
    expect(await check()).toMatchObject({ level: 'ok' });
  }, 120_000);

  test('to hand out one mail for an hour holds up no other, and the mail is taken once it can be had', async () => {
    await put(1);
    await put(2);
    await fetchThrough(/(?<=UID 1 [\s\S]*) OK Fetch completed[^\r\n]*/, ' NO [SERVERBUG] It is broken');
    await someMoreRefusals(2);
    // A clock that is set changes nothing.
    own.setNow(new Date(own.ctx.now().getTime() + HOUR));
    await someMoreRefusals(2);
    expect(await dovecot.mails(user)).toHaveLength(2);
    ahead += HOUR;
    await vi.waitFor(() => expect(fetcher.passedOver()).toBe(1), WAIT);
    own.setNow(new Date(own.ctx.now().getTime() - HOUR));
    await expectLeft(1);
    await vi.waitFor(() => expect(fetcher.failure()).toBe(null), WAIT);
    expect(fetcher.passedOver()).toBe(1);
    expect((await check()).message).toContain(
      '1 e-mail, which is passed over and tried again every 15 minutes',
    );
    ahead += HOUR / 4;
    await someMoreRefusals(0);
    proxy.isRefusing = false;
    ahead += HOUR / 4;
    await expectLeft(0);
    await vi.waitFor(() => expect(fetcher.passedOver()).toBe(0), WAIT);
    expect(await check()).toMatchObject({ level: 'ok' });
  }, 120_000);
});
