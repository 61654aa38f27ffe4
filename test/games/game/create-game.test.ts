import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame, type NewGame } from '../../../src/games/game/create-game.ts';
import { readDiceSecret } from '../../../src/games/game/game-store.ts';
import { setDueDate } from '../../../src/games/schedule/change-due-date.ts';
import { addSeat, removeSeat } from '../../../src/games/seats/manage-seats.ts';
import { commitment } from '../../../src/rules/dice.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { anAccount, codesOf, firstDue, formingGame, granted, jobsOf, runningGame } from './play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

async function wanted(more: Partial<NewGame> = {}): Promise<NewGame> {
  const gm = await anAccount(own.ctx, 'Greta Master', true);
  return {
    ruleset: 'election-year',
    title: 'Autumn',
    gmId: gm.id,
    options: {},
    daysPerTurn: 14,
    timeZone: 'Europe/Berlin',
    processWhenComplete: false,
    ...more,
  };
}

describe('creating a game', () => {
  test('games that are created at once over several pools get consecutive numbers', async () => {
    const others: Database[] = await Promise.all([1, 2, 3].map(() => openDatabase(own.url)));
    const houses = [own.ctx, ...others.map((db) => ({ ...own.ctx, db }))];
    const game = await wanted();
    const games = await Promise.all(
      Array.from({ length: 24 }, (_, i) => createGame(houses[i % 4] ?? own.ctx, game)),
    );
    await Promise.all(others.map((db) => db.close()));
    const serials = games.map((result) => granted(result).serial).sort((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    expect(new Set(games.map((result) => granted(result).diceCommitment)).size).toBe(24);
  });

  test('publishes the commitment to the secret that was drawn', async () => {
    const secret = new Uint8Array(32).fill(7);
    const game = granted(await createGame(own.ctx, await wanted(), () => secret));
    expect(Buffer.from(await readDiceSecret(own.ctx.db.prisma, game.id)).equals(secret)).toBe(true);
    expect(game.diceCommitment).toBe(commitment(secret));
    expect(game.createdAt).toEqual(testNow);
    const log = await own.ctx.db.prisma.gameEvent.findMany({ where: { gameId: game.id } });
    expect(log).toMatchObject([{ type: 'gameCreated', accountId: game.gmId }]);
  });

  test('stores options without text that PostgreSQL cannot read again', async () => {
    const choices = ['Ohio\0', 'Iowa \ud83d', 'Utah', 'Maine'];
    const question = { id: 'mine', kind: 'general', text: 'Which\0 one?', choices, answer: 0 };
    const options = { questions: JSON.stringify([question]) };
    const { id } = granted(await createGame(own.ctx, await wanted({ ruleset: 'politics', options })));
    const read = `select "options"->'questions'->0->>'text' as text, "options"->'questions'->0->'choices'->>1 as choice
      from "GameState" where "gameId" = $1`;
    const { rows } = await own.ctx.db.pool.query(read, [id]);
    const alike = { ...question, choices: ['Ohio\0', 'Ohio', 'Utah', 'Maine'] };
    const refused = { options: { questions: JSON.stringify([alike]) }, ruleset: 'politics' };
    expect(codesOf(await createGame(own.ctx, await wanted(refused)))).toEqual(['custom']);
    expect(rows).toEqual([{ text: 'Which one?', choice: 'Iowa \ufffd' }]);
  });

  test.each<[Partial<NewGame>, string[]]>([
    [{ ruleset: 'constructor' }, ['unknown-ruleset']],
    [{ title: ' \n ' }, ['missing']],
    [{ title: '\u200b' }, ['missing']],
    [{ title: '\u2060 \u00ad' }, ['missing']],
    [{ title: '\u3164' }, ['characters']],
    [{ title: 'Aut\u200bumn' }, ['characters']],
    [{ title: 'x'.repeat(81) }, ['too-long']],
    [{ daysPerTurn: 0 }, ['not-days']],
    [{ daysPerTurn: 1.5, timeZone: 'Mars/Olympus' }, ['not-days', 'unknown-zone']],
    [{ gmId: 1 }, ['not-allowed']],
  ])('with %j has the problems %j', async (more, codes) => {
    const before = await own.ctx.db.prisma.game.count();
    expect(codesOf(await createGame(own.ctx, await wanted(more)))).toEqual(codes);
    expect(await own.ctx.db.prisma.game.count()).toBe(before);
  });

  test('keeps joiners in a title that shape letters or join emoji', async () => {
    const title = 'नमस्ते क्\u200dष 👩\u200d👩\u200d👧 ❤\ufe0f';
    expect(granted(await createGame(own.ctx, await wanted({ title }))).title).toBe(title);
  });

  test('needs an account that may run games', async () => {
    const player = await anAccount(own.ctx, 'Paul Player');
    expect(codesOf(await createGame(own.ctx, await wanted({ gmId: player.id })))).toEqual(['not-allowed']);
  });
});

describe('seats', () => {
  test('a player is invited with a link; a computer candidate and the GM as a player are not', async () => {
    const { ctx } = own;
    const { game, gm, players } = await formingGame(ctx, { humans: 2, opponents: 1 });
    granted(await addSeat(ctx, { gameId: game.id, by: gm.id, name: gm.name, email: gm.email }));
    const seats = await ctx.db.prisma.seat.findMany({
      where: { gameId: game.id },
      orderBy: { position: 'asc' },
    });
    expect(seats.map(({ identifier, opponent, accountId }) => [identifier, opponent, accountId])).toEqual([
      ['AB', false, players[0]?.id],
      ['CD', false, players[1]?.id],
      ['EF', true, null],
      ['GM', false, gm.id],
    ]);
    const invitations = await ctx.db.prisma.delivery.findMany({ where: { gameId: game.id } });
    expect(invitations.map((mail) => [mail.kind, mail.toAddress]).sort()).toEqual(
      players.map((player) => ['invitation', player.email]).sort(),
    );
    for (const mail of invitations) expect(mail.detail).toEqual({ token: expect.stringMatching(/.{20,}/) });
  });

  test('an account is created for an unknown address', async () => {
    const { ctx } = own;
    const { game, gm } = await formingGame(ctx, { humans: 0, opponents: 0 });
    const seat = { gameId: game.id, by: gm.id, name: 'Nora Newcomer', email: ' Nora@New.test ' };
    const added = granted(await addSeat(ctx, seat));
    const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { email: 'nora@new.test' } });
    expect(added.accountId).toBe(account.id);
    expect(codesOf(await addSeat(ctx, { ...seat, name: 'Nora Again' }))).toEqual(['already-seated']);
  });

  test('a seat with problems is refused and leaves nothing behind', async () => {
    const { ctx } = own;
    const { game, gm, players, seats } = await formingGame(ctx, { humans: 1, opponents: 1 });
    const by = { gameId: game.id, by: gm.id };
    const before = await ctx.db.prisma.account.count();
    const tries: [Parameters<typeof addSeat>[1], string][] = [
      [{ ...by, name: ' ' }, 'missing'],
      [{ ...by, name: 'x'.repeat(61) }, 'too-long'],
      [{ ...by, name: 'Ann\u200b' }, 'characters'],
      [{ ...by, name: 'Al', identifier: 'a1' }, 'not-identifier'],
      [{ ...by, name: 'Al', identifier: 'ab' }, 'taken-identifier'],
      [{ ...by, name: 'Al', email: 'al@players.test', opponent: true }, 'both'],
      [{ ...by, name: 'Al', email: 'not an address' }, 'email-invalid'],
      [{ ...by, by: players[0]?.id ?? 0, name: 'Al' }, 'not-gm'],
      [{ ...by, gameId: crypto.randomUUID(), name: 'Al' }, 'unknown-game'],
    ];
    for (const [seat, code] of tries) expect(codesOf(await addSeat(ctx, seat))).toEqual([code]);
    expect(codesOf(await removeSeat(ctx, { ...by, seatId: crypto.randomUUID() }))).toEqual(['unknown-seat']);
    expect(await ctx.db.prisma.account.count()).toBe(before);
    expect(await ctx.db.prisma.seat.count({ where: { gameId: game.id } })).toBe(seats.length);
  });

  test('twelve seats are added at once, each with its own identifier, and a thirteenth is refused', async () => {
    const { ctx } = own;
    const { game, gm } = await formingGame(ctx, { humans: 0, opponents: 0 });
    const seat = { gameId: game.id, by: gm.id, name: 'Ann Baker', opponent: true };
    const added = await Promise.all(Array.from({ length: 13 }, () => addSeat(ctx, seat)));
    expect(added.filter((result) => !result.ok).map(codesOf)).toEqual([['full']]);
    const seats = await ctx.db.prisma.seat.findMany({ where: { gameId: game.id } });
    expect(new Set(seats.map(({ identifier }) => identifier)).size).toBe(12);
    expect(new Set(seats.map(({ position }) => position)).size).toBe(12);
  });

  test('a seat can be removed', async () => {
    const { ctx } = own;
    const { game, gm, seats } = await formingGame(ctx, { humans: 2, opponents: 0 });
    const [first, second] = seats;
    granted(await removeSeat(ctx, { gameId: game.id, by: gm.id, seatId: first?.id ?? '' }));
    const left = await ctx.db.prisma.seat.findMany({ where: { gameId: game.id } });
    expect(left.map(({ id }) => id)).toEqual([second?.id]);
  });
});

describe('beginning', () => {
  test('stores turn 0, the first printouts, their deliveries and the job for computer sheets', async () => {
    const { ctx } = own;
    const { game, gm, seats, players } = await runningGame(ctx, { humans: 2, opponents: 2 });
    expect(game).toMatchObject({ status: 'running', turn: 1, due: firstDue, begunAt: testNow });
    const turns = await ctx.db.prisma.turn.findMany({ where: { gameId: game.id } });
    expect(turns).toMatchObject([{ turn: 0, processedById: gm.id, previousHash: null, state: game.state }]);
    expect(turns[0]?.header).toMatchObject({ due: 'Mon, Mar 15, 2027, 6:00 PM EDT' });
    const printouts = await ctx.db.prisma.printout.findMany({ where: { gameId: game.id } });
    expect(printouts.map(({ turn, seatId, accountId }) => [turn, seatId, accountId])).toEqual([
      [1, null, null],
      [1, seats[0]?.id, players[0]?.id],
      [1, seats[1]?.id, players[1]?.id],
    ]);
    const mails = await ctx.db.prisma.delivery.findMany({ where: { gameId: game.id, kind: 'printout' } });
    expect(mails.map((mail) => mail.printoutId).sort()).toEqual(
      printouts
        .filter((printout) => printout.seatId)
        .map((printout) => printout.id)
        .sort(),
    );
    const jobs = (await jobsOf(ctx, 'computerSheets')).filter((job) => job.payload.gameId === game.id);
    expect(jobs.map((job) => job.payload)).toEqual([{ gameId: game.id, turn: 1 }]);
  });

  test('happens once, even if it is requested several times at once', async () => {
    const { ctx } = own;
    const { game, gm } = await formingGame(ctx, { humans: 1, opponents: 3 });
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => beginGame(ctx, { gameId: game.id, by: gm.id, due: null })),
    );
    expect(tries.filter((result) => result.ok)).toHaveLength(1);
    for (const result of tries.filter((one) => !one.ok)) expect(codesOf(result)).toEqual(['begun']);
    expect(await ctx.db.prisma.printout.count({ where: { gameId: game.id } })).toBe(2);
  });

  test('needs enough seats, a player for each, the GM, and a future due date', async () => {
    const { ctx } = own;
    const { game, gm, players } = await formingGame(ctx, { humans: 1, opponents: 1 });
    granted(await addSeat(ctx, { gameId: game.id, by: gm.id, name: 'Nobody Yet' }));
    const wish = { gameId: game.id, by: gm.id, due: testNow };
    expect(codesOf(await beginGame(ctx, wish))).toEqual(['too-few', 'empty-seat', 'past']);
    expect(codesOf(await beginGame(ctx, { ...wish, by: players[0]?.id ?? 0 }))).toEqual(['not-gm']);
    expect(await ctx.db.prisma.turn.count({ where: { gameId: game.id } })).toBe(0);
  });

  test('is followed by due dates that only the GM can change', async () => {
    const { ctx } = own;
    const { game, gm, players } = await runningGame(ctx, { humans: 1, opponents: 3 });
    const later = new Date('2027-03-20T22:00:00Z');
    const wish = { gameId: game.id, by: gm.id, turn: 1, due: later };
    expect(granted(await setDueDate(ctx, wish)).due).toEqual(later);
    expect(codesOf(await setDueDate(ctx, { ...wish, by: players[0]?.id ?? 0 }))).toEqual(['not-gm']);
    expect(codesOf(await setDueDate(ctx, { ...wish, turn: 2 }))).toEqual(['wrong-turn']);
    expect(codesOf(await setDueDate(ctx, { ...wish, due: testNow }))).toEqual(['past']);
    expect(granted(await setDueDate(ctx, { ...wish, due: null })).due).toBeNull();
  });
});
