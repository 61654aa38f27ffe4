import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { playerGamesRows } from '../../../src/games/game/player-games-rows.ts';
import { playerGames } from '../../../src/games/game/player-games-view.ts';
import { playerGame } from '../../../src/games/game/player-view.ts';
import { useContext } from '../../helpers/use-context.ts';
import { anAccount, granted, runningGame, send, type TestGame } from './play.ts';

/* The list of a player's games: how much it reads, and that strangers' invitations cannot push games off it. */

const own = useContext();
let many: TestGame[];

beforeAll(async () => {
  many = [];
  for (let i = 0; i < 40; i += 1) many.push(await runningGame(own.ctx, { humans: 1, opponents: 3 }));
}, 120_000);

/** Gives the first seats of these games to a person. */
async function seat(account: Account, games: readonly TestGame[], acceptedAt: Date | null): Promise<void> {
  const where = { id: { in: games.map(({ seats }) => seats[0]?.id ?? '') } };
  await own.ctx.db.prisma.seat.updateMany({ where, data: { accountId: account.id, acceptedAt } });
}

/** How many queries the list takes, and which tables they read. */
async function queriesOf(account: Account): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await playerGames(own.ctx, account);
  const texts = spy.mock.calls.map(([query]) => {
    const text: unknown = typeof query === 'object' ? (query as { text?: unknown }).text : query;
    return String(text);
  });
  spy.mockRestore();
  return texts;
}

describe('the list of a player’s games', () => {
  test('takes as many queries for 40 games as for 3', async () => {
    const person = await anAccount(own.ctx, 'Pat Many');
    await seat(person, many.slice(0, 3), own.ctx.now());
    const few = await queriesOf(person);
    await seat(person, many, own.ctx.now());
    const all = await queriesOf(person);
    expect(few).toHaveLength(2);
    expect(all).toEqual(few);
  });

  test('reads no states of games that have ended', async () => {
    const person = await anAccount(own.ctx, 'Pat Ended');
    const ended = [];
    for (let i = 0; i < 2; i += 1) ended.push(await runningGame(own.ctx, { humans: 1, opponents: 3 }));
    const running = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await seat(person, [...ended, running], own.ctx.now());
    for (const { game, gm } of ended) {
      granted(await abandonGame(own.ctx, { gameId: game.id, by: gm.id, turn: 1, confirm: gameNumber(game) }));
    }
    const rows = await playerGamesRows(own.ctx, person.id, 0);
    expect(
      rows.accepted.map(({ game, state }) => [game.id === running.game.id, state !== undefined]),
    ).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    const { games } = await playerGames(own.ctx, person);
    expect(games.map(({ game, owes }) => [game.status, owes])).toEqual([
      ['running', true],
      ['abandoned', false],
      ['abandoned', false],
    ]);
    expect(games[0]?.game.phase).not.toBeNull();
  });

  test('has 20 games a page, and each game once, the next due date first', async () => {
    const person = await anAccount(own.ctx, 'Pat Pages');
    await seat(person, many, own.ctx.now());
    const soonest = many[0] as TestGame;
    const due = new Date('2027-03-08T23:00:00Z');
    await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: soonest.game.id }, data: { due } });
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await playerGames(own.ctx, person, page));
    expect(pages.map(({ games, hasMore }) => [games.length, hasMore])).toEqual([
      [20, true],
      [20, false],
      [0, false],
    ]);
    expect(pages[0]?.games[0]?.game.number).toBe(gameNumber(soonest.game));
    const numbers = new Set(pages.flatMap(({ games }) => games.map(({ game }) => game.number)));
    expect(numbers.size).toBe(40);
  });

  test('shows at most 20 invitations, apart from the games, and no states of theirs', async () => {
    const person = await anAccount(own.ctx, 'Pat Invited');
    await seat(person, many, null);
    const [oldest] = many;
    await seat(person, [oldest as TestGame], own.ctx.now());
    const list = await playerGames(own.ctx, person);
    expect(list.games.map(({ game }) => game.number)).toEqual([gameNumber((oldest as TestGame).game)]);
    expect(list.invitations).toHaveLength(20);
    const { invited } = await playerGamesRows(own.ctx, person.id, 0);
    expect(invited.map(({ state }) => state)).toEqual(Array(20).fill(undefined));
    expect((await playerGames(own.ctx, person, 2)).invitations).toEqual([]);
    const seats = await own.ctx.db.prisma.seat.count({ where: { accountId: person.id, acceptedAt: null } });
    expect(seats).toBe(39);
  });

  test('says of each sheet what the page of the game says', async () => {
    const { prisma } = own.ctx.db;
    const person = await anAccount(own.ctx, 'Pat Sheets');
    const games = many.slice(0, 5);
    await seat(person, games, own.ctx.now());
    const [sent, posted, former, byOthers] = games as [TestGame, TestGame, TestGame, TestGame];
    const seatOf = (g: TestGame) => ({ ...(g.seats[0] as TestGame['seats'][0]), accountId: person.id });
    await send(own.ctx, seatOf(sent), 1, {});
    for (const g of [posted, former, byOthers]) {
      const sentById = g === former ? (g.players[0] as Account).id : g.gm.id;
      const channel = g === former ? ('web' as const) : ('post' as const);
      const row = { gameId: g.game.id, seatId: seatOf(g).id, turn: 1, version: 1, raw: {}, sentById };
      const data = { ...row, channel, receivedAt: own.ctx.now(), outcome: 'standing' as const, orders: {} };
      await prisma.sheet.create({ data });
    }
    const printouts = { gameId: { in: [sent, posted, former].map(({ game }) => game.id) }, turn: 1 };
    await prisma.printout.updateMany({
      where: { ...printouts, seatId: { not: null } },
      data: { accountId: person.id },
    });
    const { games: lines } = await playerGames(own.ctx, person);
    const stands = [];
    for (const g of games) {
      const line = lines.find(({ game }) => game.id === g.game.id);
      const page = await playerGame(own.ctx, person, gameNumber(g.game));
      const { newLetters, newMessages, ...rest } = line as NonNullable<typeof line>;
      expect([newLetters, newMessages]).toEqual([0, 0]);
      expect(page).toMatchObject(rest);
      stands.push([line?.standingVersion, line?.hiddenSheetStands]);
    }
    expect(stands).toEqual([
      [1, false],
      [1, false],
      [null, true],
      [null, true],
      [null, false],
    ]);
  });
});
