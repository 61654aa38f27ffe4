import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Prisma } from '../../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../../src/database/outbox.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { mailDigest, nextDigest } from '../../../src/games/notices/digest.ts';
import { setMuted } from '../../../src/games/notices/muted-games.ts';
import { type Notice, notifyGm, notifySeat } from '../../../src/games/notices/notices.ts';
import { tellGmsOfReturnedMail } from '../../../src/games/notices/returned-mail.ts';
import { pauseGame, setSchedule } from '../../../src/games/schedule/change-due-date.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { SCHEDULE_DEFAULTS } from '../../../src/games/schedule/schedule-policy.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { firstDue, gameNow, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { beside } from '../../helpers/beside.ts';
import { testNow } from '../../helpers/database.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { useContext } from '../../helpers/use-context.ts';
import { aVisitor, aWeb } from '../../web/visitor.ts';

/* One mail a day in place of single notices, sent by a real worker to a real mail server. */

const own = useContext();
const publicUrl = 'https://whistlestop.test';
let mail: MailServer;
let transport: Transport;
let worker: Worker;
let play: TestGame;
let ann: Account;

beforeAll(async () => {
  mail = await startMailServer();
  transport = openTransport({ url: mail.url });
  const from = 'Whistlestop <post@whistlestop.test>';
  worker = await startWorker({ ctx: own.ctx, transport, from, publicUrl });
});
beforeEach(async () => {
  own.setNow(testNow);
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  await worker.idle();
  mail.taken.length = 0;
});
afterEach(async () => {
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  await worker?.stop();
  transport?.close();
  await mail?.close();
});

const choose = (noticeMail: 'single' | 'daily' | 'none') =>
  own.ctx.db.prisma.account.update({
    where: { id: ann.id },
    data: { noticeMail, timeZone: 'America/Denver' },
  });
const mailsToAnn = () => mail.taken.filter(({ to }) => to?.[0]?.address === ann.email);
const changeSchedule = async (daysPerTurn: number) =>
  granted(
    await setSchedule(own.ctx, {
      ...{ gameId: play.game.id, by: play.gm.id },
      policy: { ...SCHEDULE_DEFAULTS, daysPerTurn, timeZone: 'UTC' },
    }),
  );
const someoneJoined: Notice = { subject: 'someone joined', paragraphs: ['Someone joined.'], canWait: true };
const waiting = () => own.ctx.db.prisma.digestLine.count({ where: { accountId: ann.id } });

/** What a mail service sends when its reader ends mail of a kind with one click: no cookie, no token. */
async function endWithOneClick(sent: Email | undefined): Promise<void> {
  const header = (name: string) => sent?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const path = header('list-unsubscribe').slice(`<${publicUrl}`.length, -1);
  const app = await aWeb(own.ctx);
  const stopped = await aVisitor(app).postBare(path, { 'List-Unsubscribe': 'One-Click' });
  await app.close();
  expect([path, stopped.statusCode]).toEqual([path, 200]);
}

describe('one click', () => {
  test('ends notices that can wait', async () => {
    await changeSchedule(7);
    await worker.idle();
    const [notice, ...others] = mailsToAnn();
    expect(others).toEqual([]);
    await endWithOneClick(notice);
    expect(await gameAccount()).toMatchObject({ noticeMail: 'none' });
    await changeSchedule(9);
    await worker.idle();
    expect(mailsToAnn()).toHaveLength(1);
  });

  test('ends last calls, and nothing else', async () => {
    const { prisma } = own.ctx.db;
    own.setNow(firstDue);
    await remindPlayers(own.ctx, { gameId: play.game.id, turn: 1 });
    await worker.idle();
    const [lastCall] = mailsToAnn();
    expect(lastCall?.subject).toMatch(/last call for turn 1$/);
    const before = await gameAccount();
    await endWithOneClick(lastCall);
    expect(await gameAccount()).toEqual({ ...before, mailLastCalls: false });
    await prisma.reminder.deleteMany();
    mail.taken.length = 0;
    await remindPlayers(own.ctx, { gameId: play.game.id, turn: 1 });
    await worker.idle();
    expect(mailsToAnn()).toEqual([]);
    expect(mail.taken).toHaveLength(1);
    // Reminders still come.
    await prisma.reminder.deleteMany();
    own.setNow(new Date(firstDue.getTime() - 24 * 3_600_000));
    await remindPlayers(own.ctx, { gameId: play.game.id, turn: 1 });
    await worker.idle();
    expect(mailsToAnn()).toHaveLength(1);
  });

  test('is not offered where it would end nothing: for new dates, and in live games', async () => {
    const asked = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    granted(await pauseGame(own.ctx, asked));
    const [seat] = (await gameNow(own.ctx, play.game.id)).seats;
    if (seat === undefined) throw new Error('The game has no seat.');
    await own.ctx.db.prisma.gameSchedule.update({
      where: { gameId: play.game.id },
      data: { minutesPerTurn: 20 },
    });
    const news = { subject: 'news', paragraphs: ['Something.'], canWait: true as const };
    await own.ctx.db.prisma.$transaction((tx) => notifySeat(tx, own.ctx, seat, news));
    await worker.idle();
    const sent = mailsToAnn();
    expect(sent).toHaveLength(2);
    for (const { headers } of sent) expect(headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  });
});

describe('mail that waits to be sent', () => {
  test.each<[string, Record<string, unknown>, Prisma.AccountUpdateInput]>([
    ['a notice', { canWait: true }, { noticeMail: 'none' }],
    ['a reminder', { reminder: true, missingSheet: 1 }, { remindHours: 0 }],
    ['a last call', { missingSheet: 1 }, { mailLastCalls: false }],
  ])('is not sent once its reader has turned off such mail: %s', async (_what, flags, data) => {
    const { prisma } = own.ctx.db;
    const about = { account: ann, gameId: play.game.id, seatId: play.seats[0]?.id ?? '' };
    const detail = { subject: 'news', paragraphs: ['Something.'], ...flags };
    const queue = (change: Prisma.AccountUpdateInput) =>
      prisma.$transaction(async (tx) => {
        await enqueueDelivery(tx, { kind: 'notice', ...about, detail }, own.ctx);
        await tx.account.update({ where: { id: ann.id }, data: change });
      });
    await queue(data);
    await worker.idle();
    expect(mailsToAnn()).toEqual([]);
    const ended = await prisma.delivery.findFirstOrThrow({
      where: { accountId: ann.id },
      orderBy: { id: 'desc' },
    });
    expect(ended.status).toBe('sent');
    await queue({ noticeMail: 'single', remindHours: 48, mailLastCalls: true });
    await worker.idle();
    expect(mailsToAnn()).toHaveLength(1);
  });
});

describe('the daily digest', () => {
  test('has all notices that can wait in one mail, and a link that ends it', async () => {
    await choose('daily');
    await changeSchedule(7);
    await changeSchedule(9);
    await worker.idle();
    expect([mailsToAnn().length, await waiting()]).toEqual([0, 2]);
    const { rows } = await own.ctx.db.pool.query<{ run_at: Date }>(
      'select run_at from graphile_worker.jobs where key = $1',
      [`digest:${ann.id}`],
    );
    // Noon in UTC is 5 AM in Denver; the mail goes out at 7 AM there.
    expect(rows).toEqual([{ run_at: new Date('2027-03-01T14:00:00Z') }]);
    await mailDigest(own.ctx, ann.id);
    await mailDigest(own.ctx, ann.id);
    await worker.idle();
    const [digest, ...others] = mailsToAnn();
    expect(others).toEqual([]);
    expect(digest?.subject).toBe(`News of your games: ${gameNumber(play.game)}`);
    expect(digest?.text).toMatch(/every 7 days[\s\S]*every 9 days/);
    const unsubscribe = digest?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const path = unsubscribe.slice(`<${publicUrl}`.length, -1);
    const app = await aWeb(own.ctx);
    const stopped = await aVisitor(app).postBare(path, { 'List-Unsubscribe': 'One-Click' });
    await app.close();
    expect(stopped.statusCode).toBe(200);
    expect(await gameAccount()).toMatchObject({ noticeMail: 'none' });
    await changeSchedule(11);
    await worker.idle();
    expect([mailsToAnn().length, await waiting()]).toEqual([1, 0]);
  });

  test('never holds back what must come at once', async () => {
    await choose('none');
    const asked = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    granted(await pauseGame(own.ctx, asked));
    await own.ctx.db.prisma.gameSchedule.update({
      where: { gameId: play.game.id },
      data: { pausedAt: null },
    });
    own.setNow(new Date(firstDue.getTime() - 24 * 3_600_000));
    await remindPlayers(own.ctx, { gameId: play.game.id, turn: 1 });
    await worker.idle();
    const subjects = mailsToAnn().map(({ subject }) => subject);
    const number = gameNumber(play.game);
    expect(subjects.sort()).toEqual([
      `${number}: game paused`,
      `${number}: your sheet for turn 1 is missing`,
    ]);
  });

  test('is not for live games, and leaves out the words of a GM whose game is muted', async () => {
    await choose('daily');
    const game = await gameNow(own.ctx, play.game.id);
    const [seat] = game.seats;
    if (seat === undefined) throw new Error('The game has no seat.');
    const notice = {
      ...{ subject: 'news', canWait: true as const },
      ...{ paragraphs: ['The server says this.'], words: ['The GM adds this.'] },
    };
    const { prisma } = own.ctx.db;
    await prisma.$transaction((tx) => notifySeat(tx, own.ctx, seat, notice));
    await mailDigest(own.ctx, ann.id);
    await worker.idle();
    expect(mailsToAnn()[0]?.text).toContain('\nThe server says this.\n\n| The GM adds this.\n\n');
    await prisma.$transaction((tx) => notifySeat(tx, own.ctx, seat, notice));
    await setMuted(own.ctx, { gameId: game.id, accountId: ann.id, muted: true });
    await mailDigest(own.ctx, ann.id);
    await prisma.gameSchedule.update({ where: { gameId: game.id }, data: { minutesPerTurn: 20 } });
    await prisma.$transaction((tx) => notifySeat(tx, own.ctx, seat, { ...notice, subject: 'live' }));
    await worker.idle();
    const mails = mailsToAnn();
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      `${gameNumber(game)}: live`,
      ...Array(2).fill(`News of your games: ${gameNumber(game)}`),
    ]);
    const digest = mails.filter(({ subject }) => subject?.startsWith('News')).at(-1);
    expect(digest?.text).toContain('The server says this.');
    expect(digest?.text).not.toContain('The GM adds this.');
  });

  test('is not mailed to someone who wants no notices anymore, not even if its mail is waiting', async () => {
    await choose('daily');
    await changeSchedule(7);
    await choose('none');
    await mailDigest(own.ctx, ann.id);
    await worker.idle();
    expect([mailsToAnn().length, await waiting()]).toEqual([0, 0]);
    await choose('daily');
    const detail = { lines: [{ game: 'EY-1', title: 'A game', subject: 'news', paragraphs: ['News.'] }] };
    const queue = (noticeMail: 'none' | 'single') =>
      own.ctx.db.prisma.$transaction(async (tx) => {
        await enqueueDelivery(tx, { kind: 'digest', account: ann, detail }, own.ctx);
        await tx.account.update({ where: { id: ann.id }, data: { noticeMail } });
      });
    await queue('none');
    await worker.idle();
    expect(mailsToAnn()).toHaveLength(0);
    // Someone who wants each notice at once gets those that waited.
    await queue('single');
    await worker.idle();
    expect(mailsToAnn()).toHaveLength(1);
  });

  test('has no notice twice if two jobs make it at the same time', async () => {
    await choose('daily');
    await changeSchedule(7);
    const { prisma } = own.ctx.db;
    await beside(
      own.ctx,
      // The other job has read and deleted the first notice; another one comes before it has ended.
      async (tx) => {
        await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${ann.id} FOR NO KEY UPDATE`;
        await tx.digestLine.deleteMany({ where: { accountId: ann.id } });
        const line = { accountId: ann.id, gameId: play.game.id, words: [], at: own.ctx.now() };
        await prisma.digestLine.create({ data: { ...line, subject: 'later', paragraphs: ['Later.'] } });
      },
      () => mailDigest(own.ctx, ann.id),
    );
    await worker.idle();
    const [digest] = mailsToAnn();
    expect(digest?.text).toContain('Later.');
    expect(digest?.text).not.toContain('every 7 days');
    expect(await waiting()).toBe(0);
  });

  test('is for GMs as well', async () => {
    const { prisma } = own.ctx.db;
    await prisma.account.update({ where: { id: play.gm.id }, data: { noticeMail: 'daily' } });
    const game = await gameNow(own.ctx, play.game.id);
    await prisma.$transaction((tx) => notifyGm(tx, own.ctx, game, someoneJoined));
    await mailDigest(own.ctx, play.gm.id);
    await worker.idle();
    expect(mail.taken.map(({ subject }) => subject)).toEqual([`News of your games: ${gameNumber(game)}`]);
  });

  test('never keeps from a GM that mail to a player comes back', async () => {
    const { prisma } = own.ctx.db;
    await prisma.account.update({ where: { id: play.gm.id }, data: { noticeMail: 'none' } });
    const game = await gameNow(own.ctx, play.game.id);
    await prisma.$transaction((tx) => notifyGm(tx, own.ctx, game, someoneJoined));
    await changeSchedule(7);
    await worker.idle();
    mail.taken.length = 0;
    const lastAt = own.ctx.now();
    await prisma.addressMark.create({
      data: {
        accountId: ann.id,
        email: ann.email,
        reason: 'no such user',
        days: 3,
        lastAt,
        markedAt: lastAt,
      },
    });
    await prisma.$transaction((tx) => tellGmsOfReturnedMail(tx, own.ctx, ann.id));
    await worker.idle();
    expect(mail.taken.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      [play.gm.email, expect.stringMatching(/: mail to \[\w+\] .* comes back$/)],
    ]);
  });

  test('comes at its hour, also on days when the clock changes', () => {
    const at = (now: string, timeZone: string, digestHour = 7) =>
      nextDigest(new Date(now), { timeZone, digestHour }).toISOString();
    expect(at('2027-03-01T12:00:00Z', 'UTC')).toBe('2027-03-02T07:00:00.000Z');
    expect(at('2027-03-01T06:59:00Z', 'UTC')).toBe('2027-03-01T07:00:00.000Z');
    expect(at('2027-03-01T07:00:00Z', 'UTC')).toBe('2027-03-02T07:00:00.000Z');
    expect(at('2027-03-14T06:00:00Z', 'America/New_York', 2)).toBe('2027-03-14T07:00:00.000Z');
    expect(at('2027-10-31T00:30:00Z', 'Europe/Berlin', 3)).toBe('2027-10-31T02:00:00.000Z');
  });
});

function gameAccount() {
  return own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
}
