import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import type { GameTransfer } from '../../../src/games/archive/transfer-file.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../../../src/games/archive/transfer-out.ts';
import { deleteGame } from '../../../src/games/game/delete-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { saveNotes } from '../../../src/games/notes/private-notes.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { codesOf, formingGame, granted, runningGame } from '../game/play.ts';

/* Games that move to another server, and what becomes of the copies that stay behind. */

let old: TestContext;
let next: TestContext;

beforeAll(async () => {
  [old, next] = await Promise.all([testContext(), testContext()]);
});
afterAll(async () => {
  await Promise.all([old.close(), next.close()]);
});

/** The file after a round trip through JSON. */
const onDisk = (file: GameTransfer): GameTransfer => JSON.parse(JSON.stringify(file));

async function pause(ctx: AppContext, gameId: string, paused: boolean): Promise<void> {
  const data = { pausedAt: paused ? ctx.now() : null };
  await ctx.db.prisma.gameSchedule.update({ where: { gameId }, data });
}

/** Plays the open turn on one of the servers. */
async function play(ctx: AppContext, gameId: string, turn: number): Promise<void> {
  await pause(ctx, gameId, false);
  expect(await processTurn(ctx, { gameId, turn, by: null })).toMatchObject({ kind: 'processed' });
  await pause(ctx, gameId, true);
}

const sent = async (ctx: AppContext, number: string) => onDisk(granted(await transferOut(ctx, number)));

/** A game in its second turn that has moved to the other server. */
async function aMovedGame() {
  const g = await runningGame(old.ctx, { humans: 2, opponents: 2 });
  const number = gameNumber(g.game);
  // So that no seat goes to the computer, although no one sends a sheet.
  await old.ctx.db.prisma.gamePolicy.update({ where: { gameId: g.game.id }, data: { maxMisses: 0 } });
  await play(old.ctx, g.game.id, 1);
  const file = await sent(old.ctx, number);
  return { g, id: g.game.id, number, file };
}

const turnsOf = (ctx: AppContext, gameId: string) => ctx.db.prisma.turn.count({ where: { gameId } });

describe('a running game that has moved to another server', () => {
  test('comes back as it went on there, and people keep what they had here alone', async () => {
    const { g, id, number, file } = await aMovedGame();
    const [ann] = g.players as [Account];
    const [seat] = g.seats as [Seat];
    granted(await saveNotes(old.ctx, { gameId: id, by: ann.id, text: 'Watch Ohio.' }));
    const { prisma } = old.ctx.db;
    const at = old.ctx.now();
    const url = 'https://program.test/call';
    const secret = new Uint8Array(32);
    const program = {
      kind: 'program' as const,
      accountId: ann.id,
      gameId: id,
      seatId: seat.id,
      createdAt: at,
    };
    await prisma.webhook.create({ data: { ...program, url, secret } });
    const question = { ruleset: 'politics', bank: 'b', question: 'q', reason: 'wrong', gameId: id, at };
    await prisma.disputedQuestion.create({ data: question });
    granted(await transferIn(next.ctx, file));
    await play(next.ctx, id, 2);
    const back = await sent(next.ctx, number);
    expect(granted(await transferIn(old.ctx, back))).toMatchObject({ game: number });

    expect(await turnsOf(old.ctx, id)).toBe(3);
    expect(await prisma.game.findUnique({ where: { id } })).toMatchObject({
      turn: 3,
      transferredOutAt: null,
    });
    expect(await replayGame(old.ctx, number)).toMatchObject({ ok: true, value: { turns: 2 } });
    expect(await prisma.privateNotes.findMany({ where: { gameId: id } })).toMatchObject([
      { accountId: ann.id, text: 'Watch Ohio.' },
    ]);
    expect(await prisma.webhook.findMany({ where: { gameId: id } })).toMatchObject([
      { url, seatId: seat.id },
    ]);
    expect(await prisma.disputedQuestion.count({ where: { gameId: id } })).toBe(1);
    const present = await prisma.seat.findUniqueOrThrow({ where: { id: seat.id } });
    expect(present.accountId).toBe(ann.id);
    await play(old.ctx, id, 3);
    // It can move again, and come back again.
    granted(await deleteGame(next.ctx, number));
    granted(await transferIn(next.ctx, await sent(old.ctx, number)));
    await play(next.ctx, id, 4);
    const again = await sent(next.ctx, number);
    expect(codesOf(await transferIn(old.ctx, back))).toEqual(['not-moved']);
    granted(await transferIn(old.ctx, again));
    expect(await turnsOf(old.ctx, id)).toBe(5);
  });

  test('does not come back from the file with which it left, or while it is here', async () => {
    const { id, number, file } = await aMovedGame();
    const refused = await transferIn(old.ctx, file);
    expect(codesOf(refused)).toEqual(['not-moved']);
    expect(refused).toMatchObject({
      problems: [{ message: expect.stringContaining(`transfer-out ${number} --take-back`) }],
    });
    granted(await takeTransferBack(old.ctx, number));
    expect(codesOf(await transferIn(old.ctx, file))).toEqual(['known-game']);
    expect(await turnsOf(old.ctx, id)).toBe(2);
  });

  test('does not come back over a copy that went on', async () => {
    const { id, number, file } = await aMovedGame();
    granted(await transferIn(next.ctx, file));
    await play(next.ctx, id, 2);
    const back = await sent(next.ctx, number);
    granted(await takeTransferBack(old.ctx, number));
    await sent(old.ctx, number);
    expect(codesOf(await transferIn(old.ctx, back))).toEqual(['went-on-here']);
    granted(await takeTransferBack(old.ctx, number));
    await play(old.ctx, id, 2);
    await sent(old.ctx, number);
    expect(codesOf(await transferIn(old.ctx, back))).toEqual(['went-on-here']);
  });

  test('keeps the copy if the file is damaged', async () => {
    const { id, number, file } = await aMovedGame();
    granted(await transferIn(next.ctx, file));
    await play(next.ctx, id, 2);
    const back = await sent(next.ctx, number);
    const last = back.tables.Turn?.at(-1);
    if (last) last.state = last.state?.replace(/\d+/, '7777') ?? null;
    expect(codesOf(await transferIn(old.ctx, back))).toEqual(['differs']);
    expect(await turnsOf(old.ctx, id)).toBe(2);
    granted(await takeTransferBack(old.ctx, number));
  });

  test('can be deleted here, and come back with its number, which no other game gets', async () => {
    const { g, id, number, file } = await aMovedGame();
    const { title } = g.game;
    expect(granted(await deleteGame(old.ctx, number))).toEqual({ title, isCopy: true });
    expect(codesOf(await takeTransferBack(old.ctx, number))).toEqual(['unknown-game']);
    const later = await formingGame(old.ctx, { humans: 1, opponents: 1 });
    expect(later.game.serial).toBe(g.game.serial + 1);
    granted(await transferIn(next.ctx, file));
    await play(next.ctx, id, 2);
    granted(await transferIn(old.ctx, await sent(next.ctx, number)));
    expect(await turnsOf(old.ctx, id)).toBe(3);
    await play(old.ctx, id, 3);
    expect(codesOf(await deleteGame(old.ctx, number))).toEqual(['running']);
  });
});

test('a game does not get the number of another one that was deleted', async () => {
  const { number, file } = await aMovedGame();
  const { prefix, serial } = { prefix: number.split('-')[0] as string, serial: Number(number.split('-')[1]) };
  await next.ctx.db.prisma.deletedGame.create({ data: { id: crypto.randomUUID(), prefix, serial } });
  expect(codesOf(await transferIn(next.ctx, file))).toEqual(['taken-number']);
});

test('a game that is added twice at once is added once, and the other command says why not', async () => {
  const { id, number, file } = await aMovedGame();
  const both = await Promise.all([1, 2].map(() => transferIn(next.ctx, file)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = both.find(({ ok }) => !ok);
  expect(['busy', 'known-game']).toContain(codesOf(refused as (typeof both)[number])[0]);
  expect(JSON.stringify(refused)).toContain(number);
  expect(await turnsOf(next.ctx, id)).toBe(2);
});
