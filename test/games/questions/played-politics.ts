import type { AppContext } from '../../../src/context.ts';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import type { State } from '../../../src/rules/politics/state.ts';
import { anAccount, gameNow, goodSheet, granted, send, type TestGame } from '../game/play.ts';

/** The options of games for tests: a short game with the small bank. */
const SHORT = { bank: 'specimen', turnLimit: 6 };

/** The dice secret of all these games. */
const DICE = new Uint8Array(32).fill(7);

/** A forming game of Politics with two players and two computer candidates. */
export async function formingPolitics(
  ctx: AppContext,
  options: Record<string, unknown> = SHORT,
): Promise<TestGame> {
  const gm = await anAccount(ctx, 'Greta Master', true);
  const wanted = { ruleset: 'politics', title: 'Questions', gmId: gm.id, options, timeZone: 'UTC' };
  const game = granted(
    await createGame(ctx, { ...wanted, daysPerTurn: 14, processWhenComplete: false }, () => DICE),
  );
  const seats: Seat[] = [];
  const players: Account[] = [];
  for (const name of ['Ann Baker', 'Carl Dunn']) {
    const player = await anAccount(ctx, name);
    players.push(player);
    seats.push(granted(await addSeat(ctx, { gameId: game.id, by: gm.id, name, email: player.email })));
  }
  for (const name of ['Eve Farrow', 'Gus Hill'])
    seats.push(granted(await addSeat(ctx, { gameId: game.id, by: gm.id, name, opponent: true })));
  return { gm, game: await gameNow(ctx, game.id), seats, players };
}

/** A game of Politics that has begun. */
export async function runningPolitics(ctx: AppContext, options?: Record<string, unknown>): Promise<TestGame> {
  const play = await formingPolitics(ctx, options);
  granted(await beginGame(ctx, { gameId: play.game.id, by: play.gm.id, due: null }));
  return { ...play, game: await gameNow(ctx, play.game.id) };
}

/** Plays turns with sheets like those of the computer, up to the one that is then open, or to the end of the game. */
export async function playUntil(
  ctx: AppContext,
  { game, gm, seats }: TestGame,
  turn: number,
): Promise<State> {
  for (;;) {
    const now = await gameNow(ctx, game.id);
    if (now.status !== 'running' || now.turn >= turn) return now.state as State;
    for (const seat of seats.filter(({ opponent }) => !opponent)) {
      const sheet = await goodSheet(ctx, game.id, seat);
      if (sheet !== null) await send(ctx, seat, now.turn, sheet);
    }
    await processTurn(ctx, { gameId: game.id, turn: now.turn, by: gm.id });
  }
}
