import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { NOT_ROLLED_BACK } from '../../../src/games/game/game-store.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { processWhenAllIn } from '../../../src/games/processing/scheduled-processing.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import {
  STANDING_ORDERS,
  sendAdvanceOrders,
  withdrawAdvanceOrders,
} from '../../../src/games/sheets/advance-orders.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, codesOf, goodSheet, granted, runningGame, send, type TestGame } from '../game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';
import { versionsOf } from './sheets.ts';

/* Advance and standing orders that are changed or withdrawn while a turn is rolled back. */

let own: TestContext;
let g: TestGame;
let ann: Seat;
let carl: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 2, opponents: 2, processWhenComplete: true });
  [ann, carl] = g.seats as [Seat, Seat];
});

const orders = { fundraising: ['AK'] };
/** More than anyone has: nothing of it is left. */
const void_ = { campaign: [{ state: 'NV', spend: 999_999 }] };

const keyOf = ({ gameId, id: seatId, accountId }: Seat, turn: number) => ({
  ...{ gameId, seatId, turn, sentById: accountId as number },
});
const sendAhead = async (seat: Seat, turn: number, raw: unknown) =>
  granted(await sendAdvanceOrders(own.ctx, { ...keyOf(seat, turn), raw }));
const withdraw = async (seat: Seat, turn: number) =>
  granted(await withdrawAdvanceOrders(own.ctx, keyOf(seat, turn)));
const sendGood = async (seat: Seat, turn: number) =>
  send(own.ctx, seat, turn, await goodSheet(own.ctx, g.game.id, seat));
const process = (turn: number) => processAsGm(own.ctx, g, turn);
const forward = (turn: number) => rollForwardAsGm(own.ctx, g, turn);

/** Rolls back the turn before the open one. What comes afterward comes a minute later. */
async function back(open: number): Promise<void> {
  granted(await rollBackAsGm(own.ctx, g, open));
  own.setNow(new Date(own.ctx.now().getTime() + 60_000));
}

async function playedIn(turn: number, { identifier }: Seat): Promise<unknown> {
  const where = { gameId: g.game.id, turn, ...NOT_ROLLED_BACK };
  const { sheets } = await own.ctx.db.prisma.turn.findFirstOrThrow({ where });
  return (sheets as Record<string, unknown>)[identifier];
}

const outcomesOf = async (seat: Seat, turn: number) =>
  (await versionsOf(own.ctx, seat, turn)).map(({ channel, outcome }) => [channel, outcome]);

describe('advance orders', () => {
  /** Turn 2 is open with Ann's advance orders as her sheet, and turn 1 is rolled back. */
  async function enteredAndRolledBack(): Promise<void> {
    await sendAhead(ann, 2, orders);
    for (const seat of [ann, carl]) await sendGood(seat, 1);
    await process(1);
    await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
    expect(await outcomesOf(ann, 2)).toEqual([['advance', 'standing']]);
    await back(2);
  }

  test('that were withdrawn during a rollback are not played after it is undone, not even by the server', async () => {
    await enteredAndRolledBack();
    await withdraw(ann, 2);
    await sendAhead(carl, 2, orders);
    granted(await forward(1));
    expect(await outcomesOf(ann, 2)).toEqual([['advance', 'superseded']]);
    expect((await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).kind).toBe('incomplete');
    await process(2);
    expect([await playedIn(2, ann), await playedIn(2, carl)]).toEqual([null, orders]);
    const attended = { seatId: ann.id, turn: 2 };
    expect(await own.ctx.db.prisma.attendance.findFirst({ where: attended })).toMatchObject({ missed: true });
    await expectReplay(own.ctx, g.game, 2);
  });

  test('of a former player stay, whatever the new player of the seat withdraws', async () => {
    await enteredAndRolledBack();
    const { id, name, email } = await anAccount(own.ctx, 'Quentin');
    const asked = { gameId: g.game.id, by: g.gm.id, turn: 1 };
    granted(await replacePlayer(own.ctx, { ...asked, seatId: ann.id, name, email }));
    const newPlayer = { ...ann, accountId: id };
    await sendAhead(newPlayer, 2, { fundraising: ['TX'] });
    await withdraw(newPlayer, 2);
    expect(await outcomesOf(ann, 2)).toEqual([['advance', 'standing']]);
  });

  test('of which nothing is left replace earlier ones all the same', async () => {
    await enteredAndRolledBack();
    await sendAhead(ann, 2, void_);
    granted(await forward(1));
    expect(await outcomesOf(ann, 2)).toEqual([['advance', 'superseded']]);
    await process(2);
    expect(await playedIn(2, ann)).toBeNull();
  });

  test('that were not touched are played after the rollback is undone', async () => {
    await enteredAndRolledBack();
    granted(await forward(1));
    await process(2);
    expect(await playedIn(2, ann)).toEqual(orders);
  });

  test('withdrawn while two turns are rolled back do not come back with the second one', async () => {
    await enteredAndRolledBack();
    granted(await forward(1));
    await process(2);
    await back(3);
    await back(2);
    await withdraw(ann, 2);
    granted(await forward(1));
    expect(codesOf(await forward(2))).toEqual(['changed']);
    await process(2);
    expect(await playedIn(2, ann)).toBeNull();
  });

  test('of a GM who plays stay, withdrawn or not, in a turn that they rolled back', async () => {
    await enteredAndRolledBack();
    granted(await forward(1));
    await process(2);
    const gmId = ann.accountId as number;
    await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId } });
    const by = { gameId: g.game.id, by: gmId };
    granted(await rollBack(own.ctx, { ...by, turn: 3, due: null }));
    granted(await rollBack(own.ctx, { ...by, turn: 2, due: null }));
    await withdraw(ann, 2);
    expect(await outcomesOf(ann, 2)).toEqual([['advance', 'standing']]);
    for (const turn of [1, 2]) granted(await rollForward(own.ctx, { ...by, turn }));
    expect(await playedIn(2, ann)).toEqual(orders);
  });
});

describe('standing orders', () => {
  /** Turn 1 was played without a sheet of Ann's, and is rolled back. */
  async function missingAndRolledBack(): Promise<void> {
    await sendGood(carl, 1);
    await process(1);
    await back(2);
  }

  test('that were played and then withdrawn during a rollback are not put in force again', async () => {
    await sendAhead(ann, STANDING_ORDERS, orders);
    await missingAndRolledBack();
    await withdraw(ann, STANDING_ORDERS);
    expect(codesOf(await forward(1))).toEqual(['changed']);
    await process(1);
    expect(await playedIn(1, ann)).toBeNull();
  });

  test('sent during a rollback are played: the turn cannot be put in force without them', async () => {
    await missingAndRolledBack();
    await sendAhead(ann, STANDING_ORDERS, orders);
    expect(codesOf(await forward(1))).toEqual(['changed']);
    await process(1);
    expect(await playedIn(1, ann)).toEqual(orders);
  });

  test('that would not be played hinder no one: a sheet is in, or they were withdrawn before the rollback', async () => {
    await sendAhead(ann, STANDING_ORDERS, orders);
    await sendGood(carl, 1);
    await process(1);
    await withdraw(ann, STANDING_ORDERS);
    await back(2);
    await sendAhead(carl, STANDING_ORDERS, orders);
    granted(await forward(1));
    expect(await playedIn(1, ann)).toEqual(orders);
  });
});
