import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { type SheetTarget, sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { rememberHeldBackMail } from '../../../src/mail/fetching/held-back-mail.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { createMailShares } from '../../../src/mail/fetching/mail-shares.ts';
import { parseIsolated } from '../../../src/mail/inbound/parse-isolated.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* One account must not use up the time in which the mail of everyone is fetched. */

const DOMAIN = 'mail.whistlestop.test';
/** Text that makes a mail large, and too long to be a sheet. */
const LONG = `${'x'.repeat(76)}\n`.repeat(1_750);
const WAIT = { timeout: 60_000, interval: 100 };

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('someone who sends large mails to many addresses', () => {
  let dovecot: Dovecot;
  let base: TestContext;
  let game: TestGame;
  let [ann, carl]: Account[] = [];
  let fetcher: MailFetcher | null = null;
  let serial = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
    base = await testContext();
    base.ctx.inbound = { domain: DOMAIN };
    base.setNow(new Date());
    game = await runningGame(base.ctx, { humans: 6, opponents: 2 });
    [ann, carl] = game.players;
  });
  afterEach(async () => {
    await fetcher?.stop();
  });
  afterAll(async () => {
    await base?.close();
    await dovecot?.close();
  });

  async function addressOf(account: Account | undefined, target: SheetTarget): Promise<string> {
    const seat = game.game.seats.find(({ accountId }) => accountId === account?.id);
    if (account === undefined || seat === undefined) throw new Error('They have no seat.');
    const about = { game: game.game, seat, turn: game.game.turn, attempt: 1, target, account };
    return `${await sheetAddress(base.ctx, about)}@${DOMAIN}`;
  }

  async function put(from: Account | undefined, to: readonly string[], subject: string, text: string) {
    serial += 1;
    const header = [`Return-Path: <${from?.email}>`, `From: <${from?.email}>`, `To: ${to.join(', ')}`];
    const mail = [...header, `Message-ID: <${serial}@elsewhere.test>`, `Subject: ${subject}`, '', text];
    await dovecot.put('games', mail.join('\n'));
  }

  const answersTo = (account: Account | undefined) =>
    base.ctx.db.prisma.delivery.count({ where: { accountId: account?.id ?? 0, kind: 'answer' } });

  test('keeps others waiting for a moment only, and all of the mail is taken in the end', {
    timeout: 150_000,
  }, async () => {
    const targets = [2, 3, 4, 5, 6, 7, 8, 9].map((turn) => ({ kind: 'advance' as const, turn }));
    const own = await Promise.all(targets.map((target) => addressOf(carl, target)));
    const open = await addressOf(carl, { kind: 'open' });
    const at = (i: number) => [0, 1, 2, 3, 4].map((k) => own[(i + k) % own.length] ?? '');
    for (let i = 0; i < 8; i += 1) await put(carl, at(i), 'x', LONG);
    // Earlier mail to the addresses of the first one is held back, and none to that of the second one.
    await put(carl, own, 'help', 'help');
    await put(carl, [open], 'help', 'help');
    await put(ann, [await addressOf(ann, { kind: 'open' })], 'help', 'help');
    const now = base.ctx.now().getTime();
    const inbox = () => dovecot.mails('games');
    const fetch = () =>
      startMailFetcher({ ctx: base.ctx, url: dovecot.url('games'), from: 'W <w@x.test>', interval: 100 });
    fetcher = fetch();
    await vi.waitFor(async () => expect(await answersTo(ann)).toBe(1), WAIT);
    expect((await inbox()).length).toBeGreaterThanOrEqual(8);
    await vi.waitFor(async () => expect(await answersTo(carl)).toBe(1), WAIT);
    // All of the large mails have an address in common.
    await vi.waitFor(async () => expect(await inbox()).toHaveLength(8), WAIT);
    for (let minute = 1; (await inbox()).length > 0 && minute < 15; minute += 1) {
      const before = (await inbox()).length;
      base.setNow(new Date(now + minute * 60_000));
      await vi.waitFor(async () => expect((await inbox()).length).toBeLessThan(before), WAIT);
    }
    expect(await inbox()).toEqual([]);
    expect(await dovecot.mails('games', 'Whistlestop/Refused')).toHaveLength(8);
    expect(await dovecot.mails('games', 'Whistlestop/Taken')).toHaveLength(3);
  });

  test('keeps no one waiting with mail to invented addresses either, and all of it is refused in the end', {
    timeout: 150_000,
  }, async () => {
    const folder = async (name: string) => (await dovecot.mails('games', `Whistlestop/${name}`)).length;
    const refused = await folder('Refused');
    const answers = await answersTo(ann);
    const real = await addressOf(ann, { kind: 'open' });
    const invented = (i: number) => real.replace(/[0-9a-f]{24}(?=@)/, i.toString(16).padStart(24, '0'));
    const stranger = { email: 'stranger@elsewhere.test' } as Account;
    for (let i = 0; i < 75; i += 1) await put(stranger, [invented(i)], 'x', 'x');
    await put(ann, [real], 'help', 'help');
    const now = base.ctx.now().getTime() + 60_000;
    base.setNow(new Date(now));
    const { ctx } = base;
    fetcher = startMailFetcher({ ctx, url: dovecot.url('games'), from: 'W <w@x.test>', interval: 100 });
    await vi.waitFor(async () => expect(await answersTo(ann)).toBe(answers + 1), WAIT);
    expect((await dovecot.mails('games')).length).toBeGreaterThanOrEqual(15);
    const left = async () => (await dovecot.mails('games')).length;
    // A minute begins with the first mail that is taken in it, so mail may still be on its way when it is counted.
    for (let [minute, before] = [1, await left()]; before > 0 && minute < 10; minute += 1) {
      base.setNow(new Date(now + minute * 60_000));
      const goal = before;
      await vi.waitFor(async () => expect(await left()).toBeLessThan(goal), WAIT);
      before = await left();
    }
    await vi.waitFor(async () => expect(await dovecot.mails('games')).toEqual([]), WAIT);
    expect(await folder('Refused')).toBe(refused + 75);
  });

  test('keeps no one waiting with others who do the same either', { timeout: 150_000 }, async () => {
    const { pool } = base.ctx.db;
    const [, , ...slow] = game.players;
    const [first] = slow;
    await pool.query(`create function answer_slowly() returns trigger language plpgsql as $$ begin
      if new."accountId" in (${slow.map(({ id }) => id)}) then perform pg_sleep(4); end if; return new; end $$`);
    await pool.query(
      'create trigger answer_slowly before insert on "Delivery" for each row execute function answer_slowly()',
    );
    base.setNow(new Date(base.ctx.now().getTime() + 60_000));
    const answers = await answersTo(ann);
    for (const one of slow) await put(one, [await addressOf(one, { kind: 'open' })], 'help', 'help');
    await put(first, [await addressOf(first, { kind: 'advance', turn: 2 })], 'help', 'help');
    await put(ann, [await addressOf(ann, { kind: 'open' })], 'help', 'help');
    const { ctx } = base;
    fetcher = startMailFetcher({ ctx, url: dovecot.url('games'), from: 'W <w@x.test>', interval: 100 });
    await vi.waitFor(async () => expect(await answersTo(ann)).toBe(answers + 1), WAIT);
    expect(await Promise.all(slow.map(answersTo))).toEqual([1, 1, 1, 1]);
    // It waits for the next look only.
    await vi.waitFor(async () => expect(await answersTo(first)).toBe(2), WAIT);
    await pool.query('drop function answer_slowly cascade');
  });
});

describe('what is taken within a minute', () => {
  const setUp = () => {
    let now = 0;
    const shares = createMailShares(() => new Date(now));
    const nextMinute = () => {
      now += 60_000;
    };
    return { shares, nextMinute };
  };
  const claim = (address: string, account: number, isLarge = false) => ({
    ...{ addresses: [address], accounts: [account], isLarge },
  });

  test('is sixty mails or ten seconds for all mail to invented addresses', () => {
    const { shares, nextMinute } = setUp();
    const none = { addresses: [], accounts: [], isLarge: false };
    for (let i = 0; i < 60; i += 1) shares.count(none);
    expect(shares.mayTake({ ...none, isLarge: true })).toBe(false);
    expect(shares.mayTake(claim('a', 1))).toBe(true);
    nextMinute();
    expect(shares.mayTake(none)).toBe(true);
    shares.countTime(none, 10_000);
    expect(shares.mayTake(none)).toBe(false);
  });

  test('is ten mails to an address, and twenty to all addresses of an account', () => {
    const { shares, nextMinute } = setUp();
    for (let i = 0; i < 10; i += 1) shares.count(claim('a', 1));
    expect(shares.mayTake(claim('a', 1))).toBe(false);
    for (let i = 0; i < 10; i += 1) shares.count(claim(`b${i}`, 1));
    expect(shares.mayTake(claim('c', 1))).toBe(false);
    expect(shares.mayTake(claim('c', 2))).toBe(true);
    nextMinute();
    expect(shares.mayTake(claim('a', 1))).toBe(true);
  });

  test('is one large mail to an address, and two to an account, which has small ones besides', () => {
    const { shares } = setUp();
    shares.count(claim('a', 1, true));
    expect(shares.mayTake(claim('a', 1, true))).toBe(false);
    expect(shares.mayTake(claim('a', 1))).toBe(true);
    expect(shares.mayTake(claim('b', 1, true))).toBe(true);
    shares.count(claim('b', 1, true));
    expect(shares.mayTake(claim('c', 1, true))).toBe(false);
    expect(shares.mayTake(claim('c', 1))).toBe(true);
  });

  test('takes five seconds for an address, and ten for an account', () => {
    const { shares } = setUp();
    shares.countTime(claim('a', 1), 5_500);
    expect(shares.mayTake(claim('a', 1))).toBe(false);
    expect(shares.mayTake(claim('b', 1))).toBe(true);
    shares.countTime(claim('b', 1), 4_600);
    expect(shares.mayTake(claim('c', 1))).toBe(false);
    expect(shares.mayTake(claim('c', 2))).toBe(true);
  });

  test('leaves time for everyone in each look, however many accounts use up their shares', () => {
    const { shares } = setUp();
    const none = { addresses: [], accounts: [], isLarge: false };
    shares.beginLook();
    for (const account of [1, 2, 3]) {
      expect(shares.mayTake(claim(`a${account}`, account))).toBe(true);
      shares.countTime(claim(`a${account}`, account), 4_000);
    }
    expect(shares.mayTake(claim('b', 1))).toBe(true);
    shares.countTime(none, 4_000);
    expect([shares.mayTake(claim('b', 1)), shares.mayTake(claim('a2', 2)), shares.mayTake(none)]).toEqual([
      ...[false, false, false],
    ]);
    expect(shares.mayTake(claim('c', 4))).toBe(true);
    shares.countTime(claim('c', 4), 1_000);
    expect(shares.mayTake(claim('c', 4))).toBe(true);
    shares.beginLook();
    expect([shares.mayTake(claim('b', 1)), shares.mayTake(none)]).toEqual([true, true]);
  });

  test('is in the order in which it came to each address, also if the next minute begins meanwhile', () => {
    const { shares, nextMinute } = setUp();
    const heldBack = rememberHeldBackMail(shares.mayTake);
    const first = { uidValidity: 1n, uid: 1 };
    shares.count(claim('a', 1, true));
    heldBack.beginLook();
    expect(heldBack.holds(first, claim('a', 1, true))).toBe(true);
    nextMinute();
    expect(heldBack.holds({ uidValidity: 1n, uid: 2 }, claim('a', 1))).toBe(true);
    expect(heldBack.holds({ uidValidity: 1n, uid: 3 }, claim('b', 1))).toBe(false);
    heldBack.beginLook();
    expect(heldBack.isStill(first)).toBe(false);
  });
});

test('a large mail for several addresses is parsed once', async () => {
  const raw = Buffer.from(`From: <carl@elsewhere.test>\nMessage-ID: <1@x.test>\n\n${LONG}`);
  const read = await parseIsolated(raw, 'carl@elsewhere.test');
  expect(await parseIsolated(raw, 'carl@elsewhere.test')).toBe(read);
});
