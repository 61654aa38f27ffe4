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
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';
import { jobsOfGame, versionsOf } from './sheets.ts';

let own: TestContext;
let play: TestGame;
let ann: Seat;
const BAD = { campaign: [{ state: 'CA', spend: 999_999 }] };

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

async function newGame(humans = 1, opponents = 3): Promise<void> {
  play = await runningGame(own.ctx, { humans, opponents });
  ann = play.seats[0] as Seat;
}

const versions = (seat: Seat) => versionsOf(own.ctx, seat);

describe('a submitted sheet', () => {
  test('is stored and returned with its first 100 problems', async () => {
    await newGame();
    const campaign = Array.from({ length: 2000 }, () => ({ state: 'Z' }));
    const submission = await send(own.ctx, ann, 1, { campaign });
    if (submission.kind !== 'refused') throw new Error(submission.kind);
    expect(submission.problems).toHaveLength(100);
    const [stored] = await versions(ann);
    expect(stored?.problems).toHaveLength(100);
  });

  test('is standing, with its orders, advice and receipt, and a line in the log without its contents', async () => {
    await newGame();
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
    expect(log.detail).toBe('[AB] turn 1, version 1, web page: accepted');
  });

  test('supersedes the version before it, so that one version is standing', async () => {
    await newGame();
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

  test('is stored with its problems if it is refused, and the version before it is still standing', async () => {
    await newGame();
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

  test('is refused or standing, whatever it holds, and never throws', async () => {
    await newGame();
    for (const raw of [null, 1, 'x', [], { campaign: 'all' }, { __proto__: null, fundraising: [['CA']] }]) {
      expect(['standing', 'refused']).toContain((await send(own.ctx, ann, 1, raw)).kind);
    }
  });

  test('for another turn, or from a seat that owes none, is not stored', async () => {
    await newGame();
    expect(await send(own.ctx, ann, 2, {})).toEqual({ kind: 'stale', turn: 1 });
    expect(await send(own.ctx, ann, 0, {})).toEqual({ kind: 'stale', turn: 1 });
    await processTurn(own.ctx, { gameId: ann.gameId, turn: 1, by: play.gm.id });
    expect(await send(own.ctx, ann, 1, {})).toEqual({ kind: 'stale', turn: 2 });
    expect(await send(own.ctx, { ...ann, gameId: crypto.randomUUID() }, 2, {})).toEqual({
      kind: 'not-owed',
    });
    expect(await send(own.ctx, { ...ann, id: crypto.randomUUID() }, 2, {})).toEqual({ kind: 'not-owed' });
    expect(await versions(ann)).toEqual([]);
    const forming = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    expect(await send(own.ctx, forming.seats[0] as Seat, 0, {})).toEqual({ kind: 'not-owed' });
  });

  test('can come from the player, or from the GM on paper, and from no one else', async () => {
    await newGame(2, 2);
    const { gm, players } = play;
    const stranger = await anAccount(own.ctx, 'Stan Stranger', true);
    const sheet = { gameId: ann.gameId, seatId: ann.id, turn: 1, raw: {}, channel: 'web' as const };
    for (const account of [gm, stranger, players[1]]) {
      await expect(submitSheet(own.ctx, { ...sheet, sentById: account?.id ?? 0 })).rejects.toThrow(
        NotAllowed,
      );
    }
    const onPaper = { ...sheet, channel: 'post' as const };
    await expect(submitSheet(own.ctx, { ...onPaper, sentById: stranger.id })).rejects.toThrow(NotAllowed);
    expect(await versions(ann)).toEqual([]);
    expect(await submitSheet(own.ctx, { ...onPaper, sentById: gm.id })).toMatchObject({ kind: 'standing' });
    const receipt = await own.ctx.db.prisma.delivery.findFirstOrThrow({
      where: { seatId: ann.id, kind: 'receipt' },
    });
    expect(receipt.accountId).toBe(players[0]?.id);
  });

  test('sent in 40 versions at the same time is numbered without gaps, and the last good version is standing', async () => {
    await newGame();
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, i) => send(own.ctx, ann, 1, i % 4 === 3 ? BAD : { press: `${i}` })),
    );
    const stored = await versions(ann);
    expect(stored.map(({ version }) => version)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    const good = stored.filter(({ outcome }) => outcome !== 'refused');
    expect(good).toHaveLength(30);
    expect(good.map(({ outcome }) => outcome)).toEqual([...Array(29).fill('superseded'), 'standing']);
    expect(sent.filter(({ kind }) => kind === 'refused')).toHaveLength(10);
    const receipts = { seatId: ann.id, kind: 'receipt' as const };
    expect(await own.ctx.db.prisma.delivery.count({ where: receipts })).toBe(MAX_RECEIPTS_PER_DAY);
  });
});

describe('computer candidates', () => {
  test('send one sheet each, without receipts, even if the job runs many times at once', async () => {
    await newGame(1, 5);
    const wanted = { gameId: ann.gameId, turn: 1 };
    await Promise.all(Array.from({ length: 8 }, () => makeComputerSheets(own.ctx, wanted)));
    for (const seat of play.seats.slice(1)) {
      expect(await versions(seat)).toMatchObject([
        { version: 1, outcome: 'standing', channel: 'opponent', sentById: null },
      ]);
    }
    expect(await versions(ann)).toEqual([]);
    expect(await own.ctx.db.prisma.delivery.count({ where: { gameId: ann.gameId, kind: 'receipt' } })).toBe(
      0,
    );
  });

  test('send nothing for a turn that is not open', async () => {
    await newGame(1, 3);
    await makeComputerSheets(own.ctx, { gameId: ann.gameId, turn: 2 });
    await makeComputerSheets(own.ctx, { gameId: crypto.randomUUID(), turn: 1 });
    expect(await own.ctx.db.prisma.sheet.count({ where: { gameId: ann.gameId } })).toBe(0);
  });

  test('send when the turn is processed, if they have not sent before', async () => {
    await newGame(1, 3);
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

describe('a game that is processed when every sheet is in', () => {
  test('enqueues the job with the last sheet of a player, whether or not the computer’s sheets are in', async () => {
    const { ctx } = own;
    for (const opponentsFirst of [true, false]) {
      const { game, seats } = await runningGame(ctx, { humans: 2, opponents: 2, processWhenComplete: true });
      const waiting = async () => (await jobsOfGame(ctx, game.id, 'process')).map(({ payload }) => payload);
      await send(ctx, seats[1] as Seat, 1, {});
      if (opponentsFirst) await makeComputerSheets(ctx, { gameId: game.id, turn: 1 });
      expect(await waiting()).toEqual([]);
      await send(ctx, seats[0] as Seat, 1, {});
      expect(await waiting()).toEqual([{ gameId: game.id, turn: 1 }]);
      if (!opponentsFirst) await makeComputerSheets(ctx, { gameId: game.id, turn: 1 });
      await send(ctx, seats[0] as Seat, 1, { press: 'once more' });
      expect(await waiting()).toEqual([{ gameId: game.id, turn: 1 }]);
    }
  });

  test('enqueues the job when it is resumed, if the last sheet came during a pause', async () => {
    play = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
    const of = { gameId: play.game.id, by: play.gm.id, turn: 1 };
    const key = `process:${play.game.id}:1`;
    const enqueued = async () => (await jobsOfGame(own.ctx, play.game.id, 'process')).length > 0;
    granted(await pauseGame(own.ctx, of));
    await makeComputerSheets(own.ctx, { gameId: play.game.id, turn: 1 });
    await send(own.ctx, play.seats[0] as Seat, 1, {});
    granted(await resumeGame(own.ctx, of));
    expect(await enqueued()).toBe(false);
    granted(await pauseGame(own.ctx, of));
    await send(own.ctx, play.seats[1] as Seat, 1, {});
    // The job that the sheet enqueued runs during the pause, so it does nothing and is gone.
    await own.ctx.db.pool.query('select graphile_worker.remove_job($1)', [key]);
    granted(await resumeGame(own.ctx, of));
    expect(await enqueued()).toBe(true);
  });

  test('needs that policy: without it, nothing is enqueued', async () => {
    await newGame(1, 3);
    await makeComputerSheets(own.ctx, { gameId: ann.gameId, turn: 1 });
    await send(own.ctx, ann, 1, {});
    expect(await jobsOfGame(own.ctx, ann.gameId, 'process')).toEqual([]);
  });
});
