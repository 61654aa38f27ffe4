import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Blackout } from '../../database/json-types.ts';
import { formatDateTime, formatDay, formatDayRange, isoDay } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { consecutiveMisses } from '../seats/attendance.ts';
import { seatsOwingIn } from '../sheets/missing-sheets.ts';
import { type Away, awayIn } from './absences-view.ts';
import { type DateAround, firstDueAround, nextDueAround, scheduleOf } from './schedule.ts';

/*
 * The due date of a turn that opens. If the game's schedule avoids absences, the absences of the players who will owe a
 * sheet count as blackouts, and a date that moved for them is logged.
 */

/** A due date, and the absences that were considered for it. */
export interface NextDueDate extends DateAround {
  away: readonly Away[];
}

/**
 * The due date of a locked game's next turn, while the open turn is processed. Logs a date that moved for absences.
 * Callers must record the missed turns first: they decide which seats the computer takes over.
 * @param opening.state the game's state when the next turn opens
 * @param opening.hasAbsences whether anyone with a seat is away today or later
 */
export async function nextDueDate(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { state, hasAbsences }: { state: unknown; hasAbsences: boolean },
): Promise<Date | null> {
  const seats = seatsOwingIn(game, state);
  const away = game.avoidAbsences && hasAbsences ? await awayAmong(tx, ctx, game, seats) : [];
  const date = nextDueAround(game.due, ctx.now(), scheduleOf(game), away.map(asBlackout));
  await logDateMovedForAbsences(tx, ctx, { game, turn: game.turn + 1, date: { ...date, away } });
  return date.due;
}

/** The first due date of a forming game if it begins now: the time for one turn from today. Logs nothing. */
export async function firstDueDate(tx: Tx, ctx: AppContext, game: WholeGame): Promise<NextDueDate> {
  const away = game.avoidAbsences ? await awayIn(tx, ctx, game) : [];
  return { ...firstDueAround(ctx.now(), scheduleOf(game), away.map(asBlackout)), away };
}

/** The absences of these seats, without the seats that the computer takes over as this turn is processed. */
async function awayAmong(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seats: readonly WholeSeat[],
): Promise<Away[]> {
  const away = await awayIn(tx, ctx, game);
  const identifiers = new Set<string>();
  for (const seat of seats) {
    if (!away.some((absence) => absence.seat === seat.identifier)) continue;
    const takenOver = game.maxMisses > 0 && (await consecutiveMisses(tx, seat)) >= game.maxMisses;
    if (!takenOver) identifiers.add(seat.identifier);
  }
  return away.filter((absence) => identifiers.has(absence.seat));
}

function asBlackout({ firstDay, lastDay }: Away): Blackout {
  return { from: firstDay, to: lastDay };
}

/** Logs the due date of a turn if it moved for absences. */
export async function logDateMovedForAbsences(
  tx: Tx,
  ctx: AppContext,
  { game, turn, date }: { game: WholeGame; turn: number; date: NextDueDate },
): Promise<void> {
  const { due, insteadOf, away } = date;
  if (due === null || insteadOf === null) return;
  const from = isoDay(insteadOf, game.timeZone);
  const to = isoDay(due, game.timeZone);
  const absences = away
    .filter(({ firstDay, lastDay }) => firstDay < to && from <= lastDay)
    .map((absence) => `[${absence.seat}] ${formatDayRange(absence)}`);
  const detail = `turn ${turn}: due ${formatDateTime(due, game.timeZone)} instead of ${formatDay(from)}; away: ${absences.join('; ')}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'dueDateMovedForAbsences', detail });
}
