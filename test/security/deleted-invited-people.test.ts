import { expect, test } from 'vitest';
import type { Seat } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { formingGame, granted, runningGame } from '../games/game/play.ts';
import { testNow } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';

/* What a GM learns when someone who was invited deletes their account. */

const own = useContext();

test.each([
  ['has not accepted the seat', null, 'no longer has a player'],
  ['has accepted the seat', testNow, 'has deleted their account'],
])('if someone who %s deletes the account, the GM is told so only then', async (_, acceptedAt, words) => {
  const { ctx } = own;
  const g = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [{ id: seatId, identifier }] = g.seats as [Seat];
  await ctx.db.prisma.seat.update({ where: { id: seatId }, data: { acceptedAt } });
  granted(await deleteAccount(ctx, g.players[0]?.id ?? 0));
  const where = { gameId: g.game.id };
  const notice = await ctx.db.prisma.delivery.findFirstOrThrow({
    where: { ...where, accountId: g.gm.id, kind: 'notice' },
  });
  expect(JSON.stringify(notice.detail)).toContain(words);
  const event = await ctx.db.prisma.gameEvent.findFirstOrThrow({
    where: { ...where, type: 'seatLeftToComputer' },
  });
  expect(event.detail).toBe(`[${identifier}] turn 1${acceptedAt ? ', account deleted' : ''}`);
});

test('if a player deletes the account before the game begins, the GM is told that the seat is free', async () => {
  const { ctx } = own;
  const g = await formingGame(ctx, { humans: 2, opponents: 1 });
  const [{ identifier, name, accountId }] = g.seats as [Seat];
  granted(await deleteAccount(ctx, accountId as number));
  const where = { gameId: g.game.id };
  const notices = await ctx.db.prisma.delivery.findMany({
    where: { ...where, accountId: g.gm.id, kind: 'notice' },
  });
  expect(notices.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ subject: `[${identifier}] no longer has a player` }),
  ]);
  const event = await ctx.db.prisma.gameEvent.findFirstOrThrow({ where: { ...where, type: 'playerLeft' } });
  expect(event).toMatchObject({ accountId: null, detail: `[${identifier}]` });
  expect(name).not.toBe(identifier);
});
