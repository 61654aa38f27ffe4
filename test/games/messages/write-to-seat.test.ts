import { beforeEach, describe, expect, test } from 'vitest';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGameSummaries } from '../../../src/games/game/gm-games-view.ts';
import { conversationWithGm, conversationWithSeat } from '../../../src/games/messages/messages-view.ts';
import { writeToGm, writeToSeat } from '../../../src/games/messages/write-message.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, type TestGame } from '../game/play.ts';

/* A GM writes to the player of a seat who has not written before. */

const own = useContext();
let g: TestGame;
let ann: Account;
let seat: Seat;

beforeEach(async () => {
  g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann] = g.players as [Account];
  seat = await seatOf(ann);
});

const seatOf = async ({ id }: Account): Promise<Seat> => {
  const found = (await gameNow(own.ctx, g.game.id)).seats.find(({ accountId }) => accountId === id);
  if (!found) throw new Error('The account has no seat.');
  return found;
};

const write = (by: Account, seatId = seat.id) =>
  writeToSeat(own.ctx, { gameId: g.game.id, by: by.id, seatId, text: 'Are you well?' });

describe('a message from the GM to a player', () => {
  test('reaches the player on the web and by mail, and no one else', async () => {
    granted(await write(g.gm));
    const number = gameNumber(g.game);
    const seen = await conversationWithGm(own.ctx, ann, number);
    expect(seen?.messages.map(({ own, paragraphs }) => [own, paragraphs])).toEqual([
      [false, [['Are you well?']]],
    ]);
    const mails = await own.ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'message' },
    });
    expect(mails.map(({ accountId, seatId }) => [accountId, seatId])).toEqual([[ann.id, seat.id]]);
    const asGm = await conversationWithSeat(own.ctx, g.gm, number, seat.id);
    expect(asGm).toMatchObject({ with: '[AB] Ann Baker', closed: null });
    expect(await conversationWithSeat(own.ctx, ann, number, seat.id)).toBeNull();
    expect(await conversationWithSeat(own.ctx, g.players[1] as Account, number, seat.id)).toBeNull();
  });

  test('goes to the new address if the player’s address is corrected while it waits', async () => {
    granted(await write(g.gm));
    const right = `right.${ann.email}`;
    granted(await correctEmail(own.ctx, ann.id, right, { removeKeys: false }));
    const where = { gameId: g.game.id, kind: 'message' as const };
    const mails = await own.ctx.db.prisma.delivery.findMany({ where, select: { toAddress: true } });
    expect(mails).toEqual([{ toAddress: right }]);
  });

  test('is refused to everyone but the GM, and for seats without a player who has accepted', async () => {
    const stranger = await anAccount(own.ctx, 'Sam Stranger', true);
    expect(codesOf(await write(ann))).toEqual(['not-gm']);
    expect(codesOf(await write(stranger))).toEqual(['not-gm']);
    const computer = (await gameNow(own.ctx, g.game.id)).seats.find(({ opponent }) => opponent);
    expect(codesOf(await write(g.gm, computer?.id))).toEqual(['no-player']);
    expect(codesOf(await write(g.gm, g.game.id))).toEqual(['unknown-seat']);
    await own.ctx.db.prisma.seat.update({ where: { id: seat.id }, data: { acceptedAt: null } });
    expect(codesOf(await write(g.gm))).toEqual(['not-accepted']);
    expect(await conversationWithSeat(own.ctx, g.gm, gameNumber(g.game), seat.id)).toBeNull();
  });
});

test('the GM’s list of games counts new messages', async () => {
  const line = async () => (await gmGameSummaries(own.ctx, g.gm)).find(({ game }) => game.id === g.game.id);
  expect(await line()).toMatchObject({ messages: 0 });
  granted(await writeToGm(own.ctx, { gameId: g.game.id, by: ann.id, text: 'May I ask?', via: 'web' }));
  expect(await line()).toMatchObject({ messages: 1 });
});
