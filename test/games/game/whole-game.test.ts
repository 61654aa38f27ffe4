import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../../src/cli/replay.ts';
import type { Seat } from '../../../src/database/generated/client.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { rulesetOf } from '../../../src/games/game/game-ruleset.ts';
import { readDiceSecret } from '../../../src/games/game/game-store.ts';
import { makeComputerSheets } from '../../../src/games/processing/computer-sheets.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { seededDice } from '../../../src/rules/dice.ts';
import { problemsInWords } from '../../../src/rules/result.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { type GameWish, gameNow, goodSheet, runningGame, send } from './play.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const TURNS = 6;

/** A game played to its end, in which players sometimes forget a sheet or send a refused one. */
async function wholeGame(wish: GameWish) {
  const table = await runningGame(own.ctx, wish);
  const gameId = table.game.id;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await makeComputerSheets(own.ctx, { gameId, turn });
    for (const seat of table.seats.slice(0, wish.humans)) {
      if (turn === 4) await send(own.ctx, seat, turn, { fundraising: ['XX'], press: 'refused' });
      else if (turn !== 5) await send(own.ctx, seat, turn, await goodSheet(own.ctx, gameId, seat));
    }
    const result = await processTurn(own.ctx, { gameId, turn, by: table.gm.id });
    expect(result).toEqual({ kind: 'processed', over: turn === TURNS });
  }
  return table;
}

/** Changes stored rows like someone with access to the database, past the trigger that protects turns. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await own.ctx.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE "Turn" DISABLE TRIGGER "keep_turns"');
    const changed = await client.query(sql, values);
    expect(changed.rowCount).toBe(1);
    await client.query('ALTER TABLE "Turn" ENABLE TRIGGER "keep_turns"');
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

describe.each([
  { humans: 2, opponents: 2 },
  ...shortOrLong(
    [],
    [
      { humans: 1, opponents: 5 },
      { humans: 4, opponents: 8 },
    ],
  ),
])('a game of $humans players and $opponents opponents', (wish) => {
  test('is played from its first printout to its standings, and replays identically', {
    timeout: 60_000,
  }, async () => {
    const { ctx } = own;
    const {
      game: begun,
      seats,
      players,
    } = await wholeGame({ ...wish, secret: new Uint8Array(32).fill(wish.humans) });
    const game = await gameNow(ctx, begun.id);
    expect(game).toMatchObject({ status: 'over', turn: TURNS + 1, due: null, endedAt: ctx.now() });
    const outcome = rulesetOf(game).outcome(game.state);
    expect(outcome?.standings.map(({ id }) => id).sort()).toEqual(
      seats.map((seat) => seat.identifier).sort(),
    );

    const turns = await ctx.db.prisma.turn.findMany({
      where: { gameId: game.id },
      orderBy: { turn: 'asc' },
    });
    expect(turns.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const diceSecret = await readDiceSecret(ctx.db.prisma, game.id);
    for (const [i, turn] of turns.entries()) {
      expect(turn.previousHash).toBe(turns[i - 1]?.hash ?? null);
      const secret = i === TURNS ? Buffer.from(diceSecret).toString('hex') : null;
      expect(turn.header).toMatchObject({ dice: { commitment: game.diceCommitment, secret } });
    }
    expect(turns[4]?.sheets).toMatchObject({ AB: { fundraising: ['XX'], press: 'refused' } });
    expect(turns[5]?.sheets).toMatchObject({ AB: null });
    // With the secret that is published at the end, anyone can roll the dice of the setup again.
    const dice = seededDice(diceSecret, 0);
    const drawn = turns[0]?.dice ?? [];
    for (const { sides } of drawn) dice.roll(sides);
    expect(dice.rolls).toEqual(drawn);

    const printouts = await ctx.db.prisma.printout.findMany({ where: { gameId: game.id } });
    expect(printouts).toHaveLength(7 * (1 + wish.humans));
    for (const printout of printouts) {
      const seat = seats.find((one) => one.id === printout.seatId);
      const { report } = printout;
      expect(report.reader?.identifier).toBe(seat?.identifier);
      expect(report.turn).toBe(printout.turn > TURNS ? null : printout.turn);
      expect(printout.accountId).toBe(players.find((player) => player.id === seat?.accountId)?.id ?? null);
    }
    expect(await replayGame(ctx, gameNumber(game))).toMatchObject({
      ok: true,
      value: { turns: TURNS, printoutsOfOtherVersions: 0 },
    });
    const late = await send(ctx, seats[0] as Seat, TURNS + 1, {});
    expect(late).toEqual({ kind: 'not-owed' });
    expect(await processTurn(ctx, { gameId: game.id, turn: TURNS, by: null })).toEqual({ kind: 'already' });
    expect(await processTurn(ctx, { gameId: game.id, turn: TURNS + 1, by: null })).toEqual({
      kind: 'not-running',
    });
  });
});

describe('a replay', () => {
  test('names the first difference after tampering, and finds none after it is undone', {
    timeout: 60_000,
  }, async () => {
    const { ctx } = own;
    const { game } = await wholeGame({ humans: 1, opponents: 3 });
    const id = game.id;
    const ok = { ok: true, value: { turns: TURNS } };
    expect(await replayGame(ctx, gameNumber(game))).toMatchObject(ok);

    const cash = `(SELECT (state#>>'{players,1,cash}')::int FROM "Turn" WHERE "gameId" = $1 AND turn = 3)`;
    const was = (await ctx.db.pool.query(`SELECT ${cash} AS cash`, [id])).rows[0].cash as number;
    const setState = `UPDATE "Turn" SET state = jsonb_set(state::jsonb, '{players,1,cash}', $2::jsonb) WHERE "gameId" = $1 AND turn = 3`;
    const tampered: { sql: string; values?: unknown[]; words: string | RegExp }[] = [
      {
        sql: setState,
        values: [was + 1],
        words: `turn 3: state.players[1].cash is ${was + 1}, replay gives ${was}`,
      },
      {
        sql: `UPDATE "Turn" SET dice = (SELECT json_agg(CASE WHEN i = 1 THEN '{"sides":4,"value":5}'::json ELSE d END) FROM json_array_elements(dice) WITH ORDINALITY AS x(d, i)) WHERE "gameId" = $1 AND turn = 0`,
        words: /^turn 0: dice\[0\]\.value is 5, replay gives [1-4]$/,
      },
      {
        sql: `UPDATE "Turn" SET hash = repeat('0', 64) WHERE "gameId" = $1 AND turn = 2`,
        words: /^turn 2: hash is "0{64}", replay gives "[0-9a-f]{64}"$/,
      },
      {
        sql: `UPDATE "Turn" SET "previousHash" = repeat('0', 64) WHERE "gameId" = $1 AND turn = 4`,
        words: /^turn 4: previousHash is "0{64}", replay gives "[0-9a-f]{64}"$/,
      },
      {
        sql: `UPDATE "Turn" SET sheets = jsonb_set(sheets::jsonb, '{AB}', 'null') WHERE "gameId" = $1 AND turn = 1`,
        words: /^turn 1: sheets\.AB is null, replay gives \{/,
      },
      {
        sql: `UPDATE "Turn" SET header = jsonb_set(header::jsonb, '{due}', '"never"') WHERE "gameId" = $1 AND turn = 2`,
        words: /^turn 2: hash is /,
      },
      {
        sql: `DELETE FROM "Turn" WHERE "gameId" = $1 AND turn = 2`,
        words: 'the record of turn 2 is missing',
      },
      {
        sql: `UPDATE "Sheet" SET raw = '{"press":"I never said that"}' WHERE "gameId" = $1 AND turn = 2 AND channel = 'web'`,
        words: /^turn 2: sheets\.AB\.press is "[^"]+", replay gives "I never said that"$/,
      },
      {
        sql: `UPDATE "GameState" SET setup = jsonb_set(setup::jsonb, '{players,0,home}', '"ZZ"') WHERE "gameId" = $1`,
        words: /^turn 0: setup\.players\[0\]\.home is "ZZ", replay gives "[A-Z]{2}"$/,
      },
      {
        sql: `UPDATE "GameState" SET state = jsonb_set(state::jsonb, '{turn}', '5') WHERE "gameId" = $1`,
        words: 'game: state.turn is 5, replay gives 6',
      },
      {
        sql: `UPDATE "GameSecret" SET "diceSecret" = decode(repeat('00', 32), 'hex') WHERE "gameId" = $1`,
        words: /^game: diceCommitment is [0-9a-f]{64}, replay gives [0-9a-f]{64}$/,
      },
      {
        sql: `UPDATE "Printout" SET report = jsonb_set(report::jsonb, '{summary,0}', '"You win."') WHERE "gameId" = $1 AND turn = 4 AND "seatId" IS NOT NULL`,
        words: /^printout 4 of AB: report\.summary\[0\] is "You win\.", replay gives /,
      },
      {
        sql: `UPDATE "Printout" SET report = (report::text || ' ')::json WHERE "gameId" = $1 AND turn = 7 AND "seatId" IS NULL`,
        words: /^printout 7 of the public: the values are the same, but the bytes differ/,
      },
      {
        sql: `DELETE FROM "Printout" WHERE "gameId" = $1 AND turn = 3 AND "seatId" IS NULL`,
        words: 'printout 3 of the public: there are 0, replay gives 1',
      },
    ];
    const keep = await snapshot(id);
    for (const { sql, values = [], words } of tampered) {
      await tamper(sql, [id, ...values]);
      const result = await replayGame(ctx, gameNumber(game));
      expect(result).toMatchObject({ ok: false });
      if (!result.ok) expect(problemsInWords(result.problems)).toMatch(words);
      await keep.putBack();
      expect(await replayGame(ctx, gameNumber(game))).toMatchObject(ok);
    }
  });

  test('on the command line prints one line and exits with 0, 1 or 2', async () => {
    const { ctx } = own;
    const { game } = await runningGame(ctx, { humans: 1, opponents: 3 });
    const said: string[] = [];
    const io = {
      stdout: { write: (line: string) => said.push(`out ${line.trimEnd()}`) },
      stderr: { write: (line: string) => said.push(`err ${line.trimEnd()}`) },
    };
    const number = gameNumber(game);
    expect(await replay(ctx, number.toLowerCase(), io)).toBe(0);
    await ctx.db.pool.query(`UPDATE "Game" SET turn = 9 WHERE id = $1`, [game.id]);
    expect(await replay(ctx, number, io)).toBe(1);
    expect(await replay(ctx, 'EY-999', io)).toBe(2);
    expect(await replay(ctx, "x'; --", io)).toBe(2);
    expect(said).toEqual([
      `out ${number}: 0 turns replayed. All sheets, rolls, states, hashes and printouts are the same.`,
      `err ${number}: game: turn is 9, replay gives 1`,
      'err There is no game EY-999. Enter the number of a game on this server, such as EY-12.',
      "err There is no game x'; --. Enter the number of a game on this server, such as EY-12.",
    ]);
  });

  test('is rarely needed: the database refuses changes of processed turns', async () => {
    const { game } = await runningGame(own.ctx, { humans: 1, opponents: 3 });
    for (const sql of [
      `UPDATE "Turn" SET hash = hash WHERE "gameId" = $1`,
      `DELETE FROM "Turn" WHERE "gameId" = $1`,
    ]) {
      await expect(own.ctx.db.pool.query(sql, [game.id])).rejects.toThrow(
        'A processed turn cannot be changed',
      );
    }
  });
});

/** A game's rows, to be restored exactly. */
async function snapshot(gameId: string) {
  const { pool } = own.ctx.db;
  const tables = ['Turn', 'Sheet', 'Printout', 'GameState', 'GameSecret'];
  for (const table of tables) {
    await pool.query(`CREATE TABLE "kept_${table}" AS SELECT * FROM "${table}" WHERE "gameId" = '${gameId}'`);
  }
  return {
    putBack: async () => {
      const client = await pool.connect();
      try {
        // Without triggers and foreign keys while the rows are replaced.
        await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
        for (const table of tables) {
          await client.query(`DELETE FROM "${table}" WHERE "gameId" = '${gameId}'`);
          await client.query(`INSERT INTO "${table}" SELECT * FROM "kept_${table}"`);
        }
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
  };
}
