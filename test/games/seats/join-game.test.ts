import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account, Delivery, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { acceptSeat } from '../../../src/games/game/accepted-seat.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gmGamePage } from '../../../src/games/game/gm-view.ts';
import { lobbyGames } from '../../../src/games/game/lobby-view.ts';
import { playerGame } from '../../../src/games/game/player-view.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { joinGame, leaveGame } from '../../../src/games/seats/join-game.ts';
import { makeJoinLink, removeJoinLink, setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import { gameOfLink, joiningPage, reclaimableSeats } from '../../../src/games/seats/joining-view.ts';
import { addSeat, removeSeat } from '../../../src/games/seats/manage-seats.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { playersPage } from '../../../src/games/seats/players-view.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { flatText, openTestMailbox } from '../../mail/outbound/test-mailbox.ts';
import {
  anAccount,
  codesOf,
  formingGame,
  gameNow,
  granted,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';

let own: TestContext;
let table: TestGame;
let joiner: Account;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  table = await formingGame(own.ctx, { humans: 1, opponents: 2 });
  joiner = await anAccount(own.ctx, 'Zelda Young');
});

const number = () => `${table.game.prefix}-${table.game.serial}`;
const join = (account: Account, more: { link?: string; wish?: Record<string, unknown> } = {}) =>
  joinGame(own.ctx, {
    gameId: table.game.id,
    by: account.id,
    link: more.link ?? null,
    wish: more.wish ?? {},
  });
const open = (more: { seatsWanted?: number; beginWhenFull?: boolean; by?: number } = {}) =>
  setJoiningPolicy(own.ctx, {
    gameId: table.game.id,
    by: table.gm.id,
    joining: 'open',
    seatsWanted: null,
    beginWhenFull: false,
    ...more,
  });
const seats = () =>
  own.ctx.db.prisma.seat.findMany({ where: { gameId: table.game.id }, orderBy: { position: 'asc' } });
const leave = (account: Account) => leaveGame(own.ctx, { gameId: table.game.id, by: account.id });

describe('joining', () => {
  test('an open game takes each account once, with initials that are free', async () => {
    expect(codesOf(await join(joiner))).toEqual(['not-open']);
    granted(await open());
    expect(granted(await join(joiner))).toEqual({ kind: 'seated', identifier: 'ZY', begun: false });
    expect(codesOf(await join(joiner))).toEqual(['already-seated']);
    const namesake = await anAccount(own.ctx, 'Zelda Young');
    expect(granted(await join(namesake))).toMatchObject({ identifier: 'ZE' });
    expect((await seats()).map((seat) => seat.identifier)).toEqual(['AB', 'CD', 'EF', 'ZY', 'ZE']);
    const mails = await own.ctx.db.prisma.delivery.count({
      where: { gameId: table.game.id, kind: 'notice', accountId: table.gm.id },
    });
    expect(mails).toBe(2);
  });

  test('preferences are validated by the ruleset', async () => {
    const { gm } = table;
    const shape = { ruleset: 'margin-of-error', title: 'A duel', gmId: gm.id, options: {} };
    const pace = { daysPerTurn: 7, timeZone: 'UTC', processWhenComplete: false };
    const game = granted(await createGame(own.ctx, { ...shape, ...pace }));
    table = { ...table, game: await gameNow(own.ctx, game.id) };
    granted(await open());
    expect(codesOf(await join(joiner, { wish: { party: 'Whig' } }))).toEqual(['invalid-value']);
    granted(await join(joiner, { wish: { party: 'R' } }));
    expect((await seats()).at(-1)?.wish).toMatchObject({ party: 'R' });
  });

  test('a game may have a minimum reliability, which newcomers and holders of its link need not meet', async () => {
    granted(await open());
    const rules = {
      gameId: table.game.id,
      by: table.gm.id,
      maxMisses: 2,
      minReliability: 50,
      offerAbandonedSeats: false,
    };
    granted(await setMissedTurnsPolicy(own.ctx, rules));
    const lazy = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const [sluggard] = lazy.players as [Account];
    await processTurn(own.ctx, { gameId: lazy.game.id, turn: 1, by: null });
    expect(codesOf(await join(sluggard))).toEqual(['unreliable']);
    granted(await join(joiner));
    const link = granted(await makeJoinLink(own.ctx, { gameId: table.game.id, by: table.gm.id }));
    granted(await join(sluggard, { link }));
  });

  test('an invitation link lets people join a closed game until it is replaced or removed', async () => {
    const of = { gameId: table.game.id, by: table.gm.id };
    expect(codesOf(await makeJoinLink(own.ctx, { ...of, by: joiner.id }))).toEqual(['not-gm']);
    const first = granted(await makeJoinLink(own.ctx, of));
    const second = granted(await makeJoinLink(own.ctx, of));
    expect(await gameOfLink(own.ctx, second)).toBe(number());
    expect(await gameOfLink(own.ctx, first)).toBeNull();
    expect(codesOf(await join(joiner, { link: first }))).toEqual(['not-open']);
    granted(await join(joiner, { link: second }));
    granted(await removeJoinLink(own.ctx, of));
    expect(await gameOfLink(own.ctx, second)).toBeNull();
    const late = await anAccount(own.ctx, 'Late Comer');
    expect(codesOf(await join(late, { link: second }))).toEqual(['not-open']);
  });

  test('of many who want one seat at once, one gets it and the others are put on the waitlist', async () => {
    granted(await open({ seatsWanted: 4 }));
    const many = await Promise.all([1, 2, 3, 4].map((n) => anAccount(own.ctx, `Number ${'N'.repeat(n)}`)));
    const outcomes = (await Promise.all(many.map((account) => join(account)))).map(granted);
    expect(outcomes.filter((one) => one.kind === 'seated').length).toBe(1);
    expect(outcomes.flatMap((one) => (one.kind === 'waiting' ? [one.place] : [])).sort()).toEqual([1, 2, 3]);
    expect((await seats()).length).toBe(4);
  });
});

describe('the waitlist', () => {
  test('gives a free seat to its first account, with a notice, after a player left or was removed', async () => {
    granted(await open({ seatsWanted: 4 }));
    const [first, second] = [await anAccount(own.ctx, 'Fay First'), await anAccount(own.ctx, 'Sue Second')];
    granted(await join(joiner));
    expect(granted(await join(first))).toEqual({ kind: 'waiting', place: 1 });
    own.setNow(new Date(testNow.getTime() + 60_000));
    expect(granted(await join(second))).toEqual({ kind: 'waiting', place: 2 });
    expect(codesOf(await join(second))).toEqual(['already-waiting']);
    expect((await joiningPage(own.ctx, second, number()))?.standing).toMatchObject({ place: 2 });
    granted(await leave(joiner));
    expect((await seats()).at(-1)).toMatchObject({ accountId: first.id, identifier: 'FF' });
    const mail = await own.ctx.db.prisma.delivery.findFirst({
      where: { accountId: first.id, kind: 'notice' },
    });
    expect(mail?.detail).toMatchObject({ subject: 'you have a seat: you play [FF]' });
    const opponent = table.seats[1] as Seat;
    granted(await removeSeat(own.ctx, { gameId: table.game.id, by: table.gm.id, seatId: opponent.id }));
    expect((await seats()).at(-1)).toMatchObject({ accountId: second.id });
    expect(codesOf(await leave(joiner))).toEqual(['not-seated']);
  });

  test('can be left, and moves up when the GM adds seats', async () => {
    granted(await open({ seatsWanted: 4 }));
    granted(await join(joiner));
    const [first, second] = [await anAccount(own.ctx, 'Fay First'), await anAccount(own.ctx, 'Sue Second')];
    granted(await join(first));
    granted(await join(second));
    granted(await leave(first));
    granted(await open({ seatsWanted: 5 }));
    expect((await seats()).at(-1)).toMatchObject({ accountId: second.id });
    expect(codesOf(await open({ seatsWanted: 99 }))).toEqual(['not-seats']);
    expect(codesOf(await open({ by: joiner.id }))).toEqual(['not-gm']);
  });
});

describe('someone on the waitlist whom the GM invites', () => {
  const waiting = async () =>
    (await playersPage(own.ctx, table.gm, number()))?.waitlist.map(({ account }) => account.name);

  /** Two people wait, and the GM invites the first by the address, so the game has a seat more than wanted. */
  async function invited(): Promise<{ first: Account; second: Account; seat: Seat }> {
    granted(await open({ seatsWanted: 4 }));
    granted(await join(joiner));
    const [first, second] = [await anAccount(own.ctx, 'Fay First'), await anAccount(own.ctx, 'Sue Second')];
    granted(await join(first));
    own.setNow(new Date(testNow.getTime() + 60_000));
    granted(await join(second));
    const wanted = { gameId: table.game.id, by: table.gm.id, name: 'Friend', email: first.email };
    const seat = granted(await addSeat(own.ctx, wanted));
    return { first, second, seat };
  }

  test('waits until the invitation is accepted, so that the GM does not see whose address it is', async () => {
    const { first, second, seat } = await invited();
    expect(await waiting()).toEqual(['Fay First', 'Sue Second']);
    granted(await open({ seatsWanted: 6 }));
    expect((await seats()).at(-1)).toMatchObject({ accountId: second.id });
    expect(await waiting()).toEqual(['Fay First']);
    await acceptSeat(own.ctx, { gameId: table.game.id, seatId: seat.id, accountId: first.id });
    expect(await waiting()).toEqual([]);
  });

  test('still waits if the GM removes the seat, and gives up both by leaving', async () => {
    const { first, seat } = await invited();
    granted(await removeSeat(own.ctx, { gameId: table.game.id, by: table.gm.id, seatId: seat.id }));
    expect(await waiting()).toEqual(['Fay First', 'Sue Second']);
    const wanted = { gameId: table.game.id, by: table.gm.id, name: 'Friend', email: first.email };
    granted(await addSeat(own.ctx, wanted));
    granted(await leave(first));
    expect(await waiting()).toEqual(['Sue Second']);
    expect((await seats()).map(({ accountId }) => accountId)).not.toContain(first.id);
  });
});

describe('a game that begins when it is full', () => {
  test('begins when the last seat is taken, with a due date one turn later at 6 p.m. in its zone, and takes no one else', async () => {
    granted(await open({ seatsWanted: 4, beginWhenFull: true }));
    expect(granted(await join(joiner))).toEqual({ kind: 'seated', identifier: 'ZY', begun: true });
    const game = await gameNow(own.ctx, table.game.id);
    expect(game).toMatchObject({ status: 'running', turn: 1 });
    expect(game.due).toEqual(new Date('2027-03-15T22:00:00Z'));
    expect(codesOf(await join(await anAccount(own.ctx, 'Late Comer')))).toEqual(['begun']);
    expect(codesOf(await leave(joiner))).toEqual(['begun']);
    expect(await replayGame(own.ctx, number())).toMatchObject({
      ok: true,
      value: { turns: 0, printoutsOfOtherVersions: 0 },
    });
  });
});

test('the lobby shows the facts about a game that takes players', async () => {
  granted(await open({ seatsWanted: 4 }));
  const found = (await lobbyGames(own.ctx)).forming.find((one) => one.card.number === number());
  expect(found).toMatchObject({
    open: true,
    seatsWanted: 4,
    seatsLeft: 1,
    waiting: 0,
    minReliability: null,
  });
  expect(found?.pace).toContain('14 days');
});

describe('reclaiming a seat', () => {
  test('takes it from the computer, whose sheet counts until the player sends one', async () => {
    table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [ann, carl] = table.players as [Account, Account];
    for (const turn of [1, 2]) {
      await send(own.ctx, table.seats[0] as Seat, turn, {});
      await processTurn(own.ctx, { gameId: table.game.id, turn, by: null });
    }
    expect(await playerGame(own.ctx, carl, number())).toBeNull();
    expect((await reclaimableSeats(own.ctx, carl)).map((one) => one.game.number)).toEqual([number()]);
    expect((await joiningPage(own.ctx, carl, number()))?.standing?.reclaimable).toMatchObject({
      identifier: 'CD',
    });
    expect((await joiningPage(own.ctx, ann, number()))?.standing?.reclaimable).toBeNull();
    const back = (account: Account) => reclaimSeat(own.ctx, { gameId: table.game.id, by: account.id });
    expect(codesOf(await back(joiner))).toEqual(['not-reclaimable']);
    expect(codesOf(await back(ann))).toEqual(['not-reclaimable']);
    await send(own.ctx, table.seats[0] as Seat, 3, {});
    await processTurn(own.ctx, { gameId: table.game.id, turn: 3, by: null });
    granted(await back(carl));
    expect(codesOf(await back(carl))).toEqual(['not-reclaimable']);
    const page = await playerGame(own.ctx, carl, number());
    expect(page?.seat.identifier).toBe('CD');
    expect(page?.printouts.map((printout) => printout.turn)).toContain(4);
    const sent = await send(own.ctx, { ...(table.seats[1] as Seat), accountId: carl.id }, 4, {});
    expect(sent.kind).toBe('standing');
    await processTurn(own.ctx, { gameId: table.game.id, turn: 4, by: null });
    const seat = await own.ctx.db.prisma.seat.findUniqueOrThrow({
      where: { id: (table.seats[1] as Seat).id },
    });
    expect(seat).toMatchObject({ accountId: carl.id, opponent: false, reclaimableById: null });
    expect(await replayGame(own.ctx, number())).toMatchObject({
      ok: true,
      value: { turns: 4, printoutsOfOtherVersions: 0 },
    });
  });
});

describe('a seat that the GM removes before the game begins', () => {
  const remove = (seatId: string) => removeSeat(own.ctx, { gameId: table.game.id, by: table.gm.id, seatId });
  const noticesTo = (accountId: number) =>
    own.ctx.db.prisma.delivery.findMany({
      where: { gameId: table.game.id, kind: 'notice', accountId },
      orderBy: { id: 'asc' },
    });

  test('is told to the player who had it, in mail that says so and links no page that is closed to them', async () => {
    granted(await open());
    granted(await join(joiner));
    const seat = (await seats()).at(-1) as Seat;
    granted(await remove(seat.id));
    const [told, ...more] = await noticesTo(joiner.id);
    expect(more).toEqual([]);
    expect(told?.detail).toMatchObject({ subject: 'you no longer have a seat: [ZY] was removed' });
    const mailbox = await openTestMailbox();
    try {
      const mail = await mailbox.send(own.ctx, told as Delivery);
      const text = flatText(mail);
      expect(text).toContain(`Greta Master has removed your seat [ZY] from ${number()}`);
      expect(text).toContain(`because you had a seat in ${number()}`);
      expect(text).toContain('/my/games ');
      expect(text).not.toContain(`/my/games/${number()}`);
    } finally {
      await mailbox.close();
    }
    const page = await gmGamePage(own.ctx, table.gm, number());
    const shown = page?.deliveries.find(({ id }) => id === told?.id);
    expect(shown).toMatchObject({ toName: 'A former player', toAddress: '' });
  });

  test('is told to no one if it was the GM’s own, the computer’s, or not accepted yet', async () => {
    granted(await open());
    granted(await join(table.gm));
    const { id: invitedId } = table.players[0] as Account;
    const [invited, computer] = table.seats as [Seat, Seat];
    await own.ctx.db.prisma.seat.update({ where: { id: invited.id }, data: { acceptedAt: null } });
    for (const seat of [invited, computer, (await seats()).at(-1) as Seat]) granted(await remove(seat.id));
    expect(await noticesTo(invitedId)).toEqual([]);
    expect(JSON.stringify(await noticesTo(table.gm.id))).not.toContain('was removed');
  });

  test('is told at once also to those who want news once a day', async () => {
    granted(await open());
    granted(await join(joiner));
    await own.ctx.db.prisma.account.update({ where: { id: joiner.id }, data: { noticeMail: 'daily' } });
    granted(await remove((await seats()).at(-1)?.id ?? ''));
    expect(await noticesTo(joiner.id)).toMatchObject([
      { detail: { subject: 'you no longer have a seat: [ZY] was removed' } },
    ]);
  });
});
