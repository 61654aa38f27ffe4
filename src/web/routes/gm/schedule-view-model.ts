import type { Away } from '../../../games/schedule/absences-view.ts';
import type { SchedulePage } from '../../../games/schedule/schedule-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { formatDistance } from '../../../text/dates.ts';
import { dueDateValue } from '../../forms/due-field.ts';
import type { FormState } from '../../forms/fields.ts';
import { type ScheduleFieldsView, scheduleFieldsView, scheduleValues } from '../../forms/schedule-form.ts';
import { capitalized, type DueFact, dueFact } from '../../rendering/game-facts.ts';

/** The schedule page, as templates/web/gm/schedule.eta prints it. */
export interface ScheduleView {
  game: { number: string; title: string; timeZone: string };
  /** The paths of the GM's page of the game and of this one. */
  gamePath: string;
  pagePath: string;
  /** The policy in a sentence. */
  summary: string;
  /** Null unless the game is running. */
  turn: ScheduleTurnView | null;
  away: Away[];
  /** Null once the game has ended. */
  schedule: ScheduleFieldsView | null;
  problems: Problem[];
  values: Record<string, string>;
  /** The path of the form that was sent and is shown again, such as `/extend`. */
  sent: string | null;
}

interface ScheduleTurnView {
  turn: number;
  pausedAt: Date | null;
  /** Whether turns last only minutes. */
  live: boolean;
  due: DueFact;
  /** When and why the turn is processed; `at` is null if the GM does it. */
  processing: { words: string; at: Date | null; distance: string };
  /** Whether the turn can be extended: it has a due date. */
  extendable: boolean;
  /** The due date as the form to extend the turn names it; empty if there is none. */
  knownDue: string;
  days: string;
  dueValue: string;
}

/** The view of the schedule page. */
export function scheduleView(
  page: SchedulePage,
  state: FormState & Pick<ScheduleView, 'sent'>,
  now: Date,
): ScheduleView {
  const { game, policy } = page;
  const typed = state.values ?? {};
  const gamePath = `/gm/games/${game.number}`;
  const isActive = game.status === 'running' || game.status === 'forming';
  // A form that was sent fills its own fields; the others show what is in force.
  const values = {
    ...(typed.daysPerTurn === undefined && scheduleValues(policy, game.processWhenComplete)),
    ...typed,
  };
  return {
    game: { number: game.number, title: game.title, timeZone: game.timeZone },
    gamePath,
    pagePath: `${gamePath}/schedule`,
    summary: `${capitalized(page.words)}.`,
    turn: game.status === 'running' ? turnView(page, typed, now) : null,
    away: page.away,
    schedule: isActive ? scheduleFieldsView(values) : null,
    problems: state.problems ?? [],
    values,
    sent: state.sent,
  };
}

function turnView(page: SchedulePage, typed: Record<string, string>, now: Date): ScheduleTurnView {
  const { game } = page;
  return {
    turn: game.turn ?? 0,
    pausedAt: page.pausedAt,
    live: page.policy.minutesPerTurn !== null,
    due: dueFact(game, now),
    processing: processingOf(page, now),
    extendable: game.due !== null,
    knownDue: game.due?.toISOString() ?? '',
    days: typed.days ?? '3',
    dueValue: typed.due ?? dueDateValue(game.due, game.timeZone),
  };
}

function processingOf(page: SchedulePage, now: Date): ScheduleTurnView['processing'] {
  const { earlyProcessingAt, processedAt } = page;
  const at = earlyProcessingAt ?? processedAt;
  if (at === null) return { words: 'You process the turn yourself.', at, distance: '' };
  const words =
    earlyProcessingAt === null
      ? 'The turn is processed automatically:'
      : 'All orders are final. Unless a player reopens theirs, the turn is processed:';
  return { words, at, distance: formatDistance(at, now) };
}
