import { expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { giveUpSeat } from '../../../src/games/seats/give-up-seat.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { STANDING_ORDERS, sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, granted, jobsOf, runningGame, send, type TestGame } from '../game/play.ts';
import { rollBackAsGm, rollForwardAsGm } from '../processing/turns.ts';

/* The computer's sheet of a seat that a person has again is played only if nothing of the person's is there. */

const own = useContext();

const asGm = (g: TestGame, turn: number, seat: Seat) => ({
  ...{ gameId: g.game.id, by: g.gm.id, turn },
  seatId: seat.id,
});
const versions = (seat: Seat, turn: number) =>
  own.ctx.db.prisma.sheet.findMany({
    where: { seatId: seat.id, turn, outcome: 'standing' },
    select: { channel: true, sentById: true },
  });
const missed = (seat: Seat, turn: number) =>
  own.ctx.db.prisma.attendance.findFirst({ where: { seatId: seat.id, turn }, select: { missed: true } });

/** A game in which Ann's seat was handed to the computer on turn 1, and turn 2 is open with the computer's sheet. */
async function awayGame(orders: { turn: number }): Promise<{ g: TestGame; ann: Seat; carl: Seat }> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = g.seats as [Seat, Seat];
  const of = { gameId: g.game.id, seatId: ann.id, sentById: ann.accountId as number };
  granted(await sendAdvanceOrders(own.ctx, { ...of, ...orders, raw: { press: 'I am back.' } }));
  granted(await handSeatToComputer(own.ctx, asGm(g, 1, ann)));
  await send(own.ctx, carl, 1, {});
  await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: null });
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 2 });
  expect(await versions(ann, 2)).toEqual([{ channel: 'opponent', sentById: null }]);
  return { g, ann, carl };
}

test('advance orders for the open turn take the place of the computer’s sheet', async () => {
  const { g, ann } = await awayGame({ turn: 2 });
  granted(await returnSeat(own.ctx, asGm(g, 2, ann)));
  expect(await versions(ann, 2)).toEqual([{ channel: 'advance', sentById: ann.accountId }]);
  await processTurn(own.ctx, { gameId: g.game.id, turn: 2, by: null });
  expect(await missed(ann, 2)).toEqual({ missed: false });
});

test('standing orders are played instead of the computer’s sheet', async () => {
  const { g, ann } = await awayGame({ turn: STANDING_ORDERS });
  granted(await returnSeat(own.ctx, asGm(g, 2, ann)));
  await processTurn(own.ctx, { gameId: g.game.id, turn: 2, by: null });
  expect(await versions(ann, 2)).toEqual([{ channel: 'standing', sentById: ann.accountId }]);
  expect(await missed(ann, 2)).toEqual({ missed: false });
});

test('a turn that is processed when all sheets are in waits for a person who has just taken over', async () => {
  const { g, ann, carl } = await awayGame({ turn: 6 });
  const gameId = g.game.id;
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { processWhenComplete: true } });
  granted(await offerSeat(own.ctx, asGm(g, 2, ann)));
  const paula = await anAccount(own.ctx, 'Paula Prompt');
  granted(await takeOverSeat(own.ctx, { gameId, seatId: ann.id, by: paula.id, turn: 2 }));
  await send(own.ctx, carl, 2, {});
  const jobs = async () => (await jobsOf(own.ctx, 'process')).filter(({ key }) => key?.includes(gameId));
  expect(await jobs()).toEqual([]);
  await send(own.ctx, { ...ann, accountId: paula.id }, 2, {});
  expect(await jobs()).toHaveLength(1);
});

test.each(['gives the seat up', 'is replaced by the computer'])(
  'such a turn is processed after all if that person %s again',
  async (how) => {
    const { g, ann, carl } = await awayGame({ turn: 5 });
    const gameId = g.game.id;
    await own.ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { processWhenComplete: true } });
    const by = ann.accountId as number;
    granted(await reclaimSeat(own.ctx, { gameId, by }));
    await send(own.ctx, carl, 2, {});
    const jobs = async () =>
      (await jobsOf(own.ctx, 'process')).filter(({ key }) => key === `process:${gameId}:2`);
    expect(await jobs()).toEqual([]);
    if (how === 'gives the seat up') granted(await giveUpSeat(own.ctx, { gameId, seatId: ann.id, by }));
    else granted(await handSeatToComputer(own.ctx, asGm(g, 2, ann)));
    await makeComputerSheets(own.ctx, { gameId, turn: 2 });
    expect(await jobs()).toHaveLength(1);
  },
);

test('advance orders of a player who reclaims the seat while a turn is rolled back are played once it is rolled forward', async () => {
  const { g, ann, carl } = await awayGame({ turn: 3 });
  await send(own.ctx, carl, 2, {});
  await processTurn(own.ctx, { gameId: g.game.id, turn: 2, by: null });
  await makeComputerSheets(own.ctx, { gameId: g.game.id, turn: 3 });
  granted(await rollBackAsGm(own.ctx, g, 3));
  granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: ann.accountId as number }));
  granted(await rollForwardAsGm(own.ctx, g, 2));
  expect(await versions(ann, 3)).toEqual([{ channel: 'advance', sentById: ann.accountId }]);
});

test('advance orders of a player who was replaced by mistake are entered when they have the seat again', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = g.seats as [Seat, Seat];
  const { name, email } = g.players[0] as { name: string; email: string };
  const of = { gameId: g.game.id, seatId: ann.id, sentById: ann.accountId as number };
  granted(await sendAdvanceOrders(own.ctx, { ...of, turn: 2, raw: { press: 'I am back.' } }));
  const bob = await anAccount(own.ctx, 'Bob');
  granted(await replacePlayer(own.ctx, { ...asGm(g, 1, ann), name: bob.name, email: bob.email }));
  await send(own.ctx, carl, 1, {});
  await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: null });
  expect(await versions(ann, 2)).toEqual([]);
  granted(await replacePlayer(own.ctx, { ...asGm(g, 2, ann), name, email }));
  expect(await versions(ann, 2)).toEqual([{ channel: 'advance', sentById: ann.accountId }]);
});

test('the orders of a former player are theirs again with the seat, whatever the player between has stored', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann] = g.seats as [Seat];
  const of = { gameId: g.game.id, seatId: ann.id };
  const bob = await anAccount(own.ctx, 'Bob');
  const store = async (sentById: number, press: string) => {
    for (const turn of [STANDING_ORDERS, 3])
      granted(await sendAdvanceOrders(own.ctx, { ...of, turn, sentById, raw: { press } }));
  };
  const give = async ({ name, email }: { name: string; email: string }) =>
    granted(await replacePlayer(own.ctx, { ...asGm(g, 1, ann), name, email }));
  await store(ann.accountId as number, 'Ann');
  await give(bob);
  await store(bob.id, 'Bob');
  await give(g.players[0] as Account);
  await processTurn(own.ctx, { gameId: g.game.id, turn: 1, by: null });
  const [played] = await own.ctx.db.prisma.sheet.findMany({ where: { seatId: ann.id, turn: 1 } });
  expect(played).toMatchObject({ channel: 'standing', raw: { press: 'Ann' } });
  const where = { seatId: ann.id, turn: 3, accountId: ann.accountId as number };
  expect((await own.ctx.db.prisma.advanceOrders.findMany({ where })).map(({ raw }) => raw)).toEqual([
    { press: 'Ann' },
  ]);
});
