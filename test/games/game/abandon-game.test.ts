import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account, GameEventType, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { abandonGame, revivableUntil, reviveGame } from '../../../src/games/game/abandon-game.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { resumeGame } from '../../../src/games/schedule/change-due-date.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { joinGame } from '../../../src/games/seats/join-game.ts';
import { setJoiningPolicy } from '../../../src/games/seats/joining-policy.ts';
import type { Result } from '../../../src/rules/result.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import {
  anAccount,
  codesOf,
  firstDue,
  formingGame,
  gameNow,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from './play.ts';

let own: TestContext;
let table: TestGame;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(() => own.setNow(testNow));

const DAY = 86_400_000;
const asked = (turn: number) => ({ gameId: table.game.id, by: table.gm.id, turn });
const giveUp = (turn: number) =>
  abandonGame(own.ctx, { ...asked(turn), confirm: gameNumber(table.game), message: '' });
const fresh = () => gameNow(own.ctx, table.game.id);
const waiting = async () =>
  (await Promise.all(['deadline', 'remind', 'processEarly'].map((task) => jobsOf(own.ctx, task))))
    .flat()
    .filter((job) => job.payload.gameId === table.game.id);
const later = (days: number) => own.setNow(new Date(testNow.getTime() + days * DAY));

test('a running game that was abandoned can be revived where it was, paused until its GM resumes it', async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const of = { where: { gameId: table.game.id }, data: { autoProcess: true } };
  await own.ctx.db.prisma.gameSchedule.update(of);
  const [ann] = table.seats as [Seat];
  await send(own.ctx, ann, 1, { press: 'Still standing' });
  expect(codesOf(await reviveGame(own.ctx, asked(1)))).toEqual(['not-abandoned']);
  granted(await giveUp(1));
  expect(await waiting()).toEqual([]);
  expect(await fresh()).toMatchObject({ status: 'abandoned', due: null });

  later(10);
  const { id: player } = table.players[0] as Account;
  expect(codesOf(await reviveGame(own.ctx, { ...asked(1), by: player }))).toEqual(['not-gm']);
  expect(codesOf(await reviveGame(own.ctx, asked(2)))).toEqual(['wrong-turn']);
  granted(await reviveGame(own.ctx, { ...asked(1), message: 'I am back.' }));
  expect(await fresh()).toMatchObject({
    ...{ status: 'running', turn: 1, endedAt: null, due: null },
    pausedAt: own.ctx.now(),
  });
  expect(codesOf(await reviveGame(own.ctx, asked(1)))).toEqual(['not-abandoned']);
  const mails = await own.ctx.db.prisma.delivery.findMany({
    where: { gameId: table.game.id, kind: 'notice', createdAt: own.ctx.now() },
  });
  expect(mails.map((mail) => mail.accountId).sort()).toEqual(table.players.map(({ id }) => id).sort());
  for (const mail of mails) expect(JSON.stringify(mail.detail)).toMatch(/paused.*I am back\./);

  const processed = () => processTurn(own.ctx, { gameId: table.game.id, turn: 1, by: table.gm.id });
  expect((await processed()).kind).toBe('paused');
  granted(await resumeGame(own.ctx, { ...asked(1), due: new Date(testNow.getTime() + 30 * DAY) }));
  expect((await waiting()).map((job) => job.key)).toContain(`deadline:${table.game.id}`);
  expect((await processed()).kind).toBe('processed');
  const turn = await own.ctx.db.prisma.turn.findFirstOrThrow({
    where: { gameId: table.game.id, turn: 1 },
  });
  expect(turn.sheets).toMatchObject({ AB: { press: 'Still standing' } });
  expect(await replayGame(own.ctx, gameNumber(table.game))).toMatchObject({
    ok: true,
    value: { turns: 1, printoutsOfOtherVersions: 0 },
  });
});

test('of two requests at once, one abandons the game, and one revives it', async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const codes = async (clicks: Promise<Result<void>>[]) =>
    (await Promise.all(clicks)).flatMap((done) => (done.ok ? [] : codesOf(done)));
  const logged = async (type: GameEventType) =>
    own.ctx.db.prisma.gameEvent.count({ where: { gameId: table.game.id, type } });
  expect(await codes([giveUp(1), giveUp(1)])).toEqual(['ended']);
  const up = () => reviveGame(own.ctx, asked(1));
  expect(await codes([up(), up()])).toEqual(['not-abandoned']);
  expect([await logged('gameAbandoned'), await logged('gameRevived')]).toEqual([1, 1]);
});

test('a game that had not begun takes players again, and begins', async () => {
  table = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  granted(await giveUp(0));
  granted(await reviveGame(own.ctx, asked(0)));
  expect(await fresh()).toMatchObject({ status: 'forming', pausedAt: null, endedAt: null });
  granted(await beginGame(own.ctx, { gameId: table.game.id, by: table.gm.id, due: firstDue }));
});

test('in a game that had not begun, the seat of a deleted account goes to the waitlist', async () => {
  table = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  const rules = { gameId: table.game.id, by: table.gm.id, joining: 'open' as const, seatsWanted: 4 };
  granted(await setJoiningPolicy(own.ctx, { ...rules, beginWhenFull: false }));
  const waits = await anAccount(own.ctx, 'Fay First');
  const join = { gameId: table.game.id, by: waits.id, link: null, wish: {} };
  expect(granted(await joinGame(own.ctx, join)).kind).toBe('waiting');
  granted(await giveUp(0));
  const [, carl] = table.players as [Account, Account];
  granted(await deleteAccount(own.ctx, carl.id));
  const seats = () => own.ctx.db.prisma.seat.findMany({ where: { gameId: table.game.id } });
  expect(await seats()).toHaveLength(3);
  granted(await reviveGame(own.ctx, asked(0)));
  expect((await seats()).map(({ accountId }) => accountId)).toContain(waits.id);
  granted(await beginGame(own.ctx, { gameId: table.game.id, by: table.gm.id, due: firstDue }));
});

test('a game cannot be revived after 60 days', async () => {
  table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  granted(await giveUp(1));
  later(59);
  expect(revivableUntil(own.ctx, await fresh())).toEqual(new Date(testNow.getTime() + 60 * DAY));
  later(60);
  expect(revivableUntil(own.ctx, await fresh())).toBeNull();
  expect(codesOf(await reviveGame(own.ctx, asked(1)))).toEqual(['too-late']);
  expect((await fresh()).status).toBe('abandoned');
});

test('the computer gets the seat of a deleted account, which is offered if the game offers seats', async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  await own.ctx.db.prisma.gamePolicy.update({
    where: { gameId: table.game.id },
    data: { offerAbandonedSeats: true },
  });
  granted(await giveUp(1));
  const [ann, carl] = table.seats as [Seat, Seat];
  granted(await deleteAccount(own.ctx, carl.accountId ?? 0));
  granted(await reviveGame(own.ctx, asked(1)));
  const seats = await own.ctx.db.prisma.seat.findMany({ where: { id: { in: [ann.id, carl.id] } } });
  expect(seats.find((seat) => seat.id === carl.id)).toMatchObject({
    ...{ opponent: true, offered: true, name: 'CD' },
  });
  expect(seats.find((seat) => seat.id === ann.id)).toMatchObject({ opponent: false, offered: false });
  expect((await jobsOf(own.ctx, 'computerSheets')).some((job) => job.payload.gameId === table.game.id)).toBe(
    true,
  );
});
