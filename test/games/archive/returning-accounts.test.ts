import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markAddressProved } from '../../../src/accounts/proved-address.ts';
import { correctEmail } from '../../../src/accounts/update-account.ts';
import { transferInCommand } from '../../../src/cli/transfer.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import type { GameTransfer } from '../../../src/games/archive/transfer-file.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../../../src/games/archive/transfer-out.ts';
import { abandonGame } from '../../../src/games/game/abandon-game.ts';
import { deleteGame } from '../../../src/games/game/delete-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { correctAddress } from '../../../src/games/seats/correct-address.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { codesOf, formingGame, granted, runningGame, type TestGame } from '../game/play.ts';

/* Whose seats are whose when a game moves to another server, and when it comes back. */

let old: TestContext;
let next: TestContext;
let g: TestGame;
let ann: Account;
let carl: Account;
/** The file with which the game comes back. */
let back: GameTransfer;

beforeAll(async () => {
  [old, next] = await Promise.all([testContext(), testContext()]);
});
afterAll(async () => {
  await Promise.all([old.close(), next.close()]);
});

const pause = async (ctx: AppContext, gameId: string, paused: boolean) =>
  ctx.db.prisma.gameSchedule.update({ where: { gameId }, data: { pausedAt: paused ? ctx.now() : null } });

/** The file of a game after a round trip through JSON. */
async function sent(ctx: AppContext): Promise<GameTransfer> {
  await pause(ctx, g.game.id, true);
  return JSON.parse(JSON.stringify(granted(await transferOut(ctx, gameNumber(g.game)))));
}

/** Moves a game to the other server. */
async function move(game: TestGame): Promise<void> {
  g = game;
  [ann, carl] = g.players as [Account, Account];
  granted(await transferIn(next.ctx, await sent(old.ctx)));
}

const accountOf = (ctx: AppContext, id: number) => ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
const accountAt = (ctx: AppContext, email: string) =>
  ctx.db.prisma.account.findUniqueOrThrow({ where: { email } });

async function holders(ctx: AppContext): Promise<(number | null)[]> {
  const seats = await ctx.db.prisma.seat.findMany({
    where: { gameId: g.game.id },
    orderBy: { position: 'asc' },
  });
  return seats.map((seat) => seat.accountId);
}

async function anAccountAt(ctx: AppContext, name: string, email: string): Promise<Account> {
  const data = { name, email, createdAt: ctx.now(), addressProvedAt: ctx.now() };
  return ctx.db.prisma.account.create({ data });
}

describe('a running game that comes back', () => {
  beforeEach(async () => {
    const game = await runningGame(old.ctx, { humans: 2, opponents: 2 });
    const id = game.players[1]?.id as number;
    await old.ctx.db.prisma.account.update({ where: { id }, data: { address: '7 Private Lane' } });
    await move(game);
    back = await sent(next.ctx);
  });

  test('is still that of a player whose address changed here, and not of who has the old one now', async () => {
    granted(await correctEmail(old.ctx, ann.id, `moved.${ann.email}`));
    const eve = await anAccountAt(old.ctx, 'Eve Other', ann.email);
    const count = await old.ctx.db.prisma.account.count();
    expect(granted(await transferIn(old.ctx, back)).seatsOfOthers).toEqual([]);
    expect(await holders(old.ctx)).toEqual([ann.id, carl.id, null, null]);
    expect(await old.ctx.db.prisma.account.count()).toBe(count);
    const where = { gameId: g.game.id, accountId: eve.id };
    expect(await old.ctx.db.prisma.printout.count({ where })).toBe(0);
    expect(await old.ctx.db.prisma.delivery.count({ where })).toBe(0);
  });

  test('tells the operator of seats that other accounts have now', async () => {
    const there = await accountAt(next.ctx, ann.email);
    granted(await takeTransferBack(next.ctx, gameNumber(g.game)));
    granted(await correctEmail(next.ctx, there.id, `there.${ann.email}`));
    const dir = await mkdtemp(join(tmpdir(), 'returning-'));
    const path = join(dir, 'game.json');
    await writeFile(path, JSON.stringify(await sent(next.ctx)));
    let text = '';
    const stdout = new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    });
    expect(await transferInCommand(old.ctx, path, { stdout, stderr: stdout })).toBe(0);
    await rm(dir, { recursive: true });
    const now = await accountAt(old.ctx, `there.${ann.email}`);
    expect(await holders(old.ctx)).toEqual([now.id, carl.id, null, null]);
    const { identifier } = g.seats[0] as Seat;
    expect(text).toContain(
      `[${identifier}] had account #${ann.id} in the copy here and has account #${now.id} now.`,
    );
    expect(text).not.toContain(`#${carl.id}`);
  });

  test('brings no one back who has deleted their account here: the computer plays the seat', async () => {
    granted(await deleteAccount(old.ctx, carl.id));
    const { email, deletedAt } = await accountOf(old.ctx, carl.id);
    const count = await old.ctx.db.prisma.account.count();
    expect(granted(await transferIn(old.ctx, back)).seatsOfOthers).toEqual([]);
    const { prisma } = old.ctx.db;
    expect(await prisma.account.count()).toBe(count);
    expect(await prisma.account.findUnique({ where: { email: carl.email } })).toBeNull();
    expect(await accountOf(old.ctx, carl.id)).toMatchObject({
      ...{ name: 'Former player', address: null, deletedAt },
      email: expect.stringContaining('@deleted.invalid'),
    });
    expect(await holders(old.ctx)).toEqual([ann.id, null, null, null]);
    const [, seat] = g.seats as [Seat, Seat];
    expect(await prisma.seat.findUnique({ where: { id: seat.id } })).toMatchObject({
      ...{ opponent: true, name: seat.identifier, invitedAs: null },
    });
    const own = { gameId: g.game.id, accountId: carl.id };
    expect(await prisma.printout.count({ where: own })).toBe(0);
    for (const toAddress of [email, carl.email]) {
      expect(await prisma.delivery.count({ where: { gameId: g.game.id, toAddress } })).toBe(0);
    }
    expect(await replayGame(old.ctx, gameNumber(g.game))).toMatchObject({ ok: true });
  });

  test('is that of a person who has deleted their account here and signed up again', async () => {
    granted(await deleteAccount(old.ctx, carl.id));
    const again = await anAccountAt(old.ctx, 'Carl Again', carl.email);
    const { identifier } = g.seats[1] as Seat;
    expect(granted(await transferIn(old.ctx, back)).seatsOfOthers).toEqual([
      { identifier, before: null, now: again.id },
    ]);
    expect(await holders(old.ctx)).toEqual([ann.id, again.id, null, null]);
  });

  test('is not given to an account that someone else made for the address of a person who deleted theirs', async () => {
    granted(await deleteAccount(old.ctx, carl.id));
    const data = { name: 'Carl Invited', email: carl.email, createdAt: old.ctx.now() };
    await old.ctx.db.prisma.account.create({ data });
    granted(await transferIn(old.ctx, back));
    expect(await holders(old.ctx)).toEqual([ann.id, null, null, null]);
  });

  test('is refused if its GM has deleted their account here, until they sign up again', async () => {
    granted(await deleteAccount(old.ctx, g.gm.id));
    expect(codesOf(await transferIn(old.ctx, back))).toEqual(['gm-deleted']);
    const where = { id: g.game.id };
    const copy = await old.ctx.db.prisma.game.findUniqueOrThrow({ where });
    expect(copy.transferredOutAt).not.toBeNull();
    const again = await anAccountAt(old.ctx, 'Greta Again', g.gm.email);
    granted(await transferIn(old.ctx, back));
    expect(await old.ctx.db.prisma.game.findUnique({ where })).toMatchObject({ gmId: again.id });
  });

  test('is refused if two players would have one account', async () => {
    const there = await accountAt(next.ctx, carl.email);
    granted(await takeTransferBack(next.ctx, gameNumber(g.game)));
    granted(await correctEmail(next.ctx, there.id, `shared.${carl.email}`));
    granted(await correctEmail(old.ctx, ann.id, `shared.${carl.email}`));
    expect(codesOf(await transferIn(old.ctx, await sent(next.ctx)))).toEqual(['one-account']);
  });

  test('finds its people also if it was written once more after it had left', async () => {
    granted(await correctEmail(old.ctx, ann.id, `moved.${ann.email}`));
    const eve = await anAccountAt(old.ctx, 'Eve Other', ann.email);
    granted(await deleteAccount(old.ctx, carl.id));
    await sent(old.ctx);
    expect(granted(await transferIn(old.ctx, back)).seatsOfOthers).toEqual([]);
    expect(await holders(old.ctx)).toEqual([ann.id, null, null, null]);
    const { prisma } = old.ctx.db;
    expect(await prisma.printout.count({ where: { gameId: g.game.id, accountId: eve.id } })).toBe(0);
    expect(await prisma.account.findUnique({ where: { email: carl.email } })).toBeNull();
  });

  test('finds its people also by the addresses that they had when it was written once more', async () => {
    granted(await deleteGame(next.ctx, gameNumber(g.game)));
    granted(await correctEmail(old.ctx, ann.id, `moved.${ann.email}`));
    granted(await transferIn(next.ctx, await sent(old.ctx)));
    granted(await correctEmail(old.ctx, ann.id, `again.${ann.email}`));
    await anAccountAt(old.ctx, 'Eve Other', `moved.${ann.email}`);
    expect(granted(await transferIn(old.ctx, await sent(next.ctx))).seatsOfOthers).toEqual([]);
    expect(await holders(old.ctx)).toEqual([ann.id, carl.id, null, null]);
  });

  test('finds its people also when it moves and comes back a second time', async () => {
    granted(await transferIn(old.ctx, back));
    granted(await transferIn(next.ctx, await sent(old.ctx)));
    granted(await correctEmail(old.ctx, ann.id, `second.${ann.email}`));
    granted(await transferIn(old.ctx, await sent(next.ctx)));
    expect(await holders(old.ctx)).toEqual([ann.id, carl.id, null, null]);
    const kept = await old.ctx.db.prisma.movedAccount.count({ where: { gameId: g.game.id } });
    expect(kept).toBe(0);
  });
});

test('a finished game comes back although its GM has deleted their account here', async () => {
  const game = await runningGame(old.ctx, { humans: 2, opponents: 2 });
  granted(
    await abandonGame(old.ctx, {
      ...{ gameId: game.game.id, by: game.gm.id, turn: 1 },
      confirm: gameNumber(game.game),
    }),
  );
  await move(game);
  granted(await deleteAccount(old.ctx, g.gm.id));
  granted(await transferIn(old.ctx, await sent(next.ctx)));
  const where = { id: g.game.id };
  expect(await old.ctx.db.prisma.game.findUnique({ where })).toMatchObject({ gmId: g.gm.id });
  expect(await accountOf(old.ctx, g.gm.id)).toMatchObject({ name: 'Former player' });
});

test('a game that has not begun comes back without the seat of a player who has deleted their account here', async () => {
  await move(await formingGame(old.ctx, { humans: 2, opponents: 2 }));
  back = await sent(next.ctx);
  granted(await deleteAccount(old.ctx, carl.id));
  granted(await transferIn(old.ctx, back));
  expect(await holders(old.ctx)).toEqual([ann.id, null, null]);
});

describe('a player whom a GM of the other server had invited before', () => {
  test('counts as one who uses the account there, so that the GM cannot give the seat to another address', async () => {
    const game = await runningGame(old.ctx, { humans: 2, opponents: 2 });
    const email = game.players[0]?.email as string;
    await markAddressProved(old.ctx.db.prisma, old.ctx, game.players[0]?.id as number);
    const gm = await anAccountAt(next.ctx, 'Greta Master', game.gm.email);
    const other = await formingGame(next.ctx, { ruleset: 'primary-season', humans: 1, opponents: 1 });
    await next.ctx.db.prisma.game.update({ where: { id: other.game.id }, data: { gmId: gm.id } });
    const seat = { gameId: other.game.id, by: gm.id, name: 'Ann Baker', email };
    granted(await addSeat(next.ctx, seat));
    expect((await accountAt(next.ctx, email)).addressProvedAt).toBeNull();
    await move(game);
    await pause(next.ctx, g.game.id, false);
    const correction = { gameId: g.game.id, by: gm.id, seatId: g.seats[0]?.id as string, turn: 1 };
    const refused = await correctAddress(next.ctx, { ...correction, email: `sock.${email}` });
    expect(codesOf(refused)).toEqual(['in-use']);
    expect((await accountAt(next.ctx, email)).addressProvedAt).toEqual(next.ctx.now());
  });
});
