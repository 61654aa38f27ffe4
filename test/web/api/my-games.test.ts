import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANNS_CODE, type SheetGame, sheetGame } from '../turn-sheet/sheet-setup.ts';

/* The own games and printouts, for programs. */

let game: SheetGame;
beforeAll(async () => {
  game = await sheetGame({});
});
afterAll(() => game?.close());

async function ask(url: string, user: number | null = game.ann.id) {
  const authorization = `Basic ${Buffer.from(`${user}:${ANNS_CODE}`).toString('base64')}`;
  const answer = await game.app.inject({ url, headers: user === null ? {} : { authorization } });
  return { status: answer.statusCode, body: answer.json() };
}

test('the list has the own games with the own seat', async () => {
  const { status, body } = await ask('/api/my/games');
  expect([status, body.hasMore, body.invitations]).toEqual([200, false, []]);
  expect(body.games).toMatchObject([{ number: game.number, seat: 'AB', owes: true }]);
  expect((await ask('/api/my/games', null)).status).toBe(401);
});

test('a printout is the own one, as data and as text', async () => {
  const base = `/api/my/games/${game.number}`;
  expect((await ask(`${base}/printouts`)).body).toEqual({ printouts: [1], rolledBack: [] });
  const { status, body } = await ask(`${base}/printout?turn=1`);
  expect([status, body.report.reader.identifier, body.rolledBackAt]).toEqual([200, 'AB', null]);
  expect(body.text).toContain(game.number);
  expect((await ask(`${base}/printout?turn=2`)).status).toBe(404);
  expect((await ask(`${base}/printout?turn=1&attempt=1`)).status).toBe(404);
  expect((await ask('/api/my/games/EY-99/printouts')).status).toBe(404);
});
