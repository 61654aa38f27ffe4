import { expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { publicGame, publicPrintout } from '../../src/games/game/public-view.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { giveUpSeat } from '../../src/games/seats/give-up-seat.ts';
import { offerSeat } from '../../src/games/seats/offer-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../src/games/seats/takeover.ts';
import { openPaperSheet } from '../../src/games/sheets/open-paper-sheet.ts';
import { anAccount, granted, runningGame, send, type TestGame } from '../games/game/play.ts';
import { expectReplay, processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { testNow } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';
import { aWeb, signedIn } from '../web/visitor.ts';

/* What everyone can read of the seats that a GM gave to other people. */

const own = useContext();

const game = () => runningGame(own.ctx, { humans: 2, opponents: 2 });
const first = (g: TestGame) => g.seats[0] as Seat;
const request = (g: TestGame, turn = 1) => ({
  ...{ gameId: g.game.id, by: g.gm.id, turn, seatId: first(g).id },
});

async function give(g: TestGame, turn = 1): Promise<Account> {
  const account = await anAccount(own.ctx, 'Nora Neu');
  const { name, email } = account;
  granted(await replacePlayer(own.ctx, { ...request(g, turn), name, email }));
  return account;
}

/** What a public printout says of new players; null if nothing. */
async function printed(g: TestGame, turn: number): Promise<unknown> {
  const report = await publicPrintout(own.ctx, gameNumber(g.game), turn);
  return report?.sections.find(({ id }) => id === 'replacements')?.blocks ?? null;
}

const sentence = (g: TestGame, turn: number) =>
  `Greta Master gave [${first(g).identifier}] to another player in turn ${turn}, on Mon, Mar 1, 2027, 7:00 AM EST.`;

test('a replaced player is on the pages of the game and in the next printout, which replays alike', async () => {
  const g = await game();
  await give(g);
  const { ctx } = own;
  const number = gameNumber(g.game);
  expect((await publicGame(ctx, number))?.replacements).toEqual([sentence(g, 1)]);
  const app = await aWeb(ctx);
  const carl = await signedIn(app, ctx, g.players[1] as Account);
  for (const url of [`/games/${number}`, `/my/games/${number}`]) {
    expect((await carl.get(url)).body, url).toContain(sentence(g, 1));
  }
  await app.close();
  await processAsGm(ctx, g, 1);
  await processAsGm(ctx, g, 2);
  expect(await printed(g, 2)).toEqual([{ kind: 'paragraph', text: sentence(g, 1) }]);
  expect([await printed(g, 1), await printed(g, 3)]).toEqual([null, null]);
  await expectReplay(ctx, g.game, 2);
});

test('the player before is told, also one who has not opened the game and could reclaim the seat', async () => {
  const { ctx } = own;
  for (const byGm of [true, false]) {
    const g = await game();
    await ctx.db.prisma.seat.update({ where: { id: first(g).id }, data: { acceptedAt: null } });
    granted(await handSeatToComputer(ctx, request(g)));
    if (byGm) await give(g);
    else {
      granted(await offerSeat(ctx, request(g)));
      const { id: by } = await anAccount(ctx, 'Nora Neu');
      granted(await takeOverSeat(ctx, { ...request(g), by }));
    }
    const notices = await ctx.db.prisma.delivery.findMany({
      where: { gameId: g.game.id, kind: 'notice', accountId: g.players[0]?.id ?? 0 },
    });
    expect(notices.map(({ detail }) => detail.subject)).toContain(
      `another player has taken over [${first(g).identifier}]`,
    );
  }
});

test('it is printed again with the turn that replaces one that was rolled back', async () => {
  const g = await game();
  await give(g);
  await processAsGm(own.ctx, g, 1);
  granted(await rollBackAsGm(own.ctx, g, 2));
  await processAsGm(own.ctx, g, 1);
  expect(await printed(g, 2)).toEqual([{ kind: 'paragraph', text: sentence(g, 1) }]);
});

test('a player who gets the seat back from the computer is no new player', async () => {
  const g = await game();
  granted(await handSeatToComputer(own.ctx, request(g)));
  granted(await returnSeat(own.ctx, request(g)));
  await processAsGm(own.ctx, g, 1);
  expect((await publicGame(own.ctx, gameNumber(g.game)))?.replacements).toEqual([]);
  expect(await printed(g, 2)).toBeNull();
});

test('a corrected address in a running game is announced, but not who was invited before it began', async () => {
  const g = await game();
  const data = { acceptedAt: null };
  await own.ctx.db.prisma.seat.update({ where: { id: first(g).id }, data });
  granted(await correctAddress(own.ctx, { ...request(g), email: `right.${g.game.serial}@players.test` }));
  const line = expect.stringMatching(
    /^Greta Master corrected the e-mail address of the player of \[\w+\], so that /,
  );
  expect((await publicGame(own.ctx, gameNumber(g.game)))?.replacements).toEqual([line]);
  await processAsGm(own.ctx, g, 1);
  expect(await printed(g, 2)).toEqual([{ kind: 'paragraph', text: line }]);
});

test('a form for a paper sheet that the GM opened is announced with the name of its player then', async () => {
  const g = await game();
  granted(await openPaperSheet(own.ctx, request(g)));
  await give(g);
  const [line] = (await publicGame(own.ctx, gameNumber(g.game)))?.inspections ?? [];
  expect(line).toContain(`a paper sheet of Ann Baker [${first(g).identifier}] for turn 1`);
  // Deleting an account removes its name everywhere but from what was printed.
  granted(await deleteAccount(own.ctx, (g.players[0] as Account).id));
  const [later] = (await publicGame(own.ctx, gameNumber(g.game)))?.inspections ?? [];
  expect(later).toContain(`a paper sheet of [${first(g).identifier}] for turn 1`);
});

test.each(['gave up', 'deleted their account'])(
  'a new player is announced, too, if the one before %s',
  async (how) => {
    const { ctx } = own;
    const g = await game();
    await processAsGm(ctx, g, 1);
    const ann = g.players[0] as Account;
    const where = { gameId: g.game.id, kind: 'notice' as const };
    if (how === 'gave up')
      granted(await giveUpSeat(ctx, { gameId: g.game.id, seatId: first(g).id, by: ann.id }));
    else granted(await deleteAccount(ctx, ann.id));
    await ctx.db.prisma.delivery.deleteMany({ where });
    await give(g, 2);
    const number = gameNumber(g.game);
    expect((await publicGame(ctx, number))?.replacements).toEqual([sentence(g, 2)]);
    const told = await ctx.db.prisma.delivery.findMany({ where });
    expect(told.map(({ accountId }) => accountId)).toEqual([g.players[1]?.id]);
    expect(told[0]?.detail).toMatchObject({ subject: `[${first(g).identifier}] has a new player` });
    await processAsGm(ctx, g, 2);
    expect(await printed(g, 3)).toEqual([{ kind: 'paragraph', text: sentence(g, 2) }]);
  },
);

test('whoever gets a seat that the computer has played from the beginning is not announced', async () => {
  const { ctx } = own;
  const g = await game();
  await processAsGm(ctx, g, 1);
  const { name, email } = await anAccount(ctx, 'Nora Neu');
  const at = { gameId: g.game.id, by: g.gm.id, turn: 2, seatId: g.seats[2]?.id ?? '' };
  granted(await replacePlayer(ctx, { ...at, name, email }));
  expect((await publicGame(ctx, gameNumber(g.game)))?.replacements).toEqual([]);
});

test('all players are told by mail if someone takes over a seat whose player has the printout of the open turn', async () => {
  const g = await game();
  const { ctx } = own;
  const [ann, carl] = g.players as [Account, Account];
  /** The GM hands the seat to the computer and offers it, and someone takes it over. */
  const takeOver = async (turn: number, name: string) => {
    granted(await offerSeat(ctx, request(g, turn)));
    const { id: by } = await anAccount(ctx, name);
    const wanted = { gameId: g.game.id, seatId: first(g).id, by, turn };
    await ctx.db.prisma.delivery.deleteMany({ where: { kind: 'notice' } });
    granted(await takeOverSeat(ctx, wanted));
    const notices = await ctx.db.prisma.delivery.findMany({ where: { kind: 'notice' } });
    return notices.map(({ accountId, detail }) => [accountId, (detail as { subject: string }).subject]);
  };
  const { identifier } = first(g);
  /** Carl sends his sheets, so that he keeps his seat. */
  const process = async (turn: number) => {
    await send(ctx, g.seats[1] as Seat, turn, {});
    await processAsGm(ctx, g, turn);
  };
  await process(1);
  granted(await handSeatToComputer(ctx, request(g, 2)));
  const told = await takeOver(2, 'Mallory Second');
  expect(told).toContainEqual([carl.id, `[${identifier}] has a new player`]);
  expect(told).toContainEqual([ann.id, `another player has taken over [${identifier}]`]);
  expect(told.filter(([id]) => id === ann.id)).toHaveLength(1);

  // Not again in the same turn: otherwise, people who take a seat over and give it up would flood everyone with mail.
  granted(await handSeatToComputer(ctx, request(g, 2)));
  expect((await takeOver(2, 'Mia Third')).map(([id]) => id)).not.toContain(carl.id);

  // The computer has played it for a whole turn, so no one else has the printout of the open one.
  granted(await handSeatToComputer(ctx, request(g, 2)));
  await process(2);
  const later = await takeOver(3, 'Nora Neu');
  expect(later.map(([id]) => id)).not.toContain(carl.id);

  // Now the one who took it over then has it.
  granted(await handSeatToComputer(ctx, request(g, 3)));
  expect(await takeOver(3, 'Mallory Fourth')).toContainEqual([carl.id, `[${identifier}] has a new player`]);
  granted(await handSeatToComputer(ctx, request(g, 3)));
  expect((await takeOver(3, 'Mia Fifth')).map(([id]) => id)).not.toContain(carl.id);
});

/** The GM hands a seat to the computer if a person plays it, and offers it; someone takes it over. How many notices another player gets. */
async function tellsCarl(g: TestGame, seat: Seat, turn: number, taker: Account): Promise<number> {
  const { ctx } = own;
  const at = { gameId: g.game.id, seatId: seat.id, turn };
  const { opponent } = await ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
  if (!opponent) granted(await handSeatToComputer(ctx, { ...at, by: g.gm.id }));
  granted(await offerSeat(ctx, { ...at, by: g.gm.id }));
  await ctx.db.prisma.delivery.deleteMany({ where: { kind: 'notice' } });
  granted(await takeOverSeat(ctx, { ...at, by: taker.id }));
  return ctx.db.prisma.delivery.count({ where: { kind: 'notice', accountId: g.players[1]?.id ?? 0 } });
}

test.each(['gives it up', 'deletes the account'])(
  'they are told once, too, if the first one who took the seat over %s',
  async (how) => {
    const { ctx } = own;
    const g = await game();
    const seat = g.seats[2] as Seat;
    const cora = await anAccount(ctx, 'Cora');
    expect(await tellsCarl(g, seat, 1, cora)).toBe(0);
    const given = { gameId: g.game.id, seatId: seat.id, by: cora.id };
    granted(how === 'gives it up' ? await giveUpSeat(ctx, given) : await deleteAccount(ctx, cora.id));
    expect(await tellsCarl(g, seat, 1, await anAccount(ctx, 'Dora'))).toBe(1);
    expect(await tellsCarl(g, seat, 1, await anAccount(ctx, 'Edna'))).toBe(0);
  },
);

test('a turn that opens anew after a rollback has another printout, of whose readers they are told again', async () => {
  const { ctx } = own;
  const g = await game();
  const taken = first(g);
  /** Carl sends his sheets, so that he keeps his seat. */
  const process = async () => {
    own.setNow(new Date(ctx.now().getTime() + 60_000));
    await send(ctx, g.seats[1] as Seat, 1, {});
    await processAsGm(ctx, g, 1);
  };
  await process();
  expect(await tellsCarl(g, taken, 2, await anAccount(ctx, 'Xaver'))).toBe(1);
  granted(await rollBackAsGm(ctx, g, 2));
  await process();
  expect(await tellsCarl(g, taken, 2, await anAccount(ctx, 'Yvonne'))).toBe(1);
  // The computer has the seat when the turn opens once more: no one has its printout.
  granted(await rollBackAsGm(ctx, g, 2));
  granted(await handSeatToComputer(ctx, request(g, 1)));
  await process();
  expect(await tellsCarl(g, taken, 2, await anAccount(ctx, 'Nora'))).toBe(0);
  own.setNow(testNow);
});
