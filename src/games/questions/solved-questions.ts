import type { Tx } from '../../database/client.ts';
import { findRuleset } from '../../rules/catalog.ts';
import type { SharedQuestion } from '../../rules/ruleset.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/** Whether games of a ruleset ask questions that players can dispute. */
export function asksSharedQuestions(rulesetId: string): boolean {
  return findRuleset(rulesetId)?.sharedQuestions !== undefined;
}

/** A shared question whose right answer the printout before an open turn told to everyone. */
export interface SolvedQuestion {
  question: SharedQuestion;
  /** The turn that was open when that printout came; after the last one, the number of the final printout. */
  printout: number;
}

/**
 * The questions of a game's bank that its printouts have solved, the latest first. None in a game without shared questions,
 * and none of turns that were rolled back.
 */
export async function solvedQuestions(tx: Tx, game: WholeGame): Promise<SolvedQuestion[]> {
  const { sharedQuestions } = rulesetOf(game);
  if (sharedQuestions === undefined || game.begunAt === null) return [];
  // Left out by the database: parsing it in every turn would keep this process from everything else.
  const turns = await tx.$queryRaw<{ state: unknown }[]>`
    SELECT "state"::jsonb #- ${[...sharedQuestions.unread]}::text[] AS "state" FROM "Turn"
    WHERE "gameId" = ${game.id}::uuid AND "rolledBackAt" IS NULL ORDER BY "turn"`;
  const solved = sharedQuestions.solved(turns.map(({ state }) => state));
  return solved.map(({ question, turn }) => ({ question, printout: turn + 1 }));
}
