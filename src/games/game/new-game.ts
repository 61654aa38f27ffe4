import type { Grade } from '../../rules/grades.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { hasLink } from '../../text/link-like.ts';
import { hasInvisible, printable } from '../../text/printable.ts';
import { oneLine } from '../../text/typed-text.ts';
import { type LettersPolicy, lettersProblems } from '../letters/letters-policy.ts';
import {
  SCHEDULE_DEFAULTS,
  type SchedulePolicy,
  schedulePolicyProblems,
} from '../schedule/schedule-policy.ts';
import { checkSeatsWanted, type JoiningPolicy } from '../seats/joining-policy.ts';
import type { MissedTurnsPolicy } from '../seats/missed-turns.ts';

/* What a GM decides about a new game, and what can be wrong with it. */

/** What the GM decides about a new game. */
export interface NewGame {
  /** A ruleset's id. */
  ruleset: string;
  title: string;
  gmId: number;
  /** Validated by the ruleset's `options`; missing ones take their defaults. */
  options: Record<string, unknown>;
  daysPerTurn: number;
  /** The IANA time zone in which the game's dates are computed and shown. */
  timeZone: string;
  /** Whether a turn is processed as soon as every sheet that is owed is standing. */
  processWhenComplete: boolean;
  /** The rest of the schedule; missing values take their defaults. */
  calendar?: Partial<Omit<SchedulePolicy, 'daysPerTurn' | 'timeZone'>>;
  /** Whether players may write private letters to each other; by default they may not. */
  letters?: LettersPolicy;
  /** Who may join, and what missed turns cost; missing values take their defaults. */
  players?: Partial<JoiningPolicy & MissedTurnsPolicy>;
  /** Whether the GM gets a seat. */
  gmPlays?: boolean;
  /** How many seats the computer plays; the server names their candidates. */
  computers?: number;
  /** How well the computer plays them; `standard` if it is missing. */
  computerGrade?: Grade;
  /** Whether computer candidates issue press releases; by default they do. */
  computerPress?: boolean;
  /** Whether an invitation link is created. */
  joinLink?: boolean;
}

const MAX_TITLE = 80;

const NO_LETTERS: LettersPolicy = { letters: 'none', lettersBefore: null };

/** The policy for letters of a new game. */
export function lettersPolicyOf({ letters }: NewGame): LettersPolicy {
  return letters ?? NO_LETTERS;
}

/** The schedule policy of a new game. */
export function schedulePolicyOf({ daysPerTurn, timeZone, calendar }: NewGame): SchedulePolicy {
  return { ...SCHEDULE_DEFAULTS, ...calendar, daysPerTurn, timeZone };
}

/** Parses the options of a new game. Problems: those of the ruleset's options, under `options`. */
export function checkOptions(ruleset: Ruleset, options: unknown): Result<Record<string, unknown>> {
  const parsed = ruleset.options.safeParse(options);
  return parsed.success
    ? ok(parsed.data)
    : { ok: false, problems: zodProblems(parsed.error, { under: 'options' }) };
}

/** The problems of a new game: `missing`, `too-long`, `characters`, `link`, `not-seats`, `not-computers`, those of the schedule and of letters. */
export function newGameProblems(ruleset: Ruleset, wanted: NewGame): Problem[] {
  return [
    ...titleProblems(oneLine(wanted.title)),
    ...seatProblems(ruleset, wanted),
    ...schedulePolicyProblems(schedulePolicyOf(wanted)),
    ...lettersProblems(lettersPolicyOf(wanted)),
  ];
}

/** Why a title in one line cannot be shown in lists: `missing`, `too-long`, `characters`. */
export function shownTitleProblems(title: string): Problem[] {
  if (printable(title).trim() === '') {
    return [{ field: 'title', code: 'missing', message: 'Enter a title for the game.' }];
  }
  const problems: Problem[] = [];
  if ([...title].length > MAX_TITLE) {
    const message = `The title can have at most ${MAX_TITLE} characters. This one has ${[...title].length}.`;
    problems.push({ field: 'title', code: 'too-long', message });
  }
  if (hasInvisible(title)) {
    const message = 'Enter a title without invisible characters.';
    problems.push({ field: 'title', code: 'characters', message });
  }
  return problems;
}

function titleProblems(title: string): Problem[] {
  const problems = shownTitleProblems(title);
  if (hasLink(title)) {
    const message =
      'Enter a title without a web or e-mail address. If the title contains a period, put a space after it.';
    problems.push({ field: 'title', code: 'link', message });
  }
  return problems;
}

function seatProblems(ruleset: Ruleset, { players, gmPlays = false, computers = 0 }: NewGame): Problem[] {
  const wanted = players?.seatsWanted ?? null;
  const seats = checkSeatsWanted(ruleset, wanted);
  if (!seats.ok) return seats.problems;
  const max = (wanted ?? ruleset.seats.max) - (gmPlays ? 1 : 0);
  if (Number.isInteger(computers) && computers >= 0 && computers <= max) return [];
  const own = gmPlays ? ', and you play one of them' : '';
  const message = `Enter a whole number from 0 to ${max}: the game has ${wanted ?? ruleset.seats.max} seats${own}.`;
  return fail('computers', 'not-computers', message).problems;
}
