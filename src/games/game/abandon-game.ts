import { DateTime } from 'luxon';
import type { Tx } from '../../database/client.ts';
import type { House } from '../../context.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { planCalendar } from '../schedule/schedule-jobs.ts';
import { type Asked, gmGameAt } from './gm-access.ts';
import { handToOpponent } from '../seats/replace-absent-players.ts';
import { fillFromLine } from '../seats/join-game.ts';
import { paragraphsOf } from '../notices/broadcast.ts';
import { inTransaction, type WholeGame } from './game-store.ts';
import { logGame } from './game-log.ts';
import { noticeToAll } from '../notices/notices.ts';
import { numberOf } from './game-number.ts';
import { offerLocked } from '../seats/offer-seat.ts';

/* Giving a game up, and taking it up again. */

/** Days after which a game that was given up stays so: by then its players have made other plans. */
export const TAKE_UP_DAYS = 60;

/**
 * Gives a game up: nothing of it is processed any more, and everybody is told. What was printed stays.
 * @param wanted.confirm the game's number, typed by the GM
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `ended`, `not-confirmed`.
 */
export async function abandonGame(
  house: House,
  wanted: Asked & { confirm: string; word?: string },
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const found = await gmGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const number = numberOf(game);
    if (game.status !== 'forming' && game.status !== 'running') {
      return refused('', 'ended', `${number} has ended already.`);
    }
    if (wanted.confirm.trim().toUpperCase() !== number) {
      return refused('confirm', 'not-confirmed', `Type the number of the game, ${number}, to give it up.`);
    }
    const data = { status: 'abandoned' as const, endedAt: house.now(), due: null, closingAt: null };
    await tx.game.update({ where: { id: game.id }, data });
    await planCalendar(tx, house, game.id);
    const paragraphs = [
      `${game.gm.name} has given ${number} up: no further turn will be processed.`,
      ...paragraphsOf(wanted.word ?? ''),
    ];
    const calendar = game.status === 'running' ? { calendar: { turn: game.turn, due: null } } : {};
    await noticeToAll(tx, house, game, { subject: 'the game was given up', paragraphs, ...calendar });
    const detail = game.status === 'running' ? `at turn ${game.turn}` : 'before it began';
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'game abandoned', detail });
    return good(undefined);
  });
}

/** Until when a game that was given up may be taken up again; null where that is over, or was never so. */
export function takeUpUntil(house: House, game: Pick<WholeGame, 'status' | 'endedAt'>): Date | null {
  if (game.status !== 'abandoned' || game.endedAt === null) return null;
  const until = DateTime.fromJSDate(game.endedAt).plus({ days: TAKE_UP_DAYS }).toJSDate();
  return until > house.now() ? until : null;
}

/**
 * Takes a game that was given up, up again: one that had not begun takes seats as before; one that had is open at the
 * same turn with the sheets that had come, and paused, so that nothing is processed before the GM lets it go on
 * with a date. Seats whose players have deleted their accounts meanwhile go to the computer. Everybody is told.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-abandoned`, `too-late`.
 */
export async function takeUpAgain(house: House, wanted: Asked & { word?: string }): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const found = await gmGameAt(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'abandoned') {
      return refused('', 'not-abandoned', `${numberOf(game)} was not given up, or has been taken up again.`);
    }
    if (takeUpUntil(house, game) === null) {
      const message = `A game can be taken up again within ${TAKE_UP_DAYS} days; make a new one instead.`;
      return refused('', 'too-late', message);
    }
    const begun = game.begunAt !== null;
    const status = begun ? ('running' as const) : ('forming' as const);
    const data = { status, endedAt: null, pausedAt: begun ? house.now() : null };
    await tx.game.update({ where: { id: game.id }, data });
    if (begun) await seatOpponents(tx, house, game);
    await planCalendar(tx, house, game.id);
    await noticeToAll(tx, house, game, upNotice(game, begun, wanted.word ?? ''));
    const detail = begun ? `turn ${game.turn}, paused` : 'not begun yet';
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'game taken up again', detail });
    // Seats may have become free while nobody in line could be given one.
    if (!begun) await fillFromLine(tx, house, game.id);
    return good(undefined);
  });
}

/** Nobody's seats are the computer's; and its job, which did nothing while the game was given up, comes again. */
async function seatOpponents(tx: Tx, house: House, game: WholeGame): Promise<void> {
  for (const seat of game.seats) {
    if (seat.accountId !== null || seat.opponent) continue;
    await handToOpponent(tx, game, seat, { turn: game.turn, keep: false });
    if (game.offersSeats) await offerLocked(tx, house, game, seat, null);
  }
  const { id: gameId, turn } = game;
  await enqueueJob(tx, 'opponents', { gameId, turn }, { jobKey: `opponents:${gameId}:${turn}` });
}

function upNotice(game: WholeGame, begun: boolean, word: string) {
  const paragraphs = [
    `${game.gm.name} has taken ${numberOf(game)} up again.`,
    begun
      ? `Turn ${game.turn} is open, with the sheets that had come for it. The game is paused: nothing is processed until its GM lets it go on, and a mail says so.`
      : 'It takes seats as before, and has not begun yet.',
    ...paragraphsOf(word),
  ];
  return { subject: 'the game goes on after all', paragraphs };
}
