import type { Tx } from '../../database/client.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { lockGame, type WholeGame, type WholeSeat } from './game-store.ts';
import { numberOf } from './game-number.ts';

/** Who asks for something to be done to which game, and which turn they saw open when they asked. */
export interface Asked {
  gameId: string;
  /** The account that asks: the GM's. */
  by: number;
  /** The open turn of the page that was looked at; 0 while the game is forming. */
  turn: number;
}

/** The locked game, if `by` is its GM. Problems: `unknown-game`, `not-gm`. */
export async function gmGame(tx: Tx, asked: Pick<Asked, 'gameId' | 'by'>): Promise<Result<WholeGame>> {
  const game = await lockGame(tx, asked.gameId);
  if (!game) return refused('', 'unknown-game', 'There is no such game.');
  if (game.gmId !== asked.by) return refused('', 'not-gm', 'Only the GM of the game can do this.');
  return good(game);
}

/** The same, if the game is forming or running: there is something to decide. Adds `ended`. */
export async function gmGameOn(tx: Tx, asked: Pick<Asked, 'gameId' | 'by'>): Promise<Result<WholeGame>> {
  const found = await gmGame(tx, asked);
  if (!found.ok || found.value.status === 'forming' || found.value.status === 'running') return found;
  return refused('', 'ended', `${numberOf(found.value)} has ended: there is nothing more to decide.`);
}

/** The same as `gmGame`, if the turn is still the one they saw. Adds `wrong-turn`. */
export async function gmGameAt(tx: Tx, asked: Asked): Promise<Result<WholeGame>> {
  const found = await gmGame(tx, asked);
  if (!found.ok || found.value.turn === asked.turn) return found;
  const message = `${numberOf(found.value)} is no longer at turn ${asked.turn}; nothing was done. Below is how it stands now.`;
  return refused('turn', 'wrong-turn', message);
}

/** The same, if the game is running (or, where that will do, forming). Adds `not-running`. */
export async function runningGameAt(tx: Tx, asked: Asked, also?: 'forming'): Promise<Result<WholeGame>> {
  const found = await gmGameAt(tx, asked);
  if (!found.ok || found.value.status === 'running' || found.value.status === also) return found;
  return refused('', 'not-running', `${numberOf(found.value)} is not running; nothing was done.`);
}

/** One of the game's seats. Problem: `unknown-seat`. */
export function seatIn(game: WholeGame, seatId: string): Result<WholeSeat> {
  const seat = game.seats.find((one) => one.id === seatId);
  return seat ? good(seat) : refused('seat', 'unknown-seat', 'There is no such seat in this game.');
}
