import type { House } from '../../context.ts';
import { type CalendarRules, rulesInWords } from './schedule-policy.ts';
import { processedAt } from './schedule-jobs.ts';
import type { WholeGame } from '../game/game-store.ts';
import { scheduleOf } from './schedule.ts';
import { cardOf, findGame, type GameCard, type Viewer } from '../game/public-view.ts';
import { type Away, awayIn } from './absences-view.ts';

/** A game's calendar as its GM sees it. */
export interface CalendarPage {
  game: GameCard;
  rules: CalendarRules;
  /** The same in a line. */
  words: string;
  /** When the server processes the open turn by itself; null if it does not. */
  processedAt: Date | null;
  /** Since when the game is paused; null unless it is. */
  pausedAt: Date | null;
  /** When the turn is processed as every sheet is its player's last word; null unless they all are. */
  closingAt: Date | null;
  /** Who is away now, or will be. */
  away: Away[];
}

/** What is decided about a game's dates. */
export function calendarOf(game: WholeGame): CalendarRules {
  const { automatic, closesWhenFinal, undoMinutes, voteDays, awayMoves } = game;
  return { ...scheduleOf(game), automatic, closesWhenFinal, undoMinutes, voteDays, awayMoves };
}

/** The calendar of a game; null for anybody but its GM. */
export async function calendarPage(
  house: House,
  viewer: Viewer,
  number: string,
): Promise<CalendarPage | null> {
  const game = viewer ? await findGame(house, number) : null;
  if (!game || game.gmId !== viewer?.id) return null;
  const rules = calendarOf(game);
  return {
    game: cardOf(game),
    rules,
    words: rulesInWords({ ...rules, closesWhenComplete: game.closesWhenComplete }),
    processedAt: processedAt(game),
    pausedAt: game.pausedAt,
    closingAt: game.closingAt,
    away: await awayIn(house.db.prisma, house, game),
  };
}
