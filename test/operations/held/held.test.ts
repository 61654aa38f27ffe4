import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { processAtDeadline } from '../../../src/games/processing/scheduled-processing.ts';
import { SCHEDULE_DEFAULTS } from '../../../src/games/schedule/schedule-policy.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { backupName } from '../../../src/operations/backup/prune-backups.ts';
import { heldCheck } from '../../../src/operations/checks/held.ts';
import { beat } from '../../../src/operations/downtime/heartbeat.ts';
import { putOffDates } from '../../../src/operations/downtime/put-off-dates.ts';
import { createDatabaseMemory, holdOlderDatabase } from '../../../src/operations/held/database-memory.ts';
import { holdServer, lookIfHeld, readHeld, watchHeld } from '../../../src/operations/held/held-state.ts';
import { holdIfNeeded } from '../../../src/operations/held/hold-at-start.ts';
import { writeLastSeen } from '../../../src/operations/held/last-seen.ts';
import { forecastRelease } from '../../../src/operations/held/release-forecast.ts';
import { defaultRelease, type Release, releaseServer } from '../../../src/operations/held/release-server.ts';
import {
  calendarGame,
  codesOf,
  formingGame,
  gameNow,
  granted,
  jobsOf,
  type TestGame,
} from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

let own: TestContext;
let ctx: AppContext;
let dataDir: string;
beforeEach(async () => {
  own = await testContext();
  ctx = own.ctx;
  // What is due is judged by the database's clock.
  own.setNow(new Date());
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-held-'));
});
afterEach(async () => {
  await own.close();
  await rm(dataDir, { recursive: true });
});

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR);
const stateOf = () => ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
const setSeenAt = (seenAt: Date) => ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { seenAt } });
const start = (held = false) =>
  holdIfNeeded(ctx, { dataDir, backupDir: path.join(dataDir, 'backups'), held });
const reason = async () => (await readHeld(ctx))?.reason ?? null;

/** A game with automatic processing whose open turn is due then, even if that is in the past. */
async function gameDue(
  due: Date,
  other: { autoProcess?: boolean; graceHours?: number } = {},
): Promise<TestGame> {
  const policy = {
    ...SCHEDULE_DEFAULTS,
    daysPerTurn: 7,
    timeZone: 'America/New_York',
    autoProcess: true,
    ...other,
  };
  const play = await calendarGame(ctx, policy, { humans: 2, opponents: 2, due: hoursFromNow(1_000) });
  await ctx.db.prisma.gameSchedule.update({ where: { gameId: play.game.id }, data: { due } });
  return play;
}

describe('at its start', () => {
  test('a server with a fresh database, or one that goes on, is not held', async () => {
    await start();
    expect(await reason()).toBeNull();
    const first = await beat(ctx);
    if (first.kind === 'recorded') await writeLastSeen(dataDir, first.lastSeen);
    await start();
    expect(await reason()).toBeNull();
  });

  test('a server is held if its database lacks the last heartbeat that the data folder remembers', async () => {
    const { databaseId } = await stateOf();
    const seenAt = hoursFromNow(-2);
    await setSeenAt(seenAt);
    await writeLastSeen(dataDir, { databaseId, seenAt: hoursFromNow(-1) });
    await start();
    expect(await readHeld(ctx)).toMatchObject({ reason: 'olderDatabase', seenAt });
  });

  test('a server is held if its database is new and empty, but the data folder knows another one, until it is released', async () => {
    const remembered = { databaseId: '01890000-0000-7000-8000-000000000000', beats: 9, seenAt: new Date() };
    await writeLastSeen(dataDir, remembered);
    const operator = { email: 'op@example.org', name: 'Op', operator: true, createdAt: ctx.now() };
    await ctx.db.prisma.account.create({ data: operator });
    await start();
    await start();
    expect(await reason()).toBe('otherDatabase');
    expect(await heldCheck(ctx).run()).toMatchObject({ level: 'down', alarm: true });
    expect(await beat(ctx)).toEqual({ kind: 'held' });
    expect(defaultRelease('otherDatabase').tellPlayers).toBe(false);
    granted(await releaseServer(ctx, defaultRelease('otherDatabase')));
    await start();
    expect(await reason()).toBeNull();
  });

  test('a server is held if its database is new and empty and its data folder, too, but there are backups, until it is released', async () => {
    const backups = path.join(dataDir, 'backups');
    await mkdir(backups);
    await writeFile(path.join(backups, 'notes.txt'), 'none of the server');
    await start();
    expect(await reason()).toBeNull();
    await writeFile(path.join(backups, backupName(hoursFromNow(-30))), 'of the database that is lost');
    await start();
    expect(await reason()).toBe('otherDatabase');
    expect(await heldCheck(ctx).run()).toMatchObject({ level: 'down', alarm: true });
    granted(await releaseServer(ctx, defaultRelease('otherDatabase')));
    await start();
    expect(await reason()).toBeNull();
  });

  test('a server is not held because of backups if its database has people, or a server ran with it', async () => {
    const backups = path.join(dataDir, 'backups');
    await mkdir(backups);
    await writeFile(path.join(backups, backupName(hoursFromNow(-30))), 'its own');
    await setSeenAt(hoursFromNow(-1));
    await start();
    expect(await reason()).toBeNull();
  });

  test('a server is held if its database is older than a backup of it, and the data folder knows nothing', async () => {
    const backups = path.join(dataDir, 'backups');
    await mkdir(backups);
    const other = await testContext();
    const databaseId = '01890000-0000-7000-8000-000000000000';
    const later = { databaseId, seenAt: hoursFromNow(-1) };
    await other.ctx.db.prisma.serverState.update({ where: { id: 1 }, data: later });
    await setSeenAt(hoursFromNow(-2));
    for (const [hours, { url, ctx: of }] of [[-2, own] as const, [-1, other] as const]) {
      await of.db.prisma.account.create({ data: { email: 'a@b.test', name: 'Ann', createdAt: of.now() } });
      const file = path.join(backups, backupName(hoursFromNow(hours)));
      granted(await makeBackup(url, file, { replay: false }));
    }
    await other.close();
    await start();
    expect(await reason()).toBeNull();
    await setSeenAt(hoursFromNow(-26));
    await start();
    expect(await reason()).toBe('olderDatabase');
  });

  test('a server is not held if the data folder knows another database, but this one has people', async () => {
    await writeLastSeen(dataDir, { databaseId: '01890000-0000-7000-8000-000000000000', seenAt: new Date() });
    const person = { email: 'ann@example.org', name: 'Ann', createdAt: ctx.now() };
    await ctx.db.prisma.account.create({ data: person });
    await start();
    expect(await reason()).toBeNull();
  });

  test('another database, a younger one, or a folder whose file is damaged is not compared', async () => {
    const { databaseId } = await stateOf();
    await setSeenAt(hoursFromNow(-1));
    await writeLastSeen(dataDir, { databaseId: '01890000-0000-7000-8000-000000000000', seenAt: new Date() });
    await start();
    expect(await reason()).toBeNull();
    await writeLastSeen(dataDir, { databaseId, seenAt: hoursFromNow(-2) });
    await start();
    expect(await reason()).toBeNull();
    await writeFile(path.join(dataDir, 'last-seen.json'), '{"data');
    await start();
    expect(await reason()).toBeNull();
  });

  test('a server is held if the operator wants it, and stays held at the next start; the first reason stays', async () => {
    await start(true);
    const first = await readHeld(ctx);
    expect(first?.reason).toBe('operator');
    await start();
    await holdServer(ctx, 'restored');
    expect(await readHeld(ctx)).toEqual(first);
  });
});

test('a watch knows whether the server is held, and starts a part once when it is released', async () => {
  await holdServer(ctx, 'operator');
  const watch = await watchHeld(ctx, { interval: 50 });
  let calls = 0;
  const part = async () => {
    calls += 1;
    if (calls === 1) throw new Error('The first time it fails.');
    return async () => {};
  };
  await watch.whileReleased(part);
  await watch.check();
  expect([watch.held()?.reason, calls]).toEqual(['operator', 0]);
  granted(await releaseServer(ctx, defaultRelease('operator')));
  await expect.poll(() => calls, { timeout: 5_000 }).toBe(2);
  expect(watch.held()).toBeNull();
  await watch.whileReleased(part);
  expect(calls).toBe(3);
  await watch.check();
  expect(calls).toBe(3);
  await watch.close();
});

test('a watch stops the parts whenever the server is held, the last one first, and starts them again', async () => {
  const watch = await watchHeld(ctx, { interval: 50 });
  const events: string[] = [];
  for (const name of ['worker', 'mail']) {
    await watch.whileReleased(async () => {
      events.push(`${name} on`);
      return async () => {
        events.push(`${name} off`);
        if (name === 'mail') throw new Error('It cannot stop.');
      };
    });
  }
  for (let turn = 1; turn <= 2; turn++) {
    await holdServer(ctx, 'operator');
    expect(await watch.isHeldNow()).toBe(true);
    await expect
      .poll(() => events, { timeout: 5_000 })
      .toEqual(['worker on', 'mail on', 'mail off', 'worker off']);
    events.length = 0;
    granted(await releaseServer(ctx, defaultRelease('operator')));
    expect(await watch.isHeldNow()).toBe(false);
    await expect.poll(() => events.length, { timeout: 5_000 }).toBe(2);
  }
  await watch.close();
  await watch.check();
  expect(events).toEqual(['worker on', 'mail on', 'mail off', 'worker off']);
});

test('a watch that waits for a part to stop sees the release meanwhile, and starts the part afterward', async () => {
  const watch = await watchHeld(ctx, { interval: 50 });
  const events: string[] = [];
  let finishJob = () => {};
  await watch.whileReleased(async () => {
    events.push('on');
    return () => {
      events.push('stopping');
      return new Promise<void>((resolve) => {
        finishJob = resolve;
      });
    };
  });
  await holdServer(ctx, 'operator');
  await expect.poll(() => events, { timeout: 5_000 }).toEqual(['on', 'stopping']);
  granted(await releaseServer(ctx, defaultRelease('operator')));
  await expect.poll(() => watch.held(), { timeout: 5_000 }).toBeNull();
  expect(events).toEqual(['on', 'stopping']);
  finishJob();
  await expect.poll(() => events, { timeout: 5_000 }).toEqual(['on', 'stopping', 'on']);
  const closed = watch.close();
  await expect.poll(() => events.length, { timeout: 5_000 }).toBe(4);
  finishJob();
  await closed;
});

describe('a process that runs', () => {
  /** What PostgreSQL shows after an older copy was put in the place of the database. */
  const putBack = ({ beats, seenAt }: Awaited<ReturnType<typeof stateOf>>) =>
    ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { beats, seenAt } });

  test('holds the server when the database lacks a heartbeat that it has seen, also if the clock was set back', async () => {
    await beat(ctx);
    const older = await stateOf();
    await beat(ctx);
    const memory = createDatabaseMemory();
    const watch = await watchHeld(ctx, { memory, interval: 50 });
    let running = false;
    await watch.whileReleased(async () => {
      running = true;
      return async () => {
        running = false;
      };
    });
    await putBack({ ...older, seenAt: hoursFromNow(1) });
    await expect.poll(() => watch.held()?.reason, { timeout: 5_000 }).toBe('olderDatabase');
    await expect.poll(() => running, { timeout: 5_000 }).toBe(false);

    granted(await releaseServer(ctx, defaultRelease('olderDatabase')));
    await expect.poll(() => running, { timeout: 5_000 }).toBe(true);
    expect(await beat(ctx, { memory })).toMatchObject({ kind: 'recorded' });
    await watch.check();
    expect(watch.held()).toBeNull();
    await watch.close();
  });

  test('does not record a heartbeat over the evidence', async () => {
    const memory = createDatabaseMemory();
    await beat(ctx);
    const older = await stateOf();
    await beat(ctx);
    memory.remember(await stateOf());
    await putBack(older);
    expect(await beat(ctx, { memory })).toEqual({ kind: 'held' });
    expect(await stateOf()).toMatchObject({ heldReason: 'olderDatabase', seenAt: older.seenAt });
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
  });

  test('is not deceived by a database whose clock is set back, by what it read before others, or by a release', async () => {
    const memory = createDatabaseMemory();
    await beat(ctx);
    const stale = await stateOf();
    await putBack({ ...stale, beats: stale.beats + 1n, seenAt: hoursFromNow(-1) });
    memory.remember(await stateOf());
    memory.remember(stale);
    expect(await lookIfHeld(ctx, memory)).toBeNull();
    expect(memory.missingIn(stale)).not.toBeNull();
    const { databaseId, beats, seenAt } = await stateOf();
    const asRead = { databaseId, beats: Number(beats), seenAt: seenAt as Date };
    expect(await holdOlderDatabase(ctx, ctx.db.prisma, asRead)).toBe(false);
    expect(await reason()).toBeNull();
    await holdServer(ctx, 'restored');
    granted(await releaseServer(ctx, defaultRelease('restored')));
    expect(await lookIfHeld(ctx, memory)).toBeNull();
  });

  test.each([
    ['with its clock right', 0],
    ['with its clock a year behind', 365 * 24],
  ])('knows after the release that nothing is missing %s, and so does the next start', async (_, hours) => {
    await beat(ctx);
    const older = await stateOf();
    const { databaseId } = older;
    const lost = { databaseId, beats: Date.now() + hours * HOUR, seenAt: hoursFromNow(hours) };
    const memories = [createDatabaseMemory(lost), createDatabaseMemory({ ...lost, beats: lost.beats - 5 })];
    for (const memory of memories) expect((await lookIfHeld(ctx, memory))?.reason).toBe('olderDatabase');
    granted(await releaseServer(ctx, defaultRelease('olderDatabase')));
    for (const memory of memories) expect(await lookIfHeld(ctx, memory)).toBeNull();
    await writeLastSeen(dataDir, lost);
    await start();
    expect(await reason()).toBeNull();
  });
});

test('a server that is held because its database is older raises an alarm; other reasons are the operator’s own', async () => {
  const { run } = heldCheck(ctx);
  await holdServer(ctx, 'operator');
  expect(await run()).not.toHaveProperty('alarm');
  granted(await releaseServer(ctx, defaultRelease('operator')));
  await holdServer(ctx, 'olderDatabase');
  expect(await run()).toMatchObject({ level: 'down', alarm: true });
});

test('the check of a held server says so and what to do', async () => {
  const { run } = heldCheck(ctx);
  expect((await run()).level).toBe('ok');
  await holdServer(ctx, 'restored');
  expect(await run()).toEqual({
    level: 'down',
    message:
      'The server is held: its database was restored from a backup. Sign in as the operator, or run “whistlestop held”.',
  });
});

describe('the forecast', () => {
  test('is null if the server is not held', async () => {
    expect(await forecastRelease(ctx)).toBeNull();
  });

  test('lists dates that have passed or come soon, what becomes of them, and the mail that waits', async () => {
    const seenAt = hoursFromNow(-5);
    const late = await gameDue(hoursFromNow(-6));
    const passed = await gameDue(hoursFromNow(-4));
    const byHand = await gameDue(hoursFromNow(-3), { autoProcess: false });
    const inGrace = await gameDue(hoursFromNow(-2), { graceHours: 24 });
    const coming = await gameDue(hoursFromNow(3));
    await gameDue(hoursFromNow(30));
    const paused = await gameDue(hoursFromNow(-1));
    await ctx.db.prisma.gameSchedule.update({
      where: { gameId: paused.game.id },
      data: { pausedAt: new Date() },
    });
    await ctx.db.prisma.delivery.deleteMany();
    for (const to of ['a@example.org', 'a@example.org', 'b@example.org']) await aMail(to);
    await setSeenAt(seenAt);
    await holdServer(ctx, 'restored');
    const forecast = await forecastRelease(ctx);
    const number = ({ game }: TestGame) => `${game.prefix}-${game.serial}`;
    const dates = forecast?.passed.map(({ game, putOffTo, processedAt }) => [
      game,
      putOffTo !== null,
      processedAt === null ? 'by hand' : processedAt <= forecast.now ? 'at once' : 'later',
    ]);
    expect(dates).toEqual([
      [number(late), false, 'at once'],
      [number(passed), true, 'at once'],
      [number(byHand), true, 'by hand'],
      [number(inGrace), true, 'later'],
    ]);
    expect(forecast?.coming.map(({ game }) => game)).toEqual([number(coming)]);
    expect(forecast?.mail).toEqual([{ kind: 'notice', mails: 3, people: 2 }]);
    expect(forecast?.players).toBe(14);
  });
});

const aMail = (toAddress: string) =>
  ctx.db.prisma.delivery.create({
    data: {
      ...{ kind: 'notice', toAddress, toName: 'Ann', messageId: `<${Math.random()}@whistlestop.test>` },
      ...{ createdAt: ctx.now(), nextAttempt: ctx.now(), detail: { subject: 'old', paragraphs: [] } },
    },
  });

describe('the release', () => {
  const KEEP: Release = { dates: 'putOff', mail: 'send', tellPlayers: false };
  const mails = async () =>
    (await ctx.db.prisma.delivery.findMany()).map(({ status, lastError, detail }) => ({
      subject: (detail as { subject: string }).subject,
      ...{ status, lastError },
    }));
  const runJobs = async () => {
    for (const { payload } of await jobsOf(ctx, 'putOffDates')) {
      const { from, until } = payload as { from: string; until: string };
      await putOffDates(ctx, { from: new Date(from), until: new Date(until) });
    }
  };
  const atDeadline = async (play: TestGame) => {
    const { due, turn } = await gameNow(ctx, play.game.id);
    return processAtDeadline(ctx, { gameId: play.game.id, turn, due: (due as Date).toISOString() });
  };

  async function heldGame(): Promise<TestGame> {
    const play = await gameDue(hoursFromNow(-4));
    await ctx.db.prisma.delivery.deleteMany();
    await aMail('ann@example.org');
    await setSeenAt(hoursFromNow(-5));
    await holdServer(ctx, 'restored');
    return play;
  }

  test('of a server that is not held is refused', async () => {
    expect(codesOf(await releaseServer(ctx, KEEP))).toEqual(['not-held']);
  });

  test('puts dates off that passed since the last heartbeat, and keeps the waiting mail', async () => {
    const play = await heldGame();
    const { seenAt } = await stateOf();
    granted(await releaseServer(ctx, KEEP));
    expect(await readHeld(ctx)).toBeNull();
    const [downtime] = await ctx.db.prisma.downtime.findMany();
    expect(downtime).toMatchObject({ from: seenAt, until: (await stateOf()).seenAt });
    expect((await mails()).map(({ status }) => status)).toEqual(['queued']);
    // Either job may run first.
    own.setNow(new Date());
    expect(await atDeadline(play)).toEqual({ kind: 'putOff' });
    await runJobs();
    const game = await gameNow(ctx, play.game.id);
    expect(game.turn).toBe(1);
    expect(game.due?.getTime()).toBeGreaterThan(hoursFromNow(11.9).getTime());
    expect(await beat(ctx)).toMatchObject({ kind: 'recorded', downtime: null });
  });

  test('works if the last heartbeat is in the future, because the clock was wrong then', async () => {
    await heldGame();
    await setSeenAt(hoursFromNow(5));
    expect((await forecastRelease(ctx))?.passed.map(({ putOffTo }) => putOffTo)).toEqual([null]);
    granted(await releaseServer(ctx, KEEP));
    expect(await readHeld(ctx)).toBeNull();
  });

  test('puts nothing off if the settings rule that out, and is refused then rather than have the turns processed', async () => {
    const fixed = { ...ctx, downtimeHours: 0 };
    await heldGame();
    expect(codesOf(await releaseServer(fixed, KEEP))).toEqual(['not-put-off']);
    expect(await readHeld(ctx)).not.toBeNull();
    granted(await releaseServer(fixed, { ...KEEP, dates: 'process' }));
    // Without a date that has passed, there is nothing to choose.
    await ctx.db.prisma.gameSchedule.updateMany({ data: { due: hoursFromNow(5) } });
    await holdServer(ctx, 'restored');
    granted(await releaseServer(fixed, KEEP));
  });

  test('or has the turns processed now', async () => {
    const play = await heldGame();
    granted(await releaseServer(ctx, { ...KEEP, dates: 'process' }));
    expect(await ctx.db.prisma.downtime.count()).toBe(0);
    expect(await beat(ctx)).toMatchObject({ kind: 'recorded', downtime: null });
    own.setNow(new Date());
    await runJobs();
    expect((await atDeadline(play)).kind).toBe('processed');
  });

  test('erases the secrets of mail that it cancels', async () => {
    await heldGame();
    const { delivery } = ctx.db.prisma;
    const mail = {
      toAddress: 'ann@players.test',
      toName: '',
      createdAt: new Date(),
      nextAttempt: new Date(),
    };
    const kinds = ['signInLink', 'invitation'] as const;
    await delivery.createMany({
      data: kinds.map((kind) => ({ ...mail, kind, messageId: `${kind}@test`, detail: { token: 'secret' } })),
    });
    granted(await releaseServer(ctx, { dates: 'process', mail: 'cancel', tellPlayers: false }));
    const canceled = await delivery.findMany({ where: { kind: { in: [...kinds] } } });
    expect(canceled.map(({ status, detail }) => ({ status, detail }))).toEqual([
      { status: 'failed', detail: {} },
      { status: 'failed', detail: {} },
    ]);
  });

  test('can cancel the waiting mail, but not what tells players of the restore', async () => {
    const play = await heldGame();
    const released = await releaseServer(ctx, { dates: 'process', mail: 'cancel', tellPlayers: true });
    expect(granted(released)).toEqual({ canceledMails: 1, toldPlayers: 2, toldGms: 1 });
    const told = { subject: 'please check that your sheet is in', status: 'queued', lastError: null };
    const gmTold = { ...told, subject: 'please redo what the server has lost' };
    expect(await mails()).toEqual([
      { subject: 'old', status: 'failed', lastError: 'Canceled by the operator after a restore.' },
      ...[told, told, gmTold],
    ]);
    const where = { gameId: play.game.id, seatId: { not: null } };
    const notices = await ctx.db.prisma.delivery.findMany({ where });
    expect(notices.map(({ accountId }) => accountId).sort()).toEqual(play.players.map(({ id }) => id).sort());
    expect(JSON.stringify(notices[0]?.detail)).toMatch(
      /restored from a backup of \w+, \w+ \d+, \d+, .* E[DS]T\./,
    );
  });

  test('tells GMs of running and forming games, but not of others, what they have to do again', async () => {
    const play = await heldGame();
    const forming = await formingGame(ctx, { humans: 2, opponents: 2 });
    const [over, moved] = [await gameDue(hoursFromNow(4)), await gameDue(hoursFromNow(4))];
    await ctx.db.prisma.game.update({ where: { id: over.game.id }, data: { status: 'over' } });
    await ctx.db.prisma.game.update({ where: { id: moved.game.id }, data: { transferredOutAt: new Date() } });
    await ctx.db.prisma.delivery.deleteMany();
    const released = await releaseServer(ctx, { ...KEEP, tellPlayers: true });
    expect(granted(released)).toEqual({ canceledMails: 0, toldPlayers: 2, toldGms: 2 });
    const mailTo = async ({ game, gm }: TestGame) => {
      const found = await ctx.db.prisma.delivery.findMany({ where: { gameId: game.id, accountId: gm.id } });
      expect(found).toHaveLength(1);
      return JSON.stringify(found[0]?.detail);
    };
    const running = await mailTo(play);
    expect(running).toMatch(/restored from a backup of \w+, \w+ \d+, \d+, .* E[DS]T\. Everything/);
    expect(running).toContain('paper sheets that you entered, players whom you replaced');
    expect(running).toContain('Please tell players by post yourself.');
    expect(await mailTo(forming)).toContain('people who joined or left');
    expect(await ctx.db.prisma.delivery.count()).toBe(4);
  });
});
