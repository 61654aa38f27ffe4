import type { AppContext } from '../../context.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { activeGmGame } from '../game/gm-access.ts';

/** What the GM decides about the people of a game. */
export interface AbsentPlayerPolicy {
  /** Missed turns in a row, none of them excused, after which the computer takes a seat over; 0: never. */
  maxMisses: number;
  /** Of a hundred sheets owed over the last year, how many must somebody have sent who joins; null: anybody may. */
  minReliability: number | null;
  /** Is a seat that the computer takes over offered to others, in the lobby? */
  offerAbandonedSeats: boolean;
}

const MAX_MISSES = 20;

/**
 * Sets what becomes of those who do not write, and what is asked of those who join. Problems: `unknown-game`,
 * `not-gm`, `ended`, `not-misses`, `not-percent`.
 */
export async function setAbsentPlayerPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & AbsentPlayerPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await activeGmGame(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = rulesProblems(wanted);
    if (problems.length > 0) return { ok: false, problems };
    const { maxMisses, minReliability, offerAbandonedSeats } = wanted;
    const data = { maxMisses, minReliability, offerAbandonedSeats };
    await tx.gamePolicy.update({ where: { gameId: game.id }, data });
    const offers = offerAbandonedSeats ? ', seats are offered then' : '';
    const detail = `computer after ${maxMisses} misses (0: never), reliability ${minReliability ?? 'not asked'}${offers}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerPolicySet', detail });
    return ok(undefined);
  });
}

function rulesProblems(wanted: AbsentPlayerPolicy): Problem[] {
  const problems: Problem[] = [];
  const { maxMisses: misses, minReliability: percent } = wanted;
  if (!Number.isInteger(misses) || misses < 0 || misses > MAX_MISSES) {
    const message = `Missed turns are a whole number from 0 (never) to ${MAX_MISSES}.`;
    problems.push({ field: 'maxMisses', code: 'not-misses', message });
  }
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    const message = 'The least reliability is a whole number from 1 to 100, or left open.';
    problems.push({ field: 'minReliability', code: 'not-percent', message });
  }
  return problems;
}
