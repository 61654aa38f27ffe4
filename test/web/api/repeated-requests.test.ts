import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import { anAccount, granted, runningGame, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, testCode } from '../visitor.ts';

/* Requests that a program sends again because it got no answer, or to see whether anything has changed. */

let own: TestContext;
let app: FastifyInstance;
let game: TestGame;
let sheet: string;

beforeAll(async () => {
  own = await testContext();
  app = await aWeb(own.ctx, { limits: { forms: 1000 } });
  game = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  for (const { id } of game.players) granted(await setSecurityCode(own.ctx, id, testCode));
  sheet = `/api/games/${gameNumber(game.game)}/sheet`;
});
afterAll(async () => {
  await app?.close();
  await own?.close();
});

const authorization = (account = game.players[0] as Account) =>
  `Basic ${Buffer.from(`${account.id}:${testCode}`).toString('base64')}`;

async function send(
  key: string,
  orders: unknown,
  { as = game.players[0] as Account, turn = 1, final = 'no' } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: `${sheet}?turn=${turn}&final=${final}`,
    headers: { authorization: authorization(as), 'content-type': 'application/json', 'idempotency-key': key },
    payload: JSON.stringify(orders),
  });
  return { status: answer.statusCode, body: answer.json(), again: answer.headers['idempotent-replayed'] };
}

const stored = () => own.ctx.db.prisma.sheet.count({ where: { channel: 'api' } });

describe('a sheet that is sent again with the same key', () => {
  test('is stored once, and gets the same answer', async () => {
    const first = await send('one', { fundraising: ['CA'] });
    const again = await send('one', { fundraising: ['CA'] });
    expect(first).toMatchObject({ status: 200, body: { outcome: 'standing', version: 1 } });
    expect(again).toEqual({ ...first, again: 'true' });
    expect(await stored()).toBe(1);
  });

  test('is stored once if both arrive at the same moment', async () => {
    const before = await stored();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('at-once', { fundraising: ['NY'] })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await stored()).toBe(before + 1);
  });

  test('is refused again if it was refused', async () => {
    const first = await send('bad', { fundraising: ['XX'] });
    const again = await send('bad', { fundraising: ['XX'] });
    expect(first).toMatchObject({ status: 422, body: { outcome: 'refused' } });
    expect(again).toEqual({ ...first, again: 'true' });
  });

  test('is refused with other content, and another player may use the same key', async () => {
    const other = await send('one', { fundraising: ['TX'] });
    expect([other.status, other.body.error.code]).toEqual([422, 'key-reused']);
    const bert = await send('one', { fundraising: ['TX'] }, { as: game.players[1] as Account });
    expect([bert.status, bert.again]).toEqual([200, undefined]);
  });

  test('is refused, and no failure of the server, if it is nested very deeply', async () => {
    const nested = (depth: number) =>
      app.inject({
        method: 'POST',
        url: `${sheet}?turn=1`,
        headers: {
          ...{ authorization: authorization(), 'content-type': 'application/json' },
          'idempotency-key': `deep-${depth}`,
        },
        payload: `{"press":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      });
    const answer = await nested(2_000);
    expect([answer.statusCode, answer.json().outcome]).toEqual([422, 'refused']);
    // Each list is a value, and there may not be so many.
    const deeper = await nested(20_000);
    expect([deeper.statusCode, deeper.json().error.code]).toEqual([413, 'too-many-values']);
  });

  test('is taken if a former player of the seat has used the same key in this turn', async () => {
    const [seat] = game.seats;
    const { id: seatId = '' } = seat ?? {};
    expect((await send('shared', { fundraising: ['CA'] })).status).toBe(200);
    const was = { where: { id: seatId }, data: { accountId: (game.players[0] as Account).id } };
    const heir = await anAccount(own.ctx, 'Hanna Heir');
    granted(await setSecurityCode(own.ctx, heir.id, testCode));
    await own.ctx.db.prisma.seat.update({ ...was, data: { accountId: heir.id } });
    try {
      const sent = await send('shared', { fundraising: ['CA'] }, { as: heir });
      expect([sent.status, sent.again]).toEqual([200, undefined]);
    } finally {
      await own.ctx.db.prisma.seat.update(was);
    }
  });

  test('gets its answer also after the turn was processed', async () => {
    const first = await send('late', { fundraising: ['OH'] });
    await processTurn(own.ctx, { gameId: game.game.id, turn: 1, by: null });
    expect(await send('late', { fundraising: ['OH'] })).toEqual({ ...first, again: 'true' });
    expect((await send('too-late', { fundraising: ['OH'] })).body.error.code).toBe('stale');
  });

  test.each(['', ' ', 'é', 'x'.repeat(101)])('must have a key that can be one: %j', async (key) => {
    expect((await send(key, {}, { turn: 2 })).status).toBe(400);
  });
});

describe('an answer', () => {
  test('comes without content if nothing has changed', async () => {
    const read = (etag?: string) =>
      app.inject({
        url: sheet,
        headers: { authorization: authorization(), ...(etag && { 'if-none-match': etag }) },
      });
    const first = await read();
    const etag = first.headers.etag as string;
    const second = await read(etag);
    expect([second.statusCode, second.body, second.headers['cache-control']]).toEqual([304, '', 'no-store']);
    await send('news', { fundraising: ['FL'] }, { turn: 2 });
    expect((await read(etag)).statusCode).toBe(200);
  });

  test.each(['/api/games', 'feed'])('of %s has an ETag, too', async (what) => {
    const url = what === 'feed' ? `/games/${gameNumber(game.game)}/feed.atom` : what;
    const { etag } = (await app.inject({ url })).headers;
    expect((await app.inject({ url, headers: { 'if-none-match': etag as string } })).statusCode).toBe(304);
  });
});

describe('a sheet that is sent again after its turn was opened anew', () => {
  const by = () => ({ gameId: again.game.id, by: again.gm.id });
  let again: TestGame;
  let path: string;

  const sendFor = async (
    turn: number,
    key: string,
    query = '',
    orders: unknown = { press: 'By a program' },
  ) => {
    const answer = await app.inject({
      method: 'POST',
      url: `${path}?turn=${turn}${query}`,
      headers: {
        ...{ authorization: authorization(again.players[0]), 'content-type': 'application/json' },
        'idempotency-key': key,
      },
      payload: JSON.stringify(orders),
    });
    const { error, outcome, version, standingVersion } = answer.json();
    const said = error?.code ?? { outcome, version, standingVersion };
    return [answer.statusCode, said, answer.headers['idempotent-replayed'] ?? null];
  };
  const sheetNow = async () => {
    const headers = { authorization: authorization(again.players[0]) };
    return (await app.inject({ method: 'GET', url: path, headers })).json();
  };
  const standing = (version: number, standingVersion: number | null = version) => ({
    ...{ outcome: 'standing', version, standingVersion },
  });

  beforeAll(async () => {
    again = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    for (const { id } of again.players) granted(await setSecurityCode(own.ctx, id, testCode));
    path = `/api/games/${gameNumber(again.game)}/sheet`;
    await processTurn(own.ctx, { ...by(), turn: 1 });
  });

  test('is not repeated while an earlier turn is open, and is after a roll forward', async () => {
    expect(await sendFor(2, 'turn-2')).toEqual([200, standing(1), null]);
    granted(await rollBack(own.ctx, { ...by(), turn: 2, due: null }));
    expect(await sendFor(2, 'turn-2')).toEqual([409, 'stale', null]);
    granted(await rollForward(own.ctx, { ...by(), turn: 1 }));
    expect(await sendFor(2, 'turn-2')).toEqual([200, standing(1), 'true']);
  });

  test('is stored anew if the rollback superseded it', async () => {
    expect(await sendFor(2, 'refused', '', { fundraising: ['XX'] })).toMatchObject([
      422,
      { version: 2 },
      null,
    ]);
    granted(await rollBack(own.ctx, { ...by(), turn: 2, due: null }));
    expect(await sendFor(1, 'turn-1')).toEqual([200, standing(1), null]);
    await processTurn(own.ctx, { ...by(), turn: 1 });
    expect(await sheetNow()).toMatchObject({ attempt: 2, standing: null });
    expect(await sendFor(2, 'turn-2')).toEqual([200, standing(3), null]);
    expect(await sendFor(2, 'turn-2')).toEqual([200, standing(3), 'true']);
    expect(await sendFor(2, 'refused', '', { fundraising: ['XX'] })).toMatchObject([
      422,
      { version: 4 },
      null,
    ]);
    expect((await sheetNow()).standing).toMatchObject({ version: 3 });
  });

  test('is not taken for another attempt than it names', async () => {
    expect(await sendFor(2, 'old', '&attempt=1')).toEqual([409, 'rolled-back', null]);
    expect(await sendFor(2, 'new', '&attempt=2')).toEqual([200, standing(5), null]);
    expect(await sendFor(2, 'zero', '&attempt=0')).toMatchObject([400, expect.anything(), null]);
  });

  test('says which version counts now', async () => {
    expect(await sendFor(2, 'turn-2')).toEqual([200, standing(3, 5), 'true']);
  });
});
