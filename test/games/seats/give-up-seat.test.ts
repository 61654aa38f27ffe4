import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { abandonGame, reviveGame } from '../../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { giveUpSeat } from '../../../src/games/seats/give-up-seat.ts';
import { setMissedTurnsPolicy } from '../../../src/games/seats/missed-turns.ts';
import { reclaimSeat } from '../../../src/games/seats/reclaim-seat.ts';
import { replacePlayer, returnSeat } from '../../../src/games/seats/replace-player.ts';
import { takeOverSeat } from '../../../src/games/seats/takeover.ts';
import { sendAdvanceOrders } from '../../../src/games/sheets/advance-orders.ts';
import { MAX_VERSIONS } from '../../../src/games/sheets/sheet-limits.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, signedIn, testCode } from '../../web/visitor.ts';
import {
  anAccount,
  codesOf,
  formingGame,
  gameNow,
  granted,
  jobsOf,
  runningGame,
  send,
  type TestGame,
} from '../game/play.ts';
import { processAsGm } from '../processing/turns.ts';

let own: TestContext;
let table: TestGame;
let ann: Account;
let seat: Seat;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  table = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = table.players[0] as Account;
  seat = table.seats[0] as Seat;
});

const giveUp = (by = ann.id) => giveUpSeat(own.ctx, { gameId: table.game.id, seatId: seat.id, by });
const asGm = () => ({ gameId: table.game.id, by: table.gm.id, turn: 1, seatId: seat.id });
const seatNow = () => own.ctx.db.prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
const offerSeats = () =>
  setMissedTurnsPolicy(own.ctx, {
    ...{ gameId: table.game.id, by: table.gm.id },
    ...{ maxMisses: 0, minReliability: null, offerAbandonedSeats: true },
  });

test('the computer plays the seat, the sheet that was sent counts, and GM and player are told', async () => {
  const { prisma } = own.ctx.db;
  await send(own.ctx, seat, 1, { press: 'My last words' });
  const by = { gameId: table.game.id, seatId: seat.id, sentById: ann.id };
  granted(await sendAdvanceOrders(own.ctx, { ...by, turn: 2, raw: { press: 'Never' } }));
  granted(await giveUp());
  expect(await seatNow()).toMatchObject({ opponent: true, accountId: null, reclaimableById: null });
  expect(await prisma.advanceOrders.count({ where: { seatId: seat.id } })).toBe(0);
  const log = await prisma.gameEvent.findMany({ where: { gameId: table.game.id, type: 'seatGivenUp' } });
  expect(log).toMatchObject([{ accountId: ann.id, detail: `[AB] turn 1, #${ann.id}` }]);
  const mails = await prisma.delivery.findMany({ where: { gameId: table.game.id, kind: 'notice' } });
  expect(mails.map(({ accountId }) => accountId).sort()).toEqual([ann.id, table.gm.id].sort());
  await makeComputerSheets(own.ctx, { gameId: table.game.id, turn: 1 });
  await processAsGm(own.ctx, table, 1);
  const played = await prisma.sheet.findMany({ where: { seatId: seat.id, turn: 1, outcome: 'standing' } });
  expect(played).toMatchObject([{ raw: { press: 'My last words' } }]);
  expect((await replayGame(own.ctx, gameNumber(table.game))).ok).toBe(true);
});

test('the player cannot come back, but the GM can give them the seat again', async () => {
  granted(await offerSeats());
  granted(await giveUp());
  expect((await seatNow()).offered).toBe(true);
  const wanted = { gameId: table.game.id, seatId: seat.id, by: ann.id, turn: 1 };
  expect(codesOf(await takeOverSeat(own.ctx, wanted))).toEqual(['gave-up']);
  const other = table.seats[2] as Seat;
  await own.ctx.db.prisma.seat.update({ where: { id: other.id }, data: { offered: true } });
  expect(codesOf(await takeOverSeat(own.ctx, { ...wanted, seatId: other.id }))).toEqual(['sat-before']);
  expect(codesOf(await reclaimSeat(own.ctx, { gameId: table.game.id, by: ann.id }))).toEqual([
    'not-reclaimable',
  ]);
  expect(codesOf(await returnSeat(own.ctx, asGm()))).toEqual(['not-reclaimable']);
  expect(codesOf(await giveUp())).toEqual(['not-seated']);
  granted(await replacePlayer(own.ctx, { ...asGm(), name: ann.name, email: ann.email }));
  expect((await seatNow()).accountId).toBe(ann.id);
});

test('only a seat of one’s own can be given up, and not while the game is forming', async () => {
  expect(codesOf(await giveUp(table.players[1]?.id as number))).toEqual(['not-seated']);
  expect(codesOf(await giveUp(table.gm.id))).toEqual(['not-seated']);
  expect(await seatNow()).toMatchObject({ opponent: false, accountId: ann.id });
  const forming = await formingGame(own.ctx, { humans: 1, opponents: 3 });
  const [first] = forming.seats as [Seat];
  const wanted = { gameId: forming.game.id, seatId: first.id, by: first.accountId as number };
  expect(codesOf(await giveUpSeat(own.ctx, wanted))).toEqual(['not-running']);
  expect((await gameNow(own.ctx, forming.game.id)).status).toBe('forming');
});

test('a page says what it means, and its button gives the seat up', async () => {
  const app = await aWeb(own.ctx);
  try {
    const visitor = await signedIn(app, own.ctx, ann);
    const base = `/my/games/${table.game.prefix}-${table.game.serial}`;
    expect((await visitor.get(base)).body).toContain(`<a href="${base}/give-up">give up your seat</a>`);
    const page = await visitor.get(`${base}/give-up`);
    expect(page.body).toContain('You cannot come back.');
    expect(page.body).toContain(`name="seat" value="${seat.id}"`);
    const done = await visitor.post(`${base}/give-up`, { seat: seat.id, giveUpCode: testCode });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/my/games?done=seat-given-up']);
    expect((await seatNow()).opponent).toBe(true);
    expect((await visitor.get(base)).statusCode).toBe(303);
    expect((await visitor.get(`${base}/give-up`)).statusCode).toBe(404);
  } finally {
    await app.close();
  }
});

test('a seat of an abandoned game can be given up, and a revival then reaches its player no more', async () => {
  const app = await aWeb(own.ctx);
  try {
    const { prisma } = own.ctx.db;
    granted(await offerSeats());
    const abandon = () => abandonGame(own.ctx, { ...asGm(), confirm: gameNumber(table.game) });
    granted(await abandon());
    const visitor = await signedIn(app, own.ctx, ann);
    const base = `/my/games/${gameNumber(table.game)}`;
    expect((await visitor.get(base)).body).toContain(`<a href="${base}/give-up">give up your seat</a>`);
    expect((await visitor.get(`${base}/give-up`)).body).toContain('You get no more e-mail about this game.');
    const fields = { seat: seat.id, giveUpCode: testCode };
    expect((await visitor.post(`${base}/give-up`, fields)).statusCode).toBe(303);
    expect(await seatNow()).toMatchObject({ accountId: null, reclaimableById: null, offered: false });
    await prisma.delivery.deleteMany();
    granted(await reviveGame(own.ctx, asGm()));
    expect(await seatNow()).toMatchObject({ opponent: true, offered: true });
    granted(await abandon());
    const mails = await prisma.delivery.findMany({ where: { kind: 'notice', gameId: table.game.id } });
    expect(new Set(mails.map(({ accountId }) => accountId))).toEqual(new Set([table.players[1]?.id]));
  } finally {
    await app.close();
  }
});

test('a seat of a game that was abandoned before it began is removed, as when its player leaves', async () => {
  const forming = await formingGame(own.ctx, { humans: 2, opponents: 2 });
  const { game, gm, seats, players } = forming;
  const asked = { gameId: game.id, by: gm.id, turn: 0 };
  granted(await abandonGame(own.ctx, { ...asked, confirm: gameNumber(game) }));
  const wanted = { gameId: game.id, seatId: seats[0]?.id as string, by: players[0]?.id as number };
  granted(await giveUpSeat(own.ctx, wanted));
  granted(await reviveGame(own.ctx, asked));
  expect((await gameNow(own.ctx, game.id)).seats.map(({ accountId }) => accountId)).toEqual([
    ...[players[1]?.id, null, null],
  ]);
});

test('after the player has deleted the account, the seat no longer has the name', async () => {
  granted(await giveUp());
  expect((await seatNow()).name).toBe(seat.name);
  granted(await deleteAccount(own.ctx, ann.id));
  expect((await seatNow()).name).toBe(seat.identifier);
});

test('the next player of the seat can send as many sheets as anyone, whatever was sent before', async () => {
  for (let i = 0; i < MAX_VERSIONS; i += 1) await send(own.ctx, seat, 1, { press: `Version ${i}` });
  expect(await send(own.ctx, seat, 1, { press: 'One more' })).toMatchObject({ kind: 'too-many' });
  granted(await giveUp());
  const email = (await anAccount(own.ctx, 'Nora New')).email;
  granted(await replacePlayer(own.ctx, { ...asGm(), email, name: 'Nora New' }));
  const next = await seatNow();
  expect(await send(own.ctx, next, 1, { press: 'Hello' })).toMatchObject({ kind: 'standing' });
});

test('a game that the last person leaves waits for its due date, although all sheets are in', async () => {
  const alone = await runningGame(own.ctx, { humans: 1, opponents: 3, processWhenComplete: true });
  const [only] = alone.seats as [Seat];
  const by = alone.players[0]?.id as number;
  granted(await giveUpSeat(own.ctx, { gameId: alone.game.id, seatId: only.id, by }));
  for (let i = 0; i < 2; i += 1) await makeComputerSheets(own.ctx, { gameId: alone.game.id, turn: 1 });
  const standing = { gameId: alone.game.id, turn: 1, outcome: 'standing' as const };
  expect(await own.ctx.db.prisma.sheet.count({ where: standing })).toBe(4);
  const jobs = await jobsOf(own.ctx, 'process');
  expect(jobs.filter(({ payload }) => payload.gameId === alone.game.id)).toEqual([]);
});
