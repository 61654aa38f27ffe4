import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AppContext } from '../../src/context.ts';
import { statesUntil } from '../../src/games/processing/earlier-states.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { copyGame } from '../helpers/many-games.ts';
import { begunGame, withContext } from './bench-context.ts';
import { sendSheets, wholeGame } from './client.ts';
import { type Measured, medianIn } from './measure.ts';
import { profiled } from './profile.ts';
import { insertRow, type Row } from './rows.ts';

/** How many turns a game has behind it. */
const BEHIND = [1, 10, 100] as const;

const GAMES = 40;
const WARM_UP = 8;

/** A turn of six players, compared with the same rows written by bare `pg` in one transaction, one statement each. */
export function measureTransaction(): Promise<Measured[]> {
  return withContext(async (ctx) => {
    const rows: Measured[] = [];
    for (const behind of BEHIND) rows.push(await turnsBehind(ctx, behind));
    return rows;
  });
}

async function turnsBehind(ctx: AppContext, behind: number): Promise<Measured> {
  const { gameId, gmId } = await begunGame(ctx, `turn${behind}`);
  await sendSheets(ctx, gameId);
  await processTurn(ctx, { gameId, turn: 1, by: gmId });
  await pretendTurns(ctx, gameId, behind);
  await sendSheets(ctx, gameId);
  await copyGame(ctx.db.pool, gameId, { count: GAMES + WARM_UP });
  const { prefix, serial } = await wholeGame(ctx, gameId);
  const last = await ctx.db.prisma.turn.findFirstOrThrow({ where: { gameId }, orderBy: { turn: 'desc' } });
  const copies = await ctx.db.prisma.game.findMany({
    where: { prefix, serial: { gt: serial } },
    select: { id: true, turn: true },
    orderBy: { serial: 'asc' },
  });
  const what = `a turn's transaction, ${behind} ${behind === 1 ? 'turn' : 'turns'} behind it`;
  const ours: number[] = [];
  const bare: number[] = [];
  // Both take turns, so that a change of the machine's speed meets both.
  for (const [i, { id, turn }] of copies.entries()) {
    // The server has processed the turn before, and has kept the states that reports are made from.
    await ctx.db.prisma.$transaction((tx) => statesUntil(tx, id, last.hash));
    const start = performance.now();
    await profiled({ what }, () => processTurn(ctx, { gameId: id, turn, by: gmId }));
    const processed = performance.now() - start;
    const floor = await bareRows(ctx, id, turn);
    if (i < WARM_UP) continue;
    ours.push(processed);
    bare.push(floor);
  }
  await ctx.db.prisma.game.deleteMany({ where: { prefix } });
  return {
    what,
    ours: medianIn(ours),
    floor: 'bare pg, the same rows, one statement each',
    floorIs: medianIn(bare),
    goal: 1.3,
  };
}

/**
 * Makes a game that has played one turn look as if it had played more: the first turn is copied, and numbers are moved.
 * Election Year ends after six turns, so a game cannot be played that far.
 */
async function pretendTurns(ctx: AppContext, gameId: string, behind: number): Promise<void> {
  if (behind === 1) return;
  const { pool } = ctx.db;
  const names = await pool.query<{ name: string }>(
    `select string_agg(format('%I', column_name), ', ') as name from information_schema.columns
     where table_schema = 'public' and table_name = 'Turn' and column_name not in ('id', 'turn')`,
  );
  const columns = names.rows[0]?.name as string;
  await pool.query(
    `insert into "Turn" (turn, ${columns}) select n, ${columns} from "Turn" t, generate_series(2, $2::int) n
     where t."gameId" = $1 and t.turn = 1`,
    [gameId, behind],
  );
  await pool.query('update "Game" set turn = $2 where id = $1', [gameId, behind + 1]);
}

/** Milliseconds for the rows that processing a turn has just written, written again with other numbers. */
async function bareRows({ db: { pool } }: AppContext, gameId: string, turn: number): Promise<number> {
  const rowsOf = async (sql: string) => (await pool.query<Row>(sql, [gameId, turn])).rows;
  const [played] = await rowsOf('select * from "Turn" where "gameId" = $1 and turn = $2');
  const printouts = await rowsOf('select * from "Printout" where "gameId" = $1 and turn = $2 + 1');
  const deliveries = await rowsOf(
    `select d.* from "Delivery" d join "Printout" p on p.id = d."printoutId"
     where p."gameId" = $1 and p.turn = $2 + 1 and d.kind = 'printout'`,
  );
  const events = await rowsOf(
    `select * from "GameEvent" where "gameId" = $1 and $2 > 0 and type = 'turnProcessed' order by at desc limit 1`,
  );
  const [state] = await rowsOf('select * from "GameState" where "gameId" = $1 and $2 > 0');
  const client = await pool.connect();
  try {
    const start = performance.now();
    await client.query('begin');
    await client.query('select * from "Game" where id = $1 for update', [gameId]);
    await insertRow(client, 'Turn', { ...(played as Row), turn: turn + 1000 });
    for (const printout of printouts) await writePrintout(client, printout, deliveries);
    for (const event of events) await insertRow(client, 'GameEvent', { ...event, id: randomUUID() });
    await client.query({
      name: 'state',
      text: 'update "GameState" set state = $2 where "gameId" = $1',
      values: [gameId, JSON.stringify((state as Row).state)],
    });
    await client.query({
      name: 'game',
      text: 'update "Game" set turn = turn where id = $1',
      values: [gameId],
    });
    await client.query('commit');
    return performance.now() - start;
  } finally {
    client.release();
  }
}

async function writePrintout(client: pg.PoolClient, printout: Row, deliveries: Row[]): Promise<void> {
  const id = randomUUID();
  await insertRow(client, 'Printout', { ...printout, id, turn: (printout.turn as number) + 1000 });
  const delivery = deliveries.find(({ printoutId }) => printoutId === printout.id);
  if (delivery === undefined) return;
  const deliveryId = randomUUID();
  const messageId = `<${deliveryId}@bench.test>`;
  await insertRow(client, 'Delivery', { ...delivery, id: deliveryId, messageId, printoutId: id });
  await client.query({
    name: 'add job',
    text: `select graphile_worker.add_job('deliver', $1::json)`,
    values: [JSON.stringify({ deliveryId })],
  });
}
