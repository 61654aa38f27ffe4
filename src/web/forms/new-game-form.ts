import { z } from 'zod';
import type { CopiedSettings } from '../../games/game/copied-settings.ts';
import type { NewGame } from '../../games/game/create-game.ts';
import type { SchedulePolicy } from '../../games/schedule/schedule-policy.ts';
import { GRADES } from '../../rules/grades.ts';
import { ok, type Result } from '../../rules/result.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { checkbox, optionalWholeNumber, wholeNumber } from './fields.ts';
import { LETTERS_FIELDS, lettersPolicyFromForm, lettersValues } from './letters-form.ts';
import { optionFields, optionTexts, optionValues } from './options-form.ts';
import { PACE_NAMES, paceNameOf, paceOf } from './pace-form.ts';
import { ScheduleBody, schedulePolicyFromForm, scheduleValues, suggestedSchedule } from './schedule-form.ts';

/* The form for a new game: a few questions, and the whole schedule for GMs who want a pace of their own. */

const Body = z.looseObject({
  title: z.string('Enter a title for the game.').max(400),
  timeZone: z.string('Choose a time zone.').max(60),
  /** Missing in forms that only have the fields of the schedule. */
  pace: z.enum(PACE_NAMES, 'Choose how often sheets are due.').default('custom'),
  seatsWanted: optionalWholeNumber('Enter the seats as a whole number, or leave the field blank.').default(
    null,
  ),
  computers: z
    .literal('')
    .transform(() => 0)
    .or(wholeNumber('Enter the computer candidates as a whole number.'))
    .default(0),
  computerGrade: z.enum(GRADES, 'Choose how well the computer plays.').default('standard'),
  quietComputers: checkbox,
  gmPlays: checkbox,
  processWhenComplete: checkbox,
  ...LETTERS_FIELDS,
});

/** How many seats most games have. */
const USUAL_SEATS = 6;

/** What the form suggests for a new game. */
export function suggestedGame(
  ruleset: Ruleset,
  { name, timeZone }: { name: string; timeZone: string },
  forFriends: boolean,
): Record<string, string> {
  const { min, max } = ruleset.seats;
  const title = `${name}’s ${ruleset.title}`;
  return {
    ...suggestedSchedule(timeZone),
    title: [...title].length <= 80 ? title : ruleset.title,
    pace: 'weekly',
    seatsWanted: String(Math.min(max, Math.max(min, USUAL_SEATS))),
    computers: '0',
    computerGrade: 'standard',
    gmPlays: forFriends ? 'yes' : '',
    letters: 'open',
  };
}

/** The values of the form for a game with the settings of an earlier one. */
export function copiedValues(ruleset: Ruleset, from: CopiedSettings): Record<string, string> {
  return {
    ...scheduleValues(from.schedule, from.processWhenComplete),
    ...lettersValues(from.letters, ruleset.id),
    ...optionTexts(optionFields(ruleset.options), from.options, 'options'),
    title: from.title,
    pace: paceNameOf(from.schedule, from.processWhenComplete),
    seatsWanted: String(from.players.seatsWanted ?? ''),
    computers: String(from.computers),
    computerGrade: from.computerGrade,
    quietComputers: from.computerPress ? '' : 'yes',
    gmPlays: from.gmPlays ? 'yes' : '',
  };
}

/**
 * Reads the form.
 * @param values the same form as texts, with the ruleset's options
 * @param copied the game whose settings the form was filled with; its policies about players are taken over
 */
export function readNewGame(
  ruleset: Ruleset,
  { body, values, copied }: { body: unknown; values: Record<string, string>; copied: CopiedSettings | null },
): Result<Omit<NewGame, 'gmId'>> {
  const form = parsed(Body, body);
  const custom = paceOfBody(body);
  if (!form.ok || !custom.ok) {
    const problems = [...(form.ok ? [] : form.problems), ...(custom.ok ? [] : custom.problems)];
    return { ok: false, problems: withoutRepeats(problems) };
  }
  const { title, timeZone, pace, seatsWanted, computers, computerGrade, quietComputers, gmPlays } =
    form.value;
  const named = paceOf(pace);
  const { daysPerTurn, ...calendar } = named?.schedule ?? custom.value;
  return ok({
    ...{ ruleset: ruleset.id, title, timeZone, gmPlays, computers, computerGrade, daysPerTurn, calendar },
    computerPress: !quietComputers,
    processWhenComplete: named?.processWhenComplete ?? form.value.processWhenComplete,
    letters: lettersPolicyFromForm(form.value),
    players: { ...copied?.players, seatsWanted },
    options: optionValues(optionFields(ruleset.options), values, 'options'),
    joinLink: true,
  });
}

/** The schedule that was typed, which counts only if no other pace is chosen. */
function paceOfBody(body: unknown): Result<Omit<SchedulePolicy, 'timeZone'>> {
  const chosen = parsed(z.looseObject({ pace: z.string().optional() }), body);
  const name = PACE_NAMES.find((pace) => chosen.ok && pace === chosen.value.pace) ?? 'custom';
  const named = paceOf(name);
  if (named !== null) return ok(named.schedule);
  const typed = parsed(ScheduleBody, body);
  if (!typed.ok) return typed;
  const { timeZone: _, ...schedule } = schedulePolicyFromForm(typed.value);
  return ok(schedule);
}

function parsed<S extends z.ZodType>(schema: S, body: unknown): Result<z.infer<S>> {
  const result = schema.safeParse(body ?? {});
  return result.success
    ? ok(result.data)
    : { ok: false, problems: zodProblems(result.error, { code: 'not-understood' }) };
}

/** The problems without repeats: both parts of the form have the time zone. */
function withoutRepeats(problems: Problem[]): Problem[] {
  return problems.filter(
    ({ field, message }, i) =>
      !problems.slice(0, i).some((earlier) => earlier.field === field && earlier.message === message),
  );
}
