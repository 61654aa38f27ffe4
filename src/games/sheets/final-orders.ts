import type { WholeGame } from '../game/game-store.ts';

/*
 * A player may mark a sheet as final when sending it, if the game asks for that. What follows once all orders of a turn
 * are final is in processing/close-early.ts.
 */

type EarlyProcessingPolicy = Pick<WholeGame, 'autoProcess' | 'processWhenFinal' | 'processWhenComplete'>;

/**
 * Whether a game's turns are processed early once all orders are final. Not if they are processed as soon as the last
 * sheet is in: then the mark would make no difference.
 */
export function processesWhenFinal(game: EarlyProcessingPolicy): boolean {
  return game.autoProcess && game.processWhenFinal && !game.processWhenComplete;
}

/** Whether players are asked now if their orders are final: in a running game that is not paused. */
export function asksForFinalOrders(
  game: Pick<WholeGame, 'status' | 'pausedAt'> & EarlyProcessingPolicy,
): boolean {
  return game.status === 'running' && processesWhenFinal(game) && game.pausedAt === null;
}
