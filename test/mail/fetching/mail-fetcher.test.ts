import { spawnSync } from 'node:child_process';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { writeLetter } from '../../../src/games/letters/write-letter.ts';
import { REFUSALS_A_DAY } from '../../../src/mail/fetching/answer-refused.ts';
import {
  type MailFetcher,
  type MailFetcherOptions,
  startMailFetcher,
} from '../../../src/mail/fetching/mail-fetcher.ts';
import { mailId } from '../../../src/mail/inbound/mail-id.ts';
import { findRecipient } from '../../../src/mail/inbound/recipient.ts';
import { mailInCheck } from '../../../src/operations/checks/mail-in.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type Bundle, bundleProgram } from '../../helpers/bundle.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';
import { shortOrAll } from '../../helpers/long.ts';

/** Mail that is fetched from a mailbox on a real mail server. */

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

const DOMAIN = 'mail.whistlestop.test';
const SENDER = 'post@whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };

describe.skipIf(missing !== null)('a mailbox', () => {
  let dovecot: Dovecot;
  let base: TestContext;
  let game: TestGame;
  let ann: Account;
  let carl: Account;
  let user: string;
  let fetcher: MailFetcher | null = null;
  let serial = 0;
  /** A fetcher that kills its process. */
  let dying: Bundle;

  beforeAll(async () => {
    dying = await bundleProgram(path.join(import.meta.dirname, 'fetch-and-die.ts'));
    dovecot = await startDovecot();
    base = await testContext();
    game = await runningGame(base.ctx, { humans: 2, opponents: 2 });
    [ann, carl] = game.players as [Account, Account];
    const data = { letters: 'open' as const };
    await base.ctx.db.prisma.gamePolicy.update({ where: { gameId: game.game.id }, data });
  });
  afterAll(async () => {
    await base?.close();
    await dovecot?.close();
    await dying?.remove();
  });
  beforeEach(async () => {
    base.ctx.inbound = { domain: DOMAIN };
    base.setNow(new Date());
    serial += 1;
    user = `games${serial}`;
    const { prisma } = base.ctx.db;
    await prisma.letter.deleteMany();
    await prisma.delivery.deleteMany({ where: { kind: 'refusal' } });
  });
  afterEach(async () => {
    await fetcher?.stop();
    fetcher = null;
  });

  function fetch(more: Partial<MailFetcherOptions> = {}): void {
    const from = `Whistlestop <${SENDER}>`;
    fetcher = startMailFetcher({ ctx: base.ctx, url: dovecot.url(user), from, ...more });
  }

  /** Has Ann write to Carl. Returns our part of the address at which he replies. */
  async function newReplyAddress(text = 'Ohio?'): Promise<string> {
    const letter = { gameId: game.game.id, by: ann.id, to: [game.seats[1]?.id ?? ''], text };
    const letterId = granted(await writeLetter(base.ctx, { ...letter, via: 'web' }));
    const token = newToken().toLowerCase();
    await base.ctx.db.prisma.letterCopy.updateMany({
      where: { letterId },
      data: { replyHash: tokenHash(token) },
    });
    return `letter-${token}`;
  }

  const replies = async () => {
    const found = await base.ctx.db.prisma.letter.findMany({
      where: { via: 'mail' },
      orderBy: { sentAt: 'asc' },
    });
    return found.map(({ text }) => text);
  };
  const refusals = async () => {
    const found = await base.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });
    return found.map(({ toAddress, detail }) => ({ to: toAddress, messages: detail.messages }));
  };
  const mailOf = (
    to: string,
    body: string,
    { id = `<${Math.random()}@elsewhere.test>`, headers = [] as string[], from = carl.email } = {},
  ) =>
    [`Return-Path: <${from}>`, ...headers, `From: Carl Dunn <${from}>`, `To: ${to}`, 'Subject: Re: a letter']
      .concat(`Message-ID: ${id}`, '', body)
      .join('\n');
  const inFolder = (folder?: string) => dovecot.mails(user, folder);

  test('gives up its replies, old and new, which then lie in a folder of their own', async () => {
    const address = await newReplyAddress();
    await dovecot.put(user, mailOf(`${address}@${DOMAIN}`, 'Yes.'));
    await dovecot.put(user, mailOf('someone@elsewhere.test', 'None of our business.'));
    fetch();
    await vi.waitFor(async () => expect(await replies()).toEqual(['Yes.']), WAIT);
    // Dovecot tells of it at once: the next look would be in a minute.
    await dovecot.put(user, mailOf(`Somebody <${address.toUpperCase()}@${DOMAIN}>`, 'And gladly.'));
    await vi.waitFor(async () => expect(await replies()).toEqual(['Yes.', 'And gladly.']), WAIT);
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(2), WAIT);
    // Dovecot removes a mail after it has put it into the other folder.
    await vi.waitFor(async () => expect(await inFolder()).toHaveLength(1), WAIT);
    expect(await refusals()).toEqual([]);
    expect(fetcher?.failure()).toBeNull();
  });

  test('may be one address for all, and a copy is for the address to which it was delivered', async () => {
    base.ctx.inbound = { domain: 'example.test', mailbox: 'games' };
    const address = await newReplyAddress();
    const headers = [`Delivered-To: games+${address}@example.test`];
    await dovecot.put(user, mailOf('Undisclosed <hidden@elsewhere.test>', 'By blind copy.', { headers }));
    await dovecot.put(user, mailOf(`${address}@example.test`, 'Not one of our addresses.'));
    fetch();
    await vi.waitFor(async () => expect(await replies()).toEqual(['By blind copy.']), WAIT);
    await vi.waitFor(async () => expect(await inFolder()).toHaveLength(1), WAIT);
  });

  test('has a mail with the same id once, also under another number and after another start', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    const mail = mailOf(to, 'Once.', { id: '<once@elsewhere.test>' });
    await dovecot.put(user, mail);
    fetch();
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(1), WAIT);
    await fetcher?.stop();
    await dovecot.put(user, mail);
    fetch();
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(2), WAIT);
    expect(await replies()).toEqual(['Once.']);
  });

  test('has two mails to which a program gave the same id, and takes both', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    for (const text of ['One.', 'Two.'])
      await dovecot.put(user, mailOf(to, text, { id: '<always@elsewhere.test>' }));
    fetch();
    await vi.waitFor(async () => expect(await replies()).toEqual(['One.', 'Two.']), WAIT);
  });

  test('keeps mail back that is too much for one address, also over a restart of the server', async () => {
    const [much, other] = [await newReplyAddress('Ohio?'), await newReplyAddress('Iowa?')];
    const texts = Array.from({ length: 13 }, (_, i) => `Number ${i}.`);
    for (const text of texts) await dovecot.put(user, mailOf(`${much}@${DOMAIN}`, text));
    await dovecot.put(user, mailOf(`${other}@${DOMAIN}`, 'To another address.'));
    // The limit is for one minute of the clock, which stands still here.
    const now = base.ctx.now().getTime();
    fetch({ interval: 50 });
    await vi.waitFor(async () => expect(await replies()).toContain('To another address.'), WAIT);
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(11), WAIT);
    await vi.waitFor(async () => expect(await inFolder()).toHaveLength(3), WAIT);
    await fetcher?.stop();
    base.setNow(new Date(now + 120_000));
    fetch();
    await vi.waitFor(async () => expect(await inFolder()).toEqual([]), WAIT);
    expect((await replies()).sort()).toEqual([...texts, 'To another address.'].sort());
  });

  test('is asked once for mail that is not for the server, however often it is looked through', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    const texts = Array.from({ length: 12 }, (_, i) => `Number ${i}.`);
    for (const text of texts) await dovecot.put(user, mailOf(to, text));
    for (const text of ['One.', 'Two.']) await dovecot.put(user, mailOf('someone@elsewhere.test', text));
    const url = new URL(dovecot.url(user));
    let sent = '';
    const proxy = await watchedProxy(Number(url.port), (commands) => {
      sent += commands;
      return true;
    });
    url.port = String(proxy.port);
    const times = (words: string) => sent.split(words).length - 1;
    fetch({ url: url.href, interval: 50 });
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(10), WAIT);
    const looks = times('UID SEARCH');
    await vi.waitFor(() => expect(times('UID SEARCH')).toBeGreaterThan(looks + 5), WAIT);
    // The mails of someone else came as the 13th and 14th, behind two that are held back.
    expect([times('UID FETCH 13 '), times('UID FETCH 14 ')]).toEqual([1, 1]);
    await dovecot.put(user, mailOf(`${await newReplyAddress('Iowa?')}@${DOMAIN}`, 'To another address.'));
    await vi.waitFor(async () => expect(await replies()).toContain('To another address.'), WAIT);
    await fetcher?.stop();
    await proxy.close();
  });

  test('keeps what is refused in a folder, and the sender gets the reason by mail', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    const { prisma } = base.ctx.db;
    await prisma.account.update({ where: { id: carl.id }, data: { addressProvedAt: new Date() } });
    await dovecot.put(user, mailOf(to, '> only quoted'));
    await dovecot.put(user, mailOf(`letter-nobody@${DOMAIN}`, 'To an old address.'));
    await dovecot.put(user, mailOf(to, `Much.\n${'All work and no play.\n'.repeat(180_000)}`));
    await dovecot.put(user, mailOf(to, '> too many answers'));
    const stranger = { from: 'spam@elsewhere.test' };
    await dovecot.put(user, mailOf(`letter-nobody@${DOMAIN}`, 'Buy now!', stranger));
    const headers = ['Auto-Submitted: auto-replied'];
    await dovecot.put(user, mailOf(`letter-nobody@${DOMAIN}`, 'I am on vacation.', { headers }));
    fetch();
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Refused')).toHaveLength(6), WAIT);
    const answers = await refusals();
    expect(answers).toHaveLength(REFUSALS_A_DAY.toAddress);
    expect(new Set(answers.map(({ to }) => to))).toEqual(new Set([carl.email]));
    expect(JSON.stringify(answers)).toMatch(/only the quoted letter.*no longer valid.*too large/s);
    // Mail is copied to the folder first, and then removed.
    await vi.waitFor(async () => expect(await inFolder()).toEqual([]), WAIT);
    expect(await replies()).toEqual([]);
  });

  test('does not let automatic mail have an effect or an answer', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    await dovecot.put(user, mailOf(to, 'On vacation.', { headers: ['Auto-Submitted: auto-replied'] }));
    await dovecot.put(user, mailOf(to, 'Undeliverable.').replace(/^Return-Path: .*/, 'Return-Path: <>'));
    fetch();
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(2), WAIT);
    expect(await replies()).toEqual([]);
    expect(await refusals()).toEqual([]);
  });

  test('has a mail that the server may have taken before it died: the sender is told so', async () => {
    const address = `${await newReplyAddress()}@${DOMAIN}`;
    const messageId = '<interrupted@elsewhere.test>';
    const recipient = findRecipient(address, { domain: DOMAIN });
    if (recipient === null) throw new Error('It is no address of ours.');
    const mail = mailOf(address, 'Perhaps.', { id: messageId });
    const raw = Buffer.from(mail.replaceAll('\n', '\r\n'));
    const id = mailId(recipient, { messageId, subject: 'Re: a letter' }, raw);
    await base.ctx.db.prisma.takenMail.create({ data: { id, state: 'acting', at: new Date() } });
    await dovecot.put(user, mail);
    fetch();
    await vi.waitFor(async () => expect(await refusals()).toHaveLength(1), WAIT);
    expect(JSON.stringify(await refusals())).toContain('cannot tell how far it came');
    expect(await replies()).toEqual([]);
  });

  test('is read by one process at a time', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    fetch({ pause: { first: 100, longest: 100 } });
    const other = startMailFetcher({
      ...{ ctx: base.ctx, url: dovecot.url(user), from: SENDER, pause: { first: 100, longest: 100 } },
    });
    for (const text of ['One.', 'Two.', 'Three.']) await dovecot.put(user, mailOf(to, text));
    await vi.waitFor(async () => expect(await inFolder('Whistlestop/Taken')).toHaveLength(3), WAIT);
    expect((await replies()).sort()).toEqual(['One.', 'Three.', 'Two.']);
    await other.stop();
  });

  test('is read again after the mail server was away, which the operator is told meanwhile', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    fetch({ pause: { first: 100, longest: 200 } });
    const check = mailInCheck(fetcher as MailFetcher);
    await dovecot.put(user, mailOf(to, 'Before.'));
    await vi.waitFor(async () => expect(await replies()).toEqual(['Before.']), WAIT);
    expect((await check.run()).level).toBe('ok');
    await dovecot.stop();
    await vi.waitFor(async () => {
      expect(await check.run()).toMatchObject({
        level: 'warning',
        message: expect.stringContaining('MAIL_IN_URL'),
      });
    }, WAIT);
    await dovecot.put(user, mailOf(to, 'Meanwhile.'));
    await dovecot.start();
    await vi.waitFor(async () => expect(await replies()).toEqual(['Before.', 'Meanwhile.']), WAIT);
    await vi.waitFor(async () => expect((await check.run()).level).toBe('ok'), WAIT);
  }, 120_000);

  test('is read on after a mail of a stranger whose header is larger than any answer may be', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    const headers = [
      `To: ${'x'.repeat(90)}@elsewhere.test`,
      `Cc: ${'stranger@elsewhere.test,\n '.repeat(380_000)}x@y.test`,
    ];
    await dovecot.put(user, mailOf(to, 'Too much.', { headers, from: 'eve@evil.test' }));
    await dovecot.put(user, mailOf(to, 'Yes.'));
    fetch({ pause: { first: 50, longest: 50 } });
    await vi.waitFor(async () => expect(await replies()).toEqual(['Yes.']), WAIT);
    expect(fetcher?.failure()).toBeNull();
  });

  test('is read on after a mail to one of our addresses whose headers are too long, which the operator is told', async () => {
    const address = `${await newReplyAddress()}@${DOMAIN}`;
    const many = 'someone@elsewhere.test,\n '.repeat(400);
    await dovecot.put(user, mailOf(`${many}someone@elsewhere.test`, 'None of our business.'));
    fetch();
    const check = mailInCheck(fetcher as unknown as MailFetcher);
    await dovecot.put(user, mailOf(address, 'Yes.'));
    await vi.waitFor(async () => expect(await replies()).toEqual(['Yes.']), WAIT);
    expect(await check.run()).toMatchObject({ level: 'ok' });
    await dovecot.put(user, mailOf(`${many}${address}`, 'Never read.'));
    await vi.waitFor(async () => expect((await check.run()).level).toBe('warning'), WAIT);
    expect((await check.run()).message).toContain('1 e-mail to its addresses was passed over');
    base.setNow(new Date(base.ctx.now().getTime() + 86_400_001));
    expect(await check.run()).toMatchObject({ level: 'ok' });
    expect(await replies()).toEqual(['Yes.']);
  });

  test('gives up two mails to one address in their order, also if the first one fails at first', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    const { pool } = base.ctx.db;
    await pool.query('create sequence failures');
    // A sequence is not set back when the transaction is.
    await pool.query(`create function fail_twice() returns trigger language plpgsql as $$ begin
      if new.text = 'First.' and nextval('failures') <= 2 then raise 'not yet'; end if; return new; end $$`);
    await pool.query(
      'create trigger fail_twice before insert on "Letter" for each row execute function fail_twice()',
    );
    await dovecot.put(user, mailOf(to, 'First.'));
    await dovecot.put(user, mailOf(to, 'Second.'));
    fetch({ interval: 100 });
    await vi.waitFor(async () => expect(await replies()).toHaveLength(2), WAIT);
    await pool.query('drop function fail_twice cascade');
    const byId = await base.ctx.db.prisma.letter.findMany({ where: { via: 'mail' }, orderBy: { id: 'asc' } });
    expect(byId.map(({ text }) => text)).toEqual(['First.', 'Second.']);
    expect((await pool.query<{ value: string }>('select last_value as value from failures')).rows).toEqual([
      { value: '3' },
    ]);
  });

  test('is read on after a mail with which the connection breaks, which the operator is told', async () => {
    const to = `${await newReplyAddress()}@${DOMAIN}`;
    await dovecot.put(user, mailOf(to, 'Never to be had.'));
    await dovecot.put(user, mailOf(to, 'Yes.'));
    const url = new URL(dovecot.url(user));
    const proxy = await watchedProxy(Number(url.port), (commands) => !commands.includes('UID FETCH 1 '));
    url.port = String(proxy.port);
    let ahead = 0;
    const uptime = () => performance.now() + ahead;
    fetch({ url: url.href, pause: { first: 10, longest: 10 }, uptime });
    await vi.waitFor(() => expect(fetcher?.failure()).not.toBeNull(), WAIT);
    ahead += 600_000;
    await vi.waitFor(async () => expect(await replies()).toEqual(['Yes.']), WAIT);
    await vi.waitFor(() => expect(fetcher?.failure()).toBeNull(), WAIT);
    const check = mailInCheck(fetcher as MailFetcher);
    expect(await check.run()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('1 e-mail, which is passed over'),
    });
    await fetcher?.stop();
    // It is tried again after the next start.
    const positions = await base.ctx.db.prisma.mailboxPosition.findMany();
    expect(positions.map(({ next }) => next)).toContain(1n);
    await proxy.close();
  });

  test('loses no mail and has none twice if the server is killed after any statement', async () => {
    const { url } = base.ctx.db;
    for (const last of shortOrAll(60, 8)) {
      const own = `killed${last}`;
      const to = `${await newReplyAddress()}@${DOMAIN}`;
      await dovecot.put(own, mailOf(to, `After statement ${last}.`));
      const args = [...dying.args, url, dovecot.url(own), DOMAIN, String(last)];
      const { signal } = spawnSync(process.execPath, args, { timeout: 30_000 });
      expect(signal).toBe('SIGKILL');
      user = own;
      fetch({ pause: { first: 100, longest: 100 } });
      await vi.waitFor(async () => expect(await inFolder()).toEqual([]), WAIT);
      await fetcher?.stop();
      const arrived = (await replies()).filter((text) => text === `After statement ${last}.`).length;
      const told = (await refusals()).length;
      expect([arrived, told], `killed after ${last}`).toSatisfy(([a, t]) => a === 1 || (a === 0 && t > 0));
      await base.ctx.db.prisma.delivery.deleteMany({ where: { kind: 'refusal' } });
    }
  }, 600_000);

  test('that cannot be opened is named with the setting, never with the password', async () => {
    const quick = { pause: { first: 50, longest: 50 } };
    fetch({ url: dovecot.url(user).replace(':secret@', ':wr0ng-pass@'), ...quick });
    await vi.waitFor(
      () => expect(fetcher?.failure()?.reason).toMatch(/refuses the user name.*MAIL_IN_URL/),
      WAIT,
    );
    expect(fetcher?.failure()?.reason).not.toContain('wr0ng-pass');
    await fetcher?.stop();
    fetch({ url: dovecot.url(user, 'No such folder'), ...quick });
    await vi.waitFor(() => expect(fetcher?.failure()?.reason).toContain('No such folder'), WAIT);
    await fetcher?.stop();
    fetch({ url: 'imap://games:secret@127.0.0.1:1/INBOX', ...quick });
    await vi.waitFor(() => expect(fetcher?.failure()?.reason).toMatch(/No mail server listens at 127/), WAIT);
  });
});

/** A proxy on loopback that cuts a connection on which the client says what may not pass. */
async function watchedProxy(
  target: number,
  mayPass: (commands: string) => boolean,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1');
    near.on('data', (data) => (mayPass(data.toString('latin1')) ? far.write(data) : near.destroy()));
    far.on('data', (data) => near.write(data));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
