import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AppContext } from '../../src/context.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { begunGame, withContext } from './bench-context.ts';
import { type Measured, medianOf } from './measure.ts';

/** A turn of six players, compared with the same rows written by bare `pg` in one transaction. */
export function measureTransaction(): Promise<Measured> {
  return withContext(async (ctx) => {
    const games = [];
    for (let i = 0; i < 24; i += 1) games.push(await begunGame(ctx));
    const times: number[] = [];
    for (const { gameId, gmId } of games) {
      const start = performance.now();
      await processTurn(ctx, { gameId, turn: 1, by: gmId });
      times.push(performance.now() - start);
    }
    const ours = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
    const baselineMs = await bareRows(ctx, (games[0] as { gameId: string }).gameId);
    return { what: "a turn's transaction", ours, baseline: 'bare pg, same rows', baselineMs };
  });
}

type Row = Record<string, unknown>;

async function bareRows(ctx: AppContext, gameId: string): Promise<number> {
  const { pool } = ctx.db;
  const rowsOf = async (sql: string) => (await pool.query<Row>(sql, [gameId])).rows;
  const turn = (await rowsOf('select * from "Turn" where "gameId" = $1 and turn = 1'))[0] as Row;
  const printouts = await rowsOf('select * from "Printout" where "gameId" = $1 and turn = 2');
  const deliveries = await rowsOf(
    `select * from "Delivery" where "gameId" = $1 and kind = 'printout' and "printoutId" in
     (select id from "Printout" where turn = 2)`,
  );
  const game = (await rowsOf('select * from "GameState" where "gameId" = $1'))[0] as Row;
  let number = 1000;
  const client = await pool.connect();
  try {
    return await medianOf(async () => {
      number += 1;
      await client.query('begin');
      await client.query('select id from "Game" where id = $1 for update', [gameId]);
      await insert(client, 'Turn', { ...turn, turn: number });
      for (const [i, printout] of printouts.entries()) {
        const id = randomUUID();
        await insert(client, 'Printout', { ...printout, id, turn: number });
        const delivery = deliveries[i];
        if (delivery === undefined) continue;
        const deliveryId = randomUUID();
        const messageId = `<${deliveryId}@bench.test>`;
        await insert(client, 'Delivery', { ...delivery, id: deliveryId, messageId, printoutId: id });
        await client.query(`select graphile_worker.add_job('deliver', $1::json)`, [
          JSON.stringify({ deliveryId }),
        ]);
      }
      await client.query('update "GameState" set state = $2 where "gameId" = $1', [
        gameId,
        JSON.stringify(game.state),
      ]);
      await client.query('commit');
    });
  } finally {
    client.release();
  }
}

async function insert(client: pg.PoolClient, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const values = names.map((name) => {
    const value = row[name];
    const json = typeof value === 'object' && value !== null && !(value instanceof Date);
    return json ? JSON.stringify(value) : value;
  });
  const columns = names.map((name) => `"${name}"`).join(', ');
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  await client.query(`insert into "${table}" (${columns}) values (${places})`, values);
}
