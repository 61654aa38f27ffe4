import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SheetGame, sheetGame, Visitor } from './sheet-setup.ts';

/* How often the database is asked for one page: what a request needs is read once and handed on. */

let game: SheetGame;
let ann: Visitor;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
});
afterAll(() => game?.close());

/** How many queries of one request read each table. */
async function tablesRead(url: string): Promise<Record<string, number>> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const page = await ann.get(url);
  const queries = spy.mock.calls.map(([query]) => {
    const text: unknown = typeof query === 'object' ? (query as { text?: unknown }).text : query;
    return String(text);
  });
  spy.mockRestore();
  expect([url, page.status]).toEqual([url, 200]);
  const counts: Record<string, number> = {};
  for (const query of queries) {
    const table = /\bFROM "public"\."(\w+)"/.exec(query)?.[1];
    if (table !== undefined) counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

/** The session, and the game with its parts; the accounts are those of the session, of the GM and of the seats. */
const ONE_READ = {
  ...{ Session: 1, SecurityCode: 1, Account: 3 },
  ...{ Game: 1, GameSchedule: 1, GamePolicy: 1, GameState: 1, Seat: 1 },
};

test('the page of a turn sheet reads the game, its seats and its accounts once', async () => {
  const sheet = `/my/games/${game.number}/sheet`;
  // The map is cached by the public printout from which it is drawn, and a rollback may keep the sheet from being changed.
  // Printouts also tell since when the seat has had its player, and a second look at the sheets tells whether one of a
  // former player stands.
  const rest = { Sheet: 2, Rollback: 1, PrivateNotes: 1 };
  expect(await tablesRead(sheet)).toEqual({ ...ONE_READ, ...rest, Printout: 3 });
  expect(await tablesRead(sheet)).toEqual({ ...ONE_READ, ...rest, Printout: 2 });
  await ann.post(sheet, { _turn: '1', press: 'x'.repeat(200) });
  expect((await ann.get(sheet)).body).toContain('Version 1 was refused');
  // The list of versions, and the version that fills the form with the mails of its receipt.
  expect(await tablesRead(sheet)).toMatchObject({ ...ONE_READ, Sheet: 3 });
});

test('so do its receipt and the pages of advance orders', async () => {
  const base = `/my/games/${game.number}`;
  const sent = await ann.post(`${base}/sheet`, { _turn: '1', press: 'Good' });
  expect(await tablesRead(sent.location)).toMatchObject(ONE_READ);
  expect(await tablesRead(`${base}/advance-orders/3`)).toMatchObject(ONE_READ);
  expect(await tablesRead(`${base}/advance-orders/standing`)).toMatchObject(ONE_READ);
});
