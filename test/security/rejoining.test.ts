import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { joinGame, leaveGame } from '../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../src/games/seats/joining-policy.ts';
import { anAccount, codesOf, formingGame, granted, type TestGame } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';

/** No one can fill the log of a game, which its GM reads, by joining and leaving it again and again. */

const HOUR = 3_600_000;
const MAX_ROUNDS = 5;
let own: TestContext;
let table: TestGame;
let stranger: Account;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  table = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  stranger = await anAccount(own.ctx, 'Fred Flooder');
});

const open = async (seatsWanted: number | null) =>
  granted(
    await setJoiningPolicy(own.ctx, {
      ...{ gameId: table.game.id, by: table.gm.id, seatsWanted },
      ...{ joining: 'open', beginWhenFull: false },
    }),
  );
const join = (by: number) => joinGame(own.ctx, { gameId: table.game.id, by, link: null, wish: {} });
const leave = (by: number) => leaveGame(own.ctx, { gameId: table.game.id, by });
const linesOf = (accountId: number) =>
  own.ctx.db.prisma.gameEvent.count({ where: { gameId: table.game.id, accountId } });

/** Joins and leaves until joining is refused. */
async function roundsOf(account: Account): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    granted(await join(account.id));
    granted(await leave(account.id));
  }
  expect(codesOf(await join(account.id))).toEqual(['rejoined-too-often']);
}

describe('who joins and leaves a game again and again', () => {
  test('is refused after five times, and writes no more lines to the log of its GM', async () => {
    await open(null);
    await roundsOf(stranger);
    for (let round = 0; round < 20; round += 1) await join(stranger.id);
    expect(await linesOf(stranger.id)).toBe(2 * MAX_ROUNDS);
  });

  test('is refused a place on the waitlist of a full game, too', async () => {
    const [player] = table.players;
    await open(4);
    for (const name of ['Ann Baker', 'Carl Dunn', 'Eve Frost']) {
      granted(await join((await anAccount(own.ctx, name)).id));
    }
    await roundsOf(stranger);
    expect(await own.ctx.db.prisma.waitlistEntry.count({ where: { gameId: table.game.id } })).toBe(0);
    granted(await leave(player?.id ?? -1));
  });

  test('can always leave, and does not keep others from joining', async () => {
    await open(null);
    for (let round = 0; round < MAX_ROUNDS - 1; round += 1) {
      granted(await join(stranger.id));
      granted(await leave(stranger.id));
    }
    granted(await join(stranger.id));
    granted(await leave(stranger.id));
    granted(await join((await anAccount(own.ctx, 'Ann Baker')).id));
  });

  test('can join again an hour later', async () => {
    await open(null);
    await roundsOf(stranger);
    own.setNow(new Date(testNow.getTime() + HOUR));
    granted(await join(stranger.id));
  });
});
