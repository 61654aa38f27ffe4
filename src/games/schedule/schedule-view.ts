import type { AppContext } from '../../context.ts';
import { findGame, type WholeGame } from '../game/game-store.ts';
import { cardOf, type GameCard, type Viewer } from '../game/public-view.ts';
import { type Away, awayIn } from './absences-view.ts';
import { scheduleOf } from './schedule.ts';
import { autoProcessAt } from './schedule-jobs.ts';
import { policyInWords, type SchedulePolicy } from './schedule-policy.ts';

/** A game's calendar as its GM sees it. */
export interface SchedulePage {
  game: GameCard;
  rules: SchedulePolicy;
  /** The same in a line. */
  words: string;
  /** When the server processes the open turn by itself; null if it does not. */
  processedAt: Date | null;
  /** Since when the game is paused; null unless it is. */
  pausedAt: Date | null;
  /** When the turn is processed as every sheet is its player's last word; null unless they all are. */
  earlyProcessingAt: Date | null;
  /** Who is away now, or will be. */
  away: Away[];
}

/** What is decided about a game's dates. */
export function schedulePolicyOf(game: WholeGame): SchedulePolicy {
  const { autoProcess, processWhenFinal, reopenMinutes, voteExtensionDays, avoidAbsences } = game;
  return {
    ...scheduleOf(game),
    autoProcess,
    processWhenFinal,
    reopenMinutes,
    voteExtensionDays,
    avoidAbsences,
  };
}

/** The calendar of a game; null for anybody but its GM. */
export async function schedulePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<SchedulePage | null> {
  const game = viewer ? await findGame(ctx, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const rules = schedulePolicyOf(game);
  return {
    game: cardOf(game),
    rules,
    words: policyInWords({ ...rules, processWhenComplete: game.processWhenComplete }),
    processedAt: autoProcessAt(game),
    pausedAt: game.pausedAt,
    earlyProcessingAt: game.earlyProcessingAt,
    away: await awayIn(ctx.db.prisma, ctx, game),
  };
}
