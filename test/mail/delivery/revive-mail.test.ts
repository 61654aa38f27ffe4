import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInvitationLink } from '../../../src/accounts/sign-in-links.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Delivery, Prisma, Seat } from '../../../src/database/generated/client.ts';
import { type DeliveryDraft, enqueueDelivery } from '../../../src/database/outbox.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { answerByMail, writeLetter } from '../../../src/games/letters/write-letter.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { startRelayWatch } from '../../../src/mail/delivery/relay-watch.ts';
import { resend } from '../../../src/mail/delivery/resend.ts';
import { reviveMail } from '../../../src/mail/delivery/revive-mail.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** Mail that failed because the clock was ahead by weeks while the mail server was away, once the clock is right again. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let base: TestContext;
/** The context of a server that receives mail. */
let ctx: AppContext;
let server: MailServer;
let there: Transport;
let away: Transport;
let play: TestGame;
let ann: Account;
let carl: Account;

beforeAll(async () => {
  base = await testContext();
  ctx = { ...base.ctx, inbound: { domain: 'mail.whistlestop.test' } };
});
afterAll(() => base.close());
beforeEach(async () => {
  base.setNow(testNow);
  await ctx.db.prisma.delivery.deleteMany();
  server = await startMailServer();
  there = openTransport({ url: server.url });
  // No one listens there.
  away = openTransport({ url: 'smtp://127.0.0.1:1' });
  play = await runningGame(ctx, { humans: 2, opponents: 2 });
  [ann, carl] = play.players as [Account, Account];
});
afterEach(async () => {
  there.close();
  away.close();
  await server.close();
});

const send = (mail: Delivery) => attemptDelivery(deliverDeps(ctx, there), mail.id);
const rowOf = ({ id }: Delivery) => ctx.db.prisma.delivery.findUniqueOrThrow({ where: { id } });
const find = (where: Prisma.DeliveryWhereInput) => ctx.db.prisma.delivery.findFirstOrThrow({ where });
const printoutOf = (account: Account) => find({ kind: 'printout', accountId: account.id });
const write = (draft: DeliveryDraft) => ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, ctx));
const hasJob = async ({ id }: Delivery) => {
  const jobs = 'select from graphile_worker.jobs where key = $1';
  return (await ctx.db.pool.query(jobs, [`deliver:${id}`])).rowCount === 1;
};
const copyOf = async (mail: Delivery) => granted(await resend(ctx, mail.id, play.gm.id));

/** Tries a mail while the mail server is away and the clock is ahead by so many days. The clock is right afterward. */
async function failAhead(mail: Delivery, days = 20): Promise<void> {
  base.setNow(new Date(testNow.getTime() + days * DAY));
  expect(await attemptDelivery(deliverDeps(ctx, away), mail.id)).toBe('failed');
  base.setNow(testNow);
}

/** Looks for such mail an hour after it failed, as the server does. */
async function lookAnHourLater(): Promise<number> {
  base.setNow(new Date(testNow.getTime() + HOUR));
  return await reviveMail(ctx);
}

describe('of the mail that failed because the mail server could not be reached in time', () => {
  test('only what is not old is tried again, and it is due at once', async () => {
    const detail = { subject: 'A new date', paragraphs: ['The due date was moved.'] };
    const [young, old] = [await printoutOf(ann), await printoutOf(carl)];
    const given = await write({ kind: 'notice', account: ann, gameId: play.game.id, detail });
    for (const mail of [young, old, given]) await failAhead(mail);
    const createdAt = new Date(testNow.getTime() - 15 * DAY);
    await ctx.db.prisma.delivery.update({ where: { id: old.id }, data: { createdAt } });
    await ctx.db.prisma.delivery.update({ where: { id: given.id }, data: { lastError: 'Canceled.' } });
    expect(await lookAnHourLater()).toBe(1);
    expect(await rowOf(young)).toMatchObject({ status: 'retrying', attempts: 0, nextAttempt: ctx.now() });
    expect(await hasJob(young)).toBe(true);
    expect([(await rowOf(old)).status, (await rowOf(given)).status]).toEqual(['failed', 'failed']);
  });

  test('none is tried again while the clock is behind, when all mail seems to be from the future', async () => {
    await failAhead(await printoutOf(ann));
    base.setNow(new Date(testNow.getTime() - 200 * DAY));
    expect(await reviveMail(ctx)).toBe(0);
  });

  test('none is tried again when Whistlestop starts, because the clock may not have been set yet', async () => {
    const failed = await printoutOf(ann);
    await failAhead(failed);
    const watch = startRelayWatch({ ctx, transport: away, interval: 50, idleInterval: 2_000 });
    try {
      // The mail server is asked at the end of the first look.
      await expect.poll(() => watch.lastAnswer(), { timeout: 15_000, interval: 20 }).not.toBeNull();
      expect((await rowOf(failed)).status).toBe('failed');
      await expect
        .poll(async () => (await rowOf(failed)).status, { timeout: 15_000, interval: 50 })
        .toBe('retrying');
    } finally {
      await watch.stop();
    }
  });
});

describe('mail that was sent again meanwhile', () => {
  test('is not sent a second time', async () => {
    const printout = await printoutOf(ann);
    await failAhead(printout);
    base.setNow(new Date(testNow.getTime() + HOUR / 2));
    const copy = await copyOf(printout);
    expect(await send(copy)).toBe('sent');
    expect(await lookAnHourLater()).toBe(0);
    expect((await rowOf(printout)).status).toBe('failed');
    expect(await send(printout)).toBe('gone');
    expect(server.taken).toHaveLength(1);
  });

  test('is not sent a second time to a new address either', async () => {
    const printout = await printoutOf(ann);
    await failAhead(printout);
    await copyOf(printout);
    const email = `new.${ann.email}`;
    await ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email } });
    expect(await lookAnHourLater()).toBe(0);
  });

  test('is not sent a second time if it was written while the clock was ahead, also when that date has come', async () => {
    const far = new Date(testNow.getTime() + 5 * DAY);
    base.setNow(far);
    const detail = { subject: 'A new date', paragraphs: ['The due date was moved.'] };
    const notice = await write({ kind: 'notice', account: ann, gameId: play.game.id, detail });
    await failAhead(notice);
    await copyOf(notice);
    expect(await lookAnHourLater()).toBe(0);
    base.setNow(new Date(far.getTime() + DAY));
    expect(await reviveMail(ctx)).toBe(0);
    expect((await rowOf(notice)).status).toBe('failed');
  });

  test('is sent once if the copy failed for the same reason', async () => {
    const printout = await printoutOf(ann);
    await failAhead(printout);
    base.setNow(new Date(testNow.getTime() + 1));
    const copy = await copyOf(printout);
    await failAhead(copy, 21);
    expect(await lookAnHourLater()).toBe(1);
    expect(await reviveMail(ctx)).toBe(0);
    expect((await rowOf(printout)).status).toBe('failed');
    expect(await send(copy)).toBe('sent');
  });

  test('does not keep the same mail to others from being sent', async () => {
    const [toAnn, toCarl] = [await printoutOf(ann), await printoutOf(carl)];
    await failAhead(toAnn);
    await failAhead(toCarl);
    await copyOf(toAnn);
    expect(await lookAnHourLater()).toBe(1);
    expect(await send(toCarl)).toBe('sent');
  });
});

describe('an invitation', () => {
  const seatData = (data: Prisma.SeatUpdateInput) =>
    ctx.db.prisma.seat.update({ where: { id: (play.seats[0] as Seat).id }, data });
  const invitation = () => find({ kind: 'invitation', accountId: ann.id });

  test('gets a new link that works', async () => {
    await seatData({ acceptedAt: null });
    const mail = await invitation();
    await failAhead(mail);
    expect(await lookAnHourLater()).toBe(1);
    expect(await send(mail)).toBe('sent');
    const token = /\/invitation\/EY-\d+\/([\w-]+)/.exec(server.taken[0]?.text ?? '')?.[1] ?? '';
    expect((await readInvitationLink(ctx, token))?.id).toBe(ann.id);
  });

  test('stays failed if its seat has been accepted or given to someone else, or the address was changed', async () => {
    const mail = await invitation();
    await failAhead(mail);
    expect(await lookAnHourLater()).toBe(0);
    await seatData({ acceptedAt: null, account: { disconnect: true } });
    expect(await reviveMail(ctx)).toBe(0);
    await seatData({ account: { connect: { id: ann.id } } });
    const email = `new.${ann.email}`;
    await ctx.db.prisma.account.update({ where: { id: ann.id }, data: { email } });
    expect(await reviveMail(ctx)).toBe(0);
    expect((await rowOf(mail)).status).toBe('failed');
  });
});

test('a letter gets a new address for replies', async () => {
  const of = { gameId: play.game.id, by: play.gm.id };
  granted(await setLettersPolicy(ctx, { ...of, letters: 'open', lettersBefore: null }));
  const to = [(play.seats[1] as Seat).id];
  const words = { text: 'Meet me in Ohio.', via: 'web' as const };
  granted(await writeLetter(ctx, { gameId: play.game.id, by: ann.id, to, ...words }));
  const letter = await find({ kind: 'letter', accountId: carl.id });
  await failAhead(letter);
  expect(await lookAnHourLater()).toBe(1);
  expect(await send(letter)).toBe('sent');
  const address = server.taken[0]?.replyTo?.[0]?.address ?? '';
  const token = /^letter-([^@]+)@/.exec(address)?.[1] ?? '';
  granted(await answerByMail(ctx, { token, from: carl.email, text: 'Agreed.' }));
});

describe('words that are stored only with the mail', () => {
  const detail = { subject: 'A new date', paragraphs: ['The due date was moved to Friday.'] };

  test('are sent if they are kept', async () => {
    const about = { account: ann, gameId: play.game.id, detail };
    const mails = [await write({ kind: 'notice', ...about }), await write({ kind: 'answer', ...about })];
    for (const mail of mails) await failAhead(mail);
    expect(await lookAnHourLater()).toBe(2);
    for (const mail of mails) expect(await send(mail)).toBe('sent');
    expect(server.taken.map(({ text }) => text?.includes('moved to Friday'))).toEqual([true, true]);
  });

  test('and have been erased are not missing in a mail: it stays failed', async () => {
    const failed = { status: 'failed', obstacle: 'relay', nextAttempt: null, attempts: 1 } as const;
    const lastError = 'The mail server could not be reached in time. ECONNREFUSED';
    const erased: Delivery[] = [];
    for (const kind of ['answer', 'digest', 'signInLink', 'confirmation', 'refusal'] as const)
      erased.push(await write({ kind, account: ann }));
    const where = { id: { in: erased.map(({ id }) => id) } };
    await ctx.db.prisma.delivery.updateMany({ where, data: { ...failed, lastError, detail: {} } });
    expect(await reviveMail(ctx)).toBe(0);
    for (const mail of erased) expect((await rowOf(mail)).status).toBe('failed');
  });
});
