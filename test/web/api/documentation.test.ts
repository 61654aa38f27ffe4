import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/accounts/access-tokens.ts';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { setLettersPolicy } from '../../../src/games/letters/letters-policy.ts';
import { granted } from '../../games/game/play.ts';
import { ANNS_CODE, type SheetGame, sheetGame } from '../turn-sheet/sheet-setup.ts';
import { ask as askWith, aToken } from './a-program.ts';
import { describedPath, descriptionOf } from './description.ts';

/* docs/api.md promises only what is there. */

const DOCS = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');

let game: SheetGame;
beforeAll(async () => {
  game = await sheetGame();
  const data = { processWhenFinal: true, autoProcess: true };
  await game.ctx.db.prisma.gameSchedule.update({ where: { gameId: game.gameId }, data });
});
afterAll(() => game?.close());

type Method = 'GET' | 'POST' | 'DELETE';
interface Answered {
  status: number;
  body: Record<string, unknown>;
}

interface Asked {
  body?: unknown;
  payload?: string;
  type?: string;
  user?: string;
  code?: string;
}

/** A request of Ann. The documentation's game is EY-12; here it is EY-1. */
async function ask(method: Method, address: string, asked: Asked = {}): Promise<Answered> {
  const { user = String(game.ann.id), code = ANNS_CODE, type = 'application/json' } = asked;
  const payload = asked.payload ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const answer = await game.app.inject({
    method,
    url: address.replace('EY-12', game.number),
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${code}`).toString('base64')}`,
      ...(payload !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** The requests of tables: `GET /api/games/EY-12`, with the queries that are mentioned. */
const requestsIn = (text: string) =>
  [...text.matchAll(/^\| `(GET|POST|DELETE) (\S+)` \| (.*) \|$/gm)].map(([, method, address, what]) => ({
    ...{ method: method as Method, address: address ?? '', what: what ?? '' },
  }));
const documented = requestsIn(DOCS);

/** The text from a heading or a bold beginning up to the next one. */
function part(begin: string): string {
  const from = DOCS.indexOf(begin);
  if (from < 0) throw new Error(`The documentation has no part “${begin}”.`);
  const rest = DOCS.slice(from + begin.length);
  return rest.slice(0, rest.search(/\n\*\*|\n## /));
}

/** The JSON examples of the documentation, in order. */
const EXAMPLES = [...DOCS.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? ''));

const wordsIn = (text: string) => [...text.matchAll(/`([a-zA-Z]+)`/g)].map(([, word]) => word ?? '');

/** The fields of a game in the list: the words outside of parentheses, up to the first sentence's end. */
const GAME_FIELDS = wordsIn(
  (part('**A game in the list** has').split(/\.\s/)[0] ?? '').replace(/\([^)]*\)/g, ''),
);

/** The fields that a part lists, one in each item; the words before the colon or the comma. */
function listedFields(begin: string): string[] {
  const items = [...part(begin).matchAll(/^- (.*)$/gm)].map(([, item]) => item ?? '');
  return items.flatMap((item) => wordsIn(item.split(/[:,]| of /)[0] ?? ''));
}

/** An address as the documentation writes it: with examples for what people know, and names for ids. */
function filledIn(url: string): string {
  const examples: Record<string, string> = {
    number: 'EY-12',
    turn: '5',
    seat: 'AB',
    ruleset: 'election-year',
  };
  return url.replace(/:(\w+)/g, (_, name) => examples[name] ?? `{${name}}`);
}

test('every route for programs is documented, and each documented one exists', () => {
  const routes = game.app.routeAccess.filter(({ url }) => url.startsWith('/api/'));
  const there = routes.map(({ method, url }) => `${method} ${filledIn(url)}`);
  expect(documented.map(({ method, address }) => `${method} ${address.split('?')[0]}`).sort()).toEqual(
    there.sort(),
  );
});

describe('each documented request', () => {
  const ORDERS = { fundraising: ['CA'], press: 'Read my lips.' };

  test('is answered', async () => {
    // The requests of the other tables have tests of their own: players.test.ts, gm.test.ts and practice.test.ts.
    for (const { method, address, what } of requestsIn(part('## Requests'))) {
      // The table ends with reopening and withdrawing; what they need comes first.
      if (address.includes('/final'))
        await ask('POST', '/api/games/EY-12/sheet?turn=1&final=yes', { body: ORDERS });
      const url = address.replace('turn=3', 'turn=1');
      const body = method === 'POST' ? { body: ORDERS } : {};
      expect((await ask(method, url, body)).status, `${method} ${url}`).toBe(200);
      const [query] = /(?<=`[?&])\w+=\w+(?=`)/.exec(what) ?? [];
      if (query === undefined) continue;
      const more = `${url}${url.includes('?') ? '&' : '?'}${query.replace('turn=3', 'turn=1')}`;
      expect((await ask(method, more, body)).status, `${method} ${more}`).toBe(200);
    }
  });

  test('has the fields that are listed', async () => {
    const keys = async (method: Method, address: string, body?: unknown) =>
      Object.keys((await ask(method, address, { ...(body !== undefined && { body }) })).body).sort();
    const { games } = (await ask('GET', '/api/games')).body as { games: Record<string, unknown>[] };
    expect(Object.keys(games[0] ?? {}).sort()).toEqual(GAME_FIELDS.toSorted());
    expect(games[0]?.phase).toBeNull();
    const withGame = (fields: readonly string[]) => [...new Set([...GAME_FIELDS, ...fields])].sort();
    expect(await keys('GET', '/api/games/EY-12')).toEqual(withGame(listedFields('**One game** also has')));
    const sheet = listedFields('**Your sheet** has');
    expect(await keys('GET', '/api/games/EY-12/sheet')).toEqual(withGame(sheet));
    const ahead = listedFields('**Advance orders** have');
    expect(await keys('GET', '/api/games/EY-12/advance-orders/5')).toEqual(withGame(ahead));
    const guess = listedFields('**A guess** is');
    expect(await keys('POST', '/api/games/EY-12/sheet/guess?turn=1', ORDERS)).toEqual(guess.toSorted());
    const { facts } = (await ask('GET', '/api/games/EY-12/sheet/facts')).body;
    const figures = listedFields('**The figures of the states** have').toSorted();
    expect(Object.keys(facts as object).sort()).toEqual(figures);
    const check = /\{ "problems",\s"advice",\s"totals"[^`]*"notes" \}/.exec(part('**A check**'))?.[0] ?? '';
    expect(check).not.toBe('');
    expect(await keys('POST', '/api/games/EY-12/sheet/check?turn=1', ORDERS)).toEqual([
      'advice',
      'notes',
      'problems',
      'totals',
    ]);
  });
});

describe('the examples', () => {
  const [good, bad, error] = EXAMPLES as Record<string, unknown>[];

  test('of the command sends good orders, which get the answer that is shown', async () => {
    const orders = /-d '(.*?)'/s.exec(DOCS)?.[1] ?? '';
    const { status, body } = await ask('POST', '/api/games/EY-12/sheet?turn=1', { payload: orders });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(Object.keys(good ?? {}));
    expect(body).toMatchObject({ outcome: good?.outcome, final: good?.final, advice: good?.advice });
  });

  test('of a refused sheet', async () => {
    const { status, body } = await ask('POST', '/api/games/EY-12/sheet?turn=1', {
      body: { campaign: [{ state: 'CA', spend: 0 }] },
    });
    expect(status).toBe(422);
    expect(Object.keys(body)).toEqual(Object.keys(bad ?? {}));
    const [problem] = (bad as { problems: Record<string, unknown>[] }).problems;
    expect(body.problems).toEqual([{ ...problem, message: expect.any(String) }]);
    const { version, standingVersion } = body as { version: number; standingVersion: number };
    expect(standingVersion).toBeLessThan(version);
  });

  test('of an error', async () => {
    const { status, body } = await ask('POST', '/api/games/EY-12/sheet?turn=3', { body: {} });
    expect(status).toBe(409);
    const { code } = (error as { error: Record<string, unknown> }).error;
    expect(body).toEqual({ error: { code, message: expect.any(String), request: expect.any(String) } });
  });
});

describe('the examples of what players and GMs do', () => {
  /** The examples of the command after a heading: the address and the body. */
  function commandAfter(heading: string): { address: string; body: unknown } {
    const [, body = '', address = ''] = /-d '(.*?)' '[^']*?(\/api\/[^']*)'/s.exec(part(heading)) ?? [];
    return { address, body: JSON.parse(body) };
  }

  test('work', async () => {
    const policy = { letters: 'open' as const, lettersBefore: null };
    granted(await setLettersPolicy(game.ctx, { gameId: game.gameId, by: game.gm.id, ...policy }));
    const letter = commandAfter('## Other requests of players\n');
    expect((await ask('POST', letter.address, { body: letter.body })).status).toBe(200);
    granted(await setSecurityCode(game.ctx, game.gm.id, ANNS_CODE));
    const user = String(game.gm.id);
    const refused = await ask('POST', '/api/gm/games/EY-12/process', { body: { turn: 1 }, user });
    const example = EXAMPLES.find((one) => one.error?.problems !== undefined);
    const words = { message: expect.any(String) };
    const [problem] = example.error.problems;
    expect(refused).toEqual({
      status: 422,
      body: {
        error: {
          ...example.error,
          ...words,
          request: expect.any(String),
          problems: [{ ...problem, ...words }],
        },
      },
    });
    const other = await sheetGame();
    try {
      const { address, body } = commandAfter('## The work of a GM\n');
      const token = await aToken(other.ctx, other.gm.id, ['gm']);
      const url = address.replace('EY-12', other.number);
      expect(await askWith(other.app, token, ['POST', url], body)).toMatchObject({
        ...{ status: 200, body: { over: false } },
      });
    } finally {
      await other.close();
    }
  });

  test('of practice games work, and their answers have the fields that are listed', async () => {
    const { address, body: wanted } = commandAfter('## Practice games\n');
    const started = await ask('POST', address, { body: wanted });
    expect(started).toMatchObject({ status: 200, body: { ruleset: 'election-year', grade: 'hard' } });
    const fields = listedFields('**A practice game** has').toSorted();
    expect(Object.keys(started.body).sort()).toEqual(fields);
    const { body: list } = await ask('GET', '/api/practice');
    expect(Object.keys(list)).toEqual(
      wordsIn(part('**The list** is').replace(/"(\w+)"/g, '`$1`')).slice(0, 4),
    );
    const sheet = `/api/practice/${started.body.id}/sheet?turn=1`;
    const example = EXAMPLES.find((one) => one.outcome === 'refused' && one.version === undefined);
    const refused = await ask('POST', sheet, { body: { campaign: [{ state: 'CA', spend: 0 }] } });
    const problems = [{ ...example.problems[0], message: expect.any(String) }];
    expect(refused).toEqual({ status: 422, body: { ...example, turn: 1, problems } });
    const played = await ask('POST', sheet, { body: { press: 'Read my lips.' } });
    expect(Object.keys(played.body)).toEqual(['outcome', 'turn', 'over', 'advice', 'printout']);
  });
});

test('the table of scopes has each one, and each request names its scope', async () => {
  const rows = [...part('## Sign in').matchAll(/^\| `(\w+)` \|/gm)].map(([, scope]) => scope);
  expect(rows).toEqual([...SCOPES]);
  const { paths } = await descriptionOf(game.app);
  const besides = [...DOCS.matchAll(/^\| `(GET|POST|DELETE) (\S+)` \| `(\w+)` \| /gm)];
  expect(besides.length).toBeGreaterThan(25);
  const named = new Map(
    besides.map(([, method, address, scope]) => [`${method} ${address?.split('?')[0]}`, scope]),
  );
  for (const { method, url } of game.app.routeAccess) {
    const wanted = named.get(`${method} ${filledIn(url)}`) ?? (url.startsWith('/api/gm/') ? 'gm' : null);
    if (wanted === null) continue;
    const operation = paths[describedPath(url)]?.[method.toLowerCase()];
    expect(operation?.description, url).toBe(`A token must allow “${wanted}”.`);
  }
});

test('the e-mail address is as good a user name as the account number', async () => {
  const user = game.ann.email;
  expect((await ask('GET', '/api/games/EY-12/sheet', { user })).status).toBe(200);
  expect((await ask('GET', '/api/games/EY-12/sheet', { user, code: 'wrong' })).body).toMatchObject({
    error: { code: 'sign-in' },
  });
});

test('errors have the status and the code of the table', async () => {
  const table = [...part('## Errors').matchAll(/^\| (\d{3}) \| ([^|]*) \|/gm)].flatMap(([, status, codes]) =>
    [...(codes ?? '').matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${status} ${code}`),
  );
  const sheet = '/api/games/EY-12/sheet';
  const ahead = '/api/games/EY-12/advance-orders';
  const provoked = [
    await ask('POST', sheet, { body: {} }),
    await ask('POST', `${sheet}?turn=1`, { payload: '{' }),
    await ask('GET', sheet, { code: 'wrong' }),
    await ask('GET', '/api/games/EY-99/sheet'),
    await ask('DELETE', `${ahead}/4`),
    await ask('POST', `${sheet}?turn=3`, { body: {} }),
    await ask('POST', `${sheet}?turn=1&attempt=2`, { body: {} }),
    await ask('DELETE', `${sheet}/final?turn=1`),
    await ask('GET', `${ahead}/1`),
    await ask('POST', `${ahead}/3`, { body: { press: 'x'.repeat(40_000) } }),
    await ask('POST', `${sheet}?turn=1`, { body: { press: 'x'.repeat(90_000) } }),
    await ask('POST', `${sheet}?turn=1`, { body: { press: Array.from({ length: 3_000 }, () => 0) } }),
    await ask('POST', `${sheet}?turn=1`, { body: {}, type: 'text/plain' }),
  ];
  await game.processTurn();
  provoked.push(await ask('POST', `${ahead}/7`, { body: {} }));
  for (let turn = 2; turn <= 6; turn += 1) await game.processTurn();
  provoked.push(await ask('POST', `${sheet}?turn=7`, { body: {} }), await ask('GET', `${ahead}/8`));
  const found = provoked.map(({ status, body }) => `${status} ${(body.error as { code: string }).code}`);
  // Too many requests, locks, faults, passkeys, tokens, repeated requests, held servers, kept sheets and transferred games have tests of their own.
  const elsewhere = table.filter((row) =>
    /^(403|429|500|503)|wrong-turn|kept-sheet|transferred|token|key-reused/.test(row),
  );
  expect([...new Set([...found, ...elsewhere])].sort()).toEqual([...new Set(table)].sort());
});
