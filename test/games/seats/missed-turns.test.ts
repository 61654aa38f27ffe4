import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { setDueDate } from '../../../src/games/schedule/change-due-date.ts';
import { excuseMiss } from '../../../src/games/seats/attendance.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { playersPage } from '../../../src/games/seats/players-view.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { reliability, reliableEnough } from '../../../src/games/seats/reliability.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  anAccount,
  codesOf,
  firstDue,
  gameNow,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';
import { rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';

let own: TestContext;
let table: TestGame;
let ann: Seat;
let carl: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann, carl] = table.seats as [Seat, Seat];
});

const process = (turn: number) =>
  processTurn(own.ctx, { gameId: table.game.id, turn, by: null }).then((done) =>
    expect(done.kind).toBe('processed'),
  );
const owed = (seat: Seat) =>
  own.ctx.db.prisma.attendance.findMany({ where: { seatId: seat.id }, orderBy: { turn: 'asc' } });
const seatNow = (seat: Seat) => own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
const rules = (maxMisses: number, minReliability: number | null = null) =>
  setMissedTurnsPolicy(own.ctx, {
    gameId: table.game.id,
    by: table.gm.id,
    maxMisses,
    minReliability,
    offerAbandonedSeats: false,
  });
const excuse = (seat: Seat, turn: number, excused = true, by = table.gm.id) =>
  excuseMiss(own.ctx, { gameId: table.game.id, by, seatId: seat.id, turn, excused });
const notices = (gameId: string) =>
  own.ctx.db.prisma.delivery.findMany({ where: { gameId, kind: 'notice' }, orderBy: { createdAt: 'asc' } });

describe('a missed turn', () => {
  test('is recorded for players who sent nothing, not for an empty, a refused or a paper sheet', async () => {
    granted(await rules(0));
    await send(own.ctx, ann, 1, {});
    await process(1);
    await send(own.ctx, ann, 2, { fundraising: ['XX'] });
    await submitSheet(own.ctx, {
      gameId: table.game.id,
      seatId: carl.id,
      turn: 2,
      raw: {},
      channel: 'post',
      sentById: table.gm.id,
    });
    await process(2);
    expect((await owed(ann)).map((one) => one.missed)).toEqual([false, false]);
    expect((await owed(carl)).map((one) => one.missed)).toEqual([true, false]);
    expect(await owed(table.seats[2] as Seat)).toEqual([]);
  });

  test('is excused if the mail server took no printout for the turn, but not for a GM who plays', async () => {
    const { prisma } = own.ctx.db;
    const wait = (seat: Seat, obstacle: 'relay' | 'answer') =>
      prisma.delivery.updateMany({
        where: { seatId: seat.id, kind: 'printout' },
        data: { status: 'retrying', obstacle },
      });
    const excused = async (seat: Seat) => (await owed(seat)).map((one) => one.missed && one.excused);
    granted(await rules(0));
    expect((await wait(ann, 'relay')).count).toBe(1);
    await wait(carl, 'answer');
    await process(1);
    expect([await excused(ann), await excused(carl)]).toEqual([[true], [false]]);
    // The printout was sent again, and came.
    await wait(ann, 'relay');
    await wait(carl, 'relay');
    const of = { seatId: ann.id, kind: 'printout' as const, printout: { turn: 2 } };
    expect(
      (
        await prisma.delivery.updateMany({
          where: of,
          data: { status: 'sent', obstacle: null, nextAttempt: null, sentAt: testNow },
        })
      ).count,
    ).toBe(1);
    await prisma.game.update({ where: { id: table.game.id }, data: { gmId: carl.accountId as number } });
    await process(2);
    expect([await excused(ann), await excused(carl)]).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  test('can be excused only by the GM, and only if the turn was missed', async () => {
    await send(own.ctx, ann, 1, {});
    await process(1);
    expect(codesOf(await excuse(carl, 1, true, ann.accountId as number))).toEqual(['not-gm']);
    expect(codesOf(await excuse(ann, 1))).toEqual(['not-missed']);
    expect(codesOf(await excuse(carl, 2))).toEqual(['not-missed']);
    granted(await excuse(carl, 1));
    granted(await excuse(carl, 1));
    expect((await owed(carl))[0]).toMatchObject({ missed: true, excused: true });
    granted(await excuse(carl, 1, false));
    expect((await owed(carl))[0]).toMatchObject({ excused: false });
    const log = await own.ctx.db.prisma.gameEvent.findMany({
      where: { gameId: table.game.id, type: { in: ['missExcused', 'excuseWithdrawn'] } },
    });
    expect(log.map((line) => line.detail)).toEqual(['[CD] turn 1', '[CD] turn 1']);
  });

  test('of a GM who plays cannot be excused by that GM, who has excuses for others only', async () => {
    const gmId = ann.accountId as number;
    await own.ctx.db.prisma.game.update({ where: { id: table.game.id }, data: { gmId } });
    await process(1);
    expect(codesOf(await excuse(ann, 1, true, gmId))).toEqual(['own-miss']);
    expect((await owed(ann))[0]).toMatchObject({ missed: true, excused: false });
    granted(await excuse(carl, 1, true, gmId));
    const page = await playersPage(own.ctx, { id: gmId }, gameNumber(table.game));
    expect(page?.misses.map(({ seat, isOwn }) => [seat.identifier, isOwn])).toEqual([
      ['AB', true],
      ['CD', false],
    ]);
    // The GM after them decides.
    await own.ctx.db.prisma.game.update({ where: { id: table.game.id }, data: { gmId: table.gm.id } });
    granted(await excuse(ann, 1));
  });

  test('is on the GM’s page only', async () => {
    await process(1);
    const number = `${table.game.prefix}-${table.game.serial}`;
    const page = await playersPage(own.ctx, table.gm, number);
    expect(page?.misses.map((miss) => [miss.seat.identifier, miss.turn, miss.excused])).toEqual([
      ['AB', 1, false],
      ['CD', 1, false],
    ]);
    expect(page?.seats.map((seat) => seat.reliability?.percent ?? null)).toEqual([0, 0, null, null]);
    expect(await playersPage(own.ctx, table.players[0] ?? null, number)).toBeNull();
    expect(await playersPage(own.ctx, null, number)).toBeNull();
  });
});

describe('the reliability of an account', () => {
  test('counts the sheets of the last year in all games, without excused turns', async () => {
    granted(await rules(0));
    const account = carl.accountId as number;
    expect(await reliability(own.ctx, account)).toEqual({ sent: 0, owed: 0, percent: null });
    await process(1);
    await send(own.ctx, carl, 2, {});
    await process(2);
    await process(3);
    expect(await reliability(own.ctx, account)).toEqual({ sent: 1, owed: 3, percent: 33 });
    granted(await excuse(carl, 3));
    expect(await reliability(own.ctx, account)).toEqual({ sent: 1, owed: 2, percent: 50 });
    own.setNow(new Date('2028-02-29T12:00:00Z'));
    expect((await reliability(own.ctx, account)).owed).toBe(2);
    own.setNow(new Date('2028-03-01T12:00:01Z'));
    expect((await reliability(own.ctx, account)).percent).toBeNull();
  });

  test('is enough if it reaches the minimum or if nothing was owed yet', () => {
    const record = (percent: number | null) => ({ sent: 0, owed: 0, percent });
    expect(reliableEnough(record(80), 80)).toBe(true);
    expect(reliableEnough(record(79), 80)).toBe(false);
    expect(reliableEnough(record(0), null)).toBe(true);
    expect(reliableEnough(record(null), 100)).toBe(true);
  });
});

describe('the computer takes a seat', () => {
  test('after as many missed turns in a row as the game allows, and player and GM are notified', async () => {
    await process(1);
    expect(await seatNow(carl)).toMatchObject({ opponent: false });
    await send(own.ctx, ann, 2, {});
    await process(2);
    expect(await seatNow(ann)).toMatchObject({ opponent: false, accountId: ann.accountId });
    expect(await seatNow(carl)).toMatchObject({
      opponent: true,
      accountId: null,
      reclaimableById: carl.accountId,
    });
    const told = await notices(table.game.id);
    expect(told.map((mail) => mail.accountId).sort()).toEqual([carl.accountId, table.gm.id].sort());
    await send(own.ctx, ann, 3, {});
    await process(3);
    const sheets = await own.ctx.db.prisma.sheet.findMany({ where: { seatId: carl.id } });
    expect(sheets.map((sheet) => [sheet.turn, sheet.channel])).toEqual([[3, 'opponent']]);
    expect((await owed(carl)).length).toBe(2);
  });

  test('not after excused turns, and never if the limit is 0', async () => {
    await process(1);
    granted(await excuse(carl, 1));
    granted(await excuse(ann, 1));
    await process(2);
    expect(await seatNow(carl)).toMatchObject({ opponent: false });
    granted(await rules(0));
    await process(3);
    await process(4);
    expect(await seatNow(carl)).toMatchObject({ opponent: false });
    expect(await notices(table.game.id)).toEqual([]);
  });

  test('not from someone who has reclaimed it since, in a turn that is excused', async () => {
    const everySheet = (turn: number) => send(own.ctx, ann, turn, {});
    for (const turn of [1, 2]) {
      await everySheet(turn);
      await process(turn);
    }
    expect(await seatNow(carl)).toMatchObject({ opponent: true });
    granted(await reclaimSeat(own.ctx, { gameId: table.game.id, by: carl.accountId as number }));
    await own.ctx.db.prisma.gameSchedule.update({
      where: { gameId: table.game.id },
      data: { missesExcused: true },
    });
    await everySheet(3);
    await process(3);
    expect(await seatNow(carl)).toMatchObject({ opponent: false, accountId: carl.accountId });
    await everySheet(4);
    await process(4);
    expect((await owed(carl)).map(({ turn, excused }) => [turn, excused])).toContainEqual([4, false]);
    expect(await seatNow(carl)).toMatchObject({ opponent: true });
  });

  test('under a policy that is validated and that only the GM sets', async () => {
    expect(codesOf(await rules(-1, 101))).toEqual(['not-misses', 'not-percent']);
    expect(codesOf(await rules(1.5))).toEqual(['not-misses']);
    const other = await anAccount(own.ctx, 'Otto Pym', true);
    const wanted = {
      gameId: table.game.id,
      by: other.id,
      maxMisses: 1,
      minReliability: null,
      offerAbandonedSeats: false,
    };
    expect(codesOf(await setMissedTurnsPolicy(own.ctx, wanted))).toEqual(['not-gm']);
  });
});

describe('the attendance of a turn that is rolled back', () => {
  const annsRecord = () => reliability(own.ctx, ann.accountId as number);

  test('is what it was once the turn is rolled forward, with its excuses', async () => {
    await send(own.ctx, carl, 1, {});
    await process(1);
    granted(await excuse(ann, 1));
    const before = await owed(ann);
    own.setNow(new Date(testNow.getTime() + 3_600_000));
    granted(await rollBackAsGm(own.ctx, table, 2));
    expect([await owed(ann), await owed(carl)]).toEqual([[], []]);
    expect(await annsRecord()).toMatchObject({ owed: 0 });
    granted(await rollForwardAsGm(own.ctx, table, 1));
    expect(before).toMatchObject([{ missed: true, excused: true }]);
    expect(await owed(ann)).toEqual(before);
    expect(await owed(carl)).toMatchObject([{ missed: false }]);
  });

  test('stays with the player of then, although another one has the seat when it is rolled forward', async () => {
    await process(1);
    const due = new Date(testNow.getTime() + 24 * 3_600_000);
    granted(await rollBack(own.ctx, { gameId: table.game.id, by: table.gm.id, turn: 2, due }));
    const nora = { name: 'Nora Neu', email: 'nora.attends@players.test' };
    const asked = { gameId: table.game.id, by: table.gm.id, turn: 1, seatId: ann.id };
    granted(await replacePlayer(own.ctx, { ...asked, ...nora }));
    await own.ctx.db.prisma.seat.update({ where: { id: ann.id }, data: { acceptedAt: testNow } });
    own.setNow(new Date(due.getTime() + 60_000));
    granted(await rollForwardAsGm(own.ctx, table, 1));
    expect(await owed(ann)).toMatchObject([{ accountId: ann.accountId, missed: true }]);
    const { accountId: noras } = await seatNow(ann);
    expect(noras).not.toBe(ann.accountId);
    expect(await reliability(own.ctx, noras as number)).toMatchObject({ owed: 0 });
    expect(await annsRecord()).toMatchObject({ owed: 1, sent: 0 });
  });

  test('is recorded anew once the turn is processed again', async () => {
    await process(1);
    granted(await rollBackAsGm(own.ctx, table, 2));
    await send(own.ctx, ann, 1, {});
    await process(1);
    expect(await owed(ann)).toMatchObject([{ missed: false }]);
    expect(await own.ctx.db.prisma.rolledBackAttendance.count({ where: { seatId: ann.id } })).toBe(0);
  });

  test('has the miss of a GM who plays, which counts again although the turn has no date, or is processed early', async () => {
    const gmId = ann.accountId as number;
    await own.ctx.db.prisma.game.update({ where: { id: table.game.id }, data: { gmId } });
    own.setNow(firstDue);
    await process(1);
    expect((await owed(ann))[0]).toMatchObject({ missed: true, counts: true });
    for (const due of [null, new Date(firstDue.getTime() + 24 * 3_600_000)]) {
      granted(await rollBack(own.ctx, { gameId: table.game.id, by: gmId, turn: 2, due }));
      expect((await processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: gmId })).kind).toBe(
        'processed',
      );
      expect(await owed(ann)).toMatchObject([{ missed: true, counts: true }]);
      // The other player had no date, or not the time until it.
      expect(await owed(carl)).toMatchObject([{ missed: true, counts: false }]);
    }
    expect(await annsRecord()).toMatchObject({ owed: 1, sent: 0 });
  });

  test('keeps the miss of a GM who lost their own seat by it', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const gm = g.players[0] as TestGame['gm'];
    const by = { gameId: g.game.id, by: gm.id };
    await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId: gm.id } });
    const policy = { maxMisses: 1, minReliability: null, offerAbandonedSeats: false };
    granted(await setMissedTurnsPolicy(own.ctx, { ...by, ...policy }));
    await own.ctx.db.prisma.gameSchedule.update({
      where: { gameId: g.game.id },
      data: { due: own.ctx.now() },
    });
    await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: null });
    expect(await reliability(own.ctx, gm.id)).toMatchObject({ sent: 0, owed: 1 });
    granted(await rollBack(own.ctx, { ...by, turn: 2, due: null }));
    await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: gm.id });
    expect(await reliability(own.ctx, gm.id)).toMatchObject({ sent: 0, owed: 1 });
  });

  test('is recorded for the people who have the seats now if a server of an earlier version rolled the turn back', async () => {
    await process(1);
    granted(await rollBackAsGm(own.ctx, table, 2));
    const where = { gameId: table.game.id };
    await own.ctx.db.prisma.rolledBackAttendance.deleteMany({ where });
    await own.ctx.db.prisma.rollback.updateMany({ where, data: { keepsAttendance: false } });
    granted(await rollForwardAsGm(own.ctx, table, 1));
    expect(await owed(ann)).toMatchObject([{ accountId: ann.accountId, missed: true }]);
  });

  test('names no one whose account is deleted meanwhile', async () => {
    await process(1);
    granted(await rollBackAsGm(own.ctx, table, 2));
    granted(await deleteAccount(own.ctx, ann.accountId as number));
    const where = { seatId: ann.id };
    const kept = await own.ctx.db.prisma.rolledBackAttendance.findMany({ where });
    expect(kept).toMatchObject([{ accountId: null, missed: true }]);
  });
});

describe('a miss of a due date that the GM set at short notice', () => {
  const HOUR = 3_600_000;
  const later = (hours: number) => new Date(testNow.getTime() + hours * HOUR);
  const setDue = (due: Date | null, turn = 1) =>
    setDueDate(own.ctx, { gameId: table.game.id, by: table.gm.id, turn, due }).then(granted);
  const counted = async (seat: Seat) => (await owed(seat)).map(({ missed, counts }) => missed && counts);

  test('does not count for reliability before the date that had been announced', async () => {
    await setDue(later(1 / 60));
    own.setNow(later(0.05));
    await process(1);
    expect(await counted(ann)).toEqual([false]);
    expect(await reliability(own.ctx, ann.accountId as number)).toMatchObject({ owed: 0 });
    const { due } = await gameNow(own.ctx, table.game.id);
    own.setNow(due as Date);
    await process(2);
    expect(await counted(ann)).toEqual([false, true]);
  });

  test('does not count either if the date was cleared in between, or moved in two steps', async () => {
    await setDue(null);
    await setDue(later(2));
    await setDue(later(1));
    own.setNow(later(1.5));
    const asked = { gameId: table.game.id, turn: 1, by: table.gm.id };
    expect((await processTurn(own.ctx, asked)).kind).toBe('processed');
    expect(await counted(ann)).toEqual([false]);
  });

  test('counts once the date that had been announced has passed, but never without a date', async () => {
    await setDue(later(1));
    own.setNow(firstDue);
    await process(1);
    expect(await counted(ann)).toEqual([true]);
    await setDue(null, 2);
    own.setNow(new Date(firstDue.getTime() + 60 * 24 * HOUR));
    await process(2);
    expect(await counted(ann)).toEqual([true, false]);
  });

  test('counts if the date was at least a day away', async () => {
    await setDue(later(24));
    own.setNow(later(24));
    await process(1);
    expect(await counted(ann)).toEqual([true]);
  });

  test('does not count if the turn was opened again by a rollback, until a day has passed', async () => {
    const asked = { gameId: table.game.id, turn: 1, by: table.gm.id };
    await processTurn(own.ctx, asked);
    granted(await rollBack(own.ctx, { ...asked, turn: 2, due: later(1) }));
    own.setNow(later(2));
    await process(1);
    expect(await counted(ann)).toEqual([false]);
    granted(await rollBack(own.ctx, { ...asked, turn: 2, due: later(3) }));
    own.setNow(later(26));
    await process(1);
    expect(await counted(ann)).toEqual([true]);
  });
});
