import type autocannon from 'autocannon';
import type { AppContext } from '../../src/context.ts';
import { submitSheet } from '../../src/games/sheets/submit-sheet.ts';
import { findRuleset } from '../../src/rules/catalog.ts';
import { copyGame } from '../helpers/many-games.ts';
import { type BareServer, bareFormServer, oneInsert, sameRows } from './bare-server.ts';
import { begunGame, withContext } from './bench-context.ts';
import { FORM_HEADERS, filledSheet, firstPlayer, listeningApp, load, wholeGame } from './client.ts';
import type { Measured } from './measure.ts';
import { profiled } from './profile.ts';

/** So many sheets for each game: after twenty a day, no receipt is mailed, and the work would be less. */
const SHEETS_PER_GAME = 18;

/** Games for each connection, because the sheets of one game wait for each other. */
const GAMES_EACH = 20;

const ROUNDS = SHEETS_PER_GAME * GAMES_EACH;

/** The connections of each measurement, and the goals: how often one INSERT, and how often the same rows by `pg`. */
const LOADS = [
  { connections: 1, what: 'a sheet by web form', insertGoal: 12, rowsGoal: 3 },
  { connections: 8, what: 'a sheet by web form, eight players at a time', insertGoal: 18, rowsGoal: 3 },
] as const;

/**
 * A sheet sent through the web form and accepted, with its receipt, compared with a bare Fastify route that makes one
 * INSERT of about as many bytes, and with one that writes the same rows and the same job by `pg`.
 */
export function measureHttp(): Promise<Measured[]> {
  return withContext(async (ctx) => {
    const rows: Measured[] = [];
    for (const { connections, what, insertGoal, rowsGoal } of LOADS) {
      const { ours, gameId } = await sheetsOverHttp(ctx, { connections, what });
      const inserts = await formsTo(await bareFormServer(await oneInsert(ctx.db.pool)), connections);
      const same = await formsTo(await bareFormServer(await sameRows(ctx.db.pool, gameId)), connections);
      rows.push(
        { what, ours, floor: 'bare Fastify, one INSERT', floorIs: inserts, goal: insertGoal },
        { what, ours, floor: 'bare Fastify, the same rows by pg', floorIs: same, goal: rowsGoal },
      );
    }
    return rows;
  });
}

async function sheetsOverHttp(
  ctx: AppContext,
  { connections, what }: { connections: number; what: string },
): Promise<{ ours: number; gameId: string }> {
  const { gameId } = await begunGame(ctx, `sheets${connections}`);
  await sendOneSheet(ctx, gameId);
  // One more for each connection, to warm up with.
  await copyGame(ctx.db.pool, gameId, { count: connections * (GAMES_EACH + 1) });
  const app = await listeningApp(ctx);
  try {
    const game = await wholeGame(ctx, gameId);
    const person = await firstPlayer(ctx, app.address, game);
    const requests = Array.from({ length: connections * (GAMES_EACH + 1) }, (_, i) =>
      filledSheet({ ...game, serial: game.serial + 1 + i }, person),
    );
    const perConnection = (from: number, games: number): autocannon.Request[][] =>
      Array.from({ length: connections }, (_, i) => requests.slice(from + i * games, from + (i + 1) * games));
    await load(app.address, perConnection(0, 1), { rounds: SHEETS_PER_GAME, expected: 303 });
    const measured = perConnection(connections, GAMES_EACH);
    const { each } = await profiled({ what, runs: ROUNDS * connections }, () =>
      load(app.address, measured, { rounds: ROUNDS, expected: 303 }),
    );
    return { ours: each, gameId };
  } finally {
    await app.close();
  }
}

/** One sheet, so that there are rows to copy. */
async function sendOneSheet(ctx: AppContext, gameId: string): Promise<void> {
  const game = await wholeGame(ctx, gameId);
  const [seat] = game.seats;
  const raw = findRuleset(game.ruleset)?.opponent(game.state, seat?.identifier as string);
  const { id: seatId, accountId } = seat as { id: string; accountId: number };
  const { kind } = await submitSheet(ctx, {
    ...{ gameId, seatId, turn: game.turn, raw },
    ...{ channel: 'web', sentById: accountId },
  });
  if (kind !== 'standing') throw new Error(`The sheet is not standing: ${kind}.`);
}

async function formsTo(server: BareServer, connections: number): Promise<number> {
  try {
    const sent = { method: 'POST', path: '/', headers: FORM_HEADERS, body: 'x='.padEnd(600, 'y') } as const;
    const requests = Array<autocannon.Request[]>(connections).fill([sent]);
    await load(server.address, requests, { rounds: 200, expected: 303 });
    const { each } = await load(server.address, requests, { rounds: 1_000, expected: 303 });
    return each;
  } finally {
    await server.close();
  }
}
