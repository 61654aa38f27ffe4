import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gameNumber } from './game-number.ts';
import { lockGame, type WholeGame, type WholeSeat } from './game-store.ts';

/* What a request of a GM must fulfill before anything is changed. All of it is checked under the game's lock. */

/** Who wants to change which game, and which turn was open on the page that they used. */
export interface GmRequest {
  gameId: string;
  /** The requesting account. */
  by: number;
  /** The open turn on that page; 0 while the game is forming. */
  turn: number;
}

/** Locks a game and returns it. Problems: `unknown-game`, `transferred` (the game has moved to another server). */
export async function existingGame(tx: Tx, gameId: string): Promise<Result<WholeGame>> {
  const game = await lockGame(tx, gameId);
  return game ? stillHere(game) : fail('', 'unknown-game', 'This game does not exist.');
}

/**
 * Locks a game and returns it if the requester is its GM. Problems: `unknown-game`, `transferred`, `not-gm`.
 */
export async function gmGame(tx: Tx, request: Pick<GmRequest, 'gameId' | 'by'>): Promise<Result<WholeGame>> {
  const game = await existingGame(tx, request.gameId);
  if (!game.ok) return game;
  if (game.value.gmId !== request.by) return fail('', 'not-gm', 'Only the GM of the game can do this.');
  return game;
}

/**
 * Returns the game unless it has moved to another server. Someone who could continue the copy that stayed here would see
 * what is going to happen there. Problem: `transferred`.
 */
export function stillHere<Game extends Pick<WholeGame, 'transferredOutAt' | 'prefix' | 'serial'>>(
  game: Game,
): Result<Game> {
  if (game.transferredOutAt === null) return ok(game);
  const message = `${gameNumber(game)} has moved to another server, so it cannot be changed here. If it did not move after all, ask the operator of this server to take the transfer back.`;
  return fail('', 'transferred', message);
}

/** Like `gmGame`, for a game that has not begun. Adds `begun`. */
export async function formingGmGame(
  tx: Tx,
  request: Pick<GmRequest, 'gameId' | 'by'>,
): Promise<Result<WholeGame>> {
  const game = await gmGame(tx, request);
  return game.ok ? stillForming(game.value) : game;
}

/** Returns the game if it is forming. Problem: `begun`. */
export function stillForming(game: WholeGame): Result<WholeGame> {
  if (game.status === 'forming') return ok(game);
  return fail('', 'begun', 'The game has begun. Its seats can no longer be changed this way.');
}

/** Like `gmGame`, for a game that is forming or running. Adds `ended`. */
export async function activeGmGame(
  tx: Tx,
  request: Pick<GmRequest, 'gameId' | 'by'>,
): Promise<Result<WholeGame>> {
  const game = await gmGame(tx, request);
  if (!game.ok || game.value.status === 'forming' || game.value.status === 'running') return game;
  return fail('', 'ended', `${gameNumber(game.value)} has ended.`);
}

/** Like `gmGame`, if the open turn is the one that the requester saw. Adds `wrong-turn`. */
export async function gmGameAtTurn(tx: Tx, request: GmRequest): Promise<Result<WholeGame>> {
  const game = await gmGame(tx, request);
  if (!game.ok || game.value.turn === request.turn) return game;
  const message = `${gameNumber(game.value)} is no longer at turn ${request.turn}, so nothing was changed. This page shows the game as it is now.`;
  return fail('turn', 'wrong-turn', message);
}

/** Like `gmGameAtTurn`, for a running game, or also for a forming one if `also` says so. Adds `not-running`. */
export async function runningGmGameAtTurn(
  tx: Tx,
  request: GmRequest,
  also?: 'forming',
): Promise<Result<WholeGame>> {
  const game = await gmGameAtTurn(tx, request);
  if (!game.ok || game.value.status === 'running' || game.value.status === also) return game;
  return fail('', 'not-running', `${gameNumber(game.value)} is not running, so nothing was changed.`);
}

/** Finds a seat of a game. Problem: `unknown-seat`. */
export function findSeat(game: WholeGame, seatId: string): Result<WholeSeat> {
  const seat = game.seats.find(({ id }) => id === seatId);
  return seat ? ok(seat) : fail('seat', 'unknown-seat', 'This game has no such seat.');
}

/** Whether an account has a seat of the game, or may reclaim one from the computer. */
export function hasOrMayReclaimSeat({ seats }: Pick<WholeGame, 'seats'>, accountId: number): boolean {
  return seats.some((seat) => seat.accountId === accountId || seat.reclaimableById === accountId);
}
