import { describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { takeTransferBack, transferOut } from '../../src/games/archive/transfer-out.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { checkNewGame } from '../../src/games/game/new-game-right.ts';
import { writeLetter } from '../../src/games/letters/write-letter.ts';
import { writeToGm, writeToSeat } from '../../src/games/messages/write-message.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { processWhenAllIn } from '../../src/games/processing/scheduled-processing.ts';
import { pauseGame, resumeGame } from '../../src/games/schedule/change-due-date.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { sendAdvanceOrders } from '../../src/games/sheets/advance-orders.ts';
import { defaultRelease, releaseServer } from '../../src/operations/held/release-server.ts';
import { anAccount, codesOf, firstDue, formingGame, granted, send } from '../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';
import { inspectingGm } from './inspecting-gm.ts';

/* The copy of a game that stays behind has the same sheets and dice: going on with it would show what is to come. */

const { own, app } = useWeb();

const { game, request, preview } = inspectingGm(own);

/** A running game in its second turn that has moved to another server. */
async function movedGame() {
  const g = await game();
  await processAsGm(own.ctx, g, 1);
  granted(await pauseGame(own.ctx, request(g, 2)));
  const file = granted(await transferOut(own.ctx, gameNumber(g.game)));
  return { g, file };
}

describe('a game that has moved to another server', () => {
  test('takes no actions of its GM and no sheets on the old server, and is not processed there', async () => {
    const { g } = await movedGame();
    const asked = request(g, 2);
    expect(codesOf(await preview(g, 2))).toEqual(['transferred']);
    expect(codesOf(await resumeGame(own.ctx, { ...asked, due: firstDue }))).toEqual(['transferred']);
    expect(codesOf(await rollBackAsGm(own.ctx, g, 2))).toEqual(['transferred']);
    expect(codesOf(await broadcast(own.ctx, { ...asked, text: 'Hello' }))).toEqual(['transferred']);
    // Even if the copy were not paused.
    const { gameSchedule } = own.ctx.db.prisma;
    await gameSchedule.update({ where: { gameId: g.game.id }, data: { pausedAt: null } });
    expect(await processAsGm(own.ctx, g, 2)).toEqual({ kind: 'paused' });
    expect(await processWhenAllIn(own.ctx, { gameId: g.game.id, turn: 2 })).toEqual({ kind: 'paused' });
    const [seat] = g.seats;
    if (!seat) throw new Error('no seat');
    expect(await send(own.ctx, seat, 2, {})).toMatchObject({ kind: 'not-taken', code: 'transferred' });
    const page = await (await signedIn(app, own.ctx, g.gm)).get(`/gm/games/${gameNumber(g.game)}`);
    expect(page.body).toContain('This game was moved to another server');
  });

  test('takes no messages, letters and advance orders on the old server, and says where it is', async () => {
    const { g } = await movedGame();
    const { id: gameId } = g.game;
    const [ann, carl] = g.players as [Account, Account];
    const [seat, other] = g.seats as [Seat, Seat];
    await own.ctx.db.prisma.gamePolicy.update({ where: { gameId }, data: { letters: 'open' } });
    const text = 'Are you still here?';
    const written = [
      await writeToGm(own.ctx, { gameId, by: ann.id, text, via: 'web' }),
      await writeToSeat(own.ctx, { gameId, by: g.gm.id, seatId: seat.id, text }),
      await writeLetter(own.ctx, { gameId, by: ann.id, to: [other.id], text, via: 'web' }),
      await sendAdvanceOrders(own.ctx, { gameId, seatId: seat.id, turn: 3, sentById: ann.id, raw: {} }),
      await sendAdvanceOrders(own.ctx, { gameId, seatId: seat.id, turn: 0, sentById: ann.id, raw: {} }),
    ];
    for (const result of written) {
      expect(codesOf(result)).toEqual(['transferred']);
      expect(result).toMatchObject({
        problems: [{ message: expect.stringContaining('has moved to another server') }],
      });
    }
    const where = { gameId };
    const { prisma } = own.ctx.db;
    const stored = [
      prisma.gmMessage.count({ where }),
      prisma.letter.count({ where }),
      prisma.advanceOrders.count({ where }),
    ];
    expect(await Promise.all(stored)).toEqual([0, 0, 0]);
    const visitor = await signedIn(app, own.ctx, carl);
    const number = gameNumber(g.game);
    for (const path of [`/games/${number}/messages`, `/my/games/${number}/letters`]) {
      expect((await visitor.get(path)).body, path).toContain('has moved to another server');
    }
    const orders = await visitor.post(`/my/games/${number}/advance-orders/3`, { press: 'A plan' });
    expect(orders.statusCode).toBe(409);
    expect(orders.body).toContain('has moved to another server');
    expect(orders.body).toContain('A plan');
  });

  test('does not keep its GM: they can delete their account and run other games, and its players get no mail', async () => {
    const { g } = await movedGame();
    const { account, game, serverState, delivery } = own.ctx.db.prisma;
    await game.update({ where: { id: g.game.id }, data: { forFriends: true } });
    const data = { mayRunGames: false, addressProvedAt: own.ctx.now() };
    const gm = await account.update({ where: { id: g.gm.id }, data });
    const ctx = { now: own.ctx.now, friendGames: 1 };
    granted(await own.ctx.db.prisma.$transaction((tx) => checkNewGame(tx, ctx, gm)));

    const mails = { where: { gameId: g.game.id } };
    const before = await delivery.count(mails);
    const held = { heldAt: own.ctx.now(), heldReason: 'restored' as const };
    await serverState.update({ where: { id: 1 }, data: held });
    granted(await releaseServer(own.ctx, { ...defaultRelease('restored'), dates: 'process' }));
    expect(await delivery.count(mails)).toBe(before);

    granted(await deleteAccount(own.ctx, gm.id));
    expect(codesOf(await takeTransferBack(own.ctx, gameNumber(g.game)))).toEqual(['gm-deleted']);
  });

  test('offers no seat of a player who deletes their account on the old server, and tells no one of it', async () => {
    const { g } = await movedGame();
    const [ann, carl] = g.players as [Account, Account];
    const [seat, other] = g.seats as [Seat, Seat];
    const { prisma } = own.ctx.db;
    const gameId = g.game.id;
    await prisma.gamePolicy.update({ where: { gameId }, data: { offerAbandonedSeats: true } });
    const reclaimable = { accountId: null, opponent: true, reclaimableById: carl.id };
    await prisma.seat.update({ where: { id: other.id }, data: reclaimable });
    const wanda = await anAccount(own.ctx, 'Wanda Waits');
    await prisma.waitlistEntry.create({ data: { gameId, accountId: wanda.id, since: own.ctx.now() } });
    const counts = () =>
      Promise.all([
        prisma.delivery.count({ where: { accountId: { in: [g.gm.id, wanda.id] } } }),
        prisma.gameEvent.count({ where: { gameId } }),
      ]);
    const before = await counts();
    for (const { id } of [ann, carl]) granted(await deleteAccount(own.ctx, id));
    expect(await counts()).toEqual(before);
    const nobody = { accountId: null, reclaimableById: null, opponent: true, offered: false };
    for (const { id, identifier } of [seat, other]) {
      expect(await prisma.seat.findUnique({ where: { id } })).toMatchObject({ ...nobody, name: identifier });
    }

    granted(await takeTransferBack(own.ctx, gameNumber(g.game)));
    granted(await resumeGame(own.ctx, { ...request(g, 2), due: firstDue }));
    expect(await processAsGm(own.ctx, g, 2)).toMatchObject({ kind: 'processed' });
  });

  test('does not begin on the old server', async () => {
    const g = await formingGame(own.ctx, { humans: 2, opponents: 2 });
    granted(await transferOut(own.ctx, gameNumber(g.game)));
    const begun = await beginGame(own.ctx, { gameId: g.game.id, by: g.gm.id, due: firstDue });
    expect(codesOf(begun)).toEqual(['transferred']);
  });

  test('can be written again, and arrives open on the other server', async () => {
    const { g, file } = await movedGame();
    const again = granted(await transferOut(own.ctx, gameNumber(g.game)));
    for (const { tables } of [file, again]) {
      expect(tables.Game).toMatchObject([{ id: g.game.id, transferredOutAt: null }]);
    }
    expect(codesOf(await preview(g, 2))).toEqual(['transferred']);
  });

  test('and that a restore has brought back is closed again while the server is held, without its GM', async () => {
    const g = await game();
    const number = gameNumber(g.game);
    expect(codesOf(await transferOut(own.ctx, number))).toEqual(['not-paused']);
    const { serverState } = own.ctx.db.prisma;
    await serverState.update({ where: { id: 1 }, data: { heldAt: own.ctx.now(), heldReason: 'restored' } });
    granted(await transferOut(own.ctx, number));
    granted(await releaseServer(own.ctx, { ...defaultRelease('restored'), dates: 'process' }));
    expect(await processAsGm(own.ctx, g, 1)).toEqual({ kind: 'paused' });
    granted(await takeTransferBack(own.ctx, number));
    // As every game that was taken back, it waits for its GM.
    expect(await processAsGm(own.ctx, g, 1)).toEqual({ kind: 'paused' });
    granted(await resumeGame(own.ctx, { ...request(g, 1), due: firstDue }));
  });

  test('goes on where it was after the operator has taken the transfer back', async () => {
    const { g } = await movedGame();
    const number = gameNumber(g.game);
    granted(await takeTransferBack(own.ctx, number));
    expect(codesOf(await takeTransferBack(own.ctx, number))).toEqual(['not-transferred']);
    expect(codesOf(await takeTransferBack(own.ctx, 'EY-999'))).toEqual(['unknown-game']);
    granted(await resumeGame(own.ctx, { ...request(g, 2), due: firstDue }));
    expect(await processAsGm(own.ctx, g, 2)).toMatchObject({ kind: 'processed' });
  });
});
