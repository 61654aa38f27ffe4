import type { House } from '../../context.ts';
import { good, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { gmGameOn } from '../game/gm-access.ts';
import { inTransaction } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';

/** What the GM decides about the people of a game. */
export interface PlayersRules {
  /** Missed turns in a row, none of them excused, after which the computer takes a seat over; 0: never. */
  missesAllowed: number;
  /** Of a hundred sheets owed over the last year, how many must somebody have sent who joins; null: anybody may. */
  leastReliability: number | null;
  /** Is a seat that the computer takes over offered to others, in the lobby? */
  offersSeats: boolean;
}

const MISSES_MOST = 20;

/**
 * Sets what becomes of those who do not write, and what is asked of those who join. Problems: `unknown-game`,
 * `not-gm`, `ended`, `not-misses`, `not-percent`.
 */
export async function setPlayersRules(
  house: House,
  wanted: { gameId: string; by: number } & PlayersRules,
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const found = await gmGameOn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const problems = rulesProblems(wanted);
    if (problems.length > 0) return { ok: false, problems };
    const { missesAllowed, leastReliability, offersSeats } = wanted;
    const data = { missesAllowed, leastReliability, offersSeats };
    await tx.game.update({ where: { id: game.id }, data });
    const offers = offersSeats ? ', seats are offered then' : '';
    const detail = `computer after ${missesAllowed} misses (0: never), reliability ${leastReliability ?? 'not asked'}${offers}`;
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'players decided', detail });
    return good(undefined);
  });
}

function rulesProblems(wanted: PlayersRules): Problem[] {
  const problems: Problem[] = [];
  const { missesAllowed: misses, leastReliability: percent } = wanted;
  if (!Number.isInteger(misses) || misses < 0 || misses > MISSES_MOST) {
    const message = `Missed turns are a whole number from 0 (never) to ${MISSES_MOST}.`;
    problems.push({ field: 'missesAllowed', code: 'not-misses', message });
  }
  if (percent !== null && (!Number.isInteger(percent) || percent < 1 || percent > 100)) {
    const message = 'The least reliability is a whole number from 1 to 100, or left open.';
    problems.push({ field: 'leastReliability', code: 'not-percent', message });
  }
  return problems;
}
