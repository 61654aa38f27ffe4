import { describe, expect, test } from 'vitest';
import { isTimeZone } from '../../src/accounts/time-zone.ts';
import { newToken } from '../../src/accounts/tokens.ts';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { setLettersPolicy } from '../../src/games/letters/letters-policy.ts';
import { gmReplyAddress } from '../../src/games/messages/reply-addresses.ts';
import { writeToGm, writeToGmByMail } from '../../src/games/messages/write-message.ts';
import { ACCOUNT_GAMES_PER_NETWORK } from '../../src/games/practice/account-games.ts';
import { GAMES_PER_NETWORK } from '../../src/games/practice/guest-games.ts';
import {
  ensurePracticePlayer,
  findPracticePlayer,
  MAX_PRACTICE_GAMES,
} from '../../src/games/practice/practice-player.ts';
import { practiceLines } from '../../src/games/practice/practice-view.ts';
import { startPractice } from '../../src/games/practice/start-practice.ts';
import { previewTurn } from '../../src/games/processing/preview-turn.ts';
import { announceAbsence, withdrawAbsence } from '../../src/games/schedule/absences.ts';
import { extendTurn, pauseGame, resumeGame, setSchedule } from '../../src/games/schedule/change-due-date.ts';
import { voteForMoreTime } from '../../src/games/schedule/extension-votes.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { makeJoinLink, removeJoinLink } from '../../src/games/seats/joining-policy.ts';
import { addSeat, removeSeat } from '../../src/games/seats/manage-seats.ts';
import { setMissedTurnsPolicy } from '../../src/games/seats/missed-turns.ts';
import { reliability } from '../../src/games/seats/reliability.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { resend } from '../../src/mail/delivery/resend.ts';
import { retryMailOfGame } from '../../src/mail/delivery/waiting-mail.ts';
import {
  anAccount,
  calendarGame,
  codesOf,
  firstDue,
  formingGame,
  gameNow,
  granted,
  runningGame,
} from '../games/game/play.ts';
import { processAsGm, rollBackAsGm } from '../games/processing/turns.ts';
import { testNow } from '../helpers/database.ts';
import { useContext } from '../helpers/use-context.ts';

/* What costs little once must not be done so often that it fills the database, the memory, a mailbox or a record. */

const own = useContext();

const HOUR = 3_600_000;

/** Does something until it is refused, at most `most` times. Returns how often it was done, and the refusal. */
async function untilRefused(most: number, act: () => Promise<Parameters<typeof codesOf>[0]>) {
  for (let done = 0; done < most; done += 1) {
    const result = await act();
    if (!result.ok) return { done, codes: codesOf(result) };
  }
  return { done: most, codes: [] };
}

describe('a GM without players', () => {
  test('can preview a turn only some times an hour', async () => {
    own.setNow(testNow);
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const preview = () => previewTurn(own.ctx, { gameId: game.id, by: gm.id, turn: 1 });
    expect(await untilRefused(40, preview)).toEqual({ done: 30, codes: ['too-often'] });
    own.setNow(new Date(testNow.getTime() + HOUR + 1));
    granted(await preview());
  });

  test('can roll back only some times an hour', async () => {
    own.setNow(testNow);
    const g = await runningGame(own.ctx, { humans: 0, opponents: 4 });
    const again = async () => {
      await processAsGm(own.ctx, g, 1);
      return rollBackAsGm(own.ctx, g, 2);
    };
    expect(await untilRefused(20, again)).toEqual({ done: 12, codes: ['too-often'] });
  });

  test('can roll back only some turns a day, of all games together', async () => {
    const g = await runningGame(own.ctx, { humans: 0, opponents: 4 });
    let done = 0;
    for (const hour of [0, 1, 2]) {
      own.setNow(new Date(testNow.getTime() + hour * (HOUR + 1)));
      for (let k = 0; k < 8; k += 1) {
        await processAsGm(own.ctx, g, 1);
        granted(await rollBackAsGm(own.ctx, g, 2));
        done += 1;
      }
    }
    own.setNow(new Date(testNow.getTime() + 3 * (HOUR + 1)));
    await processAsGm(own.ctx, g, 1);
    expect([done, codesOf(await rollBackAsGm(own.ctx, g, 2))]).toEqual([24, ['too-often']]);
    own.setNow(new Date(testNow.getTime() + 25 * HOUR));
    granted(await rollBackAsGm(own.ctx, g, 2));
    own.setNow(testNow);
  });

  test('can send mail to their own account again only some times a day', async () => {
    own.setNow(testNow);
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const { delivery } = own.ctx.db.prisma;
    const { id } = await delivery.findFirstOrThrow({ where: { gameId: game.id, kind: 'printout' } });
    const mine = { accountId: gm.id, toAddress: gm.email, seatId: null };
    await delivery.update({ where: { id }, data: mine });
    let minutes = 0;
    const again = async () => {
      await delivery.updateMany({
        where: { gameId: game.id },
        data: { status: 'sent', sentAt: own.ctx.now() },
      });
      minutes += 2;
      own.setNow(new Date(testNow.getTime() + minutes * 60_000));
      return resend(own.ctx, id, gm.id);
    };
    expect(await untilRefused(40, again)).toEqual({ done: 20, codes: ['too-much-mail'] });
    own.setNow(testNow);
  });

  test('can try waiting mail again only some times an hour', async () => {
    own.setNow(testNow);
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const retry = () => retryMailOfGame(own.ctx, { gameId: game.id, by: gm.id });
    expect(await untilRefused(10, retry)).toEqual({ done: 4, codes: ['too-often'] });
  });

  test('can try one waiting mail again only as often as all of them', async () => {
    own.setNow(testNow);
    const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    const where = { gameId: game.id, status: 'queued' as const };
    const { id } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    granted(await retryMailOfGame(own.ctx, { gameId: game.id, by: gm.id }));
    expect(await untilRefused(10, () => resend(own.ctx, id, gm.id))).toEqual({
      done: 3,
      codes: ['too-often'],
    });
    own.setNow(new Date(testNow.getTime() + HOUR + 1));
    granted(await resend(own.ctx, id, gm.id));
  });

  test('can change seats, the invitation link and policies only some times an hour', async () => {
    own.setNow(testNow);
    const { game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    const of = { gameId: game.id, by: gm.id };
    const seatAndBack = async () => {
      const added = await addSeat(own.ctx, { ...of, name: 'Eve Frost', opponent: true });
      return added.ok ? removeSeat(own.ctx, { ...of, seatId: added.value.id }) : added;
    };
    // The game has a seat already, whose addition counts.
    expect(await untilRefused(60, seatAndBack)).toEqual({ done: 60, codes: [] });
    expect(await untilRefused(60, () => makeJoinLink(own.ctx, of))).toEqual({ done: 60, codes: [] });
    const misses = { maxMisses: 3, minReliability: null, offerAbandonedSeats: false };
    expect(await untilRefused(40, () => setMissedTurnsPolicy(own.ctx, { ...of, ...misses }))).toEqual({
      done: 19,
      codes: ['too-often'],
    });
    for (const refused of [await seatAndBack(), await removeJoinLink(own.ctx, of)]) {
      expect(codesOf(refused)).toEqual(['too-often']);
    }
    own.setNow(new Date(testNow.getTime() + HOUR + 1));
    granted(await seatAndBack());
  });

  test('can pause and resume a game of computer candidates only some times an hour', async () => {
    own.setNow(testNow);
    const { game, gm } = await runningGame(own.ctx, { humans: 0, opponents: 4 });
    const of = { gameId: game.id, by: gm.id, turn: game.turn };
    const onAndOff = async () => {
      const paused = await pauseGame(own.ctx, of);
      return paused.ok ? resumeGame(own.ctx, of) : paused;
    };
    expect((await untilRefused(120, onAndOff)).codes).toEqual(['too-often']);
  });

  test('can change the policy for letters of a game that has not begun only some times an hour', async () => {
    own.setNow(testNow);
    const { game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    let isOpen = false;
    const change = () => {
      isOpen = !isOpen;
      const letters = isOpen ? ('none' as const) : ('open' as const);
      return setLettersPolicy(own.ctx, { gameId: game.id, by: gm.id, letters, lettersBefore: null });
    };
    await change();
    expect((await untilRefused(210, change)).codes).toEqual(['too-often']);
  });
});

test('absences that are announced and withdrawn again and again are logged only some times a day', async () => {
  own.setNow(testNow);
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const accountId = g.players[0]?.id as number;
  const days = { firstDay: '2027-05-01', lastDay: '2027-05-02' };
  const announceAndWithdraw = async () => {
    const announced = await announceAbsence(own.ctx, { accountId, ...days });
    return announced.ok ? withdrawAbsence(own.ctx, { accountId, id: announced.value.id }) : announced;
  };
  expect(await untilRefused(40, announceAndWithdraw)).toEqual({ done: 20, codes: ['too-often'] });
  own.setNow(new Date(testNow.getTime() + 24 * HOUR + 1));
  granted(await announceAndWithdraw());
});

test('final orders that are given and taken back again and again are mailed only some times a day', async () => {
  own.setNow(testNow);
  const policy = {
    ...SCHEDULE_DEFAULTS,
    daysPerTurn: 14,
    timeZone: 'UTC',
    autoProcess: true,
    processWhenFinal: true,
  };
  const g = await calendarGame(own.ctx, policy, { humans: 1, opponents: 3 });
  const [seat] = g.seats as [Seat];
  const canceled = { gameId: g.game.id, type: 'earlyProcessingCanceled' as const };
  for (let turns = 0; turns < 4; turns += 1) {
    for (let times = 0; times < 6; times += 1) {
      for (const final of [true, false]) {
        await submitSheet(own.ctx, {
          ...{ gameId: g.game.id, seatId: seat.id, turn: 1, raw: {}, final },
          ...{ channel: 'web', sentById: g.players[0]?.id ?? 0 },
        });
      }
    }
    await processAsGm(own.ctx, g, 1);
    granted(await rollBackAsGm(own.ctx, g, 2));
  }
  expect(await own.ctx.db.prisma.gameEvent.count({ where: canceled })).toBe(10);
});

test('people who have not accepted their seat get only some notices a day', async () => {
  own.setNow(testNow);
  const { game, gm, seats, players } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await own.ctx.db.prisma.seat.update({ where: { id: seats[0]?.id ?? '' }, data: { acceptedAt: null } });
  for (let days = 1; days <= 14; days += 1) {
    await extendTurn(own.ctx, { gameId: game.id, by: gm.id, turn: 1, days: 1 });
  }
  const notices = (account: Account | undefined) =>
    own.ctx.db.prisma.delivery.count({
      where: { gameId: game.id, kind: 'notice', accountId: account?.id ?? 0 },
    });
  expect([await notices(players[0]), await notices(players[1])]).toEqual([10, 14]);
});

test('the schedule can be changed only some times an hour', async () => {
  own.setNow(testNow);
  const { game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  let daysPerTurn = 1;
  const change = () => {
    daysPerTurn += 1;
    const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn, timeZone: 'UTC' };
    return setSchedule(own.ctx, { gameId: game.id, by: gm.id, policy });
  };
  expect(await untilRefused(70, change)).toEqual({ done: 60, codes: ['too-often'] });
});

test('someone who declines an invitation by replying to it has not accepted the seat', async () => {
  const ctx = { ...own.ctx, inbound: { domain: 'mail.whistlestop.test' } };
  const { game, players, seats } = await runningGame(ctx, { humans: 1, opponents: 3 });
  const [ann] = players as [Account];
  const [seat] = seats as [Seat];
  await ctx.db.prisma.seat.update({ where: { id: seat.id }, data: { acceptedAt: null } });
  const key = (await gmReplyAddress(ctx, await gameNow(ctx, game.id), ann)).replace(/^gm-/, '');
  granted(await writeToGmByMail(ctx, { key, from: ann.email, text: 'No, thank you.' }));
  const now = await ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
  expect(now.acceptedAt).toBeNull();
});

test('players extend the turns of a game at most three times a day, and each turn at most twice', async () => {
  own.setNow(testNow);
  const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 14, timeZone: 'UTC', voteExtensionDays: 1 };
  const table = await calendarGame(own.ctx, policy, { humans: 1, opponents: 3 });
  const { game, players } = table;
  const [ann] = players as [Account];
  const vote = async () => {
    const { due, turn } = await gameNow(own.ctx, game.id);
    return voteForMoreTime(own.ctx, { gameId: game.id, by: ann.id, turn, due: due as Date });
  };
  expect(await untilRefused(5, vote)).toEqual({ done: 2, codes: ['extended-often'] });
  await processAsGm(own.ctx, table, 1);
  expect(await untilRefused(5, vote)).toEqual({ done: 1, codes: ['too-often'] });
});

test('practice games of many guests that one account adopts stay within the limit of one player', async () => {
  const account = await anAccount(own.ctx, 'Max Many');
  for (const games of [2, MAX_PRACTICE_GAMES]) {
    const guest = { accountId: null, guestToken: null };
    const { player, newGuestToken } = granted(await ensurePracticePlayer(own.ctx, guest));
    for (let i = 0; i < games; i += 1) {
      granted(await startPractice(own.ctx, { player, name: null }, { ruleset: 'margin-of-error' }));
    }
    await findPracticePlayer(own.ctx, { accountId: account.id, guestToken: newGuestToken });
  }
  const player = await findPracticePlayer(own.ctx, { accountId: account.id, guestToken: newToken() });
  const all = await own.ctx.db.prisma.practiceGame.count({ where: { playerId: player?.id ?? '' } });
  expect(all).toBe(MAX_PRACTICE_GAMES);
  const lines = await practiceLines(own.ctx, player?.id ?? '');
  expect(lines.map(({ phase }) => phase)).not.toContain(null);
});

describe('practice games of all guests together', () => {
  const start = async (
    ctx: typeof own.ctx,
    guestToken: string | null,
    accountId: number | null = null,
    network?: string,
  ) => {
    const networks = network === undefined ? undefined : { network, block: network };
    const visitor = { accountId, guestToken, ...(networks && { networks }) };
    const { player, newGuestToken } = granted(await ensurePracticePlayer(ctx, visitor));
    const started = await startPractice(ctx, { player, name: null }, { ruleset: 'margin-of-error' });
    return { started, token: newGuestToken ?? guestToken };
  };

  test('have a limit; those that were not played for a day make room for new ones', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const ctx = { ...own.ctx, guestPracticeGames: 3 };
    const first = await start(ctx, null);
    const second = await start(ctx, null);
    granted((await start(ctx, null)).started);
    expect(codesOf((await start(ctx, null)).started)).toEqual(['guests-full']);
    const account = await anAccount(own.ctx, 'Has Account');
    granted((await start(ctx, null, account.id)).started);
    own.setNow(new Date(testNow.getTime() + 25 * HOUR));
    const { id } = await own.ctx.db.prisma.practiceGame.update({
      where: { id: granted(second.started) },
      data: { playedAt: own.ctx.now() },
    });
    granted((await start(ctx, null)).started);
    const left = await own.ctx.db.prisma.practiceGame.findMany({ where: { player: { accountId: null } } });
    expect(left).toHaveLength(3);
    expect(left.map((game) => game.id)).toContain(id);
    expect(left.map((game) => game.id)).not.toContain(granted(first.started));
  });

  test('cannot all be those of one network: it makes room for others, although it plays on', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const ctx = { ...own.ctx, guestPracticeGames: 5 };
    const from = (network: string) => start(ctx, null, null, network);
    const quiet = granted((await from('198.51.100.4')).started);
    const greedy: string[] = [];
    for (let i = 0; i < 9; i += 1) {
      own.setNow(new Date(own.ctx.now().getTime() + 60_000));
      greedy.push(granted((await from('203.0.113.9')).started));
    }
    const other = granted((await from('192.0.2.7')).started);
    const left = await own.ctx.db.prisma.practiceGame.findMany({ where: { player: { accountId: null } } });
    expect(left.map(({ id }) => id).sort()).toEqual([quiet, other, ...greedy.slice(-3)].sort());
  });

  test('of one network have a limit of their own', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const games = () => own.ctx.db.prisma.practiceGame.count();
    const first = await start(own.ctx, null, null, '203.0.113.9');
    const game = await own.ctx.db.prisma.practiceGame.findUniqueOrThrow({
      where: { id: granted(first.started) },
      omit: { id: true },
    });
    await own.ctx.db.prisma.practiceGame.createMany({
      data: Array.from({ length: GAMES_PER_NETWORK - 1 }, () => game as never),
    });
    granted((await start(own.ctx, null, null, '203.0.113.9')).started);
    expect(await games()).toBe(GAMES_PER_NETWORK);
    granted((await start(own.ctx, null, null, '192.0.2.7')).started);
    expect(await games()).toBe(GAMES_PER_NETWORK + 1);
  });

  test('are not possible if the setting is 0', async () => {
    const ctx = { ...own.ctx, guestPracticeGames: 0 };
    expect(codesOf((await start(ctx, null)).started)).toEqual(['guests-full']);
  });
});

describe('practice games of accounts', () => {
  /** Starts a game of a new account, in a network that is in a block of its own unless given. */
  const start = async (ctx: typeof own.ctx, name: string, network: string, block = network) => {
    const account = await anAccount(own.ctx, name);
    const { player } = granted(await ensurePracticePlayer(ctx, { accountId: account.id, guestToken: null }));
    const networks = { network, block };
    return startPractice(ctx, { player, name, networks }, { ruleset: 'margin-of-error' });
  };
  const copies = async (id: string, count: number) => {
    const game = await own.ctx.db.prisma.practiceGame.findUniqueOrThrow({
      where: { id },
      omit: { id: true },
    });
    const data = Array.from({ length: count }, () => game as never);
    await own.ctx.db.prisma.practiceGame.createMany({ data });
  };

  test('that are started in one network have a limit; those that were not played for a day make room', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const first = granted(await start(own.ctx, 'Many Accounts', '203.0.113.9'));
    await copies(first, ACCOUNT_GAMES_PER_NETWORK - 1);
    expect(codesOf(await start(own.ctx, 'More Accounts', '203.0.113.9'))).toEqual(['practice-full']);
    granted(await start(own.ctx, 'Someone Else', '192.0.2.7'));
    own.setNow(new Date(testNow.getTime() + 25 * HOUR));
    granted(await start(own.ctx, 'Next Day', '203.0.113.9'));
    expect(await own.ctx.db.prisma.practiceGame.count()).toBe(ACCOUNT_GAMES_PER_NETWORK + 1);
  });

  test('have a limit together; those that were not played for a week make room', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const ctx = { ...own.ctx, accountPracticeGames: 2 };
    const first = granted(await start(ctx, 'Paul First', '203.0.113.1'));
    granted(await start(ctx, 'Sue Second', '203.0.113.2'));
    expect(codesOf(await start(ctx, 'Tim Third', '203.0.113.3'))).toEqual(['practice-full']);
    own.setNow(new Date(testNow.getTime() + 8 * 24 * HOUR));
    granted(await start(ctx, 'Late Again', '203.0.113.4'));
    const left = await own.ctx.db.prisma.practiceGame.findMany();
    expect(left).toHaveLength(2);
    expect(left.map(({ id }) => id)).not.toContain(first);
  });

  test('that are started in one block of networks have a limit, and no account there loses its only game', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const many = granted(await start(own.ctx, 'Many Games', '203.0.113.1', '203.0.113'));
    const only = granted(await start(own.ctx, 'Only Game', '203.0.113.2', '203.0.113'));
    // Each network has no more than it may, but the block as many as it may.
    await copies(many, ACCOUNT_GAMES_PER_NETWORK - 1);
    const { playerId } = await own.ctx.db.prisma.practiceGame.findUniqueOrThrow({ where: { id: many } });
    const third = granted(await start(own.ctx, 'Third Place', '203.0.113.3', '203.0.113'));
    await copies(third, ACCOUNT_GAMES_PER_NETWORK - 2);
    const refused = await start(own.ctx, 'One Too Many', '203.0.113.4', '203.0.113');
    expect(codesOf(refused)).toEqual(['practice-full']);
    granted(await start(own.ctx, 'Someone Else', '192.0.2.7', '192.0.2'));
    own.setNow(new Date(testNow.getTime() + 25 * HOUR));
    granted(await start(own.ctx, 'Next Day', '203.0.113.4', '203.0.113'));
    // The account with the most games made room.
    expect(await own.ctx.db.prisma.practiceGame.count({ where: { playerId } })).toBe(
      ACCOUNT_GAMES_PER_NETWORK - 1,
    );
    expect(await own.ctx.db.prisma.practiceGame.count({ where: { id: only } })).toBe(1);
  });

  test('are made room for by the block with the most, if all accounts together have as many as they may', async () => {
    await own.ctx.db.prisma.practicePlayer.deleteMany();
    own.setNow(testNow);
    const ctx = { ...own.ctx, accountPracticeGames: 6 };
    const quiet = granted(await start(ctx, 'Quiet Player', '198.51.100.4', '198.51.100'));
    await copies(quiet, 1);
    const many = granted(await start(ctx, 'Many Games', '203.0.113.1', '203.0.113'));
    await copies(many, 1);
    const only = granted(await start(ctx, 'Only Game', '203.0.113.2', '203.0.113'));
    granted(await start(ctx, 'In Time', '203.0.113.3', '203.0.113'));
    const blocks = async () => {
      const games = await own.ctx.db.prisma.practiceGame.groupBy({ by: 'block', _count: true });
      return games.map(({ _count }) => _count).sort();
    };
    expect(await blocks()).toEqual([2, 4]);
    granted(await start(ctx, 'Newcomer', '192.0.2.7', '192.0.2'));
    expect(await blocks()).toEqual([1, 2, 3]);
    expect(await own.ctx.db.prisma.practiceGame.count({ where: { id: only } })).toBe(1);
    // Now only one account has two games, in the other block.
    granted(await start(ctx, 'Second Newcomer', '192.0.2.8', '192.0.2'));
    expect(await blocks()).toEqual([1, 2, 3]);
    expect(codesOf(await start(ctx, 'Last', '192.0.2.9', '192.0.2'))).toEqual(['practice-full']);
  });
});

test('a time zone has few spellings, because each takes memory for good', () => {
  const good = [
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'America/Port-au-Prince',
    'Asia/Kolkata',
    'US/Eastern',
  ];
  expect(good.filter((zone) => !isTimeZone(zone) && zone !== 'US/Eastern')).toEqual([]);
  for (const zone of [
    'america/new_york',
    'aMERICA/New_York',
    'AMERICA/NEW_YORK',
    'America/New_YorK',
    'utc',
    '+01:00',
  ]) {
    expect([zone, isTimeZone(zone)]).toEqual([zone, false]);
  }
});

describe('turns that someone misses in a game to which they were only invited', () => {
  const missed = async (about: { acceptedAt?: null; due?: null; early?: true }) => {
    own.setNow(testNow);
    const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const [seat] = g.seats as [Seat];
    const { prisma } = own.ctx.db;
    if ('acceptedAt' in about) {
      await prisma.seat.update({ where: { id: seat.id }, data: { acceptedAt: null } });
    }
    if ('due' in about) {
      await prisma.gameSchedule.update({ where: { gameId: g.game.id }, data: { due: null } });
    }
    if (!about.early) own.setNow(new Date(firstDue.getTime() + HOUR));
    await processAsGm(own.ctx, g, 1);
    return reliability(own.ctx, g.players[0]?.id ?? 0);
  };

  test('do not count for their reliability, nor turns that are processed before their due date; others do', async () => {
    const none = { owed: 0, percent: null };
    expect(await missed({ acceptedAt: null })).toMatchObject(none);
    expect(await missed({ due: null })).toMatchObject(none);
    expect(await missed({ early: true })).toMatchObject(none);
    expect(await missed({})).toMatchObject({ owed: 1, percent: 0 });
  });
});

test('a GM does not see the addresses of people on the waitlist', async () => {
  own.setNow(testNow);
  const { game, gm } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const waiting = await anAccount(own.ctx, 'Wanda Waiting');
  await own.ctx.db.prisma.$transaction((tx) =>
    enqueueDelivery(
      tx,
      {
        kind: 'notice',
        account: waiting,
        gameId: game.id,
        detail: { subject: 'a seat is free', paragraphs: [] },
      },
      own.ctx,
    ),
  );
  const page = await gmGamePage(own.ctx, gm, gameNumber(game));
  expect(page?.deliveries.some(({ subject }) => subject === 'a seat is free')).toBe(true);
  expect(JSON.stringify(page)).not.toContain(waiting.email);
});

test('messages that are refused do not use up what a GM can get', async () => {
  own.setNow(testNow);
  const { game, gm } = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  const stranger = await anAccount(own.ctx, 'Sam Stranger');
  let written = 0;
  const write = () => {
    written += 1;
    return writeToGm(own.ctx, { gameId: game.id, by: stranger.id, text: `Hello ${written}`, via: 'web' });
  };
  expect(await untilRefused(9, write)).toEqual({ done: 5, codes: ['too-many'] });
  for (let i = 0; i < 5; i += 1) await write();
  const counted = await own.ctx.db.prisma.mailRequest.count({ where: { accountId: stranger.id } });
  expect([counted, gm.id !== stranger.id]).toEqual([5, true]);
});

test('mail is sent again to people who have not accepted their seat only some times a day', async () => {
  own.setNow(testNow);
  const { game, gm, seats } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  await own.ctx.db.prisma.seat.update({ where: { id: seats[0]?.id ?? '' }, data: { acceptedAt: null } });
  const where = { gameId: game.id, kind: 'printout' as const };
  let minutes = 0;
  const again = async () => {
    minutes += 2;
    own.setNow(new Date(testNow.getTime() + minutes * 60_000));
    await own.ctx.db.prisma.delivery.updateMany({
      where,
      data: { status: 'sent', nextAttempt: null, sentAt: own.ctx.now() },
    });
    const { id } = await own.ctx.db.prisma.delivery.findFirstOrThrow({ where });
    return resend(own.ctx, id, gm.id);
  };
  expect(await untilRefused(15, again)).toMatchObject({ codes: ['too-much-mail'] });
  expect(await own.ctx.db.prisma.delivery.count({ where })).toBeLessThanOrEqual(10);
});
