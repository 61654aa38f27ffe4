import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { loadPlayerSeat } from '../../../src/games/game/player-seat.ts';
import { playerPage, playerPrintout } from '../../../src/games/game/player-view.ts';
import { offerSeat } from '../../../src/games/seats/offer-seat.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, codesOf, granted, runningGame, type TestGame } from '../game/play.ts';
import { processAsGm, rollBackAsGm, rollForwardAsGm } from './turns.ts';

/* People who take a seat, and then owe a sheet for an earlier turn, because the GM rolls the game back. */

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

/** The turns whose printouts a player sees, the latest first. */
async function turnsSeen(g: TestGame, account: Account): Promise<number[]> {
  const seat = await loadPlayerSeat(own.ctx, account, gameNumber(g.game));
  if (seat === null) throw new Error('The account has no seat.');
  return (await playerPage(own.ctx, seat)).printouts.map(({ turn }) => turn);
}

/** The turns of the printouts that are mailed to a player, without those that were rolled back. */
async function turnsMailed(g: TestGame, { id: accountId }: Account): Promise<number[]> {
  const where = { gameId: g.game.id, accountId, kind: 'printout' as const };
  const include = { printout: true } as const;
  const found = await own.ctx.db.prisma.delivery.findMany({ where, include, orderBy: { createdAt: 'asc' } });
  return found.flatMap(({ printout }) => (printout && printout.rolledBackAt === null ? [printout.turn] : []));
}

const readerOf = async (g: TestGame, account: Account, turn: number) =>
  (await playerPrintout(own.ctx, account, gameNumber(g.game), turn))?.report.reader;

async function replacedInTurn3(): Promise<{ g: TestGame; former: Account; nora: Account; seat: Seat }> {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const seat = g.seats[0] as Seat;
  await processAsGm(own.ctx, g, 1);
  await processAsGm(own.ctx, g, 2);
  const nora = await anAccount(own.ctx, 'Nora New');
  const at = { gameId: g.game.id, by: g.gm.id, turn: 3, seatId: seat.id };
  granted(await replacePlayer(own.ctx, { ...at, name: nora.name, email: nora.email }));
  return { g, former: g.players[0] as Account, nora, seat };
}

describe('after a rollback, the printout of the open turn is shown and mailed to', () => {
  test('a player who has replaced another one since, without that one’s name and account', async () => {
    const { g, former, nora } = await replacedInTurn3();
    expect(await turnsSeen(g, nora)).toEqual([3]);
    granted(await rollBackAsGm(own.ctx, g, 3));
    expect(await turnsSeen(g, nora)).toEqual([2]);
    expect(await turnsMailed(g, nora)).toEqual([2]);
    expect(await readerOf(g, nora, 2)).toMatchObject({ name: 'Nora New', account: nora.id });
    expect(await readerOf(g, nora, 1)).toBeUndefined();
    expect(await readerOf(g, former, 2)).toMatchObject({ account: former.id });
  });

  test('a player who has reclaimed the seat from the computer since', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const ann = g.players[0] as Account;
    const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: g.seats[0]?.id ?? '' };
    granted(await handSeatToComputer(own.ctx, at));
    await processAsGm(own.ctx, g, 1);
    await processAsGm(own.ctx, g, 2);
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: ann.id }));
    granted(await rollBackAsGm(own.ctx, g, 3));
    expect(await turnsSeen(g, ann)).toEqual([2, 1]);
    expect(await turnsMailed(g, ann)).toEqual([1, 2]);
    granted(await rollForwardAsGm(own.ctx, g, 2));
    expect(await turnsSeen(g, ann)).toEqual([3, 2, 1]);
  });

  test('a player who reclaims the seat after the rollback', async () => {
    const { g, nora, seat } = await replacedInTurn3();
    granted(await handSeatToComputer(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 3, seatId: seat.id }));
    granted(await rollBackAsGm(own.ctx, g, 3));
    granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: nora.id }));
    expect(await turnsSeen(g, nora)).toEqual([2]);
    expect(await turnsMailed(g, nora)).toEqual([2]);
  });

  test('a player who has taken the seat over from the computer since', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const nora = await anAccount(own.ctx, 'Nora New');
    const seatId = g.seats[2]?.id ?? '';
    await processAsGm(own.ctx, g, 1);
    await processAsGm(own.ctx, g, 2);
    granted(await offerSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 3, seatId }));
    granted(await takeOverSeat(own.ctx, { gameId: g.game.id, by: nora.id, turn: 3, seatId }));
    granted(await rollBackAsGm(own.ctx, g, 3));
    expect(await turnsSeen(g, nora)).toEqual([2]);
    expect(await turnsMailed(g, nora)).toEqual([2]);
    granted(await rollBackAsGm(own.ctx, g, 2));
    expect(await turnsSeen(g, nora)).toEqual([1]);
    await processAsGm(own.ctx, g, 1);
    expect(await turnsSeen(g, nora)).toEqual([2, 1]);
  });
});

test('after rolling forward, people do not see what others got for later turns', async () => {
  const { g, nora } = await replacedInTurn3();
  granted(await rollBackAsGm(own.ctx, g, 3));
  granted(await rollBackAsGm(own.ctx, g, 2));
  expect(await turnsSeen(g, nora)).toEqual([1]);
  granted(await rollForwardAsGm(own.ctx, g, 1));
  expect(await turnsSeen(g, nora)).toEqual([2]);
});

test('after rolling forward, people who reclaim their seat do not see what others got, but what the computer got', async () => {
  const { g, nora, seat } = await replacedInTurn3();
  granted(await handSeatToComputer(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 3, seatId: seat.id }));
  await processAsGm(own.ctx, g, 3);
  granted(await rollBackAsGm(own.ctx, g, 4));
  granted(await rollForwardAsGm(own.ctx, g, 3));
  granted(await rollBackAsGm(own.ctx, g, 4));
  granted(await rollBackAsGm(own.ctx, g, 3));
  granted(await rollBackAsGm(own.ctx, g, 2));
  granted(await rollForwardAsGm(own.ctx, g, 1));
  granted(await rollForwardAsGm(own.ctx, g, 2));
  granted(await reclaimSeat(own.ctx, { gameId: g.game.id, by: nora.id }));
  expect(await turnsSeen(g, nora)).toEqual([3]);
});

describe('after rolling forward, the printout of the open turn is shown and mailed to', () => {
  test('a person who took the seat over from the computer meanwhile', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const nora = await anAccount(own.ctx, 'Nora New');
    const seatId = g.seats[2]?.id ?? '';
    await processAsGm(own.ctx, g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
    granted(await offerSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId }));
    granted(await takeOverSeat(own.ctx, { gameId: g.game.id, by: nora.id, turn: 1, seatId }));
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect(await turnsSeen(g, nora)).toEqual([2, 1]);
    expect(await turnsMailed(g, nora)).toEqual([1, 2]);
    expect(await readerOf(g, nora, 2)).toMatchObject({ name: 'Nora New', account: nora.id });
    expect(await turnsMailed(g, g.players[0] as Account)).toEqual([1, 2]);
  });

  test('a person who has replaced another one meanwhile, unless that person wants no printouts by mail', async () => {
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [nora, paul] = [await anAccount(own.ctx, 'Nora New'), await anAccount(own.ctx, 'Paul Page')];
    await own.ctx.db.prisma.account.update({ where: { id: paul.id }, data: { mailPrintouts: false } });
    await processAsGm(own.ctx, g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
    for (const [index, { name, email, id: accountId }] of [nora, paul].entries()) {
      const at = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: g.seats[index]?.id ?? '' };
      granted(await replacePlayer(own.ctx, { ...at, name, email }));
      const accepted = { acceptedAt: own.ctx.now() };
      await own.ctx.db.prisma.seat.updateMany({ where: { id: at.seatId, accountId }, data: accepted });
    }
    granted(await rollForwardAsGm(own.ctx, g, 1));
    expect(await turnsMailed(g, nora)).toEqual([1, 2]);
    expect(await turnsMailed(g, paul)).toEqual([]);
    expect(await turnsSeen(g, paul)).toEqual([2]);
  });
});

test('a GM cannot roll back to a turn in which another person had the GM’s seat', async () => {
  const { g, nora } = await replacedInTurn3();
  await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId: nora.id } });
  expect(codesOf(await rollBackAsGm(own.ctx, { ...g, gm: nora }, 3))).toEqual(['held-by-player']);
  expect(await turnsSeen(g, nora)).toEqual([3]);
  await own.ctx.db.prisma.game.update({ where: { id: g.game.id }, data: { gmId: g.gm.id } });
  granted(await rollBackAsGm(own.ctx, g, 3));
});
