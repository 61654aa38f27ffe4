import type autocannon from 'autocannon';
import type { AppContext } from '../../src/context.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { findRuleset } from '../../src/rules/catalog.ts';
import { copyGame } from '../helpers/many-games.ts';
import { barePageServer } from './bare-server.ts';
import { begunGame, withContext } from './bench-context.ts';
import { firstPlayer, listeningApp, load, sheetPath, wholeGame } from './client.ts';
import type { Measured, Progress } from './measure.ts';
import { profiled } from './profile.ts';

/** The games of the first measurement. */
const FEW = 1_000;

/** The games of the others, which take minutes each. */
const MANY = [20_000, 100_000] as const;

const ROUNDS = 200;
const CLIENTS = 50;

/** So many copies are written by one statement, which has a time limit. */
const PORTION = 5_000;

/** How much longer a page may take with many games than with few. */
const GROWTH_GOAL = 1.2;

/** The time of each page by its name, in milliseconds. */
type PageTimes = Map<string, number>;

/**
 * Pages of a server with 1,000 games, each compared with a bare Fastify that sends the same bytes after one SELECT, and the
 * slowest requests of 50 clients compared with the median of them.
 * @param many whether to measure them with 20,000 and 100,000 games, too, compared with 1,000
 */
export function measurePages(many: boolean, progress: Progress): Promise<Measured[]> {
  return withContext(async (ctx) => {
    // The reader plays in one game; the other games are those of other people.
    const { gameId, gmId } = await begunGame(ctx, 'reader');
    await processTurn(ctx, { gameId, turn: 1, by: gmId });
    await sendOneSheet(ctx, gameId);
    const crowd = await crowdGame(ctx);
    let copies = FEW;
    await copyGame(ctx.db.pool, crowd, { count: FEW });
    const pages = await pagesOf(ctx, gameId);
    const rows: Measured[] = [];
    const few = new Map<string, number>();
    for (const page of pages) rows.push(...(await besideFloor(ctx, page, few)));
    const fewDeleted = await deletingTakes(ctx, crowd);
    for (const count of many ? MANY : []) {
      progress(`pages with ${count.toLocaleString('en')} games …`);
      while (copies < count) {
        await copyGame(ctx.db.pool, crowd, { count: Math.min(PORTION, count - copies), after: copies });
        copies = Math.min(count, copies + PORTION);
      }
      rows.push(...(await grown(ctx, { pages, few, count })));
      if (count === MANY[0]) rows.push(deletion(await deletingTakes(ctx, crowd), fewDeleted));
    }
    return rows;
  });
}

interface PageToMeasure {
  name: string;
  path: string;
  headers: Record<string, string>;
  gameId: string;
}

async function pagesOf(ctx: AppContext, gameId: string): Promise<PageToMeasure[]> {
  const game = await wholeGame(ctx, gameId);
  const app = await listeningApp(ctx);
  const { cookie } = await firstPlayer(ctx, app.address, game);
  await app.close();
  const number = `${game.prefix}-${game.serial}`;
  const headers = { cookie, accept: 'text/html' };
  return [
    { name: 'the page of a sheet', path: sheetPath(game), headers, gameId },
    { name: 'a receipt', path: `${sheetPath(game)}/turns/${game.turn}/versions/1`, headers, gameId },
    { name: 'the public page of a game', path: `/games/${number}`, headers: {}, gameId },
    { name: 'the lobby', path: '/', headers: {}, gameId },
    { name: 'My games', path: '/my/games', headers, gameId },
  ];
}

async function besideFloor(ctx: AppContext, page: PageToMeasure, few: PageTimes): Promise<Measured[]> {
  const app = await listeningApp(ctx);
  try {
    const { each, body } = await alone(app.address, page);
    await profiled({ what: page.name, runs: ROUNDS }, () =>
      load(app.address, [[requestOf(page)]], { rounds: ROUNDS, expected: 200 }),
    );
    few.set(page.name, each);
    const bare = await barePageServer(ctx.db.pool, body, page.gameId);
    const floor = await alone(bare.address, { ...page, path: '/', headers: {} });
    await bare.close();
    const crowd = await load(app.address, Array(CLIENTS).fill([requestOf(page)]), {
      rounds: 20,
      expected: 200,
    });
    return [
      {
        what: page.name,
        ours: each,
        floor: 'bare Fastify, same bytes after one SELECT',
        floorIs: floor.each,
        goal: 8,
      },
      {
        what: `${page.name}, ${CLIENTS} clients, slowest of 100`,
        ours: crowd.p99,
        floor: 'the median of the same',
        floorIs: crowd.p50,
        goal: 10,
      },
    ];
  } finally {
    await app.close();
  }
}

async function grown(
  ctx: AppContext,
  { pages, few, count }: { pages: PageToMeasure[]; few: PageTimes; count: number },
): Promise<Measured[]> {
  const app = await listeningApp(ctx);
  try {
    const rows: Measured[] = [];
    for (const page of pages) {
      const { each } = await alone(app.address, page);
      rows.push({
        what: `${page.name}, ${count.toLocaleString('en')} games`,
        ours: each,
        floor: `the same with ${FEW.toLocaleString('en')} games`,
        floorIs: few.get(page.name) as number,
        goal: GROWTH_GOAL,
      });
    }
    return rows;
  } finally {
    await app.close();
  }
}

function requestOf({ path, headers }: PageToMeasure): autocannon.Request {
  return { method: 'GET', path, headers };
}

/** The time of a page for one reader who requests it again and again, and what it contains. */
async function alone(address: string, page: PageToMeasure): Promise<{ each: number; body: string }> {
  const body = await (await fetch(`${address}${page.path}`, { headers: page.headers })).text();
  await load(address, [[requestOf(page)]], { rounds: ROUNDS / 2, expected: 200 });
  const { each } = await load(address, [[requestOf(page)]], { rounds: ROUNDS, expected: 200 });
  return { each, body };
}

/** A game of other people, which is copied. Its printouts are emptied: no page here reads them, and they would fill the disk. */
async function crowdGame(ctx: AppContext): Promise<string> {
  const { gameId, gmId } = await begunGame(ctx, 'crowd');
  await processTurn(ctx, { gameId, turn: 1, by: gmId });
  await ctx.db.pool.query(`update "Printout" set report = '{}' where "gameId" = $1`, [gameId]);
  return gameId;
}

async function sendOneSheet(ctx: AppContext, gameId: string): Promise<void> {
  const game = await wholeGame(ctx, gameId);
  const [seat] = game.seats;
  const raw = findRuleset(game.ruleset)?.opponent(game.state, seat?.identifier as string);
  const { id: seatId, accountId } = seat as { id: string; accountId: number };
  await submitSheet(ctx, {
    ...{ gameId, seatId, turn: game.turn, raw },
    ...{ channel: 'web', sentById: accountId },
  });
}

const DELETED = 5;

/** The median time of deleting one copy with everything that belongs to it. */
async function deletingTakes(ctx: AppContext, crowd: string): Promise<number> {
  const { prefix, serial } = await wholeGame(ctx, crowd);
  const copies = await ctx.db.prisma.game.findMany({
    where: { prefix, serial: { gt: serial } },
    select: { id: true },
    orderBy: { serial: 'desc' },
    take: DELETED,
  });
  const times: number[] = [];
  for (const { id } of copies) {
    const start = performance.now();
    await ctx.db.prisma.game.delete({ where: { id } });
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}

function deletion(many: number, few: number): Measured {
  return {
    what: `deleting a game among ${MANY[0].toLocaleString('en')}`,
    ours: many,
    floor: `the same among ${FEW.toLocaleString('en')}`,
    floorIs: few,
    goal: GROWTH_GOAL,
  };
}
