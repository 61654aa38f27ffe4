import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { rememberFailedSheets } from '../../../src/mail/fetching/failed-sheets.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { findRecipient } from '../../../src/mail/inbound/recipient.ts';
import { runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* Fetched mail that fails, and is tried again. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };
const HOUR = 3_600_000;

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('fetched mail that fails', () => {
  let base: TestContext;
  let dovecot: Dovecot;
  let play: TestGame;
  let fetcher: MailFetcher | null = null;
  let serial = 0;
  let signs: string[];

  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  beforeEach(async () => {
    base = await testContext();
    base.ctx.inbound = { domain: DOMAIN };
    base.setNow(new Date());
    play = await runningGame(base.ctx, { humans: 2, opponents: 2 });
    await base.ctx.db.prisma.account.updateMany({ data: { addressProvedAt: base.ctx.now() } });
    serial += 1;
    signs = [];
    const { pool } = base.ctx.db;
    // A sequence is not set back when the transaction is.
    await pool.query('create table trouble (); insert into trouble default values; create sequence failures');
    await pool.query(`create function fail() returns trigger language plpgsql as $$ begin
      if exists (select from trouble) and nextval('failures') > 0 then raise 'not now'; end if; return new; end $$`);
    await pool.query('create trigger fail before insert on "Sheet" for each row execute function fail()');
  });
  afterEach(async () => {
    await fetcher?.stop();
    await base?.close();
  });
  afterAll(() => dovecot?.close());

  const user = () => `games${serial}`;
  const sign = {
    begin: async () => {},
    complete: async () => void signs.push('complete'),
    progress: async () => void signs.push('progress'),
  };
  const endTrouble = () => base.ctx.db.pool.query('delete from trouble');
  const failures = async () => {
    const { rows } = await base.ctx.db.pool.query<{ count: number }>(
      'select case when is_called then last_value::int else 0 end as count from failures',
    );
    return rows[0]?.count ?? 0;
  };
  const untilFailures = (count: number) =>
    vi.waitFor(async () => expect(await failures()).toBeGreaterThanOrEqual(count), WAIT);
  const untilTaken = () =>
    vi.waitFor(async () => expect(await dovecot.mails(user(), 'Whistlestop/Taken')).toHaveLength(1), WAIT);
  const goAhead = (milliseconds: number) => base.setNow(new Date(base.ctx.now().getTime() + milliseconds));

  function fetch(): void {
    const { ctx } = base;
    fetcher = startMailFetcher({ ctx, url: dovecot.url(user()), from: 'W <w@x.test>', sign, interval: 50 });
  }

  async function put(local: string, text: string): Promise<void> {
    const [{ email } = { email: '' }] = play.players;
    const head = `Return-Path: <${email}>\nFrom: <${email}>\nTo: ${local}@${DOMAIN}`;
    await dovecot.put(user(), `${head}\nMessage-ID: <${Math.random()}@y.test>\n\n${text}\n`);
  }

  async function putSheet(): Promise<void> {
    const [account, seat] = [play.players[0] as Account, play.seats[0] as Seat];
    const about = { game: play.game, seat, turn: play.game.turn, attempt: 1, account };
    await put(await sheetAddress(base.ctx, { ...about, target: { kind: 'open' } }), 'Fundraising trips: NV');
  }

  test('is taken when the trouble is over, however often it was tried meanwhile', async () => {
    await putSheet();
    fetch();
    await untilFailures(8);
    // A minute has its share of mails, and no one may send more than 30 an hour.
    for (const count of [18, 28, 36]) {
      goAhead(HOUR / 60);
      await untilFailures(count);
    }
    // The time in which it is tried is not over.
    goAhead(3 * HOUR);
    await untilFailures(42);
    await endTrouble();
    goAhead(HOUR / 60);
    await untilTaken();
    const sheets = await base.ctx.db.prisma.sheet.findMany({ where: { seatId: play.seats[0]?.id ?? '' } });
    expect(sheets.map(({ outcome, raw }) => [outcome, raw])).toEqual([['standing', { fundraising: ['NV'] }]]);
    expect(await base.ctx.db.prisma.delivery.count({ where: { kind: 'refusal' } })).toBe(0);
  }, 60_000);

  test('is refused after four hours, so that its sender learns that it was not taken', async () => {
    await putSheet();
    fetch();
    await untilFailures(8);
    goAhead(4 * HOUR);
    const refused = () => dovecot.mails(user(), 'Whistlestop/Refused');
    await vi.waitFor(async () => expect(await refused()).toHaveLength(1), WAIT);
    const told = await base.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });
    expect(told.map(({ toAddress, detail }) => [toAddress, detail.messages])).toEqual([
      [play.players[0]?.email, [expect.stringContaining('could not read it')]],
    ]);
  }, 60_000);

  test('and is a sheet keeps the server from saying that all mail has been taken, until it is', async () => {
    fetch();
    await vi.waitFor(() => expect(signs).toContain('complete'), WAIT);
    await putSheet();
    await untilFailures(1);
    signs = [];
    // After ten attempts within a minute it is too much for its account, and waits.
    await untilFailures(10);
    const looks = signs.length;
    await vi.waitFor(() => expect(signs.length).toBeGreaterThan(looks + 5), WAIT);
    expect(new Set(signs)).toEqual(new Set(['progress']));
    await endTrouble();
    goAhead(HOUR / 60);
    await untilTaken();
    await vi.waitFor(() => expect(signs).toContain('complete'), WAIT);
  }, 60_000);
});

test('only a sheet that is still in the mailbox is one for which turns wait', () => {
  const recipientsOf = (...locals: string[]) =>
    locals.flatMap((local) => {
      const address = `${local}@${DOMAIN}`;
      const recipient = findRecipient(address, { domain: DOMAIN });
      return recipient === null ? [] : [{ ...recipient, address }];
    });
  const failed = rememberFailedSheets();
  const among = (...uids: number[]) => failed.areAmong({ uidValidity: 1n, uids });
  failed.add({ uidValidity: 1n, uid: 1 }, recipientsOf('letter-a', 'bounce-b'));
  expect(among(1, 2, 3)).toBe(false);
  failed.add({ uidValidity: 1n, uid: 2 }, recipientsOf('letter-a', 'sheet-b'));
  expect(among(1, 2, 3)).toBe(true);
  expect([among(1, 3), among(1, 2, 3)]).toEqual([false, false]);
  failed.add({ uidValidity: 1n, uid: 3 }, recipientsOf('sheet-b'));
  failed.clear({ uidValidity: 1n, uid: 3 });
  expect(among(1, 2, 3)).toBe(false);
});
