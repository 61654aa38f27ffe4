import type { GameCard } from '../../games/game/game-card.ts';
import type { Reliability } from '../../games/seats/reliability.ts';
import { formatDistance } from '../../text/dates.ts';

/* What several pages say about a game, in words. */

/** How a game stands: `Turn 3 is open: The primaries`. */
export function statusInWords({ status, turn, phase }: Pick<GameCard, 'status' | 'turn' | 'phase'>): string {
  switch (status) {
    case 'forming':
      return 'Taking players';
    case 'running':
      return `Turn ${turn} is open${phase === null ? '' : `: ${phase}`}`;
    case 'over':
      return 'Over';
    case 'abandoned':
      return 'Abandoned';
  }
}

/** When the sheets of the open turn are due, as templates/web/public/due.eta prints it. */
export interface DueFact {
  /** Null if `words` say it all. */
  date: Date | null;
  timeZone: string;
  /** How far away the date is, or why there is none: `in 5 days`, `overdue`, `paused`. */
  words: string;
}

/** When the sheets of a game's open turn are due. */
export function dueFact(game: Pick<GameCard, 'due' | 'pausedAt' | 'timeZone'>, now: Date): DueFact {
  const { due, pausedAt, timeZone } = game;
  if (pausedAt !== null) return { date: null, timeZone, words: 'paused' };
  if (due === null) return { date: null, timeZone, words: 'no due date' };
  return { date: due, timeZone, words: due > now ? formatDistance(due, now) : 'overdue' };
}

/** A record of sheets: `85% (17 of 20)`. */
export function reliabilityInWords(record: Reliability | null): string {
  if (record === null) return '—';
  return record.percent === null
    ? 'no sheets owed yet'
    : `${record.percent}% (${record.sent} of ${record.owed})`;
}

/** A count with its noun: `1 sheet`, `2 sheets`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Words as the beginning of a sentence: `Every 14 days`. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
