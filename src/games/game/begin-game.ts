import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Game } from '../../database/generated/client.ts';
import { enqueueJobs } from '../../database/outbox.ts';
import { type Dice, seededDice } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import type { Problem } from '../../rules/sheet.ts';
import { toJsonValue } from '../archive/canonical-json.ts';
import { recordTurn } from '../processing/record-turn.ts';
import { reportHeader } from '../processing/report-header.ts';
import { withoutRetiredQuestions } from '../questions/retired-questions.ts';
import { awayLines } from '../schedule/absences-view.ts';
import { dueProblems } from '../schedule/change-due-date.ts';
import { firstDueDate } from '../schedule/next-due-date.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { missesCountFrom, noticeOf } from '../schedule/short-notice.ts';
import { addComputerSeats, seatsMissing, seatsMissingInWords } from '../seats/computer-seats.ts';
import { announce } from '../webhooks/announce.ts';
import { logGameEvent } from './game-log.ts';
import { rulesetOf } from './game-ruleset.ts';
import { inTransaction, NEW_TURN, readDiceSecret, type WholeGame } from './game-store.ts';
import { formingGmGame } from './gm-access.ts';
import { reachLines } from './reach-lines.ts';

/** What a GM wants when a game begins. */
export interface Beginning {
  gameId: string;
  by: number;
  /** When the sheets of turn 1 are due; `schedule` for the first date of the schedule, null if the GM sets a date later. */
  due: Date | 'schedule' | null;
  /** What becomes of seats that the GM wanted and no one has taken; null if they have not decided. */
  missing?: 'fill' | 'leave' | null;
}

/**
 * Begins a forming game: draws its setup and stores turn 0 and the first printouts in one transaction. If it has fewer
 * seats than its GM wanted, they must have decided to let the computer play the others, or to do without.
 * Problems: `unknown-game`, `not-gm`, `begun`, `seats-missing`, `too-few`, `too-many`, `empty-seat`, `past`.
 */
export async function beginGame(ctx: AppContext, wanted: Beginning): Promise<Result<Game>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGmGame(tx, wanted);
    if (!found.ok) return found;
    const { by } = wanted;
    const due = wanted.due === 'schedule' ? (await firstDueDate(tx, ctx, found.value)).due : wanted.due;
    // Nothing may be wrong when the seats are added: they would stay.
    const problems = [...emptySeatProblems(found.value), ...dueProblems(ctx, due, scheduleOf(found.value))];
    if (problems.length > 0) return { ok: false, problems: [...countProblems(found.value), ...problems] };
    const count = seatsMissing(found.value);
    if (count > 0 && !wanted.missing) {
      return fail('missing', 'seats-missing', `${seatsMissingInWords(found.value)} Choose what to do.`);
    }
    const isFilled = count > 0 && wanted.missing === 'fill';
    const game = isFilled ? await addComputerSeats(tx, ctx, found.value, { by, count }) : found.value;
    return beginLocked(tx, ctx, game, { by, due });
  });
}

/**
 * Begins a locked, forming game. Callers must check that the request is allowed.
 * @param wanted.by null if the server begins the game because the last seat was taken
 * Problems: `too-few`, `too-many`, `empty-seat`, `past`.
 */
export async function beginLocked(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  wanted: { by: number | null; due: Date | null },
): Promise<Result<Game>> {
  const ruleset = rulesetOf(game);
  const duePast = dueProblems(ctx, wanted.due, scheduleOf(game));
  const problems = [...countProblems(game), ...emptySeatProblems(game), ...duePast];
  if (problems.length > 0) return { ok: false, problems };

  const entries = game.seats.map(seatEntry);
  const dice = seededDice(await readDiceSecret(tx, game.id), 0);
  const options = await withoutRetiredQuestions(tx, ruleset, Object(game.options));
  const { setup, state } = beginning(ruleset, options, entries, dice);
  const away = await awayLines(tx, ctx, game);
  const header = reportHeader(game, { due: wanted.due, away, reach: reachLines(ctx, game) });
  const by = wanted.by;
  const first = { turn: 0, attempt: 1, previousHash: null };
  const jobs = await recordTurn(tx, ctx, {
    ...{ game, ...first, sheets: entries, dice: dice.rolls, header, state, by },
  });
  await enqueueJobs(tx, jobs);
  const unannounced = { due: null, missesCountFrom: null, pausedAt: null };
  const notice = await noticeOf(tx, game);
  const countFrom = missesCountFrom(unannounced, wanted.due, { now: ctx.now(), notice });
  const begun = await tx.game.update({
    where: { id: game.id },
    data: {
      status: 'running',
      turn: 1,
      begunAt: ctx.now(),
      schedule: { update: { due: wanted.due, ...NEW_TURN, missesCountFrom: countFrom } },
      state: { update: { options, setup, state } },
    },
  });
  await scheduleJobs(tx, ctx, game.id);
  await announce(tx, ctx, { gameId: game.id, event: 'turn.open', turn: 1, due: wanted.due });
  const detail = game.seats.length === 1 ? '1 seat' : `${game.seats.length} seats`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'gameBegun', detail });
  return ok(begun);
}

/** Computes a game's setup and first state as JSON values. Shared by beginning a game and replaying it. */
export function beginning(
  ruleset: Ruleset,
  options: unknown,
  entries: readonly SeatEntry[],
  dice: Dice,
): { setup: unknown; state: unknown } {
  const setup = toJsonValue(ruleset.setUp(options as Record<string, unknown>, entries, dice));
  return { setup, state: toJsonValue(ruleset.begin(setup)) };
}

function seatEntry(seat: WholeGame['seats'][number]): SeatEntry {
  return { identifier: seat.identifier, name: seat.name, wish: seat.wish };
}

function countProblems(game: WholeGame): Problem[] {
  const { seats, title } = rulesetOf(game);
  const count = game.seats.length;
  if (count >= seats.min && count <= seats.max) return [];
  const code = count < seats.min ? 'too-few' : 'too-many';
  const message = `${title} needs ${seats.min} to ${seats.max} seats. This game has ${count}.`;
  return [{ field: 'seats', code, message }];
}

function emptySeatProblems(game: WholeGame): Problem[] {
  const problems: Problem[] = [];
  for (const seat of game.seats) {
    if (seat.opponent || seat.account) continue;
    const message = `Seat [${seat.identifier}] has no player yet. Invite someone, or let the computer play it.`;
    problems.push({ field: `seats.${seat.identifier}`, code: 'empty-seat', message });
  }
  return problems;
}
