import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * From when misses of a game's open turn count for reliability, once its due date is set or cleared: a GM could set a date that is
 * a minute away, and other games would refuse the people who miss it for a year.
 *
 * - A date that is at least a day away when it is set, or in a live game a whole turn, binds at once.
 * - Until the date that had been announced before has passed, an earlier date binds no one. The same is true after that one was cleared.
 * - If no date had been announced, or the game was paused, or had no date anymore, players get a day all the same, or a whole turn of a live
 *   game: there was no date for them to keep.
 *
 * @param game as it was announced before; a turn that is opened by a rollback has neither date
 * @param due the new date; null for none
 * @param notice see `noticeOf`
 * @returns null if every miss counts once the due date has passed
 */
export function missesCountFrom(
  game: Pick<WholeGame, 'due' | 'missesCountFrom' | 'pausedAt'>,
  due: Date | null,
  { now, notice }: { now: Date; notice: number },
): Date | null {
  const announced = later(game.due, game.missesCountFrom);
  if (due === null) return announced;
  const enough = new Date(now.getTime() + notice);
  if (due >= enough) return null;
  const isInForce = game.due !== null && game.pausedAt === null;
  const binding = isInForce ? announced : later(announced, enough);
  return binding !== null && binding > due ? binding : null;
}

/** How many milliseconds players have at least: a day, or in a game that has been live since it was created, a whole turn. */
export async function noticeOf(tx: Tx, game: Pick<WholeGame, 'id' | 'minutesPerTurn'>): Promise<number> {
  const usual = usualNotice(game);
  return usual < DAY && (await hasOtherSchedule(tx, game.id)) ? DAY : usual;
}

/** The same by the schedule alone. */
export function usualNotice({ minutesPerTurn }: Pick<WholeGame, 'minutesPerTurn'>): number {
  return minutesPerTurn === null ? DAY : minutesPerTurn * MINUTE;
}

/** Whether the GM has changed the schedule of a game: people may have joined it with another one. */
async function hasOtherSchedule(tx: Tx, gameId: string): Promise<boolean> {
  return (await tx.gameEvent.count({ where: { gameId, type: 'scheduleSet' } })) > 0;
}

/**
 * As `missesCountFrom`, for a turn that opens when the one before it was processed. A schedule whose turns last less than a day is as binding
 * as any other, unless the GM has changed the schedule of the game.
 */
export async function missesOfNextTurnCountFrom(
  tx: Tx,
  gameId: string,
  { due, now }: { due: Date | null; now: Date },
): Promise<Date | null> {
  if (due === null || due.getTime() >= now.getTime() + DAY) return null;
  return (await hasOtherSchedule(tx, gameId)) ? new Date(now.getTime() + DAY) : null;
}

/** The later one of two dates, or the only one; null if there is neither. */
export function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
