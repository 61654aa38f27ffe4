import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANNS_CODE, type SheetGame, sheetGame, Visitor } from '../turn-sheet/sheet-setup.ts';

/* Guesses of all people are made one at a time, and only so many wait. */

let game: SheetGame;
let ann: Visitor;
let sheet: string;

beforeAll(async () => {
  game = await sheetGame();
  ann = await Visitor.as(game, game.ann);
  sheet = `/my/games/${game.number}/sheet`;
});
afterAll(() => game?.close());

const GOOD = { _turn: '1', 'fundraising[0]': 'CA', press: 'Vote for me.' };

/** Begins guesses of these accounts, of which the first one ends when the returned function is called. */
function keepBusy(accountIds: number[], ip = (id: number) => `203.0.${id % 250}.1`) {
  return keepAtWork(accountIds.map((id) => ({ account: { id }, ip: ip(id) }) as FastifyRequest));
}

function keepAtWork(requests: FastifyRequest[]): { end(): Promise<PromiseSettledResult<unknown>[]> } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const guesses = requests.map((request) => game.app.guessInTurn(request, () => ended));
  const settled = Promise.allSettled(guesses);
  return {
    end() {
      end();
      return settled;
    },
  };
}

/** So many requests each of these sessions or programs of Ann, each in a network of its own. */
function annsRequests(access: Pick<FastifyRequest, 'program' | 'sessionToken'>[], times: number) {
  return access.flatMap((one, i) =>
    Array.from({ length: times }, (_, k) => {
      return { ...one, account: game.ann, ip: `203.${i}.${k}.1` } as FastifyRequest;
    }),
  );
}

const browser = (sessionToken: string) => ({ sessionToken, program: null });
const program = (id: string) => ({ sessionToken: null, program: id });

async function askAsProgram() {
  const authorization = `Basic ${Buffer.from(`${game.ann.id}:${ANNS_CODE}`).toString('base64')}`;
  return game.app.inject({
    method: 'POST',
    url: `/api/games/${game.number}/sheet/guess?turn=1`,
    headers: { authorization, 'content-type': 'application/json' },
    payload: '{"fundraising":["CA"]}',
  });
}

test('who has four guesses under way in each of two browsers and of two programs is told to try again, and nothing that was typed is lost', async () => {
  const all = [browser('one'), browser('two'), program('one'), program('two')];
  const busy = keepAtWork(annsRequests(all, 5));
  const refused = await ann.post(`${sheet}/try`, GOOD);
  expect(refused.status).toBe(503);
  expect(refused.body).toContain('Too many sheets are being tried out at the moment.');
  expect(refused.body).toContain('Vote for me.');
  expect(refused.headers['retry-after']).toBe('5');
  const answer = await askAsProgram();
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'busy']);
  const ended = await busy.end();
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  expect((await ann.post(`${sheet}/try`, GOOD)).status).toBe(200);
  expect((await askAsProgram()).statusCode).toBe(200);
});

test('another session of the account, or a program with a token, does not keep its owner or other programs from guesses', async () => {
  const busy = keepAtWork(annsRequests([browser('stolen'), program('practicing')], 10));
  const [tried, asked] = [ann.post(`${sheet}/try`, GOOD), askAsProgram()];
  await ann.get(sheet);
  await busy.end();
  expect([(await tried).status, (await asked).statusCode]).toEqual([200, 200]);
});

test('while someone else’s guess is made, others wait, and at most 20 of all people do', async () => {
  const other = keepBusy([10_001]);
  const tried = ann.post(`${sheet}/try`, GOOD);
  const first = await Promise.race([tried.then(() => 'the guess'), ann.get(sheet).then(() => 'the page')]);
  expect(first).toBe('the page');
  await other.end();
  expect((await tried).status).toBe(200);

  const many = keepBusy(Array.from({ length: 21 }, (_, i) => 10_001 + i));
  expect((await ann.post(`${sheet}/try`, GOOD)).status).toBe(503);
  const ended = await many.end();
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
});

test('guesses that wait do not keep the pages of the same person waiting', async () => {
  const other = keepBusy([10_001]);
  const tried = Promise.all(Array.from({ length: 4 }, () => ann.post(`${sheet}/try`, GOOD)));
  await wait(250);
  // Each of them could otherwise keep its turn among the pages for 250 ms.
  const first = await Promise.race([ann.get(sheet).then(({ status }) => status), wait(550)]);
  expect(first).toBe(200);
  await other.end();
  expect((await tried).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('at most five guesses of one network are under way, whatever accounts ask for them', async () => {
  const oneNetwork = keepBusy(
    Array.from({ length: 12 }, (_, i) => 10_001 + i),
    (id) => `2001:db8:1:${id % 250}::1`,
  );
  expect((await ann.post(`${sheet}/check`, GOOD)).status).toBe(200);
  const elsewhere = game.app.guessInTurn(
    { account: { id: 7 }, ip: '2001:db8:2::1' } as FastifyRequest,
    () => 'guess',
  );
  const ended = await oneNetwork.end();
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await elsewhere).toBe('guess');
});

test.each([
  ['IPv4 /24', (id: number) => `198.51.100.${id % 250}`, '198.51.101.1'],
  ['IPv6 /32', (id: number) => `2001:db8:${id % 250}::1`, '2001:db9::1'],
])(
  'at most ten guesses of one %s are under way, whatever networks in it ask for them',
  async (_, ip, other) => {
    const oneBlock = keepBusy(
      Array.from({ length: 15 }, (_one, i) => 10_001 + i),
      ip,
    );
    const elsewhere = keepBusy([7], () => other);
    const ended = await oneBlock.end();
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await elsewhere.end()).toMatchObject([{ status: 'fulfilled' }]);
  },
);
