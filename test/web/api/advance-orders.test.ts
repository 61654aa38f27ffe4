import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNS_CODE, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

let game: SheetGame;
let base: string;

beforeAll(async () => {
  game = await sheetGame();
  base = `/api/games/${game.number}/advance-orders`;
});
afterAll(() => game?.close());

const ORDERS = { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'CA', spend: 88_000 }] };

async function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: { code?: string; body?: unknown; type?: string } = {},
) {
  const { code = ANNS_CODE, body, type = 'application/json' } = options;
  const answer = await game.app.inject({
    method,
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${game.ann.id}:${code}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('advance orders through the API', () => {
  test('are saved, returned with what would be dropped, and withdrawn', async () => {
    const sent = await ask('POST', `${base}/3?final=yes`, { body: ORDERS });
    const dropped = [
      {
        field: 'campaign[0]',
        what: 'Campaign money, CA California: $88,000',
        message: expect.stringMatching(/^These amounts add up to \$88,000/),
      },
    ];
    expect(sent).toEqual({
      status: 200,
      body: { turn: 3, receivedAt: '2027-03-01T12:00:00.000Z', dropped },
    });
    const told = await ask('GET', `${base}/3`);
    expect(told.body).toMatchObject({
      number: 'EY-1',
      openTurn: 1,
      turn: 3,
      phase: 'The conventions',
      seat: 'AB',
      form: { turn: 3, phase: 'The conventions' },
      // This game does not ask for final orders.
      saved: { orders: ORDERS, final: false },
      dropped,
    });
    expect(await ask('DELETE', `${base}/3`)).toEqual({ status: 200, body: { turn: 3, saved: null } });
    expect((await ask('GET', `${base}/3`)).body).toMatchObject({ saved: null, dropped: [] });
    const again = await ask('DELETE', `${base}/3`);
    expect([again.status, again.body.error.code]).toEqual([404, 'nothing']);
  });

  test('include standing orders', async () => {
    const sent = await ask('POST', `${base}/standing`, { body: { press: 'As ever' } });
    expect(sent.body).toMatchObject({ turn: 'standing', dropped: [] });
    expect((await ask('GET', `${base}/standing`)).body).toMatchObject({
      turn: 'standing',
      saved: { orders: { press: 'As ever' } },
    });
  });

  test('are refused for turns that are not ahead, unless they are JSON, and if they are too large', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, body } = await ask(method, `${base}/1`, method === 'POST' ? { body: ORDERS } : {});
      expect([method, status, body.error.code]).toEqual([method, 409, 'not-ahead']);
    }
    expect((await ask('GET', `${base}/soon`)).status).toBe(404);
    const form = await ask('POST', `${base}/3`, { body: ORDERS, type: 'text/plain' });
    expect(form.status).toBe(415);
    const much = await ask('POST', `${base}/3`, { body: { press: 'x'.repeat(40_000) } });
    expect([much.status, much.body.error.code]).toEqual([413, 'too-large']);
    await game.processTurn();
    const beyond = await ask('POST', `${base}/7`, { body: ORDERS });
    expect([beyond.status, beyond.body.error.code]).toEqual([409, 'unforeseen']);
  });

  test('are private to the account: neither the cookie nor a wrong code is enough', async () => {
    const visitor = await Visitor.as(game, game.ann);
    expect((await visitor.get(`${base}/3`)).status).toBe(401);
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const body = method === 'POST' ? { body: ORDERS } : {};
      expect((await ask(method, `${base}/3`, { code: 'wrong', ...body })).status).toBe(401);
      expect((await ask(method, '/api/games/EY-9/advance-orders/3', body)).status).toBe(404);
    }
  });
});
