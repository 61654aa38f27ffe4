import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formatDateTime, formatDateToMeet } from '../../text/dates.ts';
import type { WholeGame } from '../game/game-store.ts';
import type { Notice } from '../notices/notices.ts';
import { isShortPause } from './moved-dates.ts';
import { autoProcessAt, graceOfTurn, turnEnd } from './schedule.ts';
import type { SchedulePolicy } from './schedule-policy.ts';
import { later, missesCountFrom, usualNotice } from './short-notice.ts';

/*
 * What a change of the schedule means for the open turn. Players have been told when it ends, so it never ends earlier: it keeps a
 * longer grace period, and the server does not begin to process turns by itself with one that is overdue.
 */

/** The schedule's columns about the open turn that a change of the schedule can change. */
type OpenTurnColumns = Pick<WholeGame, 'turnGraceHours' | 'missesCountFrom'>;

/** What decides when a turn is processed. */
const PROCESSING = [
  'autoProcess',
  'graceHours',
  'processWhenComplete',
  'processWhenFinal',
  'reopenMinutes',
] as const;

/**
 * The columns about the open turn of a game whose schedule changes. If the server begins to process turns by itself less than a day
 * before the open one ends (in a live game a whole turn), misses do not count for that long, as if its due date had been set.
 * Problems: `overdue` (the server would process the turn at once or soon, although its due date has passed).
 */
export function openTurnColumns(
  ctx: Pick<AppContext, 'now'>,
  game: WholeGame,
  policy: SchedulePolicy,
): Result<OpenTurnColumns> {
  const { missesCountFrom: countFrom, due } = game;
  if (game.status !== 'running') return ok({ turnGraceHours: null, missesCountFrom: countFrom });
  const told = game.autoProcess ? graceOfTurn(game) : (game.turnGraceHours ?? 0);
  const turnGraceHours = told > policy.graceHours ? told : null;
  if (due === null || game.autoProcess || !policy.autoProcess) {
    return ok({ turnGraceHours, missesCountFrom: countFrom });
  }
  const end = turnEnd(due, { graceHours: policy.graceHours, turnGraceHours });
  const unannounced = { ...game, due: null, missesCountFrom: null };
  const short = missesCountFrom(unannounced, end, { now: ctx.now(), notice: usualNotice(game) });
  // When a paused game resumes, an overdue turn gets another date, but not after a short pause.
  const getsDate = game.pausedAt !== null && !isShortPause(game.pausedAt, ctx.now());
  if (short !== null && due <= ctx.now() && !getsDate) {
    const message = `Sheets for turn ${game.turn} were due ${formatDateTime(due, game.timeZone)}, so the server would process it too soon for players who still want to send theirs. Set a new due date for it or process it, then turn on automatic processing.`;
    return fail('autoProcess', 'overdue', message);
  }
  return ok({ turnGraceHours, missesCountFrom: later(countFrom, short) });
}

/**
 * The notice to every player of a running game whose schedule has changed. It can wait only if turns are processed as before.
 * @param detail the new policy, see `policyInWords`
 */
export function scheduleNotice(
  ctx: Pick<AppContext, 'now'>,
  { before, after, detail }: { before: WholeGame; after: WholeGame; detail: string },
): Notice {
  const { gm, turn, due, timeZone } = after;
  const ofTurn = [
    ...(due ? [`Sheets for turn ${turn} are still due ${formatDateToMeet(due, timeZone, ctx.now())}.`] : []),
    ...endInWords(ctx, before, after),
    'The due dates of the new schedule start with the next turn.',
  ];
  const paragraphs = [`${gm.name} has changed the schedule of the game: ${detail}.`, ofTurn.join(' ')];
  const canWait = PROCESSING.every((column) => before[column] === after[column]);
  return { subject: 'new schedule', paragraphs, ...(canWait && { canWait }) };
}

/** Sentences on when the open turn is processed. */
function endInWords(ctx: Pick<AppContext, 'now'>, before: WholeGame, after: WholeGame): string[] {
  const { gm, turn, timeZone } = after;
  const sentences: string[] = [];
  const end = autoProcessAt(after);
  if (end !== null) {
    const keeps = graceOfTurn(after) > after.graceHours ? 'It keeps its longer grace period: the' : 'The';
    const when = formatDateToMeet(end, timeZone, ctx.now());
    sentences.push(
      `${keeps} server processes turn ${turn} ${when} at the latest, even if sheets are missing.`,
    );
  } else if (before.autoProcess && !after.autoProcess) {
    sentences.push(`${gm.name} now processes turn ${turn}, which can happen at any time.`);
  }
  if (after.processWhenComplete && !before.processWhenComplete) {
    sentences.push(`Turn ${turn} is processed as soon as every sheet is in.`);
  }
  return sentences;
}
