import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressHash } from '../../src/accounts/address-hash.ts';
import type { Account, DeliveryKind } from '../../src/database/generated/client.ts';
import { createGame } from '../../src/games/game/create-game.ts';
import { writeToGm } from '../../src/games/messages/write-message.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { BROADCAST_LIMITS } from '../../src/games/notices/broadcast-limits.ts';
import { MAIL_LIMITS } from '../../src/games/notices/mail-limits.ts';
import { tellGmsOfReturnedMail } from '../../src/games/notices/returned-mail.ts';
import { pauseGame, resumeGame } from '../../src/games/schedule/change-due-date.ts';
import { correctAddress } from '../../src/games/seats/correct-address.ts';
import { giveUpSeat } from '../../src/games/seats/give-up-seat.ts';
import { joinGame, leaveGame } from '../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../src/games/seats/joining-policy.ts';
import { addSeat, removeSeat } from '../../src/games/seats/manage-seats.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../src/games/seats/replace-player.ts';
import { resend } from '../../src/mail/delivery/resend.ts';
import type { Result } from '../../src/rules/result.ts';
import { readModules } from '../architecture/modules.ts';
import { anAccount, codesOf, formingGame, granted, runningGame } from '../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';

/** No one can flood another person's address with mail. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { invitation, notice, joiningNotice } = MAIL_LIMITS;
let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(() => own.setNow(testNow));

const aStranger = () => `stranger.${randomBytes(6).toString('hex')}@elsewhere.test`;
const at = (milliseconds: number) => own.setNow(new Date(testNow.getTime() + milliseconds));

function mailsTo(toAddress: string, kind?: DeliveryKind): Promise<number> {
  return own.ctx.db.prisma.delivery.count({ where: { toAddress, ...(kind && { kind }) } });
}

async function aFormingGame(gmId: number): Promise<string> {
  const wanted = { ruleset: 'election-year', title: 'A flood', gmId, options: {}, timeZone: 'UTC' };
  return granted(await createGame(own.ctx, { ...wanted, daysPerTurn: 14, processWhenComplete: false })).id;
}

/** Does something again and again, and counts how often it is allowed. */
async function countAllowed(times: number, act: () => Promise<Result<unknown>>): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < times; i += 1) {
    const result = await act();
    if (result.ok) allowed += 1;
    else expect(codesOf(result)).toEqual(['too-much-mail']);
  }
  return allowed;
}

describe('invitations', () => {
  test('to one stranger end after the third, although the seat is removed each time', async () => {
    const gm = await anAccount(own.ctx, 'Gil Flood', true);
    const gameId = await aFormingGame(gm.id);
    const email = aStranger();
    let sent = 0;
    const invite = async () => {
      const added = await addSeat(own.ctx, { gameId, by: gm.id, name: 'Sam', email: email.toUpperCase() });
      if (!added.ok) return added;
      sent += await mailsTo(email, 'invitation');
      return removeSeat(own.ctx, { gameId, by: gm.id, seatId: added.value.id });
    };
    expect(await countAllowed(30, invite)).toBe(invitation.toAddress);
    expect(sent).toBe(invitation.toAddress);
  });

  test('are refused with the time from which they can be sent, and then can be', async () => {
    const gm = await anAccount(own.ctx, 'Gina Clock', true);
    const gameId = await aFormingGame(gm.id);
    const email = aStranger();
    const invite = async () => {
      const added = await addSeat(own.ctx, { gameId, by: gm.id, name: 'Sam', email });
      return added.ok ? removeSeat(own.ctx, { gameId, by: gm.id, seatId: added.value.id }) : added;
    };
    for (const hours of [0, 2, 4]) {
      at(hours * 3_600_000);
      granted(await invite());
    }
    expect(await invite()).toMatchObject({
      problems: [
        { field: 'email', message: expect.stringContaining('from Tue, Mar 2, 2027, 12:00 PM UTC.') },
      ],
    });
    at(DAY - 1);
    expect(codesOf(await invite())).toEqual(['too-much-mail']);
    at(DAY);
    granted(await invite());
    expect(codesOf(await invite())).toEqual(['too-much-mail']);
  });

  test('to one address from several GMs end after the sixth, but a GM with the right always has the first', async () => {
    const email = aStranger();
    const gms = await Promise.all(Array.from({ length: 3 }, (_, i) => anAccount(own.ctx, `Gm ${i}`, true)));
    const allowed: number[] = [];
    for (const gm of gms) {
      const games = [await aFormingGame(gm.id), await aFormingGame(gm.id), await aFormingGame(gm.id)];
      const invite = () =>
        addSeat(own.ctx, { gameId: games.shift() as string, by: gm.id, name: 'Sam', email });
      allowed.push(await countAllowed(3, invite));
    }
    expect(allowed).toEqual([3, 3, 1]);
    expect(await mailsTo(email)).toBe((invitation.toAddressFromAll as number) + 1);
  });

  test('to one address from GMs of games for friends at the same time: the first of each, up to a limit', async () => {
    const email = aStranger();
    const most = invitation.firstFromAll as number;
    const gms = await Promise.all(Array.from({ length: most + 3 }, (_, i) => anAccount(own.ctx, `Gm ${i}`)));
    const ids = gms.map(({ id }) => id);
    const proved = { addressProvedAt: own.ctx.now() };
    await own.ctx.db.prisma.account.updateMany({ where: { id: { in: ids } }, data: proved });
    const games = await Promise.all(ids.map((id) => aFormingGame(id)));
    const results = await Promise.all(
      ids.map((by, i) => addSeat(own.ctx, { gameId: games[i] as string, by, name: 'Sam', email })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(most);
    expect(await mailsTo(email)).toBe(most);
  });

  test('of one GM from several games at the same time end after the third to an address', async () => {
    const email = aStranger();
    const gm = await anAccount(own.ctx, 'Greg Parallel', true);
    const games = await Promise.all(Array.from({ length: 8 }, () => aFormingGame(gm.id)));
    const results = await Promise.all(
      games.map((gameId) => addSeat(own.ctx, { gameId, by: gm.id, name: 'Sam', email })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(invitation.toAddress);
    expect(await mailsTo(email)).toBe(invitation.toAddress);
  });

  test('of one GM reach only so many addresses a day', async () => {
    const gm = await anAccount(own.ctx, 'Gus Many', true);
    const gameId = await aFormingGame(gm.id);
    const allowed = await countAllowed((invitation.addresses as number) + 2, async () => {
      const added = await addSeat(own.ctx, { gameId, by: gm.id, name: 'Sam', email: aStranger() });
      return added.ok ? removeSeat(own.ctx, { gameId, by: gm.id, seatId: added.value.id }) : added;
    });
    expect(allowed).toBe(invitation.addresses);
  });

  test('that replace a player, or are sent again, count like those of a new seat', async () => {
    const { gm, game, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const request = { gameId: game.id, by: gm.id, turn: game.turn };
    const email = aStranger();
    const [first, second] = seats.map(({ id }) => id) as [string, string];
    granted(await replacePlayer(own.ctx, { ...request, seatId: first, name: 'Sam', email }));
    const where = { toAddress: email, kind: 'invitation' as const };
    const { id } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    const sendAgain = async () => {
      await own.ctx.db.prisma.delivery.updateMany({ where, data: { status: 'failed' } });
      at(2 * (await mailsTo(email)) * 60_000);
      return resend(own.ctx, id, gm.id);
    };
    expect(await countAllowed(10, sendAgain)).toBe(invitation.toAddress - 1);
    granted(await handSeatToComputer(own.ctx, { ...request, seatId: first }));
    const replaced = await replacePlayer(own.ctx, { ...request, seatId: second, name: 'Sam', email });
    expect(codesOf(replaced)).toEqual(['too-much-mail']);
  });

  test('that are lost because an address was wrong cannot be turned on a stranger', async () => {
    const { gm, game, seats } = await formingGame(own.ctx, { humans: 4, opponents: 0 });
    const victim = aStranger();
    let corrected = 0;
    for (const { id: seatId } of seats) {
      const request = { gameId: game.id, by: gm.id, turn: game.turn, seatId };
      const result = await correctAddress(own.ctx, { ...request, email: victim });
      if (!result.ok) break;
      corrected += 1;
      granted(await correctAddress(own.ctx, { ...request, email: aStranger() }));
    }
    expect(corrected).toBe(invitation.toAddress);
  });
});

test('people without a seat cannot use up the messages that players may write to their GM', async () => {
  const { ctx } = own;
  const { game, gm, players } = await formingGame(ctx, { humans: 1, opponents: 1 });
  const most = MAIL_LIMITS.strangerMessage.toAddressFromAll as number;
  const strangers = await Promise.all(
    Array.from({ length: most / 5 }, (_, i) => anAccount(ctx, `Stranger ${i}`)),
  );
  // In many games of the GM, each of which allows fewer.
  const data = strangers.flatMap(({ id }) =>
    Array.from({ length: 5 }, () => ({ accountId: id, addressHash: addressHash(gm.email), at: ctx.now() })),
  );
  const write = (by: Account) =>
    writeToGm(ctx, { gameId: game.id, by: by.id, text: `A question ${Math.random()}`, via: 'web' });
  const late = await anAccount(ctx, 'Late Stranger');
  granted(await write(late));
  const counted = { kind: 'strangerMessage' as const, accountId: late.id };
  expect(await ctx.db.prisma.mailRequest.count({ where: counted })).toBe(1);
  await ctx.db.prisma.mailRequest.createMany({
    data: data.map((one) => ({ ...one, kind: 'strangerMessage' as const })),
  });
  // The first message of each passes, but not that of everyone.
  expect(codesOf(await write(late))).toEqual(['too-much-mail']);
  granted(await write(await anAccount(ctx, 'Later Stranger')));
  const { firstFromAll = 0 } = MAIL_LIMITS.strangerMessage;
  const more = Array.from({ length: firstFromAll }, (_, i) => data[i % data.length]).flatMap(
    (one) => one ?? [],
  );
  await ctx.db.prisma.mailRequest.createMany({
    data: more.map((one) => ({ ...one, kind: 'strangerMessage' as const })),
  });
  expect(codesOf(await write(await anAccount(ctx, 'Latest Stranger')))).toEqual(['too-much-mail']);
  granted(await write(players[0] as Account));
});

test('a few people cannot keep the first message of another one from a GM', async () => {
  const { ctx } = own;
  const { game, gm, players } = await formingGame(ctx, { humans: 2, opponents: 0 });
  const write = (by: Account) =>
    writeToGm(ctx, { gameId: game.id, by: by.id, text: `Question ${Math.random()}`, via: 'web' });
  const loud: Account[] = [];
  for (let i = 0; i < 8; i += 1) loud.push(await anAccount(ctx, `Loud ${i}`));
  const sentAt = ctx.now();
  const message = {
    gameId: game.id,
    gmId: gm.id,
    fromGm: false,
    turn: 0,
    text: 'Noise',
    via: 'web' as const,
    sentAt,
  };
  const noise = loud.flatMap(({ id }) => Array.from({ length: 5 }, () => ({ ...message, accountId: id })));
  await ctx.db.prisma.gmMessage.createMany({ data: noise });
  const quiet = await anAccount(ctx, 'Quiet Stranger');
  granted(await write(quiet));
  expect(codesOf(await write(quiet))).toEqual(['too-many']);
  // Two hundred messages of people with a seat in other games of the GM.
  const requests = Array.from({ length: MAIL_LIMITS.message.toAddressFromAll ?? 0 }, (_, i) => ({
    ...{ accountId: loud[i % 8]?.id ?? 0, addressHash: addressHash(gm.email), at: sentAt },
    kind: 'message' as const,
  }));
  await ctx.db.prisma.mailRequest.createMany({ data: requests });
  const [ann, bob] = players as [Account, Account];
  granted(await write(ann));
  expect(codesOf(await write(ann))).toEqual(['too-much-mail']);
  granted(await write(bob));
});

describe('messages to all players', () => {
  test('end after the fifth in a game', async () => {
    const { gm, game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const before = await mailsTo(players[0]?.email as string);
    const request = { gameId: game.id, by: gm.id, turn: game.turn, text: 'Hear me.' };
    expect(await countAllowed(40, () => broadcast(own.ctx, request))).toBe(BROADCAST_LIMITS.inGame);
    expect(await mailsTo(players[0]?.email as string)).toBe(before + BROADCAST_LIMITS.inGame);
    expect(await broadcast(own.ctx, request)).toMatchObject({
      problems: [{ message: expect.stringContaining('from Tue, Mar 2, 2027, 12:00 PM UTC.') }],
    });
    at(DAY);
    granted(await broadcast(own.ctx, request));
  });

  test('end 30 days after the end of the game, when the players can no longer answer', async () => {
    const { gm, game, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const request = { gameId: game.id, by: gm.id, turn: game.turn, text: 'Thank you all.' };
    const over = { status: 'over' as const, endedAt: testNow };
    await own.ctx.db.prisma.game.update({ where: { id: game.id }, data: over });
    at(30 * DAY);
    granted(await broadcast(own.ctx, request));
    at(31 * DAY);
    expect(codesOf(await broadcast(own.ctx, request))).toEqual(['closed']);
    const answer = { gameId: game.id, by: players[0]?.id ?? 0, text: 'Thank you, too.', via: 'web' as const };
    expect(codesOf(await writeToGm(own.ctx, answer))).toEqual(['closed']);
  });

  test('of one GM end after the twentieth, in whichever games', async () => {
    const gm = await anAccount(own.ctx, 'Gwen Loud', true);
    let allowed = 0;
    for (let game = 0; game < 6; game += 1) {
      const gameId = await aFormingGame(gm.id);
      granted(await addSeat(own.ctx, { gameId, by: gm.id, name: 'Sam', email: aStranger() }));
      const request = { gameId, by: gm.id, turn: 0, text: 'Hear me.' };
      allowed += await countAllowed(BROADCAST_LIMITS.inGame, () => broadcast(own.ctx, request));
    }
    expect(allowed).toBe(BROADCAST_LIMITS.byGm);
  });

  test('of other GMs to the same players do not keep a GM from writing to theirs', async () => {
    const { gm, game, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const [victim] = players;
    for (let i = 0; i < 5; i += 1) {
      const other = await anAccount(own.ctx, `Gil Noise ${i}`, true);
      const gameId = await aFormingGame(other.id);
      const seat = { gameId, by: other.id, name: 'Sam', email: victim?.email as string };
      granted(await addSeat(own.ctx, seat));
      const loud = { gameId, by: other.id, turn: 0, text: 'Noise.' };
      await countAllowed(BROADCAST_LIMITS.inGame, () => broadcast(own.ctx, loud));
    }
    granted(await broadcast(own.ctx, { gameId: game.id, by: gm.id, turn: game.turn, text: 'Hear me.' }));
    // What came from games that the player has not accepted is limited in another way.
    const notices = { kind: 'notice' as const, accountId: victim?.id ?? 0 };
    const heard = await own.ctx.db.prisma.delivery.groupBy({ by: ['gameId'], where: notices, _count: true });
    expect(heard.find(({ gameId }) => gameId === game.id)?._count).toBe(1);
    expect(heard.reduce((sum, { _count }) => sum + _count, 0)).toBe(1 + 10);
  });

  test('that are sent at the same time do not pass the limit together', async () => {
    const { gm, game } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const request = { gameId: game.id, by: gm.id, turn: game.turn, text: 'Hear me.' };
    const results = await Promise.all(Array.from({ length: 9 }, () => broadcast(own.ctx, request)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(BROADCAST_LIMITS.inGame);
  });
});

describe('notices', () => {
  test('of a GM who pauses and resumes a game end after the twentieth to a player', async () => {
    const { gm, game, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const request = { gameId: game.id, by: gm.id, turn: game.turn };
    let isPaused = false;
    const toggle = async () => {
      const done = await (isPaused ? resumeGame : pauseGame)(own.ctx, request);
      if (done.ok) isPaused = !isPaused;
      return done;
    };
    expect(await countAllowed(30, toggle)).toBe(notice.toAddress);
    expect(await mailsTo(players[0]?.email as string, 'notice')).toBe(notice.toAddress);
    at(DAY);
    granted(await toggle());
  });

  test('of a GM who plays alone, to their own address, end after the twentieth', async () => {
    const { gm, game, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const data = { accountId: gm.id };
    await own.ctx.db.prisma.seat.update({ where: { id: seats[0]?.id as string }, data });
    const request = { gameId: game.id, by: gm.id, turn: game.turn };
    let isPaused = false;
    const toggle = async () => {
      const done = await (isPaused ? resumeGame : pauseGame)(own.ctx, request);
      if (done.ok) isPaused = !isPaused;
      return done;
    };
    expect(await countAllowed(30, toggle)).toBe(notice.toAddress);
  });

  test('of a GM who hands a seat to and fro end after the twentieth', async () => {
    const { gm, game, players, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const request = { gameId: game.id, by: gm.id, turn: game.turn, seatId: seats[0]?.id as string };
    let isComputer = false;
    const toggle = async () => {
      const done = await (isComputer ? returnSeat : handSeatToComputer)(own.ctx, request);
      if (done.ok) isComputer = !isComputer;
      return done;
    };
    expect(await countAllowed(30, toggle)).toBe(notice.toAddress);
    expect(await mailsTo(players[0]?.email as string, 'notice')).toBe(notice.toAddress);
  });

  test('of a GM who removes a player again and again end after the twentieth, and then no seat is removed', async () => {
    const gm = await anAccount(own.ctx, 'Gab Removing', true);
    const player = await anAccount(own.ctx, 'Pat Removed');
    const gameId = await aFormingGame(gm.id);
    const seat = { gameId, name: 'Pat', accountId: player.id, acceptedAt: testNow };
    let position = 0;
    const remove = async () => {
      position += 1;
      const data = { ...seat, position, identifier: `P${String.fromCharCode(64 + position)}`, wish: {} };
      const { id } = await own.ctx.db.prisma.seat.create({ data });
      const removed = await removeSeat(own.ctx, { gameId, by: gm.id, seatId: id });
      if (!removed.ok) await own.ctx.db.prisma.seat.delete({ where: { id } });
      return removed;
    };
    expect(await countAllowed(24, remove)).toBe(notice.toAddress);
    expect(await mailsTo(player.email, 'notice')).toBe(notice.toAddress);
  });

  test('of a player who joins and leaves end after the twentieth, but the player can still leave', async () => {
    const gm = await anAccount(own.ctx, 'Gert Quiet', true);
    const player = await anAccount(own.ctx, 'Pat Restless');
    const gameId = await aFormingGame(gm.id);
    const joining = { joining: 'open' as const, seatsWanted: null, beginWhenFull: false };
    granted(await setJoiningPolicy(own.ctx, { gameId, by: gm.id, ...joining }));
    for (let i = 0; i < 15; i += 1) {
      // Within one hour, so many would be refused for another reason.
      at((i * HOUR) / 3);
      granted(await joinGame(own.ctx, { gameId, by: player.id, link: null, wish: {} }));
      granted(await leaveGame(own.ctx, { gameId, by: player.id }));
    }
    expect(await mailsTo(gm.email)).toBe(notice.toAddress);
  });

  test('of many people who join and leave end, those of players who stay do not, and all are in the log', async () => {
    const { gm, game, seats, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const gameId = await aFormingGame(gm.id);
    const joining = { joining: 'open' as const, seatsWanted: null, beginWhenFull: false };
    granted(await setJoiningPolicy(own.ctx, { gameId, by: gm.id, ...joining }));
    const before = await mailsTo(gm.email);
    const rejoin = async (by: number) => {
      granted(await joinGame(own.ctx, { gameId, by, link: null, wish: {} }));
      granted(await leaveGame(own.ctx, { gameId, by }));
    };
    const { toAddressFromAll = 0, firstFromAll = 0 } = joiningNotice;
    const crowd: Account[] = [];
    for (let i = 0; i < toAddressFromAll / 6; i += 1) crowd.push(await anAccount(own.ctx, `Crowd ${i}`));
    for (let i = 0; i < 4; i += 1) for (const { id } of crowd) await rejoin(id);
    expect(await mailsTo(gm.email)).toBe(before + toAddressFromAll);
    const { length } = crowd;
    expect(await own.ctx.db.prisma.gameEvent.count({ where: { gameId, type: 'playerLeft' } })).toBe(
      4 * length,
    );
    // The GM is still told of further people, once each, up to a higher limit.
    await rejoin((await anAccount(own.ctx, 'Further')).id);
    expect(await mailsTo(gm.email)).toBe(before + toAddressFromAll + 1);
    const counted = { kind: 'joiningNotice' as const, addressHash: addressHash(gm.email), at: own.ctx.now() };
    const data = Array.from({ length: firstFromAll - toAddressFromAll - 1 }, () => ({
      ...counted,
      accountId: crowd[0]?.id ?? 0,
    }));
    await own.ctx.db.prisma.mailRequest.createMany({ data });
    await rejoin((await anAccount(own.ctx, 'Latest')).id);
    expect(await mailsTo(gm.email)).toBe(before + toAddressFromAll + 1);
    const by = players[0]?.id as number;
    granted(await giveUpSeat(own.ctx, { gameId: game.id, seatId: seats[0]?.id as string, by }));
    expect(await mailsTo(gm.email)).toBe(before + toAddressFromAll + 2);
    at(DAY);
    await rejoin(crowd[0]?.id as number);
    expect(await mailsTo(gm.email)).toBe(before + toAddressFromAll + 4);
  });

  test('from mail to a player that comes back again and again reaches the GM as often as other notices of the player', async () => {
    const { gm, players } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const { prisma } = own.ctx.db;
    const { id: accountId, email } = players[0] as Account;
    const now = own.ctx.now();
    const about = { accountId, email, reason: '550 no such mailbox', days: 1, lastAt: now, markedAt: now };
    await prisma.addressMark.create({ data: about });
    const before = await mailsTo(gm.email);
    for (let i = 0; i < notice.toAddress + 5; i += 1) {
      await prisma.$transaction((tx) => tellGmsOfReturnedMail(tx, own.ctx, accountId));
    }
    expect(await mailsTo(gm.email)).toBe(before + notice.toAddress);
  });
});

test('every file of games and mail that sends mail is in the table of what limits it', () => {
  const senders = readModules('src')
    .filter(({ file }) => /^(games|mail)\//.test(file) && file !== 'games/notices/notices.ts')
    .filter(({ file }) => SENDS.test(readFileSync(`src/${file}`, 'utf8')))
    .map(({ file }) => file);
  expect(senders).toEqual([...LIMITED_BY_MAIL_LIMITS, ...Object.keys(LIMITED_OTHERWISE)].sort());
  for (const file of [...LIMITED_BY_MAIL_LIMITS, 'games/processing/roll-back.ts']) {
    expect(readFileSync(`src/${file}`, 'utf8'), file).toMatch(CHECKS);
  }
});

const SENDS =
  /\b(enqueueDelivery|writeDeliveries|newDelivery|notifySeat|notifyFormerPlayer|notifyAllSeats|notifyGm|notifyGmOfPlayer)\(/;
const CHECKS = /\b(checkMailLimits|requestMail|requestNotices|requestBroadcast|notifyGmOfPlayer)\(/;

const LIMITED_BY_MAIL_LIMITS = [
  ...['games/game/abandon-game.ts', 'games/letters/letters-policy.ts', 'games/notices/broadcast.ts'],
  ...['games/notices/returned-mail.ts', 'games/press/press-moderation.ts', 'games/schedule/absences.ts'],
  ...['games/schedule/change-due-date.ts', 'games/seats/join-game.ts', 'games/seats/manage-seats.ts'],
  ...['games/seats/reclaim-seat.ts', 'games/seats/replace-player.ts', 'games/seats/takeover.ts'],
  'games/seats/correct-address.ts',
  ...['games/questions/dispute-question.ts', 'games/seats/give-up-seat.ts', 'mail/delivery/resend.ts'],
];

/** Files that send mail, and what keeps people from sending much of it. */
const LIMITED_OTHERWISE: Record<string, string> = {
  'games/archive/transfer-in.ts': 'a command of the operator',
  'games/letters/write-letter.ts': 'LETTERS_A_DAY',
  'games/mailed-sheets/answer.ts': 'ANSWERS_A_DAY, to the player of the seat',
  'games/mailed-sheets/do-command.ts': 'PRINTOUTS_A_DAY, to the player of the seat',
  'mail/fetching/answer-refused.ts':
    'REFUSALS_A_DAY, to proved accounts and people who knew a secret address',
  'games/messages/write-message.ts':
    'MESSAGES_A_DAY, and the limit of mails that checkMailLimits knows as message',
  'games/notices/digest.ts': 'once a day for an account, from notices that are limited',
  'games/press/held-press.ts': 'once for a release, when its turn is processed',
  'games/processing/close-early.ts': 'MAX_TIMES_REOPENED',
  'games/processing/open-printout.ts':
    'with a change of the player, whose notices are limited, or once for a player and turn after a rollback',
  'games/processing/rollback-notices.ts': 'in roll-back.ts, which asks for the notices before',
  'games/processing/write-printouts.ts': 'once for each turn; a rollback is limited',
  'games/schedule/put-off.ts': 'after downtime',
  'games/schedule/reminders.ts': 'each reminder is sent once for a turn',
  'games/seats/delete-account.ts': 'once for an account',
  'games/seats/missed-turns.ts': 'once for a seat and a turn',
  'games/seats/offer-seat.ts': 'QUIET_HOURS',
  'games/sheets/enter-advance-orders.ts': 'once for each turn, to the player who sent them',
  'games/sheets/write-sheet.ts': 'MAX_RECEIPTS_PER_DAY, to the player who sent the sheet',
};
