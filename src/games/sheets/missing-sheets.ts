import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';
import { SENT_AND_STANDING } from './played-sheets.ts';

/** Has every seat of a locked game that owes a sheet for the open turn one that was sent, and stands? */
export async function allSheetsIn(tx: Tx, game: WholeGame): Promise<boolean> {
  const owing = rulesetOf(game).seatsOwing(game.state);
  if (game.status !== 'running' || owing.length === 0) return false;
  const where = { gameId: game.id, turn: game.turn, ...SENT_AND_STANDING };
  const standing = await tx.sheet.findMany({ where, select: { seatId: true } });
  const there = new Set(standing.map((sheet) => sheet.seatId));
  return game.seats.every((seat) => !owing.includes(seat.identifier) || there.has(seat.id));
}

/** Where the GM wants it so: asks for the turn to be processed as soon as its last sheet stands. */
export async function processIfAllSheetsIn(tx: Tx, game: WholeGame): Promise<void> {
  if (!game.processWhenComplete || !(await allSheetsIn(tx, game))) return;
  const { id: gameId, turn } = game;
  await enqueueJob(tx, 'process', { gameId, turn }, { jobKey: `process:${gameId}:${turn}` });
}
