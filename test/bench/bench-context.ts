import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { configFrom } from '../../src/config.ts';
import type { AppContext } from '../../src/context.ts';
import { beginGame } from '../../src/games/game/begin-game.ts';
import { createGame } from '../../src/games/game/create-game.ts';
import { addSeat } from '../../src/games/seats/manage-seats.ts';
import type { Result } from '../../src/rules/result.ts';
import { openContext } from '../../src/server/open-context.ts';
import { IDS } from './game.ts';

/** Runs something on a new embedded PostgreSQL, durable as an operator's is, and removes it afterwards. */
export async function withContext<T>(run: (ctx: AppContext) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-bench-'));
  const opened = await openContext(configFrom({ DATA_DIR: dir }), pino({ level: 'silent' }));
  try {
    return await run(opened.ctx);
  } finally {
    await opened.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * A running game of six people.
 * @param crowd the same people play in all games of a crowd
 */
export async function begunGame(ctx: AppContext, crowd = 'bench'): Promise<{ gameId: string; gmId: number }> {
  const gm = await ctx.db.prisma.account.upsert({
    where: { email: 'gm@bench.test' },
    create: { name: 'Greta Master', email: 'gm@bench.test', mayRunGames: true, createdAt: ctx.now() },
    update: {},
  });
  const made = await createGame(ctx, {
    ruleset: 'election-year',
    title: 'A game to measure',
    gmId: gm.id,
    options: {},
    daysPerTurn: 14,
    timeZone: 'UTC',
    processWhenComplete: false,
  });
  const gameId = unwrap(made).id;
  for (const [i, id] of IDS.entries()) {
    const email = `player${i}@${crowd}.test`;
    unwrap(await addSeat(ctx, { gameId, by: gm.id, name: `Player ${i}`, identifier: id, email }));
  }
  // The limits on mail to people who never agreed to play are not what is measured.
  await ctx.db.prisma.mailRequest.deleteMany();
  await ctx.db.prisma.seat.updateMany({ where: { gameId }, data: { acceptedAt: ctx.now() } });
  // Players who have proved their addresses: mail to strangers is cleaned of links.
  await ctx.db.prisma.account.updateMany({ data: { addressProvedAt: ctx.now() } });
  unwrap(await beginGame(ctx, { gameId, by: gm.id, due: null }));
  return { gameId, gmId: gm.id };
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}
