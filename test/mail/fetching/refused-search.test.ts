import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { mailInCheck } from '../../../src/operations/checks/mail-in.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

const WAIT = { timeout: 30_000, interval: 50 };

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('a mailbox that the mail server does not search', () => {
  let dovecot: Dovecot;
  let own: TestContext;
  let proxy: net.Server;
  let fetcher: MailFetcher;
  let isRefusing = true;

  beforeAll(async () => {
    dovecot = await startDovecot();
    own = await testContext();
    own.setNow(new Date());
    own.ctx.inbound = { domain: 'mail.whistlestop.test' };
    const url = new URL(dovecot.url('games'));
    const { hostname, port } = url;
    proxy = net.createServer((near) => {
      const far = net.connect(Number(port), hostname);
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      // Dovecot cannot be told to refuse, so its answer is changed on the way.
      far.on('data', (data) => {
        const refused = data
          .toString('latin1')
          .replace(/ OK Search completed[^\r\n]*/, ' NO [UNAVAILABLE] Not now');
        near.write(isRefusing ? Buffer.from(refused, 'latin1') : data);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    url.port = String((proxy.address() as AddressInfo).port);
    fetcher = startMailFetcher({
      ctx: own.ctx,
      url: url.href,
      from: 'W <w@x.test>',
      interval: 100,
      pause: { first: 50, longest: 200 },
    });
  });
  afterAll(async () => {
    await fetcher?.stop();
    proxy?.close();
    await own?.close();
    await dovecot?.close();
  });

  test('is a failure that the check names, until it is searched again', async () => {
    const to = 'letter-nobody@mail.whistlestop.test';
    await dovecot.put(
      'games',
      `Return-Path: <x@y.test>\nFrom: <x@y.test>\nTo: ${to}\nMessage-ID: <1@y.test>\n\nHello`,
    );
    await vi.waitFor(() => expect(fetcher.failure()?.reason).toMatch(/INBOX: it does not search/), WAIT);
    expect(await dovecot.mails('games')).toHaveLength(1);
    expect(await mailInCheck(fetcher).run()).toMatchObject({ level: 'warning' });
    isRefusing = false;
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toHaveLength(0), WAIT);
    await vi.waitFor(() => expect(fetcher.failure()).toBe(null), WAIT);
  }, 120_000);
});
