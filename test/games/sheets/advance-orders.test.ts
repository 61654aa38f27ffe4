import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seat, Sheet } from '../../../src/database/generated/client.ts';
import { exportGame } from '../../../src/games/archive/export-game.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../../../src/games/archive/transfer-out.ts';
import { verifyExport } from '../../../src/games/archive/verify-export.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { NotAllowed } from '../../../src/games/game/game-ruleset.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { playerGame } from '../../../src/games/game/player-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { previewTurn } from '../../../src/games/processing/preview-turn.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { processWhenAllIn } from '../../../src/games/processing/scheduled-processing.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import {
  MAX_ADVANCE_TURNS,
  STANDING_ORDERS,
  sendAdvanceOrders,
  withdrawAdvanceOrders,
} from '../../../src/games/sheets/advance-orders.ts';
import { reopenOrders } from '../../../src/games/sheets/reopen-orders.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import type { Report } from '../../../src/rules/report.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, send, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';
import { jobsOfGame, versionsOf } from './sheets.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const sheetsOf = (seat: Seat, turn?: number) => versionsOf(own.ctx, seat, turn);

const rowsOf = (seat: Seat) =>
  own.ctx.db.prisma.advanceOrders.findMany({ where: { seatId: seat.id }, orderBy: { turn: 'asc' } });

function sendInAdvance(seat: Seat, turn: number, raw: unknown, final = false) {
  const { gameId, id: seatId, accountId } = seat;
  return sendAdvanceOrders(own.ctx, { gameId, seatId, turn, raw, final, sentById: accountId as number });
}

function withdraw(seat: Seat, turn: number) {
  const { gameId, id: seatId, accountId } = seat;
  return withdrawAdvanceOrders(own.ctx, { gameId, seatId, turn, sentById: accountId as number });
}

function sendOnPaper({ game, gm }: TestGame, { id: seatId }: Seat, turn: number, raw: unknown) {
  return submitSheet(own.ctx, { gameId: game.id, seatId, turn, raw, channel: 'post', sentById: gm.id });
}

const process = (g: TestGame, turn: number) => processAsGm(own.ctx, g, turn);

async function printoutOf(seat: Seat, turn: number): Promise<Report> {
  const where = { seatId: seat.id, turn, ...NOT_ROLLED_BACK };
  const { report } = await own.ctx.db.prisma.printout.findFirstOrThrow({ where });
  return report;
}

/** The section of a printout on advance and standing orders, as JSON. */
function section(report: Report): string {
  return JSON.stringify(
    report.sections.filter(({ id }) => id === 'advance-orders').map(({ blocks }) => blocks),
  );
}

async function twoPlayers(wish: { processWhenComplete?: boolean } = {}) {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2, ...wish });
  const [ann, carl] = g.seats as [Seat, Seat];
  return { g, ann, carl };
}

const row = (state: string, spend: number) => ({ state, spend });
const TRIPS = ['CA', 'NY', 'TX'];

describe('sending advance orders', () => {
  test('is possible for the seat’s player and the next five turns, and replaces what was sent before', async () => {
    const { g, ann, carl } = await twoPlayers();
    for (const turn of [2, 3, 4, 5, 6, STANDING_ORDERS]) {
      expect(granted(await sendInAdvance(ann, turn, { press: `Turn ${turn}` }))).toMatchObject({
        turn,
        dropped: [],
      });
    }
    granted(await sendInAdvance(ann, 3, { press: 'Another' }, true));
    expect((await rowsOf(ann)).map(({ turn, final, raw }) => [turn, final, raw])).toEqual([
      [0, false, { press: 'Turn 0' }],
      [2, false, { press: 'Turn 2' }],
      [3, true, { press: 'Another' }],
      [4, false, { press: 'Turn 4' }],
      [5, false, { press: 'Turn 5' }],
      [6, false, { press: 'Turn 6' }],
    ]);
    for (const turn of [1, -1, 1 + MAX_ADVANCE_TURNS + 1, 2.5]) {
      expect(codesOf(await sendInAdvance(ann, turn, {})), String(turn)).toEqual(['not-ahead']);
    }
    await process(g, 1);
    expect(codesOf(await sendInAdvance(ann, 7, {}))).toEqual(['unforeseen']);
    const theirs = { gameId: g.game.id, seatId: ann.id, turn: 3, sentById: carl.accountId as number };
    await expect(sendAdvanceOrders(own.ctx, { ...theirs, raw: {} })).rejects.toThrow(NotAllowed);
    await expect(sendAdvanceOrders(own.ctx, { ...theirs, raw: {}, sentById: g.gm.id })).rejects.toThrow(
      NotAllowed,
    );
    await expect(withdrawAdvanceOrders(own.ctx, theirs)).rejects.toThrow(NotAllowed);
  });

  test('saves them as they are and returns what would be dropped', async () => {
    const { ann } = await twoPlayers();
    const raw = { campaign: [row('CA', 100), row('NY', 99_999)], fundraising: ['CA', 'CA'] };
    const saved = granted(await sendInAdvance(ann, 2, raw));
    expect(saved.dropped.map(({ what }) => what)).toEqual([
      'Fundraising trips, CA California',
      'Campaign money, NY New York: $99,999',
    ]);
    expect((await rowsOf(ann))[0]?.raw).toEqual(raw);
    expect(codesOf(await sendInAdvance(ann, 3, 'x'.repeat(40_000)))).toEqual(['too-large']);
    granted(await sendInAdvance(ann, 3, null));
    granted(await sendInAdvance(ann, 3, 'whatever'));
  });

  test('can be undone, is logged without their contents, and is limited', async () => {
    const { g, ann } = await twoPlayers();
    granted(await sendInAdvance(ann, 2, { press: 'A secret plan' }));
    granted(await sendInAdvance(ann, STANDING_ORDERS, { press: 'A secret plan' }));
    granted(await withdraw(ann, 2));
    granted(await withdraw(ann, STANDING_ORDERS));
    expect(codesOf(await withdraw(ann, 2))).toEqual(['nothing']);
    expect(codesOf(await withdraw(ann, 1))).toEqual(['not-ahead']);
    const log = await own.ctx.db.prisma.gameEvent.findMany({ where: { gameId: g.game.id } });
    const lines = log
      .filter(({ type }) => type.startsWith('advanceOrders'))
      .map(({ type, detail }) => [type, detail]);
    expect(lines.toSorted()).toEqual([
      ['advanceOrdersSent', '[AB] advance orders for turn 2'],
      ['advanceOrdersSent', '[AB] standing orders'],
      ['advanceOrdersWithdrawn', '[AB] advance orders for turn 2'],
      ['advanceOrdersWithdrawn', '[AB] standing orders'],
    ]);
    const entry = { gameId: g.game.id, accountId: ann.accountId as number, kind: 'advanceOrders' as const };
    const data = Array.from({ length: 118 }, () => ({ ...entry, at: own.ctx.now() }));
    await own.ctx.db.prisma.limitedAction.createMany({ data });
    expect(codesOf(await sendInAdvance(ann, 2, {}))).toEqual(['too-often']);
    await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { status: 'abandoned' } });
    expect(codesOf(await sendInAdvance(ann, 2, {}))).toEqual(['not-running']);
    expect(codesOf(await withdraw(ann, 2))).toEqual(['not-running']);
  });
});

describe('advance orders whose turn opens', () => {
  test('are entered turn by turn for a whole game, which can be replayed, verified and transferred', {
    timeout: 60_000,
  }, async () => {
    const { g, ann, carl } = await twoPlayers();
    for (const turn of [2, 3, 4, 5, 6]) {
      granted(
        await sendInAdvance(ann, turn, { fundraising: TRIPS, press: `Ahead to turn ${turn}` }, turn === 4),
      );
    }
    granted(await sendInAdvance(ann, STANDING_ORDERS, { fundraising: ['AK'], runningMate: 'EF' }));
    granted(await sendInAdvance(carl, STANDING_ORDERS, { fundraising: ['OH', 'PA'] }));
    const { prisma } = own.ctx.db;
    for (const turn of [1, 2, 3, 4, 5, 6]) {
      if (turn === 5) await send(own.ctx, carl, 5, { press: 'My own sheet' });
      expect(await process(g, turn)).toEqual({ kind: 'processed', over: turn === 6 });
      if (turn === 6) break;
      expect(await sheetsOf(ann, turn + 1)).toMatchObject([
        { version: 1, outcome: 'standing', channel: 'advance', sentById: ann.accountId, final: turn === 3 },
      ]);
      const words = `Your advance orders for turn ${turn + 1} are in as version 1 of your sheet.`;
      expect((await printoutOf(ann, turn + 1)).summary.at(-1)).toBe(words);
      if (turn === 2) {
        const file = await pausedOut(g);
        const next = await testContext();
        try {
          granted(await transferIn(next.ctx, file));
          await expectReplay(next.ctx, g.game, 2);
          const moved = await next.ctx.db.prisma.advanceOrders.findMany();
          expect(moved).toHaveLength((await rowsOf(ann)).length + (await rowsOf(carl)).length);
          const there = await next.ctx.db.prisma.seat.findMany();
          const playerOf = (id: string) => there.find((seat) => seat.id === id)?.accountId;
          for (const row of moved) expect(row.accountId).toBe(playerOf(row.seatId));
        } finally {
          await next.close();
        }
      }
    }
    const channels = async (seat: Seat) => (await sheetsOf(seat)).map(({ channel }) => channel);
    expect(await channels(ann)).toEqual(['standing', 'advance', 'advance', 'advance', 'advance', 'advance']);
    expect(await channels(carl)).toEqual(['standing', 'standing', 'standing', 'standing', 'web', 'standing']);
    // A running mate is named on turn 3 only. On turn 1, only the trip was left.
    const first = await printoutOf(ann, 2);
    expect(first.summary).toContain(
      'Your sheet for turn 1 was not in, so your standing orders were played, except for 1 part that was dropped.',
    );
    expect(section(first)).toContain('Running mate, EF');
    expect(section(first)).toContain('You can name a running mate on turn 3 only');
    expect(section(await printoutOf(carl, 2))).not.toContain('Running mate');
    expect(section(await printoutOf(carl, 6))).toBe('[]');
    expect(await prisma.attendance.count({ where: { gameId: g.game.id, missed: true } })).toBe(0);
    expect(await prisma.advanceOrders.count({ where: { gameId: g.game.id } })).toBe(0);
    await expectReplay(own.ctx, g.game, 6);
    const exported = granted(await exportGame(own.ctx, gameNumber(g.game)));
    expect(JSON.stringify(exported)).not.toMatch(/standing orders?/);
    expect(granted(verifyExport(JSON.parse(JSON.stringify(exported)))).difference).toBeNull();
    // The notes are hashed with the turn, so a change would be found.
    const turn = await prisma.turn.findFirstOrThrow({ where: { gameId: g.game.id, turn: 1 } });
    expect(turn.header).toHaveProperty('notes.AB.standing.dropped');
    const public1 = await prisma.printout.findFirstOrThrow({
      where: { gameId: g.game.id, seatId: null, turn: 2 },
    });
    expect(JSON.stringify(public1.report)).not.toMatch(/standing order|Running mate, EF/);
  });

  async function pausedOut(g: TestGame) {
    const { gameSchedule } = own.ctx.db.prisma;
    const where = { gameId: g.game.id };
    await gameSchedule.update({ where, data: { pausedAt: own.ctx.now() } });
    const file = JSON.parse(JSON.stringify(granted(await transferOut(own.ctx, gameNumber(g.game)))));
    granted(await takeTransferBack(own.ctx, gameNumber(g.game)));
    await gameSchedule.update({ where, data: { pausedAt: null } });
    return file;
  }

  test('are pruned: what was dropped is printed before the sheet, stored as advice, and mailed', async () => {
    const { g, ann, carl } = await twoPlayers();
    const { prisma } = own.ctx.db;
    for (const seat of [ann, carl]) {
      const raw = { fundraising: TRIPS, campaign: [row('CA', 10), row('NY', 88_000)], runningMate: 'CD' };
      granted(await sendInAdvance(seat, 2, raw));
      await prisma.account.update({ where: { id: seat.accountId ?? 0 }, data: { mailReceipts: false } });
    }
    granted(await sendInAdvance(carl, 2, { fundraising: TRIPS }));
    await process(g, 1);
    const [sheet] = (await sheetsOf(ann, 2)) as [Sheet];
    expect(sheet.orders).toMatchObject({ fundraising: TRIPS, campaign: [row('CA', 10)] });
    expect(sheet.raw).toEqual({ fundraising: TRIPS, campaign: [row('CA', 10)] });
    expect(sheet.advice.slice(0, 2)).toEqual([
      {
        field: 'runningMate',
        code: 'dropped',
        message: 'Dropped: Running mate, CD. You can name a running mate on turn 3 only. Leave this blank.',
      },
      {
        field: 'campaign',
        code: 'dropped',
        message: expect.stringMatching(
          /^Dropped: Campaign money, NY New York: \$88,000\. These amounts add up to \$88,010/,
        ),
      },
    ]);
    const report = await printoutOf(ann, 2);
    expect(report.summary.at(-1)).toBe(
      'Your advance orders for turn 2 are in as version 1 of your sheet, except for 2 parts that were dropped.',
    );
    const ids = report.sections.map(({ id }) => id);
    expect(ids.indexOf('advance-orders')).toBe(ids.indexOf('sheet') - 1);
    expect(section(report)).toContain('Campaign money, NY New York: $88,000');
    const receipts = await prisma.delivery.findMany({ where: { gameId: g.game.id, kind: 'receipt' } });
    expect(receipts.map(({ seatId }) => seatId)).toEqual([ann.id]);
    await expectReplay(own.ctx, g.game, 1);
  });

  test('are not entered if nothing is left of them: the sheet is missing, and the player gets a mail', async () => {
    const { g, ann } = await twoPlayers({ processWhenComplete: true });
    granted(await sendInAdvance(ann, 2, { runningMate: 'CD' }));
    granted(await sendInAdvance(ann, 3, {}));
    await process(g, 1);
    expect(await sheetsOf(ann, 2)).toEqual([]);
    expect((await printoutOf(ann, 2)).summary.at(-1)).toContain(
      'Nothing in your advance orders for turn 2 can be played',
    );
    expect(section(await printoutOf(ann, 2))).toContain('Running mate, CD');
    const notices = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice' },
    });
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(notices[0]?.detail)).not.toContain('CD');
    // An empty sheet that was sent empty is entered.
    await process(g, 2);
    expect(await sheetsOf(ann, 3)).toMatchObject([{ raw: {}, outcome: 'standing', channel: 'advance' }]);
    await expectReplay(own.ctx, g.game, 2);
  });

  test('have the turn processed early if they are the last missing sheet, or the last final orders', async () => {
    const { g, ann, carl } = await twoPlayers({ processWhenComplete: true });
    granted(await sendInAdvance(ann, 2, { fundraising: TRIPS }));
    granted(await sendInAdvance(carl, 2, { fundraising: TRIPS }));
    await process(g, 1);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    const jobs = await jobsOfGame(own.ctx, g.game.id, 'process');
    expect(jobs.map((job) => job.payload.turn)).toEqual([2]);
    expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).toMatchObject({
      kind: 'processed',
    });

    const final = await twoPlayers();
    const data = { autoProcess: true, processWhenFinal: true, reopenMinutes: 30 };
    await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: final.g.game.id }, data });
    granted(await sendInAdvance(final.ann, 2, {}, true));
    granted(await sendInAdvance(final.carl, 2, {}, true));
    await process(final.g, 1);
    await makeComputerSheets(own.ctx, { gameId: final.g.game.id, turn: 2 });
    const game = await gameNow(own.ctx, final.g.game.id);
    expect(game.earlyProcessingAt?.getTime()).toBe(own.ctx.now().getTime() + 30 * 60_000);
  });

  test('have the turn processed early or not by who plays the seats once it is open', async () => {
    const schedule = { autoProcess: true, processWhenFinal: true, reopenMinutes: 30 };
    const earlyProcessingAt = async (g: TestGame) => (await gameNow(own.ctx, g.game.id)).earlyProcessingAt;
    const newGame = async () => {
      const g = await runningGame(own.ctx, { humans: 4, opponents: 0 });
      const where = { gameId: g.game.id };
      await own.ctx.db.prisma.gameSchedule.update({ where, data: schedule });
      await own.ctx.db.prisma.gamePolicy.update({ where, data: { maxMisses: 1 } });
      return g;
    };
    // One player has missed turn 1. Their advance orders are not final, but the computer plays the seat now.
    const one = await newGame();
    const [silent, ...others] = one.seats as [Seat, ...Seat[]];
    granted(await sendInAdvance(silent, 2, {}));
    for (const seat of others) {
      granted(await sendInAdvance(seat, 2, {}, true));
      await send(own.ctx, seat, 1, {});
    }
    await process(one, 1);
    expect(await earlyProcessingAt(one)).not.toBeNull();
    // All players have missed turn 1. No person is left who could reopen orders.
    const none = await newGame();
    for (const seat of none.seats) granted(await sendInAdvance(seat, 2, {}, true));
    await process(none, 1);
    expect(await earlyProcessingAt(none)).toBeNull();
  });

  test('are entered or refused if they are sent while the turn before is processed, and never lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { g, ann } = await twoPlayers();
      const [saved, processed] = await Promise.all([
        sendInAdvance(ann, 2, { press: 'In a hurry' }),
        process(g, 1),
      ]);
      expect(processed.kind).toBe('processed');
      const entered = (await sheetsOf(ann, 2)).map(({ raw }) => raw);
      if (saved.ok) expect(entered).toEqual([{ press: 'In a hurry' }]);
      else expect([codesOf(saved), entered]).toEqual([['not-ahead'], []]);
      // The header has notes only if there is something to say.
      const { header } = await own.ctx.db.prisma.turn.findFirstOrThrow({
        where: { gameId: g.game.id, turn: 1 },
      });
      expect(Object.hasOwn(header as object, 'notes')).toBe(saved.ok);
    }
  });

  test('are entered again after a rollback, with changes that were sent since', async () => {
    const { g, ann } = await twoPlayers();
    granted(await sendInAdvance(ann, 2, { press: 'As sent in advance' }));
    await process(g, 1);
    expect((await send(own.ctx, ann, 2, { fundraising: ['CA', 'CA'] })).kind).toBe('refused');
    granted(await rollBackAsGm(own.ctx, g, 2));
    await process(g, 1);
    expect((await sheetsOf(ann, 2)).map(({ version, outcome, raw }) => [version, outcome, raw])).toEqual([
      [1, 'superseded', { press: 'As sent in advance' }],
      [2, 'superseded', { fundraising: ['CA', 'CA'] }],
      [3, 'standing', { press: 'As sent in advance' }],
    ]);
    expect((await printoutOf(ann, 2)).summary.at(-1)).toContain('version 3');
    granted(await rollBackAsGm(own.ctx, g, 2));
    own.setNow(new Date(own.ctx.now().getTime() + 60_000));
    granted(await sendInAdvance(ann, 2, { press: 'Sent again' }));
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect((await sheetsOf(ann, 2)).at(-1)).toMatchObject({
      version: 4,
      outcome: 'standing',
      raw: { press: 'Sent again' },
    });
    expect(await process(g, 2)).toMatchObject({ kind: 'processed' });
    await expectReplay(own.ctx, g.game, 2);
  });

  test('are not entered again if their player has sent a sheet in place of them', async () => {
    const { g, ann, carl } = await twoPlayers({ processWhenComplete: true });
    for (const seat of [ann, carl]) granted(await sendInAdvance(seat, 2, { press: 'Old' }, true));
    await process(g, 1);
    await send(own.ctx, ann, 2, { press: 'Changed on the day' });
    await sendOnPaper(g, carl, 2, { press: 'Changed on paper' });
    granted(await rollBackAsGm(own.ctx, g, 2));
    expect([await rowsOf(ann), await rowsOf(carl)]).toEqual([[], []]);
    await process(g, 1);
    for (const seat of [ann, carl]) {
      const outcomes = (await sheetsOf(seat, 2)).map(({ channel, outcome }) => [channel, outcome]);
      expect(outcomes).toEqual([
        ['advance', 'superseded'],
        [seat === ann ? 'web' : 'post', 'superseded'],
      ]);
    }
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    expect((await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).kind).toBe('incomplete');
  });

  test('of a player who had the seat before stay when the present one sends a sheet', async () => {
    const { g, ann } = await twoPlayers();
    granted(await sendInAdvance(ann, 2, { press: 'Ann’s' }));
    const nora = await anAccount(own.ctx, 'Nora New');
    const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: ann.id };
    granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
    await process(g, 1);
    await send(own.ctx, { ...ann, accountId: nora.id }, 2, { press: 'Nora’s' });
    expect((await rowsOf(ann)).map(({ raw }) => raw)).toEqual([{ press: 'Ann’s' }]);
  });

  test('are not final again after a rollback if they were reopened', async () => {
    const { g, ann, carl } = await twoPlayers();
    for (const seat of [ann, carl]) granted(await sendInAdvance(seat, 2, {}, true));
    await process(g, 1);
    granted(await reopenOrders(own.ctx, { gameId: g.game.id, by: ann.accountId as number, turn: 2 }));
    const finals = async () => [
      (await sheetsOf(ann, 2)).at(-1)?.final,
      (await sheetsOf(carl, 2)).at(-1)?.final,
    ];
    expect(await finals()).toEqual([false, true]);
    granted(await rollBackAsGm(own.ctx, g, 2));
    await process(g, 1);
    expect(await finals()).toEqual([false, true]);
    // A rollback of their own turn reopens all orders.
    await process(g, 2);
    granted(await rollBackAsGm(own.ctx, g, 3));
    granted(await rollBackAsGm(own.ctx, g, 2));
    await process(g, 1);
    expect(await finals()).toEqual([false, false]);
  });
});

describe('standing orders', () => {
  test('are played if no sheet is standing, and never cause early processing', async () => {
    const { g, ann, carl } = await twoPlayers({ processWhenComplete: true });
    granted(await sendInAdvance(ann, STANDING_ORDERS, { fundraising: ['AK'] }));
    granted(await sendInAdvance(carl, STANDING_ORDERS, { fundraising: ['HI'] }));
    await send(own.ctx, ann, 1, { fundraising: ['CA', 'CA'] });
    await send(own.ctx, carl, 1, { fundraising: ['CA'] });
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 1 });
    expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 1 })).toEqual({
      kind: 'incomplete',
    });
    await process(g, 1);
    const outcome = (sheet: { channel: string; outcome: string }) => [sheet.channel, sheet.outcome];
    expect((await sheetsOf(ann, 1)).map(outcome)).toEqual([
      ['web', 'refused'],
      ['standing', 'standing'],
    ]);
    expect((await sheetsOf(carl, 1)).map(outcome)).toEqual([['web', 'standing']]);
    const turn = await own.ctx.db.prisma.turn.findFirstOrThrow({
      where: { gameId: g.game.id, turn: 1 },
    });
    expect(turn.sheets).toMatchObject({
      [ann.identifier]: { fundraising: ['AK'] },
      [carl.identifier]: { fundraising: ['CA'] },
    });
    expect(section(await printoutOf(ann, 2))).toContain('so your standing orders were played.');
    await expectReplay(own.ctx, g.game, 1);
  });

  test('are entered again when the turn is processed again, unless they were changed or withdrawn', async () => {
    const { g, ann, carl } = await twoPlayers({ processWhenComplete: true });
    granted(await sendInAdvance(ann, STANDING_ORDERS, { fundraising: ['AK'] }));
    granted(await sendInAdvance(carl, STANDING_ORDERS, { fundraising: ['HI'] }));
    await process(g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
    // A sheet that standing orders entered is not a sheet that was sent.
    expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 1 })).toEqual({
      kind: 'incomplete',
    });
    const shown = await gmGamePage(own.ctx, g.gm, gameNumber(g.game));
    expect(shown?.seats.slice(0, 2).map((seat) => [seat.standing, seat.standingOrderServed])).toEqual([
      [null, 1],
      [null, 1],
    ]);
    const page = await playerGame(own.ctx, { id: ann.accountId as number }, gameNumber(g.game));
    expect(page?.standingVersion).toBeNull();
    granted(await sendInAdvance(ann, STANDING_ORDERS, { fundraising: ['ME'] }));
    granted(await withdraw(carl, STANDING_ORDERS));
    await process(g, 1);
    const turn = await own.ctx.db.prisma.turn.findFirstOrThrow({
      where: { gameId: g.game.id, turn: 1, ...NOT_ROLLED_BACK },
    });
    expect(turn.sheets).toMatchObject({
      [ann.identifier]: { fundraising: ['ME'] },
      [carl.identifier]: null,
    });
    const missed = await own.ctx.db.prisma.attendance.findMany({
      where: { gameId: g.game.id, missed: true },
    });
    expect(missed.map(({ seatId }) => seatId)).toEqual([carl.id]);
    await expectReplay(own.ctx, g.game, 1);
  });

  test('are not played if nothing is left of them: the turn is missed, and the printout says so', async () => {
    const { g, ann } = await twoPlayers();
    granted(await sendInAdvance(ann, STANDING_ORDERS, { runningMate: 'EF' }));
    await process(g, 1);
    expect(await sheetsOf(ann)).toEqual([]);
    const report = await printoutOf(ann, 2);
    expect(report.summary.at(-1)).toContain('nothing in your standing orders could be played');
    expect(section(report)).toContain('Running mate, EF');
    const owed = await own.ctx.db.prisma.attendance.findFirstOrThrow({ where: { seatId: ann.id } });
    expect(owed.missed).toBe(true);
  });

  test('show in a preview, which leaves no trace and does not show what was dropped', async () => {
    const { g, ann } = await twoPlayers();
    granted(
      await sendInAdvance(ann, STANDING_ORDERS, { fundraising: ['AK'], campaign: [row('NY', 77_000)] }),
    );
    granted(await sendInAdvance(ann, 2, { press: 'Soon', campaign: [row('OH', 66_000)] }));
    const preview = granted(await previewTurn(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1 }));
    const mine = preview.printouts.find(({ seat }) => seat?.identifier === ann.identifier);
    expect(section(mine?.report as Report)).toContain('standing orders were played');
    expect(section(mine?.report as Report)).toContain('except for 1 part that was dropped');
    expect(JSON.stringify(preview)).not.toMatch(/77,000|77000|66,000|66000|Soon/);
    expect(await sheetsOf(ann)).toEqual([]);
    expect(await rowsOf(ann)).toHaveLength(2);
    await process(g, 1);
    const printed = await printoutOf(ann, 2);
    expect(section(printed)).toMatch(/NY New York: \$77,000.*OH Ohio: \$66,000/);
    const others = (report?: Report) => report?.sections.filter(({ id }) => id !== 'advance-orders');
    expect(others(printed)).toEqual(others(mine?.report));
  });
});

describe('advance orders when the seat changes hands', () => {
  test('are not played for another account, and are played again once their player is back', async () => {
    const { g, ann, carl } = await twoPlayers();
    const at = (turn: number) => ({ gameId: g.game.id, by: g.gm.id, turn });
    await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: g.game.id }, data: { maxMisses: 0 } });
    for (const turn of [2, 3, 4, STANDING_ORDERS]) {
      granted(await sendInAdvance(ann, turn, { press: `Ann's plan ${turn}` }));
    }
    granted(await handSeatToComputer(own.ctx, { ...at(1), seatId: ann.id }));
    await expect(sendInAdvance(ann, 2, {})).rejects.toThrow(NotAllowed);
    await process(g, 1);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    expect((await sheetsOf(ann)).map(({ channel }) => channel)).toEqual(['opponent', 'opponent']);
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: ann.accountId as number }));
    await process(g, 2);
    expect((await sheetsOf(ann, 3)).map(({ channel }) => channel)).toEqual(['advance']);

    const nora = { name: 'Nora Neu', email: 'nora.ahead@players.test' };
    granted(await replacePlayer(own.ctx, { ...at(3), seatId: ann.id, ...nora }));
    await process(g, 3);
    expect(await sheetsOf(ann, 4)).toEqual([]);
    await process(g, 4);
    expect(await sheetsOf(ann, 4)).toEqual([]);
    const heir = await own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: ann.id } });
    granted(await sendInAdvance(heir, 6, { press: 'My own' }));
    granted(await sendInAdvance(heir, STANDING_ORDERS, { press: 'My own' }));
    await process(g, 5);
    expect((await sheetsOf(ann, 6)).map(({ raw }) => raw)).toEqual([{ press: 'My own' }]);
    expect(await sheetsOf(carl)).toEqual([]);
    await expectReplay(own.ctx, g.game, 5);
  });

  test('are played again if the GM returns the seat, and are deleted with their account', async () => {
    const { g, ann, carl } = await twoPlayers();
    granted(await sendInAdvance(ann, 2, { press: 'Kept' }));
    granted(await sendInAdvance(carl, 2, { press: 'Gone' }));
    granted(await handSeatToComputer(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: ann.id }));
    granted(await returnSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: ann.id }));
    granted(await deleteAccount(own.ctx, carl.accountId as number));
    expect(await rowsOf(carl)).toEqual([]);
    await process(g, 1);
    expect((await sheetsOf(ann, 2)).map(({ raw }) => raw)).toEqual([{ press: 'Kept' }]);
    expect((await sheetsOf(carl, 2)).filter(({ channel }) => channel === 'advance')).toEqual([]);
  });
});

test('Margin of Error: standing orders are played week by week, and nothing of them in the last minute', async () => {
  const gm = await anAccount(own.ctx, 'Gail Morse', true);
  const jo = await anAccount(own.ctx, 'Jo Novak');
  const wish = { ruleset: 'margin-of-error', title: 'A dead heat', gmId: gm.id, options: {}, daysPerTurn: 7 };
  const zone = { timeZone: 'America/New_York', processWhenComplete: false };
  const game = granted(await createGame(own.ctx, { ...wish, ...zone }, () => new Uint8Array(32).fill(7)));
  const of = { gameId: game.id, by: gm.id };
  const seat = granted(await addSeat(own.ctx, { ...of, name: jo.name, email: jo.email }));
  granted(await beginGame(own.ctx, { ...of, due: null }));
  // A stop in New Hampshire, a small state: its token leads to the last minute.
  const actions = [
    { do: 'campaign', state: 'NH', days: 1 },
    { do: 'fundraise', days: 3 },
  ];
  granted(await sendInAdvance(seat, STANDING_ORDERS, { actions, capital: 'fact-check' }));
  granted(await sendInAdvance(seat, 3, { actions: [{ do: 'media', days: 9 }, ...actions] }));
  let turn = 1;
  for (let over = false; !over; turn += 1) {
    const done = await processTurn(own.ctx, { gameId: game.id, turn, by: gm.id });
    over = done.kind === 'processed' && done.over;
  }
  expect(turn).toBe(11);
  const sheets = await sheetsOf(seat);
  expect(sheets.map(({ turn: at, channel }) => [at, channel])).toEqual([
    ...[1, 2].map((at) => [at, 'standing']),
    [3, 'advance'],
    ...[4, 5, 6, 7, 8, 9].map((at) => [at, 'standing']),
  ]);
  expect(sheets[2]?.raw).toEqual({ actions });
  // Political capital can be used once; it is dropped from the second week on.
  expect(section(await printoutOf(seat, 2))).not.toContain('This week’s action');
  expect(section(await printoutOf(seat, 3))).toContain('This week’s action, fact-check');
  const last = await printoutOf(seat, 11);
  expect(last.summary.at(-1)).toBe(
    'Your sheet for turn 10 was not in, and nothing in your standing orders could be played.',
  );
  await expectReplay(own.ctx, game, 10);
});

test('an account without the seat may not send, and a game that does not exist is a problem', async () => {
  const { g, ann } = await twoPlayers();
  const stranger = await anAccount(own.ctx, 'Stan Stranger');
  const theirs = { gameId: g.game.id, seatId: ann.id, turn: 2, sentById: stranger.id };
  await expect(sendAdvanceOrders(own.ctx, { ...theirs, raw: {} })).rejects.toThrow(NotAllowed);
  const nowhere = { ...theirs, gameId: crypto.randomUUID(), raw: {} };
  expect(codesOf(await sendAdvanceOrders(own.ctx, nowhere))).toEqual(['unknown-game']);
});
