import type { AppContext } from '../../context.ts';
import { ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction } from '../game/game-store.ts';
import { activeGmGame } from '../game/gm-access.ts';
import { countGmEvent } from '../game/limited-actions.ts';

/**
 * Sets whether the computer candidates of a forming or running game issue press releases, from their next sheets on.
 * Sheets that they have filled in already keep theirs. Problems: `unknown-game`, `not-gm`, `ended`,
 * `too-often`.
 */
export async function setComputerPress(
  ctx: AppContext,
  wanted: { gameId: string; by: number; computerPress: boolean },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const active = await activeGmGame(tx, wanted);
    if (!active.ok) return active;
    const { gameId, by, computerPress } = wanted;
    if (active.value.computerPress === computerPress) return ok(undefined);
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    await tx.gamePolicy.update({ where: { gameId }, data: { computerPress } });
    const detail = `press releases of computer candidates: ${computerPress ? 'yes' : 'no'}`;
    await logGameEvent(tx, ctx, { gameId, by, type: 'playerPolicySet', detail });
    return ok(undefined);
  });
}
