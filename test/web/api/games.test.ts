import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANNS_CODE, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

let game: SheetGame;
let base: string;

beforeAll(async () => {
  game = await sheetGame({ signInByAccount: 4 });
  base = `/api/games/${game.number}`;
});
afterAll(() => game?.close());

const ORDERS = {
  fundraising: ['CA', 'NY'],
  campaign: [{ state: 'CA', spend: 120 }],
  press: 'Read my lips.',
};

function basic(account: number | string, code: string): string {
  return `Basic ${Buffer.from(`${account}:${code}`).toString('base64')}`;
}

async function ask(
  method: 'GET' | 'POST',
  url: string,
  options: { auth?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await game.app.inject({
    method,
    url,
    headers: {
      ...(options.auth ? { authorization: options.auth } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

function asAnn() {
  return basic(game.ann.id, ANNS_CODE);
}

describe('what anyone may read', () => {
  test('lists games', async () => {
    const { status, body } = await ask('GET', '/api/games');
    expect(status).toBe(200);
    expect(body.games).toEqual([
      expect.objectContaining({
        number: 'EY-1',
        ruleset: 'election-year',
        status: 'running',
        turn: 1,
        due: '2027-03-15T22:00:00.000Z',
        paused: false,
        seatCount: 4,
      }),
    ]);
  });

  test('returns one game with its public report, and nothing about any seat', async () => {
    const { body } = await ask('GET', base);
    expect(body.report).toMatchObject({ game: 'EY-1', turn: 1, reader: null });
    expect(body.printouts).toEqual([1]);
    expect(body.dice).toEqual({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/), secret: null });
    expect(JSON.stringify(body)).not.toMatch(/Campaign [Ff]unds|diceSecret|"cash"|post\.test/);
    expect((await ask('GET', `${base}?turn=2`)).status).toBe(404);
    expect((await ask('GET', '/api/games/EY-99')).body.error.code).toBe('not-found');
  });
});

describe('sheets through the API', () => {
  test('returns the form as data', async () => {
    const { status, body } = await ask('GET', `${base}/sheet`, { auth: asAnn() });
    expect(status).toBe(200);
    expect(body).toMatchObject({ number: 'EY-1', turn: 1, seat: 'AB', standing: null, versions: [] });
    expect(body.form.sections.flatMap((section: { fields: { name: string }[] }) => section.fields)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'campaign', kind: 'rows', max: 9 })]),
    );
  });

  test('takes orders exactly as the rule file has them', async () => {
    const { status, body } = await ask('POST', `${base}/sheet?turn=1`, { auth: asAnn(), body: ORDERS });
    expect(status).toBe(200);
    expect(body).toEqual({
      outcome: 'standing',
      turn: 1,
      final: false,
      version: 1,
      standingVersion: 1,
      advice: [{ field: 'fundraising', code: expect.any(String), message: expect.any(String) }],
    });
    const sheet = await game.ctx.db.prisma.sheet.findFirstOrThrow({
      where: { seat: { accountId: game.ann.id } },
    });
    expect(sheet).toMatchObject({ channel: 'api', raw: ORDERS, sentById: game.ann.id });
    const { body: now } = await ask('GET', `${base}/sheet`, { auth: asAnn() });
    expect(now.standing).toEqual({ version: 1, orders: ORDERS });
  });

  test('returns problems as field, code and message, and the earlier version stands', async () => {
    const body = { campaign: [{ state: 'ZZ', spend: 0 }], fundraising: 7 };
    const { status, body: answer } = await ask('POST', `${base}/sheet?turn=1`, { auth: asAnn(), body });
    expect(status).toBe(422);
    expect(answer).toMatchObject({ outcome: 'refused', version: 2, standingVersion: 1 });
    expect(answer.problems.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['fundraising', 'wrong-type'],
      ['campaign[0].state', 'unknown-state'],
      ['campaign[0].spend', 'not-positive'],
    ]);
  });

  test('checks orders without storing them', async () => {
    const { status, body } = await ask('POST', `${base}/sheet/check?turn=1`, { auth: asAnn(), body: ORDERS });
    expect(status).toBe(200);
    expect(body.problems).toEqual([]);
    expect(body.totals).toEqual([
      { label: 'Campaign money', value: 120, limit: expect.any(Number), unit: 'dollars' },
    ]);
    expect(await game.ctx.db.prisma.sheet.count({ where: { seat: { accountId: game.ann.id } } })).toBe(2);
  });

  test('refuses what is not JSON, too large, or without a turn', async () => {
    const form = await game.app.inject({
      method: 'POST',
      url: `${base}/sheet?turn=1`,
      headers: { authorization: asAnn(), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'press=x',
    });
    expect(form.statusCode).toBe(415);
    const large = { press: 'x'.repeat(70_000) };
    const tooLarge = await ask('POST', `${base}/sheet?turn=1`, { auth: asAnn(), body: large });
    expect([tooLarge.status, tooLarge.body.error.message]).toEqual([413, expect.stringContaining('32 kB')]);
    const broken = await game.app.inject({
      method: 'POST',
      url: `${base}/sheet?turn=1`,
      headers: { authorization: asAnn(), 'content-type': 'application/json' },
      payload: '{"press":',
    });
    expect([broken.statusCode, broken.json().error.message]).toEqual([
      400,
      'The request could not be read. The body must be JSON.',
    ]);
    const { status, body } = await ask('POST', `${base}/sheet`, { auth: asAnn(), body: ORDERS });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('?turn=3')]);
  });

  test('ignores the session cookie', async () => {
    const visitor = await Visitor.as(game, game.ann);
    const answer = await visitor.get(`${base}/sheet`);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Basic realm="Whistlestop"');
  });

  test('answers a stale turn with 409 and stores nothing', async () => {
    await game.processTurn();
    for (const path of ['sheet', 'sheet/check']) {
      const { status, body } = await ask('POST', `${base}/${path}?turn=1`, { auth: asAnn(), body: ORDERS });
      expect([status, body.error.code, body.error.message]).toEqual([
        409,
        'stale',
        expect.stringContaining('turn 2'),
      ]);
    }
    for (let turn = 2; turn <= 6; turn += 1) await game.processTurn();
    const { status, body } = await ask('POST', `${base}/sheet?turn=7`, { auth: asAnn(), body: ORDERS });
    expect([status, body.error.code]).toEqual([409, 'not-owed']);
  });

  test('tells accounts without a seat no more than that', async () => {
    const { status } = await ask('GET', '/api/games/EY-2/sheet', { auth: asAnn() });
    expect(status).toBe(404);
  });

  test('says how long to wait after too many requests', async () => {
    const own = await sheetGame({ forms: 1 });
    try {
      const check = () =>
        own.app.inject({
          method: 'POST',
          url: `/api/games/${own.number}/sheet/check?turn=1`,
          headers: { authorization: basic(own.ann.id, ANNS_CODE), 'content-type': 'application/json' },
          payload: '{}',
        });
      expect((await check()).statusCode).toBe(200);
      const refused = await check();
      expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too-often']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await own.close();
    }
  });

  test('refuses even the right code after too many wrong ones', async () => {
    for (let i = 0; i < 4; i += 1) {
      const { status, body } = await ask('GET', `${base}/sheet`, { auth: basic(game.ann.id, `wrong ${i}`) });
      expect([status, body.error.code]).toEqual([401, 'sign-in']);
    }
    expect((await ask('GET', `${base}/sheet`, { auth: asAnn() })).status).toBe(429);
    expect((await ask('GET', `${base}/sheet`, { auth: basic(game.carl.id, 'x') })).status).toBe(401);
  });
});
