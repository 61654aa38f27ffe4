import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { gmGameSummaries } from '../../../src/games/game/gm-games-view.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anAccount, granted, send } from './play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

test('a GM’s games are listed, the most urgent first', async () => {
  const { ctx } = own;
  const { prisma } = ctx.db;
  const gm = await anAccount(ctx, 'Greta Master', true);
  const aGame = async (title: string) =>
    granted(
      await createGame(ctx, {
        ...{ ruleset: 'election-year', title, gmId: gm.id, options: {}, daysPerTurn: 14 },
        ...{ timeZone: 'UTC', processWhenComplete: false },
      }),
    );
  const begun = async (title: string, due: string | null) => {
    const game = await aGame(title);
    const seats: Seat[] = [];
    for (const name of ['Ann Baker', 'Carl Dunn', 'Eve Farrow', 'Gus Hill']) {
      const human = seats.length === 0;
      const email = human ? (await anAccount(ctx, name)).email : undefined;
      seats.push(granted(await addSeat(ctx, { gameId: game.id, by: gm.id, name, email, opponent: !human })));
    }
    granted(await beginGame(ctx, { gameId: game.id, by: gm.id, due: due === null ? null : new Date(due) }));
    return { ...game, seats };
  };
  const forming = await aGame('forming');
  const over = await begun('abandoned', null);
  await prisma.game.update({ where: { id: over.id }, data: { status: 'abandoned' } });
  const calm = await begun('calm', null);
  await send(ctx, calm.seats[0] as Seat, 1, {});
  const missingLater = await begun('missing, later', '2027-04-02T12:00:00Z');
  const missing = await begun('missing', '2027-04-01T12:00:00Z');
  const press = await begun('press', null);
  await send(ctx, press.seats[0] as Seat, 1, { press: 'Utter bullshit' });
  await processTurn(ctx, { gameId: press.id, turn: 1, by: gm.id });
  const failing = await begun('failing', null);
  await send(ctx, failing.seats[0] as Seat, 1, {});
  const mail = { gameId: failing.id, kind: 'printout' as const };
  await prisma.delivery.updateMany({ where: mail, data: { status: 'failed', nextAttempt: null } });
  const overdue = await begun('overdue', '2027-03-02T12:00:00Z');
  own.setNow(new Date('2027-03-03T12:00:00Z'));

  const games = await gmGameSummaries(ctx, { id: gm.id });
  expect(games.map(({ game }) => game.title)).toEqual(
    [overdue, failing, press, missing, missingLater, calm, forming, over].map(({ title }) => title),
  );
  const of = (game: { prefix: string; serial: number }) =>
    games.find((one) => one.game.number === gameNumber(game));
  expect(of(overdue)).toMatchObject({ overdue: true, missing: 1, owing: 4 });
  expect(of(failing)).toMatchObject({ failed: 1, missing: 0, overdue: false });
  expect(of(press)).toMatchObject({ undecided: 1, missing: 1 });
  expect(await gmGameSummaries(ctx, { id: gm.id + 1000 })).toEqual([]);
  expect(await gmGameSummaries(ctx, null)).toEqual([]);

  // A message that was resent does not count as failed any more.
  const [seat] = failing.seats;
  const failed = await prisma.delivery.findFirstOrThrow({ where: { ...mail, seatId: seat?.id ?? '' } });
  const { id: _, ...copy } = failed;
  const again = { status: 'sent' as const, sentAt: own.ctx.now(), messageId: '<again@whistlestop.test>' };
  await prisma.delivery.create({ data: { ...copy, ...again, detail: {} } });
  const later = await gmGameSummaries(ctx, { id: gm.id });
  expect(later.find(({ game }) => game.title === 'failing')?.failed).toBe(0);
});
