import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { NotAllowed } from '../../../src/games/game/game-ruleset.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { pauseGame, resumeGame } from '../../../src/games/schedule/change-due-date.ts';
import { MAX_RECEIPTS_PER_DAY } from '../../../src/games/sheets/sheet-limits.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import {
  anAccount,
  formingGame,
  goodSheet,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';

let own: TestContext;
let table: TestGame;
let ann: Seat;
const BAD = { campaign: [{ state: 'CA', spend: 999_999 }] };

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

async function sitDown(humans = 1, opponents = 3): Promise<void> {
  table = await runningGame(own.ctx, { humans, opponents });
  ann = table.seats[0] as Seat;
}

function versions(seat: Seat) {
  return own.ctx.db.prisma.sheet.findMany({ where: { seatId: seat.id }, orderBy: { version: 'asc' } });
}

describe('a sheet at the door', () => {
  test('of whose countless mistakes a hundred are kept and told', async () => {
    await sitDown();
    const campaign = Array.from({ length: 2000 }, () => ({ state: 'Z' }));
    const submission = await send(own.ctx, ann, 1, { campaign });
    if (submission.kind !== 'refused') throw new Error(submission.kind);
    expect(submission.problems).toHaveLength(100);
    const [kept] = await versions(ann);
    expect(kept?.problems).toHaveLength(100);
  });

  test('stands, with its orders, its advice, its receipt and a line in the log that tells nothing', async () => {
    await sitDown();
    const submission = await send(own.ctx, ann, 1, { fundraising: ['CA'], press: 'Hello\0 there' });
    expect(submission).toMatchObject({
      kind: 'standing',
      sheet: { version: 1, outcome: 'standing', turn: 1 },
    });
    if (submission.kind !== 'standing') throw new Error(submission.kind);
    expect(submission.advice.length).toBeGreaterThan(0);
    expect(submission.sheet.raw).toEqual({ fundraising: ['CA'], press: 'Hello there' });
    const receipts = await own.ctx.db.prisma.delivery.findMany({ where: { sheetId: submission.sheet.id } });
    expect(receipts).toMatchObject([
      { kind: 'receipt', status: 'queued', accountId: ann.accountId, seatId: ann.id },
    ]);
    const log = await own.ctx.db.prisma.gameEvent.findFirstOrThrow({
      where: { gameId: ann.gameId, type: 'sheetReceived' },
    });
    expect(log.detail).toBe('[AB] turn 1, version 1, standing, by web');
  });

  test('supersedes the one before, and of all versions one stands', async () => {
    await sitDown();
    const good = await goodSheet(own.ctx, ann.gameId, ann);
    await send(own.ctx, ann, 1, good);
    await send(own.ctx, ann, 1, {});
    await send(own.ctx, ann, 1, good);
    const outcomes = (await versions(ann)).map(({ version, outcome }) => [version, outcome]);
    expect(outcomes).toEqual([
      [1, 'superseded'],
      [2, 'superseded'],
      [3, 'standing'],
    ]);
  });

  test('that is refused is kept with its problems, and the one before still stands', async () => {
    await sitDown();
    expect(await send(own.ctx, ann, 1, BAD)).toMatchObject({
      kind: 'refused',
      standingVersion: null,
      problems: [{ field: 'campaign', code: 'overspent' }],
    });
    await send(own.ctx, ann, 1, {});
    expect(await send(own.ctx, ann, 1, BAD)).toMatchObject({ kind: 'refused', standingVersion: 2 });
    expect(await send(own.ctx, ann, 1, { press: 'x'.repeat(50_000) })).toMatchObject({
      kind: 'refused',
      standingVersion: 2,
      problems: [{ code: 'too-large' }],
      sheet: { raw: null },
    });
    expect((await versions(ann)).map(({ version, outcome }) => [version, outcome])).toEqual([
      [1, 'refused'],
      [2, 'standing'],
      [3, 'refused'],
      [4, 'refused'],
    ]);
    expect(await own.ctx.db.prisma.delivery.count({ where: { seatId: ann.id, kind: 'receipt' } })).toBe(4);
  });

  test('of any nonsense is refused or stands, and never throws', async () => {
    await sitDown();
    for (const raw of [null, 1, 'x', [], { campaign: 'all' }, { __proto__: null, fundraising: [['CA']] }]) {
      expect(['standing', 'refused']).toContain((await send(own.ctx, ann, 1, raw)).kind);
    }
  });

  test('for another turn, or where none is owed, leaves nothing', async () => {
    await sitDown();
    expect(await send(own.ctx, ann, 2, {})).toEqual({ kind: 'stale', turn: 1 });
    expect(await send(own.ctx, ann, 0, {})).toEqual({ kind: 'stale', turn: 1 });
    await processTurn(own.ctx, { gameId: ann.gameId, turn: 1, by: table.gm.id });
    expect(await send(own.ctx, ann, 1, {})).toEqual({ kind: 'stale', turn: 2 });
    expect(await send(own.ctx, { ...ann, gameId: crypto.randomUUID() }, 2, {})).toEqual({
      kind: 'not-owed',
    });
    expect(await send(own.ctx, { ...ann, id: crypto.randomUUID() }, 2, {})).toEqual({ kind: 'not-owed' });
    expect(await versions(ann)).toEqual([]);
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    expect(await send(own.ctx, forming.seats[0] as Seat, 0, {})).toEqual({ kind: 'not-owed' });
  });

  test('comes from the player, or from the GM by post; from nobody else', async () => {
    await sitDown(2, 2);
    const { gm, players } = table;
    const stranger = await anAccount(own.ctx, 'Stan Stranger', true);
    const sheet = { gameId: ann.gameId, seatId: ann.id, turn: 1, raw: {}, channel: 'web' as const };
    for (const account of [gm, stranger, players[1]]) {
      await expect(submitSheet(own.ctx, { ...sheet, sentById: account?.id ?? 0 })).rejects.toThrow(
        NotAllowed,
      );
    }
    const byPost = { ...sheet, channel: 'post' as const };
    await expect(submitSheet(own.ctx, { ...byPost, sentById: stranger.id })).rejects.toThrow(NotAllowed);
    expect(await versions(ann)).toEqual([]);
    expect(await submitSheet(own.ctx, { ...byPost, sentById: gm.id })).toMatchObject({ kind: 'standing' });
    const receipt = await own.ctx.db.prisma.delivery.findFirstOrThrow({
      where: { seatId: ann.id, kind: 'receipt' },
    });
    expect(receipt.accountId).toBe(players[0]?.id);
  });

  test('forty versions sent at once are numbered without gaps, and one stands: the last good one', async () => {
    await sitDown();
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, i) => send(own.ctx, ann, 1, i % 4 === 3 ? BAD : { press: `${i}` })),
    );
    const kept = await versions(ann);
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    const good = kept.filter(({ outcome }) => outcome !== 'refused');
    expect(good).toHaveLength(30);
    expect(good.map(({ outcome }) => outcome)).toEqual([...Array(29).fill('superseded'), 'standing']);
    expect(sent.filter(({ kind }) => kind === 'refused')).toHaveLength(10);
    const receipts = { seatId: ann.id, kind: 'receipt' as const };
    expect(await own.ctx.db.prisma.delivery.count({ where: receipts })).toBe(MAX_RECEIPTS_PER_DAY);
  });
});

describe('computer opponents', () => {
  test('send one sheet each, without receipts, however often they are called at once', async () => {
    await sitDown(1, 5);
    const wanted = { gameId: ann.gameId, turn: 1 };
    await Promise.all(Array.from({ length: 8 }, () => makeComputerSheets(own.ctx, wanted)));
    for (const seat of table.seats.slice(1)) {
      expect(await versions(seat)).toMatchObject([
        { version: 1, outcome: 'standing', channel: 'opponent', sentById: null },
      ]);
    }
    expect(await versions(ann)).toEqual([]);
    expect(await own.ctx.db.prisma.delivery.count({ where: { gameId: ann.gameId, kind: 'receipt' } })).toBe(
      0,
    );
  });

  test('leave a turn alone that is not open', async () => {
    await sitDown(1, 3);
    await makeComputerSheets(own.ctx, { gameId: ann.gameId, turn: 2 });
    await makeComputerSheets(own.ctx, { gameId: crypto.randomUUID(), turn: 1 });
    expect(await own.ctx.db.prisma.sheet.count({ where: { gameId: ann.gameId } })).toBe(0);
  });

  test('who have not sent when the turn is closed send then', async () => {
    await sitDown(1, 3);
    await processTurn(own.ctx, { gameId: ann.gameId, turn: 1, by: null });
    const { sheets } = await own.ctx.db.prisma.turn.findUniqueOrThrow({
      where: { gameId_turn_attempt: { gameId: ann.gameId, turn: 1, attempt: 1 } },
    });
    expect(sheets).toMatchObject({
      AB: null,
      CD: { fundraising: [{}, {}, {}].map(() => expect.any(String)) },
    });
    expect(await own.ctx.db.prisma.sheet.count({ where: { gameId: ann.gameId, channel: 'opponent' } })).toBe(
      3,
    );
  });
});

describe('a game that closes when complete', () => {
  test('asks for its processing with the last sheet, whoever sends it', async () => {
    const { ctx } = own;
    for (const last of ['player', 'opponents']) {
      const { game, seats } = await runningGame(ctx, { humans: 1, opponents: 3, processWhenComplete: true });
      const waiting = async () =>
        (await jobsOf(ctx, 'process'))
          .filter((job) => job.payload.gameId === game.id)
          .map((job) => job.payload);
      const player = () => send(ctx, seats[0] as Seat, 1, {});
      const opponents = () => makeComputerSheets(ctx, { gameId: game.id, turn: 1 });
      await (last === 'player' ? opponents() : player());
      expect(await waiting()).toEqual([]);
      await (last === 'player' ? player() : opponents());
      expect(await waiting()).toEqual([{ gameId: game.id, turn: 1 }]);
      await send(ctx, seats[0] as Seat, 1, { press: 'once more' });
      expect(await waiting()).toEqual([{ gameId: game.id, turn: 1 }]);
    }
  });

  test('asks for it when the game goes on, where the last sheet came during a pause', async () => {
    table = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
    const of = { gameId: table.game.id, by: table.gm.id, turn: 1 };
    const key = `process:${table.game.id}:1`;
    const asked = async () => (await jobsOf(own.ctx, 'process')).some((job) => job.key === key);
    granted(await pauseGame(own.ctx, of));
    await makeComputerSheets(own.ctx, { gameId: table.game.id, turn: 1 });
    await send(own.ctx, table.seats[0] as Seat, 1, {});
    granted(await resumeGame(own.ctx, of));
    expect(await asked()).toBe(false);
    granted(await pauseGame(own.ctx, of));
    await send(own.ctx, table.seats[1] as Seat, 1, {});
    // Its job comes while the game is paused, finds that out, and is gone.
    await own.ctx.db.pool.query('select graphile_worker.remove_job($1)', [key]);
    granted(await resumeGame(own.ctx, of));
    expect(await asked()).toBe(true);
  });

  test('one that does not, waits for its GM', async () => {
    await sitDown(1, 3);
    await makeComputerSheets(own.ctx, { gameId: ann.gameId, turn: 1 });
    await send(own.ctx, ann, 1, {});
    expect((await jobsOf(own.ctx, 'process')).filter((job) => job.payload.gameId === ann.gameId)).toEqual([]);
  });
});
