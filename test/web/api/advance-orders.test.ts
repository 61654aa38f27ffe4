import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNS_CODE, type SheetDesk, sheetDesk, Visitor } from '../turn-sheet/sheet-setup.ts';

let desk: SheetDesk;
let base: string;

beforeAll(async () => {
  desk = await sheetDesk();
  base = `/api/games/${desk.number}/ahead`;
});
afterAll(() => desk?.close());

const ORDERS = { fundraising: ['CA', 'NY', 'TX'], campaign: [{ state: 'CA', spend: 88_000 }] };

async function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: { code?: string; body?: unknown; type?: string } = {},
) {
  const { code = ANNS_CODE, body, type = 'application/json' } = options;
  const answer = await desk.app.inject({
    method,
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${desk.ann.id}:${code}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

describe('sheets ahead by program', () => {
  test('are kept, told with what would be dropped, and withdrawn', async () => {
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
      // This game asks for no last words, so none is kept.
      kept: { orders: ORDERS, final: false },
      dropped,
    });
    expect(await ask('DELETE', `${base}/3`)).toEqual({ status: 200, body: { turn: 3, kept: null } });
    expect((await ask('GET', `${base}/3`)).body).toMatchObject({ kept: null, dropped: [] });
    const again = await ask('DELETE', `${base}/3`);
    expect([again.status, again.body.error.code]).toEqual([404, 'nothing']);
  });

  test('the standing order too', async () => {
    const sent = await ask('POST', `${base}/standing`, { body: { press: 'As ever' } });
    expect(sent.body).toMatchObject({ turn: 'standing', dropped: [] });
    expect((await ask('GET', `${base}/standing`)).body).toMatchObject({
      turn: 'standing',
      kept: { orders: { press: 'As ever' } },
    });
  });

  test('are refused for turns that are not ahead, in other forms than JSON, and if they are too much', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { status, body } = await ask(method, `${base}/1`, method === 'POST' ? { body: ORDERS } : {});
      expect([method, status, body.error.code]).toEqual([method, 409, 'not-ahead']);
    }
    expect((await ask('GET', `${base}/soon`)).status).toBe(404);
    const form = await ask('POST', `${base}/3`, { body: ORDERS, type: 'text/plain' });
    expect(form.status).toBe(415);
    const much = await ask('POST', `${base}/3`, { body: { press: 'x'.repeat(40_000) } });
    expect([much.status, much.body.error.code]).toEqual([413, 'too-large']);
    await desk.processTurn();
    const beyond = await ask('POST', `${base}/7`, { body: ORDERS });
    expect([beyond.status, beyond.body.error.code]).toEqual([409, 'unforeseen']);
  });

  test('are for the account alone: neither the cookie nor a wrong code opens them', async () => {
    const visitor = await Visitor.as(desk, desk.ann);
    expect((await visitor.get(`${base}/3`)).status).toBe(401);
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const body = method === 'POST' ? { body: ORDERS } : {};
      expect((await ask(method, `${base}/3`, { code: 'wrong', ...body })).status).toBe(401);
      expect((await ask(method, '/api/games/EY-9/ahead/3', body)).status).toBe(404);
    }
  });
});
