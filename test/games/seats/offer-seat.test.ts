import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { lobbyGames } from '../../../src/games/game/lobby-view.ts';
import { playerGame, playerPrintout } from '../../../src/games/game/player-view.ts';
import { publicGamePage } from '../../../src/games/game/public-page-view.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { leaveGame } from '../../../src/games/seats/join-game.ts';
import { reclaimableSeats } from '../../../src/games/seats/joining-view.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { offerSeat, withdrawOffer } from '../../../src/games/seats/offer-seat.ts';
import { offerPage } from '../../../src/games/seats/offers-view.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { submitSheet } from '../../../src/games/sheets/submit-sheet.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { anAccount, codesOf, gameNow, granted, runningGame, send, type TestGame } from '../game/play.ts';

let own: TestContext;
let table: TestGame;
let newcomer: Account;
/** Ann sends every sheet, Carl none. */
let ann: Seat;
let carl: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  [ann, carl] = table.seats as [Seat, Seat];
  newcomer = await anAccount(own.ctx, 'Nora Neu');
});

const number = () => `${table.game.prefix}-${table.game.serial}`;
const seatsOfferedNow = async () => (await publicGamePage(own.ctx, null, number()))?.offers;
const process = async (turn: number) => {
  await send(own.ctx, ann, turn, {});
  await processTurn(own.ctx, { gameId: table.game.id, turn, by: null });
};
const rules = (offerAbandonedSeats: boolean, minReliability: number | null = null) =>
  setMissedTurnsPolicy(own.ctx, {
    gameId: table.game.id,
    by: table.gm.id,
    maxMisses: 1,
    minReliability,
    offerAbandonedSeats,
  });
const asGm = (turn: number, seat: Seat) => ({
  gameId: table.game.id,
  by: table.gm.id,
  turn,
  seatId: seat.id,
});
const takeOver = (account: { id: number }, seat: Seat, turn: number) =>
  takeOverSeat(own.ctx, { gameId: table.game.id, seatId: seat.id, by: account.id, turn });
const seatNow = (seat: Seat) => own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
const logged = async () =>
  (await own.ctx.db.prisma.gameEvent.findMany({ where: { gameId: table.game.id } })).map(
    ({ type, detail }) => `${type}: ${detail}`,
  );
const subjects = async (accountId: number) => {
  const where = { gameId: table.game.id, kind: 'notice' as const, accountId };
  const mails = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
  return mails.map((mail) => (mail.detail as { subject: string }).subject);
};
async function inLine(name: string): Promise<Account> {
  const account = await anAccount(own.ctx, name);
  const data = { gameId: table.game.id, accountId: account.id, wish: {}, since: own.ctx.now() };
  await own.ctx.db.prisma.waitlistEntry.create({ data });
  return account;
}

describe('a seat is offered', () => {
  test('after missed turns, only if the policy says so', async () => {
    granted(await rules(false));
    await process(1);
    expect(await seatNow(carl)).toMatchObject({ opponent: true, offered: false });
    expect(await seatsOfferedNow()).toEqual([]);

    table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    [ann, carl] = table.seats as [Seat, Seat];
    granted(await rules(true, 80));
    await process(1);
    expect(await seatNow(carl)).toMatchObject({
      opponent: true,
      offered: true,
      reclaimableById: carl.accountId,
    });
    const [line] = (await lobbyGames(own.ctx)).offers.filter((one) => one.card.number === number());
    expect(line).toMatchObject({ card: { turn: 2, pace: 'every 14 days' }, minReliability: 80 });
    expect(line?.seats).toEqual([{ id: carl.id, identifier: 'CD', name: 'Carl Dunn' }]);
    expect(await logged()).toContain('seatOffered: [CD]');
    expect(await reclaimableSeats(own.ctx, { id: carl.accountId ?? 0 })).toMatchObject([
      { game: { number: number() }, seat: { identifier: 'CD' }, offered: true },
    ]);
  });

  test('when its player deletes the account, even if the computer already played it', async () => {
    granted(await rules(true));
    granted(await deleteAccount(own.ctx, carl.accountId ?? 0));
    expect(await seatNow(carl)).toMatchObject({
      name: 'CD',
      opponent: true,
      offered: true,
      reclaimableById: null,
    });
    granted(await handSeatToComputer(own.ctx, asGm(1, ann)));
    expect(await seatNow(ann)).toMatchObject({ opponent: true, offered: false });
    granted(await deleteAccount(own.ctx, ann.accountId ?? 0));
    expect(await seatNow(ann)).toMatchObject({ name: 'AB', offered: true, reclaimableById: null });
  });

  test('and withdrawn by the GM, also if the computer always played it, but not if a person has it', async () => {
    const machine = table.seats[2] as Seat;
    expect(codesOf(await offerSeat(own.ctx, asGm(1, ann)))).toEqual(['not-opponent']);
    expect(codesOf(await offerSeat(own.ctx, { ...asGm(1, machine), by: newcomer.id }))).toEqual(['not-gm']);
    expect(codesOf(await offerSeat(own.ctx, asGm(2, machine)))).toEqual(['wrong-turn']);
    expect(codesOf(await withdrawOffer(own.ctx, asGm(1, machine)))).toEqual(['not-offered']);
    granted(await offerSeat(own.ctx, asGm(1, machine)));
    expect(codesOf(await offerSeat(own.ctx, asGm(1, machine)))).toEqual(['offered']);
    expect(await seatsOfferedNow()).toMatchObject([{ identifier: machine.identifier }]);
    granted(await withdrawOffer(own.ctx, asGm(1, machine)));
    expect(codesOf(await takeOver(newcomer, machine, 1))).toEqual(['not-offered']);
    expect(await offerPage(own.ctx, newcomer, number(), machine.id)).toBeNull();
  });

  test('to the whole waitlist by mail, but not again within a day', async () => {
    const machine = table.seats[2] as Seat;
    const [fay, sue] = [await inLine('Fay First'), await inLine('Sue Second')];
    for (let i = 0; i < 3; i += 1) {
      granted(await offerSeat(own.ctx, asGm(1, machine)));
      granted(await withdrawOffer(own.ctx, asGm(1, machine)));
    }
    const told = [`you can take over seat [${machine.identifier}]`];
    expect(await subjects(fay.id)).toEqual(told);
    expect(await subjects(sue.id)).toEqual(told);
    own.setNow(new Date(testNow.getTime() + 25 * 3_600_000));
    granted(await leaveGame(own.ctx, { gameId: table.game.id, by: sue.id }));
    granted(await offerSeat(own.ctx, asGm(1, machine)));
    expect(await subjects(fay.id)).toHaveLength(2);
    expect(await subjects(sue.id)).toHaveLength(1);
  });
});

describe('taking a seat over', () => {
  beforeEach(async () => {
    granted(await rules(true));
  });

  test('gives it for good from the open turn on, and notifies everyone concerned', async () => {
    await process(1);
    expect((await offerPage(own.ctx, newcomer, number(), carl.id))?.refusal).toBeNull();
    expect(codesOf(await takeOver(newcomer, carl, 1))).toEqual(['wrong-turn']);
    granted(await takeOver(newcomer, carl, 2));
    expect(await seatNow(carl)).toMatchObject({
      ...{ accountId: newcomer.id, name: 'Nora Neu', opponent: false },
      ...{ offered: false, reclaimableById: null, since: 2 },
    });
    const before = { id: carl.accountId ?? 0 };
    expect(codesOf(await reclaimSeat(own.ctx, { gameId: table.game.id, by: before.id }))).toEqual([
      'not-reclaimable',
    ]);
    expect(await reclaimableSeats(own.ctx, before)).toEqual([]);
    expect(await subjects(before.id)).toContain('another player has taken over [CD]');
    expect(await subjects(table.gm.id)).toContain('[CD] has a new player');
    expect(await logged()).toContain(`seatTakenOver: [CD] turn 2: #${newcomer.id} for #${before.id}`);

    const page = await playerGame(own.ctx, newcomer, number());
    expect(page?.printouts.map((one) => one.turn)).toEqual([2]);
    expect(await playerPrintout(own.ctx, newcomer, number(), 1)).toBeNull();
    expect(await playerPrintout(own.ctx, newcomer, number(), 2)).not.toBeNull();
    expect(await playerPrintout(own.ctx, before, number(), 2)).not.toBeNull();
    const taken = { ...carl, accountId: newcomer.id };
    expect((await send(own.ctx, taken, 2, {})).kind).toBe('standing');
    await process(2);
    expect((await seatNow(carl)).accountId).toBe(newcomer.id);
    expect(await playerPrintout(own.ctx, before, number(), 3)).toBeNull();
    expect(await replayGame(own.ctx, number())).toMatchObject({
      ok: true,
      value: { turns: 2, printoutsOfOtherVersions: 0 },
    });
  });

  test('is for the first who comes, who then leaves the waitlist', async () => {
    await process(1);
    const many = [newcomer, await inLine('Fay First'), await anAccount(own.ctx, 'Sue Second')];
    const outcomes = await Promise.all(many.map((account) => takeOver(account, carl, 2)));
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1);
    const others = outcomes.filter((one) => !one.ok);
    expect(others.map(codesOf)).toEqual([['not-offered'], ['not-offered']]);
    const { accountId } = await seatNow(carl);
    const where = { gameId: table.game.id, accountId: accountId ?? 0 };
    expect(await own.ctx.db.prisma.waitlistEntry.count({ where })).toBe(0);
  });

  test('can race with the player who reclaims the seat: one of them gets it', async () => {
    await process(1);
    const [back, over] = await Promise.all([
      reclaimSeat(own.ctx, { gameId: table.game.id, by: carl.accountId ?? 0 }),
      takeOver(newcomer, carl, 2),
    ]);
    expect([back.ok, over.ok].filter(Boolean)).toHaveLength(1);
    expect((await seatNow(carl)).accountId).toBe(back.ok ? carl.accountId : newcomer.id);
    expect(await seatNow(carl)).toMatchObject({ opponent: false, offered: false, reclaimableById: null });
  });

  test('is refused to the GM, to anyone who plays or has played another seat, and to the seat’s own player', async () => {
    await process(1);
    const dora = await anAccount(own.ctx, 'Dora Dahl');
    expect(codesOf(await takeOver(table.gm, carl, 2))).toEqual(['gm']);
    expect(codesOf(await takeOver({ id: ann.accountId ?? 0 }, carl, 2))).toEqual(['already-seated']);
    expect(codesOf(await takeOver({ id: carl.accountId ?? 0 }, carl, 2))).toEqual(['own-seat']);
    granted(await handSeatToComputer(own.ctx, asGm(2, ann)));
    granted(await offerSeat(own.ctx, asGm(2, ann)));
    expect(codesOf(await takeOver({ id: ann.accountId ?? 0 }, carl, 2))).toEqual(['sat-before']);
    granted(await takeOver(dora, ann, 2));
    expect((await offerPage(own.ctx, { id: ann.accountId ?? 0 }, number(), carl.id))?.refusal).toMatch(
      /another seat/,
    );
    const elsewhere = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const asked = { gameId: elsewhere.game.id, seatId: carl.id, by: newcomer.id, turn: 1 };
    expect(codesOf(await takeOverSeat(own.ctx, asked))).toEqual(['not-offered']);
  });

  test('is refused to anyone who had another seat even within one turn', async () => {
    await process(1);
    const where = { id: newcomer.id };
    await own.ctx.db.prisma.account.update({ where, data: { mailPrintouts: false } });
    granted(await takeOver(newcomer, carl, 2));
    expect(await playerPrintout(own.ctx, newcomer, number(), 2)).not.toBeNull();
    const someone = { name: 'Otto Other', email: 'otto.offers@players.test' };
    granted(await replacePlayer(own.ctx, { ...asGm(2, carl), ...someone }));
    const machine = table.seats[2] as Seat;
    granted(await offerSeat(own.ctx, asGm(2, machine)));
    expect(codesOf(await takeOver(newcomer, machine, 2))).toEqual(['sat-before']);
    expect(codesOf(await takeOver(newcomer, carl, 2))).toEqual(['not-offered']);
  });

  test('needs the minimum reliability of the game', async () => {
    granted(await rules(true, 50));
    await process(1);
    const lazy = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    await processTurn(own.ctx, { gameId: lazy.game.id, turn: 1, by: null });
    const [sluggard] = lazy.players as [Account];
    expect(codesOf(await takeOver(sluggard, carl, 2))).toEqual(['unreliable']);
    granted(await takeOver(newcomer, carl, 2));
  });

  test('is no longer possible once the seat is returned or reclaimed or the game is over', async () => {
    await process(1);
    granted(await returnSeat(own.ctx, asGm(2, carl)));
    expect(await seatNow(carl)).toMatchObject({ offered: false, accountId: carl.accountId });
    expect(await subjects(carl.accountId ?? 0)).toContain('you play [CD] again');
    granted(await handSeatToComputer(own.ctx, asGm(2, carl)));
    granted(await offerSeat(own.ctx, asGm(2, carl)));
    await own.ctx.db.prisma.game.update({ where: { id: table.game.id }, data: { status: 'over' } });
    expect(codesOf(await takeOver(newcomer, carl, 2))).toEqual(['not-running']);
    expect(await seatsOfferedNow()).toEqual([]);
    expect((await lobbyGames(own.ctx)).offers.some((one) => one.card.number === number())).toBe(false);
  });
});

test('early processing is canceled when a person takes a seat from the computer', async () => {
  granted(await rules(true));
  const data = { autoProcess: true, processWhenFinal: true };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: table.game.id }, data });
  granted(await handSeatToComputer(own.ctx, asGm(1, carl)));
  granted(await offerSeat(own.ctx, asGm(1, carl)));
  await makeComputerSheets(own.ctx, { gameId: table.game.id, turn: 1 });
  await submitSheet(own.ctx, {
    ...{ gameId: table.game.id, seatId: ann.id, turn: 1, raw: {}, channel: 'web' },
    ...{ sentById: ann.accountId ?? 0, final: true },
  });
  const earlyProcessingAt = async () => (await gameNow(own.ctx, table.game.id)).earlyProcessingAt;
  expect(await earlyProcessingAt()).not.toBeNull();
  granted(await takeOver(newcomer, carl, 1));
  expect(await earlyProcessingAt()).toBeNull();
});

test('final orders of a former player are not final for the player who takes the seat', async () => {
  granted(await rules(true));
  const data = { autoProcess: true, processWhenFinal: true };
  await own.ctx.db.prisma.gameSchedule.update({ where: { gameId: table.game.id }, data });
  await makeComputerSheets(own.ctx, { gameId: table.game.id, turn: 1 });
  for (const seat of [ann, carl]) {
    await submitSheet(own.ctx, {
      ...{ gameId: table.game.id, seatId: seat.id, turn: 1, raw: {}, channel: 'web' },
      ...{ sentById: seat.accountId ?? 0, final: true },
    });
  }
  const earlyProcessingAt = async () => (await gameNow(own.ctx, table.game.id)).earlyProcessingAt;
  granted(await handSeatToComputer(own.ctx, asGm(1, carl)));
  granted(await returnSeat(own.ctx, asGm(1, carl)));
  expect(await earlyProcessingAt()).not.toBeNull();
  granted(await handSeatToComputer(own.ctx, asGm(1, carl)));
  granted(await offerSeat(own.ctx, asGm(1, carl)));
  granted(await takeOver(newcomer, carl, 1));
  expect(await earlyProcessingAt()).toBeNull();
  const someone = { name: 'Otto Other', email: 'otto.word@players.test' };
  granted(await replacePlayer(own.ctx, { ...asGm(1, ann), ...someone }));
  const words = await own.ctx.db.prisma.sheet.findMany({ where: { gameId: table.game.id, final: true } });
  expect(words).toEqual([]);
});
