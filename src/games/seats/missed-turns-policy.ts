import type { AppContext } from '../../context.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { activeGmGame } from '../game/gm-access.ts';

/** The GM's decisions about players who miss turns, and about the reliability that new players need. */
export interface MissedTurnsPolicy {
  /** After how many missed turns in a row (excused ones do not count) the computer takes a seat; 0 for never. */
  maxMisses: number;
  /** The minimum reliability of new players, in percent; null if anyone may join. */
  minReliability: number | null;
  /** Whether a seat that the computer takes is offered to others in the lobby. */
  offerAbandonedSeats: boolean;
}

const MAX_MISSES = 20;

/**
 * Sets the policy of a forming or running game. Problems: `unknown-game`, `not-gm`, `ended`, `not-misses`,
 * `not-percent`.
 */
export async function setMissedTurnsPolicy(
  ctx: AppContext,
  wanted: { gameId: string; by: number } & MissedTurnsPolicy,
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const active = await activeGmGame(tx, wanted);
    if (!active.ok) return active;
    const { id: gameId } = active.value;
    const problems = policyProblems(wanted);
    if (problems.length > 0) return { ok: false, problems };
    const { maxMisses, minReliability, offerAbandonedSeats } = wanted;
    const data = { maxMisses, minReliability, offerAbandonedSeats };
    await tx.gamePolicy.update({ where: { gameId }, data });
    await logGameEvent(tx, ctx, {
      gameId,
      by: wanted.by,
      type: 'playerPolicySet',
      detail: policyInWords(wanted),
    });
    return ok(undefined);
  });
}

function policyInWords({ maxMisses, minReliability, offerAbandonedSeats }: MissedTurnsPolicy): string {
  const after = maxMisses === 1 ? '1 missed turn' : `${maxMisses} missed turns`;
  return [
    maxMisses === 0 ? 'computer never takes seats' : `computer takes seats after ${after}`,
    minReliability === null ? 'no minimum reliability' : `minimum reliability ${minReliability}%`,
    ...(offerAbandonedSeats ? ['abandoned seats are offered'] : []),
  ].join(', ');
}

function policyProblems(wanted: MissedTurnsPolicy): Problem[] {
  const problems: Problem[] = [];
  const { maxMisses: misses, minReliability: percent } = wanted;
  if (!Number.isInteger(misses) || misses < 0 || misses > MAX_MISSES) {
    const message = `Enter a whole number from 0 (never) to ${MAX_MISSES}.`;
    problems.push({ field: 'maxMisses', code: 'not-misses', message });
  }
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    const message = 'Enter a whole number from 1 to 100, or leave the field blank.';
    problems.push({ field: 'minReliability', code: 'not-percent', message });
  }
  return problems;
}
