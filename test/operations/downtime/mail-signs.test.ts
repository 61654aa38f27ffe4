import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { findFreePort } from '../../../src/database/embedded/free-port.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { sheetAddress } from '../../../src/games/mailed-sheets/sheet-address.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import {
  processAtDeadline,
  processWhenOrdersFinal,
} from '../../../src/games/processing/scheduled-processing.ts';
import { scheduleJobs } from '../../../src/games/schedule/schedule-jobs.ts';
import { SCHEDULE_DEFAULTS, type SchedulePolicy } from '../../../src/games/schedule/schedule-policy.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { type MailFetcher, startMailFetcher } from '../../../src/mail/fetching/mail-fetcher.ts';
import { shareInboundPort } from '../../../src/mail/inbound/share-port.ts';
import { deadlinesCheck } from '../../../src/operations/checks/deadlines.ts';
import { beat } from '../../../src/operations/downtime/heartbeat.ts';
import {
  createMailSign,
  forgetMailSigns,
  startMailSigns,
} from '../../../src/operations/downtime/mail-signs.ts';
import { holdServer } from '../../../src/operations/held/held-state.ts';
import { releaseServer } from '../../../src/operations/held/release-server.ts';
import { calendarGame, gameNow, jobsOf, type TestGame } from '../../games/game/play.ts';
import { sendGood } from '../../games/sheets/sheets.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { type ClockedDatabase, openClocked } from '../../helpers/database-clock.ts';
import { type Dovecot, dovecotMissing, startDovecot } from '../../helpers/dovecot.ts';
import { startMailServer } from '../../helpers/mail-server.ts';

/** A due date that passes while nothing receives mail, although the pages are up. */

const missing = dovecotMissing();
if (missing !== null) console.warn(missing);

const FROM = 'Whistlestop <post@whistlestop.test>';
const DOMAIN = 'mail.whistlestop.test';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WAIT = { timeout: 30_000, interval: 50 };
const POLICY: SchedulePolicy = {
  ...SCHEDULE_DEFAULTS,
  ...{ daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true, graceHours: 0 },
};

let own: TestContext;
let ctx: AppContext;
let closers: (() => Promise<unknown>)[];
beforeEach(async () => {
  own = await testContext();
  ctx = { ...own.ctx, now: () => new Date(), inbound: { domain: DOMAIN } };
  closers = [];
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await own.close();
});

const stateOf = () => ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
const seen = (data: { portSeenAt?: Date | null; mailboxSeenAt?: Date | null; seenAt?: Date }) =>
  ctx.db.prisma.serverState.update({ where: { id: 1 }, data });
const fromNow = (milliseconds: number) => new Date(ctx.now().getTime() + milliseconds);
const fresh = (play: TestGame) => gameNow(ctx, play.game.id);

/** A game whose turn is due so many milliseconds from now, perhaps since long. */
async function gameDue(milliseconds: number, policy: Partial<SchedulePolicy> = {}) {
  const wish = { humans: 2, opponents: 2, due: fromNow(24 * HOUR) };
  const play = await calendarGame(ctx, { ...POLICY, ...policy }, wish);
  const due = fromNow(milliseconds);
  await ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due } });
  await ctx.db.prisma.$transaction((tx) => scheduleJobs(tx, ctx, play.game.id));
  return { play, due };
}

const atDeadline = async ({ play, due }: { play: TestGame; due: Date }) =>
  (await processAtDeadline(ctx, { gameId: play.game.id, turn: 1, due: due.toISOString() })).kind;

async function noticesOf(play: TestGame, account: Account): Promise<string[]> {
  const where = { gameId: play.game.id, accountId: account.id, kind: 'notice' as const };
  const found = await ctx.db.prisma.delivery.findMany({ where });
  return found.map(({ detail }) => String((detail as { paragraphs: string[] }).paragraphs));
}

/** Lets the database's clock and that of the server go ahead together, as time does. */
async function withClock(): Promise<(milliseconds: number) => Promise<void>> {
  const clocked: ClockedDatabase = await openClocked(own.url);
  closers.push(() => clocked.db.close());
  let ahead = 0;
  ctx = { ...ctx, db: clocked.db, now: () => new Date(Date.now() + ahead) };
  return async (milliseconds) => {
    ahead += milliseconds;
    await clocked.setAhead(ahead);
  };
}

function startFetching(dovecot: Dovecot): MailFetcher {
  const sign = createMailSign({ ctx, way: 'mailbox' });
  const pause = { first: 100, longest: 200 };
  const options = { ctx, url: dovecot.url('games'), from: FROM, sign };
  const fetcher = startMailFetcher({ ...options, pause, interval: 1_000 });
  closers.push(() => fetcher.stop());
  return fetcher;
}

async function work(): Promise<Worker> {
  const mailServer = await startMailServer();
  closers.push(() => mailServer.close());
  const transport = openTransport({ url: mailServer.url });
  closers.push(() => transport.stop());
  const publicUrl = 'https://whistlestop.test';
  const worker = await startWorker({ ctx, transport, from: FROM, publicUrl });
  closers.push(() => worker.stop());
  return worker;
}

async function dovecotWithGames(): Promise<Dovecot> {
  const dovecot = await startDovecot();
  closers.push(() => dovecot.close());
  return dovecot;
}

describe.skipIf(missing !== null)('a due date that passes', () => {
  test('while the workers are away is put off, and a sheet that was mailed in time is taken', async () => {
    const dovecot = await dovecotWithGames();
    const before = startFetching(dovecot);
    await vi.waitFor(async () => expect((await stateOf()).mailboxSeenAt).not.toBeNull(), WAIT);
    await before.stop();
    await seen({ mailboxSeenAt: fromNow(-HOUR) });
    const { play } = await gameDue(-30 * MINUTE);
    const [ann, bob] = play.players as [Account, Account];
    const [seat] = play.seats as [Seat];
    const about = { game: await fresh(play), seat, turn: 1, attempt: 1, account: ann };
    const address = await sheetAddress(ctx, { ...about, target: { kind: 'open' } });
    const head = `Return-Path: <${ann.email}>\nFrom: <${ann.email}>\nTo: ${address}@${DOMAIN}\nSubject: Re: turn 1`;
    await dovecot.put('games', `${head}\nMessage-ID: <1@y.test>\n\nFundraising trips: NV\n`);
    // The pages are up, and the jobs start first, as always.
    await beat(ctx);
    const worker = await work();
    startFetching(dovecot);
    await vi.waitFor(async () => expect((await fresh(play)).missesExcused).toBe(true), WAIT);
    await worker.idle();
    const { turn, due } = await fresh(play);
    expect(turn).toBe(1);
    expect(due?.getTime()).toBeGreaterThan(fromNow(11.9 * HOUR).getTime());
    const where = { seatId: seat.id };
    expect(await ctx.db.prisma.sheet.findMany({ where })).toMatchObject([{ turn: 1, outcome: 'standing' }]);
    const [notice] = await noticesOf(play, bob);
    expect(notice).toMatch(
      /^The server did not get its e-mail from .* to .*\. *,The time for turn 1 ran out/,
    );
    expect(notice).toContain('If you have got a receipt for your sheet, it is in');
  }, 90_000);

  test('while the mailbox is away waits, and is put off when mail is fetched again', async () => {
    const setAhead = await withClock();
    const dovecot = await dovecotWithGames();
    const fetcher = startFetching(dovecot);
    await vi.waitFor(async () => expect((await stateOf()).mailboxSeenAt).not.toBeNull(), WAIT);
    await dovecot.stop();
    await vi.waitFor(() => expect(fetcher.failure()).not.toBeNull(), WAIT);
    const game = await gameDue(HOUR);
    await setAhead(2 * HOUR);
    expect(await atDeadline(game)).toBe('unavailable');
    const { level, message } = await deadlinesCheck(ctx).run();
    expect(level).toBe('warning');
    expect(message).toMatch(
      /^A turn is late and waits for sheets that may have been mailed in time in [A-Z]+-1: since .* UTC, not all replies are taken from the mailbox \(MAIL_IN_URL\)\. .* at most 12 hours after its date\. The GM can process/,
    );
    await dovecot.start();
    await vi.waitFor(async () => expect(await jobsOf(ctx, 'putOffDates')).toHaveLength(1), WAIT);
    expect(await atDeadline(game)).toBe('putOff');
    const { turn, due } = await fresh(game.play);
    expect([turn, due && due > fromNow(11.9 * HOUR)]).toEqual([1, true]);
  }, 60_000);

  test('during a look through the mailbox waits for mail that came after the look had begun', async () => {
    const dovecot = await dovecotWithGames();
    const mail = (to: string, n: number, from: string) =>
      `Return-Path: <${from}>\nFrom: <${from}>\nTo: ${to}@${DOMAIN}\nMessage-ID: <${n}@y.test>\n\nFundraising trips: NV\n`;
    const game = await gameDue(HOUR);
    const [ann] = game.play.players as [Account];
    const [seat] = game.play.seats as [Seat];
    const about = { game: await fresh(game.play), seat, turn: 1, attempt: 1, account: ann };
    const address = await sheetAddress(ctx, { ...about, target: { kind: 'open' } });
    await dovecot.put('games', mail('letter-nobody', 1, 'x@y.test'));
    await seen({ mailboxSeenAt: fromNow(-1_000) });
    const sign = createMailSign({ ctx, way: 'mailbox' });
    const outcomes: string[] = [];
    let isFirst = true;
    const progress = async () => {
      if (isFirst) {
        await dovecot.put('games', mail(address, 2, ann.email));
        game.due = fromNow(0);
        await ctx.db.prisma.gameSchedule.update({
          where: { gameId: game.play.game.id },
          data: { due: game.due },
        });
      }
      isFirst = false;
      await sign.progress();
    };
    const complete = async () => {
      await sign.complete();
      outcomes.push(await atDeadline(game));
    };
    const options = { ctx, url: dovecot.url('games'), from: FROM, interval: 100 };
    const fetcher = startMailFetcher({ ...options, sign: { begin: sign.begin, progress, complete } });
    closers.push(() => fetcher.stop());
    await vi.waitFor(() => expect(outcomes).toContain('processed'), WAIT);
    expect(outcomes[0]).toBe('unavailable');
    const sheets = await ctx.db.prisma.sheet.findMany({ where: { seatId: seat.id, turn: 1 } });
    expect(sheets.map(({ channel }) => channel)).toEqual(['mail']);
  }, 60_000);

  test('is processed within seconds while mail is fetched and received', async () => {
    const dovecot = await dovecotWithGames();
    const port = await findFreePort(0);
    const server = await shareInboundPort({ ctx, host: '127.0.0.1', port, domain: DOMAIN, from: FROM });
    closers.push(() => server.close());
    const signs = startMailSigns({ ctx, way: 'port', canReceive: () => server.listens() });
    closers.push(() => signs.stop());
    startFetching(dovecot);
    await work();
    const used = { portSeenAt: expect.any(Date), mailboxSeenAt: expect.any(Date) };
    await vi.waitFor(async () => expect(await stateOf()).toMatchObject(used), WAIT);
    const { play } = await gameDue(3_000);
    await vi.waitFor(async () => expect((await fresh(play)).turn).toBe(2), WAIT);
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
  }, 60_000);
});

describe('a turn whose time is over', () => {
  test('waits for mail no longer than the hours of the settings', async () => {
    const setAhead = await withClock();
    const game = await gameDue(HOUR);
    await seen({ portSeenAt: fromNow(0) });
    await setAhead(13 * HOUR - MINUTE);
    expect(await atDeadline(game)).toBe('unavailable');
    await setAhead(MINUTE);
    expect(await atDeadline(game)).toBe('processed');
  });

  test('does not wait if nothing is put off, if no mail is received, or in a live game', async () => {
    const { play, due } = await gameDue(-HOUR);
    await seen({ portSeenAt: fromNow(-2 * HOUR), mailboxSeenAt: fromNow(-2 * HOUR) });
    expect(await atDeadline({ play, due })).toBe('unavailable');
    await forgetMailSigns(ctx, ['port']);
    expect(await atDeadline({ play, due })).toBe('unavailable');
    await forgetMailSigns(ctx, ['mailbox']);
    expect(await atDeadline({ play, due })).toBe('processed');
    await seen({ portSeenAt: fromNow(-2 * HOUR) });
    const live = await gameDue(-HOUR, { minutesPerTurn: 30 });
    const around = { from: fromNow(-2 * HOUR), until: fromNow(-MINUTE), ofMailOnly: true };
    await ctx.db.prisma.downtime.create({ data: around });
    expect(await atDeadline(live)).toBe('processed');
    await ctx.db.prisma.downtime.deleteMany();
    const other = await gameDue(-HOUR);
    ctx = { ...ctx, downtimeHours: 0 };
    expect(await atDeadline(other)).toBe('processed');
  });

  test('waits for a sign after its date, however short mail was away', async () => {
    const prompt = await gameDue(0);
    await seen({ mailboxSeenAt: fromNow(-1_000) });
    expect(await atDeadline(prompt)).toBe('unavailable');
    const late = await gameDue(-MINUTE);
    expect(await atDeadline(late)).toBe('processed');
    await createMailSign({ ctx, way: 'mailbox' }).complete();
    expect(await atDeadline(prompt)).toBe('processed');
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
  });

  test('is put off by the hours of the settings, however long only mail was away', async () => {
    for (const [ofMailOnly, hours] of [
      [true, 12],
      [false, 72],
    ] as const) {
      const game = await gameDue(-HOUR);
      const until = fromNow(-MINUTE);
      const from = new Date(until.getTime() - 72 * HOUR);
      await ctx.db.prisma.downtime.deleteMany();
      await ctx.db.prisma.downtime.create({ data: { from, until, ofMailOnly } });
      expect(await atDeadline(game)).toBe('putOff');
      expect((await fresh(game.play)).due).toEqual(new Date(until.getTime() + hours * HOUR));
    }
  });

  test('waits while the last sign is from the future, because the clock was set back', async () => {
    const game = await gameDue(-HOUR);
    await seen({ mailboxSeenAt: fromNow(HOUR) });
    expect(await atDeadline(game)).toBe('unavailable');
    await createMailSign({ ctx, way: 'mailbox' }).complete();
    expect(await atDeadline(game)).toBe('processed');
  });

  test('because all orders are final waits for the time in which players may reopen theirs', async () => {
    const setAhead = await withClock();
    const { play } = await gameDue(48 * HOUR, { processWhenFinal: true });
    await makeComputerSheets(ctx, { gameId: play.game.id, turn: 1 });
    for (const seat of play.seats.slice(0, 2)) await sendGood(ctx, seat as Seat, 1, true);
    const at = (await fresh(play)).earlyProcessingAt as Date;
    const early = async () =>
      (await processWhenOrdersFinal(ctx, { gameId: play.game.id, turn: 1, at: at.toISOString() })).kind;
    await seen({ mailboxSeenAt: fromNow(0) });
    await setAhead(45 * MINUTE);
    expect(await early()).toBe('unavailable');
    await setAhead(20 * MINUTE);
    expect(await early()).toBe('processed');
  });
});

describe('a sign of received mail', () => {
  test('after a gap records downtime, unless a clock of the process does not confirm it', async () => {
    await seen({ portSeenAt: fromNow(-2 * MINUTE) });
    await createMailSign({ ctx, way: 'port' }).complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
    const from = fromNow(-4 * MINUTE);
    await seen({ portSeenAt: from });
    const sign = createMailSign({ ctx, way: 'port' });
    await sign.complete();
    const until = (await stateOf()).portSeenAt as Date;
    const downtimes = await ctx.db.prisma.downtime.findMany();
    expect(downtimes).toMatchObject([{ from, until, ofMailOnly: true }]);
    const dates = { from: from.toISOString(), until: until.toISOString() };
    expect((await jobsOf(ctx, 'putOffDates')).map(({ payload }) => payload)).toEqual([
      { ...dates, ofMailOnly: true },
    ]);
    const setAhead = await withClock();
    const real = { ...ctx, now: () => new Date() };
    const other = createMailSign({ ctx: real, way: 'port' });
    await other.complete();
    await setAhead(HOUR);
    await other.complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(1);
  });

  test('during a look of many minutes tells a long look from a gap', async () => {
    const setAhead = await withClock();
    let ahead = 0;
    const goAhead = async (milliseconds: number) => {
      ahead += milliseconds;
      await setAhead(milliseconds);
    };
    const sign = createMailSign({ ctx, way: 'mailbox', uptime: () => ahead });
    await sign.complete();
    const { mailboxSeenAt } = await stateOf();
    for (const minutes of [2, 2, 2]) {
      await goAhead(minutes * MINUTE);
      await sign.progress();
    }
    // Not all mail has been taken yet, so a turn that is late goes on waiting.
    expect(await stateOf()).toMatchObject({ mailboxSeenAt });
    await sign.complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
    await goAhead(4 * MINUTE);
    await sign.progress();
    await sign.complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(1);
  });

  test('says when a look began, and a look of some minutes is no gap for this process or the next one', async () => {
    const setAhead = await withClock();
    let ahead = 0;
    const goAhead = async (milliseconds: number) => {
      ahead += milliseconds;
      await setAhead(milliseconds);
    };
    const options = () => ({ ctx, way: 'mailbox' as const, uptime: () => ahead });
    const sign = createMailSign(options());
    await sign.begin();
    const game = await gameDue(MINUTE);
    for (const minutes of [1, 1.5]) {
      await goAhead(minutes * MINUTE);
      await sign.progress();
    }
    await sign.complete();
    expect(await atDeadline(game)).toBe('unavailable');
    await goAhead(20_000);
    await createMailSign(options()).complete();
    await goAhead(2 * MINUTE);
    await sign.begin();
    await sign.complete();
    expect(await atDeadline(game)).toBe('processed');
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
    await goAhead(4 * MINUTE);
    await sign.begin();
    await sign.complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(1);
  });

  test('is given by the process that listens at the port, while it can store mail', async () => {
    const port = await findFreePort(0);
    const start = async () => {
      const options = { ctx, host: '127.0.0.1', port, domain: DOMAIN, from: FROM };
      const server = await shareInboundPort(options, 100);
      closers.push(() => server.close());
      return server;
    };
    const first = await start();
    const second = await start();
    expect([first.listens(), second.listens()]).toEqual([true, false]);
    let able = false;
    const canReceive = () => able && second.listens();
    const signs = startMailSigns({ ctx, way: 'port', canReceive, interval: 50 });
    closers.push(() => signs.stop());
    await first.close();
    await vi.waitFor(() => expect([first.listens(), second.listens()]).toEqual([false, true]), WAIT);
    expect((await stateOf()).portSeenAt).toBeNull();
    able = true;
    await vi.waitFor(async () => expect((await stateOf()).portSeenAt).not.toBeNull(), WAIT);
  });

  test('is not given while the server is held, and that time does not count after the release', async () => {
    const before = fromNow(-HOUR);
    await seen({ seenAt: before, mailboxSeenAt: before });
    await holdServer(ctx, 'operator');
    const sign = createMailSign({ ctx, way: 'mailbox' });
    await sign.complete();
    expect(await stateOf()).toMatchObject({ mailboxSeenAt: before });
    const game = await gameDue(-30 * MINUTE);
    const released = await releaseServer(ctx, { dates: 'process', mail: 'send', tellPlayers: false });
    expect(released.ok).toBe(true);
    const { seenAt, mailboxSeenAt, portSeenAt } = await stateOf();
    expect([mailboxSeenAt, portSeenAt]).toEqual([seenAt, null]);
    await sign.complete();
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
    expect(await atDeadline(game)).toBe('processed');
  });
});
