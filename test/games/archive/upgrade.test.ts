import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { transferIn } from '../../../src/games/archive/transfer-in.ts';
import { transferOut } from '../../../src/games/archive/transfer-out.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { pauseGame } from '../../../src/games/schedule/change-due-date.ts';
import { FROZEN_RULESETS } from '../../../src/rules/catalog.ts';
import type { Dice } from '../../../src/rules/dice.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { History, Ruleset } from '../../../src/rules/ruleset.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import {
  codesOf,
  firstDue,
  formingGame,
  gameNow,
  goodSheet,
  granted,
  send,
  type TestGame,
} from '../game/play.ts';

/* A game lasts months, and the server is upgraded meanwhile. */

const TURNS = 6;
const frozen = FROZEN_RULESETS as Ruleset[];
let own: TestContext;
let ctx: AppContext;

beforeAll(async () => {
  own = await testContext();
  ctx = own.ctx;
  return () => own.close();
});

/** An older version of Election Year in which every candidate gets a dollar after each turn. */
const older = {
  ...electionYear,
  version: electionYear.version - 1,
  resolve(state: State, sheets: Readonly<Record<string, unknown>>, dice: Dice): State {
    const next = electionYear.resolve(state, sheets, dice);
    return { ...next, players: next.players.map((player) => ({ ...player, cash: player.cash + 1 })) };
  },
} as Ruleset;

/** The same rules after an upgrade that improved their printouts. */
const improved = {
  ...older,
  reportVersion: older.reportVersion + 1,
  report(history: History<unknown>, seat: string | null) {
    const report = older.report(history, seat);
    return { ...report, subtitle: `${report.subtitle}, in better words` };
  },
} as Ruleset;

beforeEach(() => void frozen.splice(0, frozen.length, older));
afterEach(() => void frozen.splice(0));

/** A game that began on a server whose current version was the older one. */
async function olderGame(): Promise<TestGame> {
  const play = await formingGame(ctx, { humans: 2, opponents: 2 });
  const { id } = play.game;
  await ctx.db.prisma.game.update({ where: { id }, data: { rulesetVersion: older.version } });
  granted(await beginGame(ctx, { gameId: id, by: play.gm.id, due: firstDue }));
  return play;
}

async function playTurns({ game, seats }: TestGame, first: number, last: number): Promise<void> {
  for (let turn = first; turn <= last; turn += 1) {
    for (const seat of seats.filter(({ accountId }) => accountId !== null)) {
      await send(ctx, seat, turn, await goodSheet(ctx, game.id, seat));
    }
    expect(await processTurn(ctx, { gameId: game.id, turn, by: null })).toMatchObject({ kind: 'processed' });
  }
}

const replay = (play: TestGame) => replayGame(ctx, gameNumber(play.game));

async function subtitles(play: TestGame): Promise<string[]> {
  const where = { gameId: play.game.id, seatId: null };
  const printouts = await ctx.db.prisma.printout.findMany({ where, orderBy: { turn: 'asc' } });
  return printouts.map(({ report }) => report.subtitle);
}

describe('an upgrade in the middle of a game', () => {
  test('lets the game finish with the version that it began with, and with the new printouts', async () => {
    const play = await olderGame();
    await playTurns(play, 1, 3);
    expect(await replay(play)).toMatchObject({ ok: true, value: { turns: 3, printoutsOfOtherVersions: 0 } });

    frozen.splice(0, 1, improved);
    await playTurns(play, 4, TURNS);

    expect((await gameNow(ctx, play.game.id)).status).toBe('over');
    const words = await subtitles(play);
    expect(words.map((subtitle) => subtitle.endsWith('in better words'))).toEqual([
      ...[false, false, false, false],
      ...[true, true, true],
    ]);
    // The first four printouts (the setup and three turns) for two players and the public.
    expect(await replay(play)).toMatchObject({
      ok: true,
      value: { turns: TURNS, printouts: 9, printoutsOfOtherVersions: 12 },
    });
  });

  test('still finds a changed state, but not a changed printout of the older version', async () => {
    const play = await olderGame();
    await playTurns(play, 1, 1);
    frozen.splice(0, 1, improved);
    const { pool } = ctx.db;
    await pool.query(`UPDATE "Printout" SET report = '{"other": 1}' WHERE "gameId" = $1 AND turn = 1`, [
      play.game.id,
    ]);
    expect(await replay(play)).toMatchObject({
      ok: true,
      value: { printouts: 0, printoutsOfOtherVersions: 6 },
    });
    await pool.query(
      `UPDATE "GameState" SET state = jsonb_set(state::jsonb, '{players,0,cash}', '1') WHERE "gameId" = $1`,
      [play.game.id],
    );
    expect(codesOf(await replay(play))).toEqual(['differs']);
  });

  test('does not replay a game with other rules than those it began with', async () => {
    const play = await olderGame();
    await playTurns(play, 1, 1);
    await ctx.db.prisma.game.update({
      where: { id: play.game.id },
      data: { rulesetVersion: electionYear.version },
    });
    expect(codesOf(await replay(play))).toEqual(['differs']);
  });

  test('says which version is missing if an older one is no longer there', async () => {
    const play = await olderGame();
    frozen.splice(0);
    const processing = processTurn(ctx, { gameId: play.game.id, turn: 1, by: null });
    await expect(processing).rejects.toThrow(
      `The game began with version ${older.version} of election-year; this server has version ${electionYear.version}.`,
    );
  });

  test('can come with a transfer: printouts of other versions are moved as they are', async () => {
    const play = await olderGame();
    await playTurns(play, 1, 1);
    granted(await pauseGame(ctx, { gameId: play.game.id, by: play.gm.id, turn: 2 }));
    const file = granted(await transferOut(ctx, gameNumber(play.game)));
    frozen.splice(0, 1, improved);
    const next = await testContext();
    try {
      expect(granted(await transferIn(next.ctx, file))).toEqual({
        game: gameNumber(play.game),
        printoutsOfOtherVersions: 6,
        seatsOfOthers: [],
      });
    } finally {
      await next.close();
    }
  });
});
