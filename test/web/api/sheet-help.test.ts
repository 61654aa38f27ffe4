import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { granted } from '../../games/game/play.ts';
import { allRows } from '../../helpers/rows.ts';
import { ANNS_CODE, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

/* The figures for a sheet, and a guess at what it would do, for programs. */

let game: SheetGame;
let sheet: string;

beforeAll(async () => {
  game = await sheetGame({ games: 12 });
  granted(await setSecurityCode(game.ctx, game.gm.id, ANNS_CODE));
  sheet = `/api/games/${game.number}/sheet`;
});
afterAll(() => game?.close());

interface Asked {
  as?: { id: number };
  body?: unknown;
  from?: string;
}

async function ask(method: 'GET' | 'POST', url: string, { as = game.ann, body, from }: Asked = {}) {
  const answer = await game.app.inject({
    method,
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${as.id}:${ANNS_CODE}`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(from !== undefined && { remoteAddress: from }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const ORDERS = { fundraising: ['CA'], campaign: [{ state: 'OH', spend: 20 }] };

test('the figures are those of the page', async () => {
  const { status, body } = await ask('GET', `${sheet}/facts`);
  expect([status, body.turn, body.seat]).toEqual([200, 1, 'AB']);
  const newYork = body.facts.states.find(({ state }: { state: string }) => state === 'NY');
  const page = await (await Visitor.as(game, game.ann)).get(`/my/games/${game.number}/sheet`);
  expect(page.body).toContain(newYork.brief);
  expect(newYork.fill.row).toEqual({ state: 'NY', spend: String(newYork.facts.cost) });
});

test('a guess is made for the wanted rivals, and nothing is stored', async () => {
  const before = await allRows(game.ctx.db.pool);
  const { status, body } = await ask('POST', `${sheet}/guess?turn=1&rivals=computer`, { body: ORDERS });
  expect([status, body.turn, body.chosen]).toEqual([200, 1, 'computer']);
  expect(body.sentences.join(' ')).toContain('You spend $20');
  expect(body.choices).toContainEqual({ plan: 'nothing', label: expect.any(String) });
  const other = await ask('POST', `${sheet}/guess?turn=1`, { body: ORDERS });
  expect(other.body.chosen).toBe('nothing');
  expect(await allRows(game.ctx.db.pool)).toEqual(before);
});

test('a sheet with problems gets them, and wrong turns, plans and accounts are refused', async () => {
  const guess = `${sheet}/guess`;
  const refused = await ask('POST', `${guess}?turn=1`, { body: { fundraising: ['ZZ'] } });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { turn: 1, problems: [{ field: 'fundraising[0]' }] },
  ]);
  const stale = await ask('POST', `${guess}?turn=2`, { body: ORDERS });
  expect([stale.status, stale.body.error.code]).toEqual([409, 'stale']);
  expect((await ask('POST', `${guess}?turn=1&rivals=cheat`, { body: ORDERS })).status).toBe(400);
  expect((await ask('POST', `${guess}?turn=1`, { as: game.gm, body: ORDERS })).status).toBe(404);
  expect((await ask('GET', `${sheet}/facts`, { as: game.gm })).status).toBe(404);
});

test('both are limited together for an account, like other costly requests, and the sheet can still be sent', async () => {
  granted(await setSecurityCode(game.ctx, game.carl.id, ANNS_CODE));
  const as = game.carl;
  const statuses: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    const from = `198.51.100.${i}`;
    statuses.push((await ask('GET', `${sheet}/facts`, { as, from })).status);
    statuses.push((await ask('POST', `${sheet}/guess?turn=1`, { as, from, body: ORDERS })).status);
  }
  expect(statuses).toEqual([...Array(12).fill(200), 429, 429]);
  expect((await ask('GET', sheet, { as })).status).toBe(429);
  expect((await ask('POST', `${sheet}?turn=1`, { as, body: ORDERS })).status).toBe(200);
});
