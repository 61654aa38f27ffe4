import type { FastifyInstance, FastifyRequest } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { rollBack } from '../../src/games/processing/roll-back.ts';
import type { Report } from '../../src/rules/report.ts';
import { createPrintedFiles } from '../../src/web/rendering/printed-files.ts';
import { createSizedCache } from '../../src/web/rendering/sized-cache.ts';
import type { RateLimits } from '../../src/web/web-context.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { cpuTime } from '../helpers/cpu.ts';
import { type TestContext, testContext, testNow } from '../helpers/database.ts';
import { aVisitor, aWeb, signedIn } from '../web/visitor.ts';

/** A few people who ask for what costs much again and again cannot make the server slow. */

let own: TestContext;
let table: TestGame;
let number: string;

beforeAll(async () => {
  own = await testContext();
  table = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  number = gameNumber(table.game);
  const of = { gameId: table.game.id, by: table.gm.id };
  await processTurn(own.ctx, { ...of, turn: 1 });
  granted(await rollBack(own.ctx, { ...of, turn: 2, due: null }));
  await processTurn(own.ctx, { ...of, turn: 1 });
});
afterAll(() => own.close());
beforeEach(() => own.setNow(testNow));

async function withWeb(
  use: (app: FastifyInstance) => Promise<void>,
  limits?: Partial<RateLimits>,
): Promise<void> {
  const app = await aWeb(own.ctx, limits && { limits });
  try {
    await use(app);
  } finally {
    await app.close();
  }
}

/** A request of one of many people, each in a network of their own. */
const from = (i: number) => ({ account: { id: i }, ip: `203.0.${i}.1` }) as FastifyRequest;

const player = (app: FastifyInstance) => signedIn(app, own.ctx, table.players[0] as Account);

describe('the public page of a game', () => {
  const pages = () => [`/games/${number}`, `/games/${number}/turns/1`, `/games/${number}/turns/2/attempts/1`];

  test('has a printout that is rendered once, also if it was rolled back', async () => {
    const { prisma } = own.ctx.db;
    const where = { gameId: table.game.id, seatId: null };
    const printouts = await prisma.printout.findMany({ where });
    await withWeb(async (app) => {
      const before = await Promise.all(pages().map(async (page) => (await aVisitor(app).get(page)).body));
      // What is stored does not change outside of this test. It shows here whether the page was rendered again.
      for (const { id, report } of printouts) {
        const changed = { ...(report as Report), title: 'Rendered again' };
        await prisma.printout.update({ where: { id }, data: { report: changed } });
      }
      for (const [i, page] of pages().entries()) {
        const { statusCode, body } = await aVisitor(app).get(page);
        expect([statusCode, body.includes('Rendered again')], page).toEqual([200, false]);
        expect(body.length, page).toBe(before[i]?.length);
      }
    });
    for (const { id, report } of printouts) {
      await prisma.printout.update({ where: { id }, data: { report: report as Report } });
    }
  });

  test('is sent to one network so often in a minute, with all pages of games together, and to others still', async () => {
    await withWeb(
      async (app) => {
        for (const page of pages()) expect((await aVisitor(app).get(page)).statusCode, page).toBe(200);
        // The lobby and its list for programs read 200 games.
        for (const page of [...pages(), `/api/games/${number}`, '/', '/api/games']) {
          const refused = await aVisitor(app).get(page);
          expect(refused.statusCode, page).toBe(429);
          expect(Number(refused.headers['retry-after']), page).toBeGreaterThan(0);
        }
        expect((await aVisitor(app).get('/sign-in')).statusCode).toBe(200);
        const elsewhere = { method: 'GET', url: `/games/${number}`, remoteAddress: '198.51.100.7' } as const;
        expect((await app.inject(elsewhere)).statusCode).toBe(200);
        expect((await (await player(app)).get(`/games/${number}`)).statusCode).toBe(200);
      },
      { games: 3 },
    );
  });

  test('is sent 120 times a minute', async () => {
    await withWeb(async (app) => {
      const visitor = aVisitor(app);
      const statuses: number[] = [];
      for (let i = 0; i < 121; i += 1) statuses.push((await visitor.get('/games/EY-9999')).statusCode);
      expect(statuses.slice(-2)).toEqual([404, 429]);
    });
  });
});

test('the pages of a player, the sheet and advance orders count against one limit', async () => {
  await withWeb(
    async (app) => {
      const ann = await player(app);
      const game = `/my/games/${number}`;
      for (const path of [
        '',
        '/turns/1',
        '/turns/1.txt',
        '/turns/2/attempts/1',
        '/sheet',
        '/advance-orders/3',
      ]) {
        expect((await ann.get(game + path)).statusCode, path).toBe(200);
      }
      for (const path of ['', '/turns/1', '/turns/2/attempts/1.txt', '/sheet', '/advance-orders/3']) {
        expect((await ann.get(game + path)).statusCode, path).toBe(429);
      }
      // Those of a GM have the same limit, before anything is read.
      for (const path of ['/gm', `/gm/games/${number}`, `/gm/games/${number}/players`]) {
        expect((await ann.get(path)).statusCode, path).toBe(429);
      }
    },
    { games: 6 },
  );
});

describe('the sheet of a practice game', () => {
  test('is drawn so often in a minute, also after a check without scripts; scripts check on', async () => {
    await withWeb(
      async (app) => {
        const visitor = aVisitor(app);
        const started = await visitor.post('/practice', { ruleset: 'election-year' });
        const sheet = `${started.headers.location}/sheet`;
        const _csrf = await visitor.token();
        const check = () => visitor.postBare(`${sheet}/check`, { _csrf, _turn: '1' });
        const statuses: number[] = [];
        for (let i = 0; i < 4; i += 1) statuses.push((await check()).statusCode);
        expect(statuses.slice(-2)).toEqual([200, 429]);
        const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const headers = {
          accept: 'application/json',
          cookie,
          'content-type': 'application/x-www-form-urlencoded',
        };
        const payload = new URLSearchParams({ _csrf, _turn: '1' }).toString();
        const byScript = await app.inject({ method: 'POST', url: `${sheet}/check`, headers, payload });
        expect(byScript.statusCode).toBe(200);
      },
      { games: 3 },
    );
  });
});

describe('checks of a sheet that is being filled in', () => {
  const check = `/practice/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/sheet/check`;

  test('have a limit for each person and one for their network, and do not count as sent forms', async () => {
    await withWeb(
      async (app) => {
        const people = [await player(app), await signedIn(app, own.ctx, table.gm), aVisitor(app)];
        const statuses = [];
        for (const person of people) {
          for (let i = 0; i < 3; i += 1) statuses.push((await person.post(check, {})).statusCode);
        }
        // There is no such game; the network has twice the limit of a person.
        expect(statuses).toEqual([404, 404, 429, 404, 404, 429, 429, 429, 429]);
      },
      { checks: 2, forms: 5, peoplePerNetwork: 2 },
    );
  });

  test('read one state of a practice game for a script', async () => {
    await withWeb(async (app) => {
      const visitor = aVisitor(app);
      const started = await visitor.post('/practice', { ruleset: 'election-year' });
      const sheet = `${started.headers.location}/sheet`;
      for (const turn of ['1', '2']) await visitor.post(sheet, { _turn: turn, press: 'Hello' });
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      const answer = await visitor.post(
        `${sheet}/check`,
        { _turn: '3', press: 'x'.repeat(200) },
        { accept: 'application/json' },
      );
      const texts = spy.mock.calls.map(([query]) => String(Object(query).text ?? query));
      spy.mockRestore();
      expect([answer.statusCode, answer.json().problems.length]).toEqual([200, 1]);
      const states = texts.filter((text) => /FROM "public"."PracticeTurn"/.test(text));
      expect(states).toEqual([expect.stringMatching(/"turn" DESC LIMIT \$\d/)]);
    });
  });
});

describe('a PDF', () => {
  test('of a printout is laid out once for each paper, also if it was rolled back', async () => {
    await withWeb(async (app) => {
      const visitor = await player(app);
      for (const path of [`/my/games/${number}/turns/2`, `/my/games/${number}/turns/2/attempts/1`]) {
        own.setNow(testNow);
        const [letter, a4] = [`${path}.pdf?paper=letter`, `${path}.pdf?paper=a4`];
        const first = (await visitor.get(letter)).rawPayload;
        // The time of its creation is in the file.
        own.setNow(new Date(testNow.getTime() + 60_000));
        expect((await visitor.get(letter)).rawPayload.equals(first), letter).toBe(true);
        expect((await visitor.get(a4)).rawPayload.equals(first), a4).toBe(false);
      }
    });
  });

  test('of the rules is laid out once for each paper', async () => {
    await withWeb(async (app) => {
      for (const paper of ['letter', 'a4']) {
        const get = () => aVisitor(app).get(`/rules/election-year.pdf?paper=${paper}`);
        const first = await cpuTime(get);
        expect(await cpuTime(get), paper).toBeLessThan(first / 2);
      }
    });
  });

  test('counts against one limit for each person, whatever it is of', async () => {
    await withWeb(
      async (app) => {
        const visitor = await player(app);
        const path = `/my/games/${number}/turns/2`;
        const files = [`${path}.pdf`, `${path}/attempts/1.pdf`, '/rules/election-year.pdf'];
        for (const file of files) expect((await visitor.get(file)).statusCode, file).toBe(200);
        for (const file of files) expect((await visitor.get(file)).statusCode, file).toBe(429);
        expect((await visitor.get(path)).statusCode).toBe(200);
        expect((await aVisitor(app).get('/rules/election-year.pdf')).statusCode).toBe(200);
      },
      { pdfs: 3 },
    );
  });

  test('is laid out while no other is, and too many that would wait get a 503', async () => {
    const files = createPrintedFiles();
    let running = 0;
    let most = 0;
    const layOut = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return Buffer.alloc(10);
    };
    const wanted = Array.from({ length: 25 }, (_, i) => files.get(from(i), String(i), layOut));
    const settled = await Promise.allSettled(wanted);
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(most).toBe(1);
    expect(refused).toMatchObject(Array(4).fill({ statusCode: 503, failure: 'busy' }));
    expect(await files.get(from(1), '24', layOut)).toHaveLength(10);
  });
});

describe('the queue of PDFs', () => {
  test.each([
    ['one person', 5, () => from(1)],
    ['one network', 6, (i: number) => ({ account: { id: i }, ip: '198.51.100.1' }) as FastifyRequest],
    ['one IPv6 /48', 6, (i: number) => ({ account: { id: i }, ip: `2001:db8:1:${i}::1` }) as FastifyRequest],
    ['one IPv4 /24', 10, (i: number) => ({ account: { id: i }, ip: `198.51.100.${i}` }) as FastifyRequest],
    ['one IPv6 /32', 10, (i: number) => ({ account: { id: i }, ip: `2001:db8:${i}::1` }) as FastifyRequest],
  ])('has so many places for %s: %i', async (_, places, sender) => {
    const files = createPrintedFiles();
    const layOut = async () => Buffer.alloc(10);
    const wanted = Array.from({ length: 12 }, (_one, i) => files.get(sender(i), String(i), layOut));
    const other = files.get(from(99), 'other', layOut);
    const settled = await Promise.allSettled(wanted);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(places);
    expect(await other).toHaveLength(10);
    expect(await files.get(sender(1), 'later', layOut)).toHaveLength(10);
  });
});

test('PDFs leave as much time to everything else as they take', async () => {
  const files = createPrintedFiles();
  const times: { begun: number; ended: number }[] = [];
  const layOut = async () => {
    const begun = performance.now();
    while (performance.now() < begun + 50);
    times.push({ begun, ended: performance.now() });
    return Buffer.alloc(10);
  };
  await Promise.all(['a', 'b', 'c'].map((key) => files.get(from(1), key, layOut)));
  const rests = times.slice(1).map(({ begun }, i) => begun - (times[i]?.ended ?? 0));
  expect(rests).toHaveLength(2);
  // A timer may end a millisecond early.
  expect(Math.min(...rests)).toBeGreaterThan(45);
});

describe('what is kept in memory', () => {
  test('is never longer than its limit: what was used least recently is made again', async () => {
    const cache = createSizedCache<string>(10);
    const made: string[] = [];
    const get = (key: string, length: number) =>
      cache.get(key, async () => {
        made.push(key);
        return 'x'.repeat(length);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 4);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    for (const key of ['long', 'long']) expect(await get(key, 11)).toHaveLength(11);
    expect(made.slice(4)).toEqual(['long', 'long']);
  });

  test('is made once for all who ask at the same time, and a failure is not kept', async () => {
    const cache = createSizedCache<string>(10);
    let times = 0;
    const fail = async (): Promise<string> => {
      times += 1;
      throw new Error('not now');
    };
    const both = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)]);
    expect([both.map(({ status }) => status), times]).toEqual([['rejected', 'rejected'], 1]);
    expect(await cache.get('a', async () => 'made')).toBe('made');
  });
});
