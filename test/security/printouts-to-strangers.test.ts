import { describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { lockGame } from '../../src/games/game/game-store.ts';
import { notifyAllSeats } from '../../src/games/notices/notices.ts';
import { addSeat, removeSeat } from '../../src/games/seats/manage-seats.ts';
import { handSeatToComputer } from '../../src/games/seats/replace-player.ts';
import { sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { resend } from '../../src/mail/delivery/resend.ts';
import { anAccount, formingGame, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { testNow } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';

/* Rolling turns back and processing them again must not fill the mailbox of someone who never agreed to play. */

const own = useContext();

/** Processes the first turn several times; every time each player gets a printout. */
async function playAgain(g: TestGame, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await processAsGm(own.ctx, g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
  }
}

const mailed = ({ game }: TestGame, account?: Account) =>
  own.ctx.db.prisma.delivery.count({
    where: { gameId: game.id, kind: 'printout', accountId: account?.id ?? -1 },
  });

describe('printouts', () => {
  test('are mailed to people who have not accepted their seat three times a day at most', async () => {
    own.setNow(testNow);
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [invited, player] = g.players;
    await own.ctx.db.prisma.seat.update({
      where: { id: g.seats[0]?.id ?? '' },
      data: { acceptedAt: null },
    });
    await playAgain(g, 4);
    // The first printout of the game, and those of four processings.
    expect([await mailed(g, invited), await mailed(g, player)]).toEqual([3, 5]);
    const printouts = { gameId: g.game.id, accountId: invited?.id ?? -1 };
    expect(await own.ctx.db.prisma.printout.count({ where: printouts })).toBe(5);
    own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    await processAsGm(own.ctx, g, 1);
    expect(await mailed(g, invited)).toBe(4);
  });

  test('are sent again three times a day at most to someone who no longer has the seat', async () => {
    own.setNow(new Date(testNow.getTime() + 50 * 3_600_000));
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [invited] = g.players as [Account];
    const { prisma } = own.ctx.db;
    const seatId = g.seats[0]?.id as string;
    const printout = await prisma.delivery.findFirstOrThrow({
      where: { seatId, kind: 'printout', accountId: invited.id },
    });
    granted(await handSeatToComputer(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, seatId }));
    const sent = { status: 'sent' as const, sentAt: own.ctx.now() };
    for (let i = 0; i < 6; i += 1) {
      await prisma.delivery.updateMany({ where: { seatId }, data: sent });
      own.setNow(new Date(own.ctx.now().getTime() + 120_000));
      await resend(own.ctx, printout.id, g.gm.id);
    }
    expect(await mailed(g, invited)).toBe(3);
  });
});

test('a GM cannot mail someone who has not accepted more notices by removing their seat', async () => {
  own.setNow(new Date(testNow.getTime() + 100 * 3_600_000));
  const g = await formingGame(own.ctx, { humans: 0, opponents: 2 });
  const { id, email } = await anAccount(own.ctx, 'Nelly Notified');
  const counted = { kind: 'invitedNotice' as const, accountId: id };
  const notices = () => own.ctx.db.prisma.mailRequest.count({ where: counted });
  for (let i = 0; i < 3; i += 1) {
    const seat = granted(await addSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, name: 'Nelly', email }));
    for (let j = 0; j < 4; j += 1) {
      await own.ctx.db.prisma.$transaction(async (tx) => {
        const game = await lockGame(tx, g.game.id);
        if (game) await notifyAllSeats(tx, own.ctx, game, { subject: 'a new date', paragraphs: [] });
      });
    }
    if (i < 2) granted(await removeSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, seatId: seat.id }));
  }
  expect(await notices()).toBe(10);
  const mails = { kind: 'notice' as const, toAddress: email };
  // Those of the last seat; the others were deleted with theirs.
  expect(await own.ctx.db.prisma.delivery.count({ where: mails })).toBe(2);
});

test('receipts of advance orders are mailed to someone who has to accept their seat again three times a day at most', async () => {
  own.setNow(new Date(testNow.getTime() + 150 * 3_600_000));
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [seat] = g.seats as [Seat];
  const { id: seatId, gameId, accountId } = seat;
  const orders = { gameId, seatId, turn: 2, raw: { press: 'Later' }, final: false };
  granted(await sendAdvanceOrders(own.ctx, { ...orders, sentById: accountId as number }));
  const { prisma } = own.ctx.db;
  const receipts = () => prisma.delivery.count({ where: { gameId, kind: 'receipt', accountId } });
  // The GM has replaced the player and invited them again.
  await prisma.seat.update({ where: { id: seatId }, data: { acceptedAt: null } });
  await playAgain(g, 5);
  expect(await receipts()).toBe(3);
  await prisma.seat.update({ where: { id: seatId }, data: { acceptedAt: own.ctx.now() } });
  await playAgain(g, 1);
  expect(await receipts()).toBe(4);
});
