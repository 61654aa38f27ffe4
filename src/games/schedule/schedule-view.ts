import type { AppContext } from '../../context.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import type { WholeGame } from '../game/game-store.ts';
import { findGame } from '../game/whole-game-rows.ts';
import { type Away, awayIn } from './absences-view.ts';
import { autoProcessAt, scheduleOf } from './schedule.ts';
import { policyInWords, type SchedulePolicy } from './schedule-policy.ts';

/** What the GM sees of the schedule of a game. */
export interface SchedulePage {
  game: GameCard;
  policy: SchedulePolicy;
  /** The policy in words, see `policyInWords`. */
  words: string;
  /** When the server processes the open turn; null if it does not. */
  processedAt: Date | null;
  /** Since when the game is paused; null if it is not. */
  pausedAt: Date | null;
  /** When the open turn is processed because all orders are final; null if they are not. */
  earlyProcessingAt: Date | null;
  /** The players who are away now or will be. */
  away: Away[];
}

/** The schedule policy of a stored game. */
export function schedulePolicyOf(game: WholeGame): SchedulePolicy {
  const { autoProcess, processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } = game;
  return {
    ...scheduleOf(game),
    graceHours: game.graceHours,
    autoProcess,
    processWhenFinal,
    reopenMinutes,
    voteExtensionDays,
    avoidAbsences,
  };
}

/** The schedule of a game for its GM; null for everyone else. */
export async function schedulePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<SchedulePage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const policy = schedulePolicyOf(game);
  return {
    game: cardOf(game),
    policy,
    words: policyInWords({ ...policy, processWhenComplete: game.processWhenComplete }),
    processedAt: autoProcessAt(game),
    pausedAt: game.pausedAt,
    earlyProcessingAt: game.earlyProcessingAt,
    away: await awayIn(ctx.db.prisma, ctx, game),
  };
}
