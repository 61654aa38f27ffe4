import { expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { remindPlayers } from '../../../src/games/schedule/reminders.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, gameNow, granted, runningGame } from '../game/play.ts';

const own = useContext();

test('a new player of a seat is reminded, even if the player before was reminded in the same turn', async () => {
  own.setNow(testNow);
  const { ctx } = own;
  const g = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [ann] = g.seats as [Seat];
  const due = (await gameNow(ctx, g.game.id)).due as Date;
  const remind = async (hours: number) => {
    own.setNow(new Date(due.getTime() - hours * 3_600_000));
    await remindPlayers(ctx, { gameId: g.game.id, turn: 1 });
  };
  await remind(40);
  const bob = await anAccount(ctx, 'Bob');
  const seat = { gameId: g.game.id, by: g.gm.id, turn: 1, seatId: ann.id };
  granted(await replacePlayer(ctx, { ...seat, name: 'Bob', email: bob.email }));
  await remind(20);
  await remind(19);
  const notices = await ctx.db.prisma.delivery.findMany({ where: { accountId: bob.id, kind: 'notice' } });
  expect(notices.map(({ detail }) => detail.subject)).toEqual(['your sheet for turn 1 is missing']);
  own.setNow(testNow);
});
