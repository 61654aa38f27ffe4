import type { Tx } from '../../database/client.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { planCalendar } from '../schedule/schedule-jobs.ts';
import { dueInWords } from '../../text/dates.ts';
import { inTransaction, lockGame, readGame, type WholeGame } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { noticeToAll } from '../notices/notices.ts';
import { rulesetOf } from '../game/game-ruleset.ts';

/* A turn is processed before its date when every player has said "this is my last word" — and after a while in
which each of them may still take it back. */

/** The rules of a game on which it depends whether last words are asked for. */
type LastWordRules = Pick<WholeGame, 'automatic' | 'closesWhenFinal' | 'closesWhenComplete'>;

/** So often the players of a turn may say their last words and take one back; then its date counts. */
const MOST_TAKEN_BACK = 5;

/**
 * Does a game close its turns early by last words, as its rules are now? Where the last sheet closes them, nothing is
 * left to ask.
 */
export function closesByLastWords(game: LastWordRules): boolean {
  return game.automatic && game.closesWhenFinal && !game.closesWhenComplete;
}

/** Are players of a game asked for their last word: is its open turn closed by them? */
export function asksLastWord(game: Pick<WholeGame, 'status' | 'pausedAt'> & LastWordRules): boolean {
  return game.status === 'running' && closesByLastWords(game) && game.pausedAt === null;
}

/**
 * Does every sheet that is owed for a locked game's open turn stand, and is each player's marked final? Of a turn whose
 * last words have been taken back again and again they count no longer.
 */
export async function isFinal(tx: Tx, game: WholeGame): Promise<boolean> {
  if (!asksLastWord(game)) return false;
  const owing = rulesetOf(game).owing(game.state).seats;
  const seats = game.seats.filter((seat) => owing.includes(seat.identifier));
  // Where the computer plays all of them nobody is there to take anything back: the date counts.
  if (!seats.some((seat) => seat.accountId !== null)) return false;
  const where = { gameId: game.id, turn: game.turn, outcome: 'standing' as const };
  const standing = await tx.sheet.findMany({ where, select: { seatId: true, final: true } });
  const all = seats.every((seat) =>
    standing.some((sheet) => sheet.seatId === seat.id && (sheet.final || seat.opponent)),
  );
  return all && !(await isWornOut(tx, game));
}

/** Each change of mind is mailed to everybody: nobody shall fill the others' mailboxes with it. */
async function isWornOut(tx: Tx, game: WholeGame): Promise<boolean> {
  const where = { gameId: game.id, verb: 'not closing', detail: `turn ${game.turn}` };
  return (await tx.gameLog.count({ where })) >= MOST_TAKEN_BACK;
}

/**
 * After a sheet of a locked game has changed: begins the time in which the last words may be taken back, or ends it
 * where one was. Everybody is told.
 */
export async function watchLastWords(tx: Tx, house: House, gameId: string): Promise<void> {
  // Most games ask for no last words, and most sheets are none: the whole game is read where it matters only.
  const rules = { automatic: true, closesWhenFinal: true, closesWhenComplete: true };
  const select = { status: true, pausedAt: true, ...rules, closingAt: true };
  const head = await tx.game.findUnique({ where: { id: gameId }, select });
  if (!head || (!asksLastWord(head) && head.closingAt === null)) return;
  const game = await readGame(tx, gameId);
  if (!game) return;
  const final = await isFinal(tx, game);
  if (final === (game.closingAt !== null)) return;
  const closingAt = final ? new Date(house.now().getTime() + game.undoMinutes * 60_000) : null;
  await tx.game.update({ where: { id: game.id }, data: { closingAt } });
  await planCalendar(tx, house, game.id);
  const entry = { gameId: game.id, by: null, detail: `turn ${game.turn}` };
  await logGame(tx, house, { ...entry, verb: closingAt ? 'closing' : 'not closing' });
  await noticeToAll(tx, house, game, closingAt ? closingNotice(game, closingAt) : openNotice(game));
}

/**
 * A player takes "this is my last word" back; the sheet itself stands on. Problems: `unknown-game`, `no-seat`,
 * `wrong-turn`, `not-final`.
 */
export async function takeLastWordBack(
  house: House,
  wanted: { gameId: string; by: number; turn: number },
): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    const seat = game.seats.find((one) => one.accountId === wanted.by);
    if (!seat) return refused('', 'no-seat', 'You have no seat in this game.');
    if (game.status !== 'running' || game.turn !== wanted.turn) {
      return refused(
        'turn',
        'wrong-turn',
        `Turn ${wanted.turn} is not open any more: it has been processed.`,
      );
    }
    const where = { seatId: seat.id, turn: game.turn, outcome: 'standing' as const, final: true };
    const changed = await tx.sheet.updateMany({ where, data: { final: false } });
    if (changed.count === 0) return refused('', 'not-final', 'Your sheet is not marked as your last word.');
    const detail = `[${seat.identifier}] turn ${game.turn}`;
    await logGame(tx, house, { gameId: game.id, by: wanted.by, verb: 'last word taken back', detail });
    await watchLastWords(tx, house, game.id);
    return good(undefined);
  });
}

function closingNotice(game: WholeGame, at: Date) {
  const paragraphs = [
    `Every sheet for turn ${game.turn} is there and marked as its player's last word. The turn is processed ${dueInWords(at, game.timeZone)}, before its date.`,
    'Until then you may take your last word back on the page of your sheet.',
  ];
  return { subject: `turn ${game.turn} is about to be processed`, paragraphs };
}

function openNotice(game: WholeGame) {
  const paragraphs = [
    `Turn ${game.turn} is not processed before its date after all: not every sheet is its player's last word any more.`,
    ...(game.due ? [`Sheets are due ${dueInWords(game.due, game.timeZone)}, as before.`] : []),
  ];
  return { subject: `turn ${game.turn} stays open`, paragraphs };
}
