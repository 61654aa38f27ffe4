import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Blackout } from '../../database/json-types.ts';
import { formatDateTime, isoDay } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { consecutiveMisses } from '../seats/missed-turns.ts';
import { seatsOwingIn } from '../sheets/missing-sheets.ts';
import { daysInWords } from './absences.ts';
import { type Away, awayIn } from './absences-view.ts';
import { type DateAround, firstDueAround, nextDueAround, scheduleOf } from './schedule.ts';

/* The due date of a turn that opens. Where the GM has set it so, absences of those who will owe a sheet count as
days without due dates; a date that was moved for them is logged. */

/** A due date, and whose absences were looked at for it. */
export interface NextDueDate extends DateAround {
  away: readonly Away[];
}

/**
 * When the sheets of a locked game's next turn are due, asked while the turn before it is processed: after it has
 * been noted who missed that one. A date that absences have moved is logged.
 * @param state the game's state when the next turn is open
 */
export async function nextDueDate(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  state: unknown,
): Promise<Date | null> {
  const seats = seatsOwingIn(game, state);
  const away = game.avoidAbsences ? await willBeAway(tx, ctx, game, seats) : [];
  const date = nextDueAround(game.due, ctx.now(), scheduleOf(game), away.map(asBlackout));
  await logDateMovedForAbsences(tx, ctx, game, game.turn + 1, { ...date, away });
  return date.due;
}

/** The first due date that the calendar of a forming game gives: one turn's time from today. */
export async function firstDueDate(tx: Tx, ctx: AppContext, game: WholeGame): Promise<NextDueDate> {
  const away = game.avoidAbsences ? await awayIn(tx, ctx, game) : [];
  return { ...firstDueAround(ctx.now(), scheduleOf(game), away.map(asBlackout)), away };
}

/** Without those whose seat the computer takes over with this very turn. */
async function willBeAway(tx: Tx, ctx: AppContext, game: WholeGame, seats: WholeSeat[]): Promise<Away[]> {
  const away = await awayIn(tx, ctx, game);
  const waitedFor = new Set<string>();
  for (const seat of seats) {
    if (!away.some((one) => one.seat === seat.identifier)) continue;
    const leaves = game.maxMisses > 0 && (await consecutiveMisses(tx, seat)) >= game.maxMisses;
    if (!leaves) waitedFor.add(seat.identifier);
  }
  return away.filter((one) => waitedFor.has(one.seat));
}

function asBlackout({ firstDay, lastDay }: Away): Blackout {
  return { from: firstDay, to: lastDay };
}

/** Logs a date of a turn that absences have moved; any other is not worth a line. */
export async function logDateMovedForAbsences(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  turn: number,
  { due, insteadOf, away }: NextDueDate,
): Promise<void> {
  if (due === null || insteadOf === null) return;
  const from = isoDay(insteadOf, game.timeZone);
  const to = isoDay(due, game.timeZone);
  const those = away.filter((one) => one.firstDay < to && from <= one.lastDay);
  const who = those.map((one) => `[${one.seat}] ${daysInWords(one)}`).join(', ');
  const detail = `turn ${turn}: due ${formatDateTime(due, game.timeZone)} instead of ${from}, for ${who}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'dueDateMovedForAbsences', detail });
}
