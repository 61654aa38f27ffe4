import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { PracticeGame } from '../../database/generated/client.ts';
import type { Ruleset, SeatIdentifier } from '../../rules/ruleset.ts';
import { rulesetOf } from '../game/game-ruleset.ts';

/** A practice game as it is now. Only for its player. */
export interface PresentPracticeGame {
  game: PracticeGame;
  ruleset: Ruleset;
  /** The seat of the player. */
  seat: { identifier: SeatIdentifier; name: string };
  /** The state in which the open turn is played. */
  state: unknown;
}

/** A practice game with everything that happened in it. Only for its player. */
export interface WholePracticeGame extends PresentPracticeGame {
  /** `states[k]` is the state after turn k, `states[0]` the beginning. */
  states: unknown[];
}

/** Reads a practice game of a player; null if the player has no such game. */
export async function findPracticeGame(
  ctx: Pick<AppContext, 'db'>,
  playerId: string,
  id: string,
): Promise<WholePracticeGame | null> {
  const found = await ctx.db.prisma.practiceGame.findFirst({
    where: { id, playerId },
    include: { turns: { select: { state: true }, orderBy: { turn: 'asc' } } },
  });
  if (found === null) return null;
  const { turns, ...game } = found;
  const states = turns.map(({ state }) => state);
  return { ...presentOf(game, states[game.turn - 1]), states };
}

/** As `findPracticeGame`, without the states of earlier turns: a game has many large ones. */
export async function findPresentPracticeGame(
  ctx: Pick<AppContext, 'db'>,
  playerId: string,
  id: string,
): Promise<PresentPracticeGame | null> {
  const found = await ctx.db.prisma.practiceGame.findFirst({
    where: { id, playerId },
    include: { turns: { select: { state: true }, orderBy: { turn: 'desc' }, take: 1 } },
  });
  if (found === null) return null;
  const { turns, ...game } = found;
  return presentOf(game, turns[0]?.state);
}

function presentOf(game: PracticeGame, state: unknown): PresentPracticeGame {
  const [seat] = game.seats;
  if (seat === undefined || state === undefined) throw new Error('A practice game lacks its seat or a turn.');
  return { game, ruleset: rulesetOf(game), seat, state };
}

/**
 * Locks a practice game of a player until the transaction ends, and reads it without its turns; null if the player has
 * no such game.
 */
export async function lockPracticeGame(tx: Tx, playerId: string, id: string): Promise<PracticeGame | null> {
  await tx.$queryRaw`SELECT "id" FROM "PracticeGame" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.practiceGame.findFirst({ where: { id, playerId } });
}
