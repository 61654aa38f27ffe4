import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyGame } from '../../helpers/many-games.ts';
import { type SheetGame, sheetGame } from '../turn-sheet/sheet-setup.ts';

/* How many statements the public pages take: as many on a server with many games as on one with few. */

const COPIES = 60;

let game: SheetGame;

beforeAll(async () => {
  game = await sheetGame();
});
afterAll(() => game?.close());

/** How many statements a page takes that was shown before. */
async function statementsOf(url: string): Promise<number> {
  await game.app.inject(url);
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const { statusCode } = await game.app.inject(url);
    expect([url, statusCode]).toEqual([url, 200]);
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

test('the lobby and the public page of a game take as many statements for many games as for few', async () => {
  const pages = ['/', `/games/${game.number}`];
  const few: number[] = [];
  for (const page of pages) few.push(await statementsOf(page));
  await copyGame(game.ctx.db.pool, game.gameId, { count: COPIES });
  const many: number[] = [];
  for (const page of pages) many.push(await statementsOf(page));
  expect(many).toEqual(few);
  expect(few).toEqual([1, 10]);
});
