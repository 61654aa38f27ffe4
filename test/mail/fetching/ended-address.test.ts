import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { giveUpSeat } from '../../../src/games/seats/give-up-seat.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';

/* Replies to earlier mail of a seat come from any address of its reader, also when they are no longer taken. */

const DOMAIN = 'mail.whistlestop.test';
const WAIT = { timeout: 30_000, interval: 50 };
const ALIAS = 'alias@elsewhere.test';
const NO_ONES = '0100018f-abc@bounces.test';

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

describe.skipIf(missing !== null)('orders to an address that has ended', () => {
  let dovecot: Dovecot;
  let own: TestContext;
  let game: TestGame;
  let ann: Account;
  let fetcher: MailFetcher;
  /** The address in the mail that Ann got. */
  let address: string;
  let refused = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
    own = await testContext();
    own.ctx.inbound = { domain: DOMAIN };
    own.setNow(new Date());
    fetcher = startMailFetcher({
      ctx: own.ctx,
      url: dovecot.url('games'),
      from: 'W <w@x.test>',
      interval: 100,
    });
  });
  afterAll(async () => {
    await fetcher?.stop();
    await own?.close();
    await dovecot?.close();
  });

  beforeEach(async () => {
    game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const { prisma } = own.ctx.db;
    await prisma.delivery.updateMany({ data: { status: 'sent', sentAt: own.ctx.now(), nextAttempt: null } });
    await prisma.delivery.deleteMany({ where: { kind: 'refusal' } });
    const where = { id: game.players[0]?.id as number };
    ann = await prisma.account.update({ where, data: { addressProvedAt: own.ctx.now() } });
    const about = { game: game.game, seat: seatOfAnn(), turn: 1, attempt: 1, account: ann };
    address = `${await sheetAddress(own.ctx, { ...about, target: { kind: 'open' } })}@${DOMAIN}`;
  });

  const seatOfAnn = () => game.game.seats[0] as TestGame['game']['seats'][number];
  const asGm = () => ({ gameId: game.game.id, by: game.gm.id, turn: 1, seatId: seatOfAnn().id });
  const guess = () => address.replace(/-[^-]*@/, '-00000000000000000000aaaa@');

  /** Sends a sheet, and returns who got an answer, and which, once it is refused. */
  async function refusalOf(mail: {
    to?: string;
    from?: string;
    returnPath?: string;
  }): Promise<[string, string][]> {
    const { to = address, from = ALIAS, returnPath = from } = mail;
    const { prisma } = own.ctx.db;
    await prisma.delivery.deleteMany({ where: { kind: 'refusal' } });
    const headers = [`Return-Path: <${returnPath}>`, `From: <${from}>`, `To: ${to}`, 'Subject: Re: turn 1'];
    const id = `Message-ID: <${Math.random()}@elsewhere.test>`;
    await dovecot.put('games', [...headers, id, '', 'Fundraising trips: CA'].join('\n'));
    refused += 1;
    const folder = () => dovecot.mails('games', 'Whistlestop/Refused').catch(() => []);
    await vi.waitFor(async () => expect(await folder()).toHaveLength(refused), WAIT);
    expect(await prisma.sheet.count({ where: { seatId: seatOfAnn().id, sentById: ann.id } })).toBe(0);
    const told = await prisma.delivery.findMany({ where: { kind: 'refusal' } });
    return told.map(({ toAddress, detail }) => [toAddress, (detail.messages as string[]).join()]);
  }

  const isEnded = expect.stringContaining(
    'your account has another e-mail address now or you no longer have',
  );
  const isUnknown = expect.stringContaining('does not exist or is no longer valid');

  test('because the player has another one are answered, whatever address they come from', async () => {
    granted(await correctEmail(own.ctx, ann.id, `new.${ann.email}`));
    expect(await refusalOf({ from: ann.email.toUpperCase() })).toEqual([[ann.email, isEnded]]);
    expect(await refusalOf({})).toEqual([[ALIAS, isEnded]]);
  });

  test('are known by the sender if the former address is stored nowhere', async () => {
    granted(await correctEmail(own.ctx, ann.id, `new.${ann.email}`));
    await own.ctx.db.prisma.delivery.updateMany({
      where: { toAddress: ann.email },
      data: { toAddress: 'x@erased.test' },
    });
    expect(await refusalOf({ from: ann.email, returnPath: NO_ONES })).toEqual([[NO_ONES, isEnded]]);
    expect(await refusalOf({})).toEqual([]);
    expect(await refusalOf({ from: `new.${ann.email}`, returnPath: NO_ONES })).toEqual([
      [`new.${ann.email}`, isUnknown],
    ]);
  });

  test('because the computer plays the seat are answered', async () => {
    granted(await handSeatToComputer(own.ctx, asGm()));
    expect(await refusalOf({})).toEqual([[ALIAS, isEnded]]);
    expect(await refusalOf({ from: ann.email, returnPath: NO_ONES })).toEqual([[ann.email, isEnded]]);
  });

  test('because the player has given up the seat, or another has it, are answered, for the former player', async () => {
    granted(await giveUpSeat(own.ctx, { gameId: game.game.id, seatId: seatOfAnn().id, by: ann.id }));
    expect(await refusalOf({})).toEqual([[ALIAS, isEnded]]);
    granted(await replacePlayer(own.ctx, { ...asGm(), name: 'Zoe Zahn', email: 'zoe@players.test' }));
    expect(await refusalOf({})).toEqual([[ALIAS, isEnded]]);
    const [told] = await own.ctx.db.prisma.delivery.findMany({ where: { kind: 'refusal' } });
    expect(told?.detail.accountId).toBe(ann.id);
  });

  test('because the GM has corrected the address of the player are answered', async () => {
    await own.ctx.db.prisma.account.update({ where: { id: ann.id }, data: { addressProvedAt: null } });
    granted(await correctAddress(own.ctx, { ...asGm(), email: 'right@players.test' }));
    expect(await refusalOf({})).toEqual([[ALIAS, isEnded]]);
  });

  test('are not answered to strangers who guess addresses', async () => {
    granted(await handSeatToComputer(own.ctx, asGm()));
    expect(await refusalOf({ to: guess() })).toEqual([]);
    expect(await refusalOf({ to: guess(), from: ann.email })).toEqual([[ann.email, isUnknown]]);
  });
});
