import { beforeEach, expect, test } from 'vitest';
import { joinGame, leaveGame } from '../../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, formingGame, gameNow, granted, type TestGame } from '../game/play.ts';

/* A game that should begin when it is full, and cannot: everyone waits for its GM. */

const own = useContext();
let table: TestGame;

beforeEach(async () => {
  own.setNow(testNow);
  table = await formingGame(own.ctx, { humans: 2, opponents: 1 });
  const { prisma } = own.ctx.db;
  await prisma.seat.update({ where: { id: table.seats[1]?.id ?? '' }, data: { accountId: null } });
  const policy = { joining: 'open', seatsWanted: 4, beginWhenFull: true } as const;
  granted(await setJoiningPolicy(own.ctx, { gameId: table.game.id, by: table.gm.id, ...policy }));
  await prisma.delivery.deleteMany();
});

const about = () => ({ gameId: table.game.id, accountId: table.gm.id });

async function subjects(): Promise<unknown[]> {
  const mails = await own.ctx.db.prisma.delivery.findMany({ where: about() });
  return mails.map(({ detail }) => (detail as { subject: string }).subject);
}

test.each(['none', 'daily', 'single'] as const)(
  'a GM who wants news “%s” is told at once',
  async (noticeMail) => {
    await own.ctx.db.prisma.account.update({ where: { id: table.gm.id }, data: { noticeMail } });
    const joiner = await anAccount(own.ctx, 'Zelda Young');
    granted(await joinGame(own.ctx, { gameId: table.game.id, by: joiner.id, link: null, wish: {} }));
    expect((await gameNow(own.ctx, table.game.id)).status).toBe('forming');
    expect(await subjects()).toContain('the game is full');
  },
);

test('players who leave and join again cause such a mail once an hour', async () => {
  const joiner = await anAccount(own.ctx, 'Zelda Young');
  const wanted = { gameId: table.game.id, by: joiner.id, link: null, wish: {} };
  const full = async () => (await subjects()).filter((subject) => subject === 'the game is full').length;
  for (let i = 0; i < 3; i += 1) {
    granted(await joinGame(own.ctx, wanted));
    granted(await leaveGame(own.ctx, wanted));
  }
  expect(await full()).toBe(1);
  own.setNow(new Date(testNow.getTime() + 61 * 60_000));
  granted(await joinGame(own.ctx, wanted));
  expect(await full()).toBe(2);
});
