import { afterAll, beforeAll, expect, test } from 'vitest';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { granted } from '../../games/game/play.ts';
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

test('versions of the sheet are listed, and each can be read with its problems', async () => {
  const base = `/api/my/games/${game.number}/versions?turn=1`;
  expect((await ask(base)).body).toEqual({ turn: 1, versions: [], shown: null });
  for (const orders of [{ fundraising: ['CA'] }, { fundraising: ['XX'] }]) {
    await game.app.inject({
      method: 'POST',
      url: `/api/games/${game.number}/sheet?turn=1`,
      headers: { authorization: `Basic ${Buffer.from(`${game.ann.id}:${ANNS_CODE}`).toString('base64')}` },
      payload: orders,
    });
  }
  const { body } = await ask(base);
  expect(body.versions).toMatchObject([{ version: 2, outcome: 'refused' }, { version: 1 }]);
  expect(body.shown).toMatchObject({ version: 2, orders: { fundraising: ['XX'] } });
  expect(body.shown.problems).not.toEqual([]);
  expect((await ask(`${base}&version=1`)).body.shown).toMatchObject({ version: 1, problems: [] });
  expect((await ask(`${base}&version=3`)).status).toBe(404);
});

test('a printout that was rolled back stays readable, and is marked', async () => {
  await game.processTurn();
  const { id } = await game.ctx.db.prisma.game.findFirstOrThrow();
  granted(await rollBack(game.ctx, { gameId: id, by: game.gm.id, turn: 2, due: null }));
  const base = `/api/my/games/${game.number}`;
  const { body } = await ask(`${base}/printouts`);
  expect(body.rolledBack).toMatchObject([{ turn: 2, attempt: 1 }]);
  const printout = await ask(`${base}/printout?turn=2&attempt=1`);
  expect([printout.status, printout.body.rolledBackAt]).toEqual([200, body.rolledBack[0].rolledBackAt]);
  expect((await ask(`${base}/printout?turn=2`)).status).toBe(404);
});
