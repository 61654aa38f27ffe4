import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../src/database/client.ts';
import { type SheetGame, sheetGame, Visitor } from '../web/turn-sheet/sheet-setup.ts';

/* To make an export, a whole game is read. No one can make the server do that again and again. */

const PAGES = ['/games/EY-1/verify', '/games/EY-1/export.json'];
let setup: SheetGame;

beforeAll(async () => {
  setup = await sheetGame({ exports: 9 });
});
afterAll(() => setup?.close());

/** Asks for both pages while no one can read some tables: a request that needs them waits, and fails. */
async function statusesWithout(tables: string): Promise<number[]> {
  return await setup.ctx.db.prisma.$transaction(
    async (tx: Tx) => {
      await tx.$executeRawUnsafe(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
      const statuses: number[] = [];
      for (const page of PAGES) statuses.push((await new Visitor(setup.app).get(page)).status);
      return statuses;
    },
    { timeout: 60_000 },
  );
}

test('the export of a game that is not over is refused without reading the game', async () => {
  expect(await statusesWithout('"Turn", "GameState", "GameSecret", "Seat", "Sheet", "Printout"')).toEqual([
    404, 404,
  ]);
}, 90_000);

describe('the export of a game that is over', () => {
  beforeAll(async () => {
    for (let turn = 1; turn <= 40; turn += 1) {
      const { status } = await setup.ctx.db.prisma.game.findUniqueOrThrow({ where: { id: setup.gameId } });
      if (status === 'over') break;
      await setup.processTurn();
    }
  }, 120_000);

  test('is made without reading sheets and printouts, and is made once', async () => {
    expect(await statusesWithout('"Sheet", "Printout"')).toEqual([200, 200]);
    expect(await statusesWithout('"Turn", "GameState", "GameSecret"')).toEqual([200, 200]);
  }, 90_000);

  test('has one limit for both addresses, also if only their headers are asked for', async () => {
    const ask = async (method: 'GET' | 'HEAD', url: string) =>
      (await setup.app.inject({ method, url, remoteAddress: '198.51.100.9' })).statusCode;
    for (let i = 0; i < 3; i += 1) {
      for (const page of PAGES) expect(await ask('GET', page)).toBe(200);
      expect(await ask('HEAD', PAGES[1] as string)).toBe(200);
    }
    for (const page of PAGES) {
      expect(await ask('GET', page)).toBe(429);
      expect(await ask('HEAD', page)).toBe(429);
    }
  });
});
