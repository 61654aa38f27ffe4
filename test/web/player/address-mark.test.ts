import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HELD_BY_MARK } from '../../../src/accounts/address-marks.ts';
import { issueSignInLink, redeemSignInLink } from '../../../src/accounts/sign-in-links.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Account, Delivery } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { bounceHandler } from '../../../src/mail/inbound/bounce-handler.ts';
import { bounceAddress } from '../../../src/mail/outbound/bounce-address.ts';
import { endOldMarks } from '../../../src/operations/retention/end-old-marks.ts';
import { formingGame, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { answerRequests } from '../../helpers/requested-mail.ts';
import { useWeb } from '../use-web.ts';
import { signedIn, type Visitor } from '../visitor.ts';

/* An address whose mail comes back is marked, until its owner proves it again or changes it. */

const { own, app } = useWeb();
const DAY = 86_400_000;
const NOTICE = 'Mail to you comes back';
const TO_GM = 'Mail to this player comes back';
let play: TestGame;
let ann: Account;
let page: Visitor;
let gm: Visitor;

beforeAll(async () => {
  own.ctx.inbound = { domain: 'mail.whistlestop.test' };
});

beforeEach(async () => {
  own.setNow(testNow);
  await own.ctx.db.prisma.addressMark.deleteMany();
  play = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  ann = play.players[0] as Account;
  await own.ctx.db.prisma.seat.updateMany({ where: { accountId: ann.id }, data: { acceptedAt: testNow } });
  page = await signedIn(app, own.ctx, ann);
  gm = await signedIn(app, own.ctx, play.gm);
});

/** A mail of the game to the player that was sent. */
async function sentMail(): Promise<Delivery> {
  const detail = { subject: 'news', paragraphs: ['Something.'] };
  const seatId = play.seats[0]?.id as string;
  const draft = { kind: 'notice' as const, account: ann, gameId: play.game.id, seatId, detail };
  const { prisma } = own.ctx.db;
  const { id } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
  return await prisma.delivery.update({
    where: { id },
    data: { status: 'sent', sentAt: own.ctx.now(), nextAttempt: null },
  });
}

async function comesBack(status: string, mail?: Delivery): Promise<void> {
  const { id } = mail ?? (await sentMail());
  const key = (await bounceAddress(own.ctx, id)).slice('bounce-'.length);
  await bounceHandler.handleAutomatic?.(own.ctx, key, Buffer.from(bounceOf(status)));
}

function bounceOf(status: string): string {
  return [
    'From: MAILER-DAEMON@relay.test',
    'Subject: Returned',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; relay.test',
    '',
    'Action: failed',
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 <b>No such user</b>',
    '--b--',
    '',
  ].join('\r\n');
}

const isMarked = async () => (await page.get('/my/games')).body.includes(NOTICE);
const gmPage = async () => (await gm.get(`/gm/games/${gameNumber(play.game)}`)).body;
const mailsToGm = () =>
  own.ctx.db.prisma.delivery.count({
    where: { accountId: play.gm.id, detail: { path: ['subject'], string_contains: 'comes back' } },
  });

/** Mail comes back on two days, because someone to whom it was forwarded can forge bounces. */
async function comesBackForGood(): Promise<void> {
  await comesBack('5.1.1');
  own.setNow(new Date(own.ctx.now().getTime() + DAY));
  await comesBack('5.1.1');
}

describe('a permanent bounce', () => {
  test('of mail on two days marks the address on every page of its owner and for the GM, who is told once', async () => {
    expect(await isMarked()).toBe(false);
    expect(await gmPage()).not.toContain(TO_GM);
    await comesBackForGood();
    expect(await isMarked()).toBe(true);
    const account = (await page.get('/account')).body;
    expect(account).toContain('550 &lt;b&gt;No such user&lt;/b&gt;');
    expect(account).toContain(`Mail a link to ${ann.email}`);
    expect(await gmPage()).toContain(TO_GM);
    expect(await mailsToGm()).toBe(1);
  });

  test('of one mail, which a reader of that mail can forge, marks nothing, and no more than a week later', async () => {
    const mail = await sentMail();
    await comesBack('5.1.1', mail);
    await comesBack('5.1.1', mail);
    expect(await isMarked()).toBe(false);
    const late = await sentMail();
    own.setNow(new Date(testNow.getTime() + 7 * DAY + 1));
    await comesBack('5.1.1', late);
    page = await signedIn(app, own.ctx, ann);
    expect(await isMarked()).toBe(false);
    expect(await own.ctx.db.prisma.delivery.findUnique({ where: { id: late.id } })).toMatchObject({
      status: 'sent',
    });
  });

  test('of several mails on one day, which someone to whom they were forwarded can forge, marks nothing', async () => {
    for (let i = 0; i < 4; i += 1) await comesBack('5.1.1');
    expect(await isMarked()).toBe(false);
    own.setNow(new Date(testNow.getTime() + 31 * DAY));
    await comesBack('5.1.1');
    page = await signedIn(app, own.ctx, ann);
    expect(await isMarked()).toBe(false);
    own.setNow(new Date(testNow.getTime() + 32 * DAY));
    await comesBack('5.1.1');
    expect(await isMarked()).toBe(true);
  });

  test('marks the address if our own mail server has refused a mail to it', async () => {
    const { id } = await sentMail();
    const data = { status: 'failed' as const, obstacle: 'answer' as const, sentAt: null };
    await own.ctx.db.prisma.delivery.update({ where: { id }, data });
    await comesBack('5.1.1');
    expect(await isMarked()).toBe(true);
  });

  test('does not mark the address because mail was held while it was marked before', async () => {
    const { id } = await sentMail();
    const data = { status: 'failed' as const, obstacle: 'answer' as const, sentAt: null };
    const lastError = `${HELD_BY_MARK} Its reader can confirm it.`;
    await own.ctx.db.prisma.delivery.update({ where: { id }, data: { ...data, lastError } });
    await comesBack('5.1.1');
    expect(await isMarked()).toBe(false);
  });

  test('is forgotten when a mailed link is used, and an old bounce does not bring it back', async () => {
    const early = await sentMail();
    await comesBackForGood();
    await page.post('/account/confirm-address');
    await answerRequests(own.ctx);
    expect(await own.ctx.db.prisma.delivery.count({ where: { kind: 'signInLink', accountId: ann.id } })).toBe(
      1,
    );
    expect(await isMarked()).toBe(true);
    own.setNow(new Date(own.ctx.now().getTime() + 60_000));
    const token = await own.ctx.db.prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 10));
    expect((await redeemSignInLink(own.ctx, token))?.id).toBe(ann.id);
    expect(await isMarked()).toBe(false);
    expect(await gmPage()).not.toContain(TO_GM);
    await comesBack('5.1.1', early);
    expect(await isMarked()).toBe(false);
    await comesBackForGood();
    expect(await isMarked()).toBe(true);
  });

  test('is forgotten when the account gets another address', async () => {
    const old = await sentMail();
    await comesBackForGood();
    granted(await correctEmail(own.ctx, ann.id, `new.${ann.email}`));
    page = await signedIn(app, own.ctx, ann);
    expect(await isMarked()).toBe(false);
    await comesBack('5.1.1', old);
    expect(await isMarked()).toBe(false);
  });
});

describe('a passing bounce', () => {
  test('marks the address after three different days, and not after three in one day', async () => {
    for (let i = 0; i < 3; i += 1) await comesBack('5.2.2');
    expect(await isMarked()).toBe(false);
    own.setNow(new Date(testNow.getTime() + DAY));
    await comesBack('5.2.2');
    expect(await isMarked()).toBe(false);
    own.setNow(new Date(testNow.getTime() + 2 * DAY));
    await comesBack('5.2.2');
    expect(await isMarked()).toBe(true);
    expect(await mailsToGm()).toBe(1);
  });

  test.each([
    ['a filter against networks that send unwanted mail', '5.7.1'],
    ['a quota of our mail server', '5.4.5'],
    ['a network that is down', '4.4.1'],
    ['another system that takes no mail', '5.3.2'],
    ['a sender whose domain does not answer', '5.1.8'],
    ['a mail that is too long', '5.2.3'],
  ])('because of %s marks no address, on however many days', async (_, status) => {
    for (let day = 0; day < 5; day += 1) {
      own.setNow(new Date(testNow.getTime() + day * DAY));
      await comesBack(status);
    }
    expect(await isMarked()).toBe(false);
    const mark = await own.ctx.db.prisma.addressMark.findUnique({ where: { accountId: ann.id } });
    expect(mark?.days ?? 0).toBe(0);
  });

  test('because the mailbox is disabled or gets too much mail is one that may pass, and so is a missing domain', async () => {
    await comesBack('5.2.1');
    await comesBack('5.4.4');
    expect(await isMarked()).toBe(false);
    for (const day of [1, 2]) {
      own.setNow(new Date(testNow.getTime() + day * DAY));
      await comesBack(day === 1 ? '5.2.1' : '5.4.4');
    }
    expect(await isMarked()).toBe(true);
  });

  test('marks for two weeks if the reason may pass, and again at once if it has not', async () => {
    for (const day of [0, 1, 2]) {
      own.setNow(new Date(testNow.getTime() + day * DAY));
      await comesBack('5.2.2');
    }
    expect(await isMarked()).toBe(true);
    const { pool } = own.ctx.db;
    expect(await endOldMarks(pool, new Date(testNow.getTime() + 15 * DAY))).toBe(0);
    own.setNow(new Date(testNow.getTime() + 17 * DAY));
    expect(await endOldMarks(pool, own.ctx.now())).toBe(1);
    expect(await isMarked()).toBe(false);
    await comesBack('5.2.2');
    expect(await isMarked()).toBe(true);
  });

  test('marks for good if there is no such mailbox', async () => {
    await comesBackForGood();
    expect(await endOldMarks(own.ctx.db.pool, new Date(testNow.getTime() + 300 * DAY))).toBe(0);
    expect(await isMarked()).toBe(true);
  });

  test('counts anew after a month without one', async () => {
    for (const day of [0, 1, 40]) {
      own.setNow(new Date(testNow.getTime() + day * DAY));
      await comesBack('5.2.2');
    }
    page = await signedIn(app, own.ctx, ann);
    expect(await isMarked()).toBe(false);
  });
});

describe('a GM', () => {
  test('of another game learns nothing before mail of that game went to the address, or of an address not typed', async () => {
    const other = await formingGame(own.ctx, { humans: 1, opponents: 3 });
    const seat = other.seats[0] as TestGame['seats'][number];
    const { prisma } = own.ctx.db;
    await prisma.delivery.deleteMany({ where: { gameId: other.game.id } });
    await prisma.seat.update({
      where: { id: seat.id },
      data: { accountId: ann.id, acceptedAt: null, invitedAs: 'old.ann@players.test' },
    });
    await comesBackForGood();
    const theirs = await signedIn(app, own.ctx, other.gm);
    const shown = async () => (await theirs.get(`/gm/games/${gameNumber(other.game)}`)).body.includes(TO_GM);
    expect(await shown()).toBe(false);
    await prisma.$transaction((tx) =>
      enqueueDelivery(
        tx,
        { kind: 'invitation', account: ann, gameId: other.game.id, seatId: seat.id, detail: {} },
        own.ctx,
      ),
    );
    expect(await shown()).toBe(false);
    await prisma.seat.update({ where: { id: seat.id }, data: { acceptedAt: testNow } });
    expect(await shown()).toBe(true);
  });
});

test('mail about games is not tried at a marked address, but links are', async () => {
  await comesBackForGood();
  const server: MailServer = await startMailServer();
  const transport = openTransport({ url: server.url });
  const deps = {
    ctx: own.ctx,
    transport,
    from: 'Whistlestop <post@whistlestop.test>',
    publicUrl: 'https://whistlestop.test',
    renderPdf: () => Promise.reject(),
  };
  const { prisma } = own.ctx.db;
  const draft = { account: ann, gameId: play.game.id, seatId: play.seats[0]?.id as string };
  const news = { subject: 'news', paragraphs: ['Something.'] };
  const queue = (kind: 'notice' | 'signInLink', detail: Record<string, unknown>) =>
    prisma.$transaction((tx) =>
      enqueueDelivery(tx, { ...(kind === 'notice' ? draft : { account: ann }), kind, detail }, own.ctx),
    );
  const notice = await queue('notice', news);
  const token = await prisma.$transaction((tx) => issueSignInLink(tx, own.ctx, ann.id, 10));
  const link = await queue('signInLink', { token, minutes: 10 });
  expect(await attemptDelivery(deps, notice.id)).toBe('failed');
  expect(await attemptDelivery(deps, link.id)).toBe('sent');
  const { lastError } = await prisma.delivery.findUniqueOrThrow({ where: { id: notice.id } });
  expect(lastError).toContain('mail to this address comes back');
  await redeemSignInLink(own.ctx, token);
  const later = await queue('notice', news);
  expect(await attemptDelivery(deps, later.id)).toBe('sent');
  await transport.stop();
  await server.close();
});
