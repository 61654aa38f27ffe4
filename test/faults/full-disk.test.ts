import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { databaseFailure } from '../../src/database/failures.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { scheduleJobs } from '../../src/games/schedule/schedule-jobs.ts';
import { databaseCheck } from '../../src/operations/checks/database.ts';
import { gameNow, runningGame } from '../games/game/play.ts';
import { shortOrLong } from '../helpers/long.ts';
import {
  type SmallDiskServer,
  smallDiskObstacle,
  startSmallDiskDatabase,
  startSmallDiskServer,
} from '../helpers/small-disk-server.ts';
import { startServerProcess } from '../operations/server-process.ts';
import { formsOf } from '../web/forms-of.ts';
import { signedIn, type Visitor, visitorTo } from '../web/visitor.ts';

/*
 * A whole server on a disk that fills up, as disks do: by something else. What is tested without a small disk is in
 * test/web/access/availability.test.ts and test/operations/checks/disk.test.ts.
 */

const obstacle = smallDiskObstacle();
const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;
const SECONDS = { timeout: 15_000, interval: 200 };

interface Scene {
  server: SmallDiskServer;
  ctx: AppContext;
  visitor: Visitor;
  /** The path of the sheet of a running game. */
  sheet: string;
  /** Fills the disk until so many megabytes are free. */
  fill(freeMb: number): Promise<void>;
  /** Removes what `fill` wrote. */
  empty(): Promise<void>;
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function aScene(settings: Record<string, string>): Promise<Scene> {
  const server = await startSmallDiskServer('300m', settings);
  closers.push(() => server.stop());
  const db = await openDatabase(server.databaseUrl);
  closers.push(() => db.close());
  const ctx = contextOf(db);
  const { game, players } = await runningGame(ctx, { humans: 2, opponents: 2, due: null });
  const visitor = await signedIn(visitorTo(server.home), ctx, players[0] as Account);
  const ballast = path.join(server.disk, 'ballast');
  return {
    ...{ server, ctx, visitor },
    sheet: `/my/games/${game.prefix}-${game.serial}/sheet`,
    fill: (freeMb) => fill(ballast, freeMb),
    empty: () => rm(ballast, { force: true }),
  };
}

function contextOf(db: Database): AppContext {
  return { db, now: () => new Date(), log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' };
}

async function fill(file: string, freeMb: number): Promise<void> {
  const handle = await open(file, 'a');
  const block = Buffer.alloc(MEGABYTE, 1);
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(path.dirname(file));
      const free = bavail * bsize - freeMb * MEGABYTE;
      if (free <= 0) return;
      await handle.write(block, 0, Math.min(block.length, free));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}

const TYPED = { _turn: '1', 'fundraising[0]': 'CA', press: 'Read my lips.' };
const readiness = ({ visitor }: Pick<Scene, 'visitor'>) =>
  visitor.get('/ready').then(({ statusCode }) => statusCode);
/** The sheets that people sent; the computer's come by themselves. */
const sheets = ({ ctx }: Scene) => ctx.db.prisma.sheet.count({ where: { channel: 'web' } });

describe.skipIf(obstacle !== null)(
  `A server on a full disk${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    test('takes nothing and says so, and goes on by itself once there is space', {
      timeout: 120_000,
    }, async () => {
      const scene = await aScene({ MIN_FREE_MB: '40' });
      const { server, visitor, sheet, ctx } = scene;
      const token = await visitor.token();
      expect(await readiness(scene)).toBe(200);

      await scene.fill(20);
      await expect.poll(() => readiness(scene), SECONDS).toBe(503);
      expect((await visitor.get('/ready')).body).not.toContain('whistlestop-small-disk');
      expect(server.log()).toContain(
        'the server takes nothing more until at least 40 MB are free (MIN_FREE_MB)',
      );
      const page = await visitor.postBare(sheet, { _csrf: token, ...TYPED });
      expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '60']);
      expect(await sheets(scene)).toBe(0);
      expect((await visitor.get(sheet)).statusCode).toBe(200);

      await scene.fill(0);
      const refused = await ctx.db.pool
        .query('CREATE TABLE ballast AS SELECT generate_series(1, 10000)')
        .catch((e) => e);
      expect(databaseFailure(refused)).toBe('full');
      const raw = await ctx.db.prisma
        .$executeRaw`CREATE TABLE ballast AS SELECT generate_series(1, 10000)`.catch((e: unknown) => e);
      expect(databaseFailure(raw)).toBe('full');
      expect((await visitor.get('/my/games')).statusCode).toBe(200);
      expect((await visitor.postBare(sheet, { _csrf: token, ...TYPED })).statusCode).toBe(503);

      await scene.empty();
      await expect.poll(() => readiness(scene), SECONDS).toBe(200);
      const [form] = formsOf(page.body, { button: 'Send again' });
      const sent = await visitor.postBare(form?.action ?? '', form?.fields ?? {});
      expect(sent.statusCode).toBe(303);
      expect(await sheets(scene)).toBe(1);
      expect(server.process.exitCode).toBeNull();
    });

    test('without a limit (MIN_FREE_MB=0) refuses sheets once the disk is full, and stores each one that it confirms', {
      timeout: 240_000,
      skip: shortOrLong(true, false),
    }, async () => {
      const scene = await aScene({ MIN_FREE_MB: '0' });
      const { visitor, sheet } = scene;
      const token = await visitor.token();
      await scene.fill(0);
      const statuses = new Set<number>();
      let confirmed = 0;
      for (let i = 0; i < 40; i += 1) {
        const { statusCode } = await visitor.postBare(sheet, {
          _csrf: token,
          ...TYPED,
          press: `Version ${i}.`,
        });
        statuses.add(statusCode);
        if (statusCode === 303) confirmed += 1;
      }
      expect([...statuses].filter((status) => status !== 303)).toEqual([503]);
      await scene.empty();
      // PostgreSQL ends when it cannot write its log. /ready tells the latest result of a check, which may be older.
      await expect.poll(() => sheets(scene).catch(() => 'no answer'), SECONDS).toBeTypeOf('number');
      expect(await sheets(scene)).toBe(confirmed);
      await expect.poll(() => readiness(scene), SECONDS).toBe(200);
      expect((await visitor.postBare(sheet, { _csrf: token, ...TYPED })).statusCode).toBe(303);
    });
  },
);

describe.skipIf(obstacle !== null)(
  `A server whose PostgreSQL is on another disk, which is full${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    test('is not ready and counts as down: the due date that passes is put off', {
      timeout: 180_000,
    }, async () => {
      const database = await startSmallDiskDatabase('220m');
      closers.push(() => database.stop());
      const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-data-'));
      closers.push(() => rm(dataDir, { recursive: true, force: true }));
      const server = await startServerProcess({ DATABASE_URL: database.databaseUrl, DATA_DIR: dataDir });
      closers.push(() => server.end('SIGTERM'));
      const db = await openDatabase(database.databaseUrl);
      closers.push(() => db.close());
      const ctx = contextOf(db);
      const { game, players } = await runningGame(ctx, { humans: 2, opponents: 2, due: null });
      const visitor = await signedIn(visitorTo(server.address), ctx, players[0] as Account);
      const token = await visitor.token();
      const sheet = `/my/games/${game.prefix}-${game.serial}/sheet`;
      const seen = async () => (await db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } })).seenAt;
      await expect.poll(seen, SECONDS).not.toBeNull();
      expect(await readiness({ visitor })).toBe(200);

      const due = new Date(Date.now() + 15_000);
      await inTransaction(ctx, async (tx) => {
        await tx.gameSchedule.update({ where: { gameId: game.id }, data: { due, autoProcess: true } });
        await scheduleJobs(tx, ctx, game.id);
      });
      const ballast = path.join(database.disk, 'ballast');
      // PostgreSQL ends if it needs another file for its log of changes, which would be found anyway.
      await db.pool.query('select pg_switch_wal()');
      await db.pool.query('checkpoint');
      await fill(ballast, 0);
      expect(await databaseCheck(db.pool).run()).toEqual({
        level: 'down',
        message: expect.stringMatching(
          /^The database takes no writes: its disk is full \(.*\)\. Free space on the disk of the database\. /,
        ),
      });
      await expect.poll(() => readiness({ visitor }), SECONDS).toBe(503);
      expect((await visitor.postBare(sheet, { _csrf: token, ...TYPED })).statusCode).toBe(503);
      await wait(due.getTime() + 5_000 - Date.now());
      expect(await readiness({ visitor })).toBe(503);

      await rm(ballast);
      const schedule = () => db.prisma.gameSchedule.findUniqueOrThrow({ where: { gameId: game.id } });
      const isExcused = () =>
        schedule().then(
          ({ missesExcused }) => missesExcused,
          () => 'no answer',
        );
      await expect.poll(isExcused, { timeout: 60_000, interval: 500 }).toBe(true);
      expect((await schedule()).due?.getTime()).toBeGreaterThan(due.getTime() + 11 * HOUR);
      expect(await db.prisma.downtime.count()).toBe(1);
      expect((await gameNow(ctx, game.id)).turn).toBe(1);
      await expect.poll(() => readiness({ visitor }), SECONDS).toBe(200);
      expect((await visitor.postBare(sheet, { _csrf: token, ...TYPED })).statusCode).toBe(303);
    });
  },
);
