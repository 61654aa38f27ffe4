import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gameNumber } from './game-number.ts';
import { lockGame, type WholeGame, type WholeSeat } from './game-store.ts';

/** Who asks for something to be done to which game, and which turn they saw open when they asked. */
export interface GmRequest {
  gameId: string;
  /** The account that asks: the GM's. */
  by: number;
  /** The open turn of the page that was looked at; 0 while the game is forming. */
  turn: number;
}

/** The locked game, if `by` is its GM. Problems: `unknown-game`, `not-gm`. */
export async function gmGame(tx: Tx, asked: Pick<GmRequest, 'gameId' | 'by'>): Promise<Result<WholeGame>> {
  const game = await lockGame(tx, asked.gameId);
  if (!game) return fail('', 'unknown-game', 'There is no such game.');
  if (game.gmId !== asked.by) return fail('', 'not-gm', 'Only the GM of the game can do this.');
  return ok(game);
}

/** The same, if the game is forming or running: there is something to decide. Adds `ended`. */
export async function activeGmGame(
  tx: Tx,
  asked: Pick<GmRequest, 'gameId' | 'by'>,
): Promise<Result<WholeGame>> {
  const found = await gmGame(tx, asked);
  if (!found.ok || found.value.status === 'forming' || found.value.status === 'running') return found;
  return fail('', 'ended', `${gameNumber(found.value)} has ended: there is nothing more to decide.`);
}

/** The same as `gmGame`, if the turn is still the one they saw. Adds `wrong-turn`. */
export async function gmGameAtTurn(tx: Tx, asked: GmRequest): Promise<Result<WholeGame>> {
  const found = await gmGame(tx, asked);
  if (!found.ok || found.value.turn === asked.turn) return found;
  const message = `${gameNumber(found.value)} is no longer at turn ${asked.turn}; nothing was done. Below is how it stands now.`;
  return fail('turn', 'wrong-turn', message);
}

/** The same, if the game is running (or, where that will do, forming). Adds `not-running`. */
export async function runningGmGameAtTurn(
  tx: Tx,
  asked: GmRequest,
  also?: 'forming',
): Promise<Result<WholeGame>> {
  const found = await gmGameAtTurn(tx, asked);
  if (!found.ok || found.value.status === 'running' || found.value.status === also) return found;
  return fail('', 'not-running', `${gameNumber(found.value)} is not running; nothing was done.`);
}

/** One of the game's seats. Problem: `unknown-seat`. */
export function findSeat(game: WholeGame, seatId: string): Result<WholeSeat> {
  const seat = game.seats.find((one) => one.id === seatId);
  return seat ? ok(seat) : fail('seat', 'unknown-seat', 'There is no such seat in this game.');
}
