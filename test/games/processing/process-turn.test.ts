import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { NotAllowed } from '../../../src/games/game/game-ruleset.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { processWhenAllIn } from '../../../src/games/processing/scheduled-processing.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { holdGameLock } from '../../helpers/game-lock.ts';
import {
  anAccount,
  firstDue,
  formingGame,
  gameNow,
  goodSheet,
  jobsOf,
  runningGame,
  send,
} from '../game/play.ts';
import { expectReplay } from './turns.ts';

let own: TestContext;
let pools: Database[];
/** Contexts on one database with a pool each, like four servers. */
let servers: AppContext[];

beforeAll(async () => {
  own = await testContext();
  pools = await Promise.all([1, 2, 3].map(() => openDatabase(own.url, { connections: 10 })));
  servers = [own.ctx, ...pools.map((db) => ({ ...own.ctx, db }))];
});
afterAll(async () => {
  await Promise.all(pools.map((db) => db.close()));
  await own.close();
});

const serverOf = (i: number): AppContext => servers[i % servers.length] as AppContext;
async function countsOf(gameId: string) {
  const { prisma } = own.ctx.db;
  const deliveries = await prisma.delivery.findMany({ where: { gameId, kind: 'printout' } });
  const sending = new Set((await jobsOf(own.ctx, 'deliver')).map((job) => job.payload.deliveryId));
  return {
    turns: await prisma.turn.count({ where: { gameId } }),
    printouts: await prisma.printout.count({ where: { gameId } }),
    deliveries: deliveries.length,
    sending: deliveries.filter((delivery) => sending.has(delivery.id)).length,
    processed: await prisma.gameEvent.count({ where: { gameId, type: 'turnProcessed' } }),
  };
}

test('a due date whose time of day the clock skips moves by an hour, and the next one is at the old time again', async () => {
  const due = new Date('2027-03-07T07:30:00Z'); // 2:30 AM
  const { game, gm } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const schedule = { due, dueTime: null, daysPerTurn: 7, weekdays: [], timeZone: 'America/New_York' };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.id }, data: schedule });
  const dates: (string | undefined)[] = [];
  for (const turn of [1, 2, 3]) {
    own.setNow((await gameNow(own.ctx, game.id)).due ?? testNow);
    await processTurn(own.ctx, { gameId: game.id, turn, by: gm.id });
    dates.push((await gameNow(own.ctx, game.id)).due?.toISOString());
  }
  own.setNow(testNow);
  // 3:30 AM, then 2:30 AM in daylight saving time.
  expect(dates).toEqual(['2027-03-14T07:30:00.000Z', '2027-03-21T06:30:00.000Z', '2027-03-28T06:30:00.000Z']);
});

describe('a turn is processed once', () => {
  test.each([
    { humans: 2, opponents: 2 },
    { humans: 12, opponents: 0 },
  ])(
    'by one of 32 calls on four servers, with $humans players and $opponents computer candidates',
    async (wish) => {
      const { game, gm } = await runningGame(own.ctx, wish);
      const calls = Array.from({ length: 32 }, (_, i) =>
        processTurn(serverOf(i), { gameId: game.id, turn: 1, by: i % 2 ? gm.id : null }),
      );
      const kinds = (await Promise.all(calls)).map((result) => result.kind);
      expect(kinds.filter((kind) => kind === 'processed')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'already')).toHaveLength(31);
      expect(await countsOf(game.id)).toEqual({
        turns: 2,
        printouts: 2 * (1 + wish.humans),
        deliveries: 2 * wish.humans,
        sending: 2 * wish.humans,
        processed: 1,
      });
      const enqueued = (await jobsOf(own.ctx, 'computerSheets')).filter(
        (job) => job.payload.gameId === game.id,
      );
      expect(enqueued.map((job) => job.payload.turn)).toEqual(wish.opponents > 0 ? [1, 2] : []);
      await expectReplay(own.ctx, game, 1);
    },
  );

  test('and only while it is open', async () => {
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const process = (turn: number) => processTurn(own.ctx, { gameId: game.id, turn, by: gm.id });
    expect(await process(2)).toEqual({ kind: 'not-running' });
    expect(await process(0)).toEqual({ kind: 'not-running' });
    expect(await process(1)).toEqual({ kind: 'processed', over: false });
    expect(await process(1)).toEqual({ kind: 'already' });
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    const early = { gameId: forming.game.id, turn: 0, by: forming.gm.id };
    expect(await processTurn(own.ctx, early)).toEqual({ kind: 'not-running' });
    const nowhere = { gameId: crypto.randomUUID(), turn: 1, by: null };
    expect(await processTurn(own.ctx, nowhere)).toEqual({ kind: 'not-running' });
  });

  test('by its GM or the server, and by no one else', async () => {
    const { game, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const stranger = await anAccount(own.ctx, 'Stan Stranger', true);
    for (const by of [stranger.id, players[0]?.id ?? 0]) {
      await expect(processTurn(own.ctx, { gameId: game.id, turn: 1, by })).rejects.toThrow(NotAllowed);
    }
    expect((await countsOf(game.id)).turns).toBe(1);
  });

  test('because the database accepts no second record of it', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const copy = `INSERT INTO "Turn" SELECT * FROM "Turn" WHERE "gameId" = $1`;
    await expect(own.ctx.db.pool.query(copy, [game.id])).rejects.toMatchObject({ code: '23505' });
  });
});

describe('the due date of the next turn', () => {
  test.each([
    ['early', new Date('2027-03-14T12:00:00Z'), '2027-03-29T22:00:00.000Z'],
    ['two weeks early', testNow, '2027-03-15T22:00:00.000Z'],
    ['late', new Date('2027-03-18T03:30:00Z'), '2027-03-31T22:00:00.000Z'],
  ])('is set from the old one if the turn is processed %s', async (_when, now, next) => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const ctx = { ...own.ctx, now: () => now };
    await processTurn(ctx, { gameId: game.id, turn: 1, by: null });
    const after = await gameNow(own.ctx, game.id);
    expect(game.due).toEqual(firstDue);
    expect(after.due?.toISOString()).toBe(next);
  });

  test('is not set if the turn had none', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3, due: null });
    await processTurn(own.ctx, { gameId: game.id, turn: 1, by: null });
    const { header } = await own.ctx.db.prisma.turn.findUniqueOrThrow({
      where: { gameId_turn_attempt: { gameId: game.id, turn: 1, attempt: 1 } },
    });
    expect(header).toMatchObject({ due: null });
  });
});

describe('processing when every sheet is in', () => {
  test('checks this again under the lock, and happens once', async () => {
    const { game, seats } = await runningGame(own.ctx, {
      humans: 2,
      opponents: 2,
      processWhenComplete: true,
    });
    const request = { gameId: game.id, turn: 1 };
    await makeComputerSheets(own.ctx, request);
    expect(await processWhenAllIn(own.ctx, request)).toEqual({ kind: 'incomplete' });
    await send(own.ctx, seats[0] as Seat, 1, {});
    expect(await processWhenAllIn(own.ctx, request)).toEqual({ kind: 'incomplete' });
    await send(own.ctx, seats[1] as Seat, 1, {});
    // The GM has changed the schedule since the job was written.
    const want = (processWhenComplete: boolean) =>
      own.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.id }, data: { processWhenComplete } });
    await want(false);
    expect(await processWhenAllIn(own.ctx, request)).toEqual({ kind: 'incomplete' });
    await want(true);
    const kinds = (await Promise.all(servers.map((ctx) => processWhenAllIn(ctx, request)))).map(
      ({ kind }) => kind,
    );
    expect(kinds.sort()).toEqual(['already', 'already', 'already', 'processed']);
    expect(await processWhenAllIn(own.ctx, { ...request, turn: 2 })).toEqual({ kind: 'incomplete' });
    const nowhere = { gameId: crypto.randomUUID(), turn: 1 };
    expect(await processWhenAllIn(own.ctx, nowhere)).toEqual({ kind: 'not-running' });
  });
});

describe('sheets that are sent while the turn is processed', () => {
  // All of them wait for the game's lock: `before` of the 24 sheets before processing, the others after it.
  test.each([0, 1, 12, 24])(
    'are either played or refused as stale, with %i of 24 before it',
    async (before) => {
      const { game, seats } = await runningGame(own.ctx, { humans: 6, opponents: 0 });
      const good = await Promise.all(seats.map((seat) => goodSheet(own.ctx, game.id, seat)));
      const sheets = [0, 1, 2, 3].flatMap((round) =>
        seats.map((seat, i) => {
          const raw = { ...(good[i] as object), press: `sheet ${round} of ${seat.identifier}` };
          return { seat, raw, server: round + i };
        }),
      );
      const sendAll = (some: typeof sheets) =>
        some.map(async (sheet) => ({
          ...sheet,
          submission: await send(serverOf(sheet.server), sheet.seat, 1, sheet.raw),
        }));

      const lock = await holdGameLock(own.url, game.id);
      const race = async () => {
        const first = sendAll(sheets.slice(0, before));
        await lock.waiting(before);
        const processing = processTurn(serverOf(before), { gameId: game.id, turn: 1, by: null });
        await lock.waiting(before + 1);
        const last = sendAll(sheets.slice(before));
        await lock.waiting(25);
        await lock.release();
        expect(await processing).toMatchObject({ kind: 'processed' });
        return Promise.all([...first, ...last]);
      };
      const sent = await race().finally(lock.release);

      const turn = await own.ctx.db.prisma.turn.findUniqueOrThrow({
        where: { gameId_turn_attempt: { gameId: game.id, turn: 1, attempt: 1 } },
      });
      const stored = await own.ctx.db.prisma.sheet.findMany({ where: { gameId: game.id } });
      const accepted = sent.filter(({ submission }) => submission.kind === 'standing');
      for (const { submission } of sent) {
        if (submission.kind === 'stale') expect(submission.turn).toBe(2);
        else expect(submission.kind).toBe('standing');
      }
      // The first to wait is the first to get the lock. The others may overtake each other.
      if (before === 0) expect(accepted).toEqual([]);
      else expect(accepted).toContainEqual(expect.objectContaining({ raw: sheets[0]?.raw }));
      expect(stored.map((sheet) => sheet.raw)).toEqual(
        expect.arrayContaining(accepted.map(({ raw }) => raw)),
      );
      expect(stored).toHaveLength(accepted.length);
      expect(new Set(stored.map((sheet) => sheet.turn))).toEqual(new Set(accepted.length > 0 ? [1] : []));
      for (const seat of seats) {
        const standing = stored.find((sheet) => sheet.seatId === seat.id && sheet.outcome === 'standing');
        const played = (turn.sheets as Record<string, unknown>)[seat.identifier];
        expect(played).toEqual(standing?.raw ?? null);
        // The standing version is the last one that was stored: none came between it and processing.
        const last = stored
          .filter((sheet) => sheet.seatId === seat.id)
          .sort((a, b) => b.version - a.version)[0];
        expect(last?.id).toBe(standing?.id);
      }
      await expectReplay(own.ctx, game, 1);
    },
  );
});
