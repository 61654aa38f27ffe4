import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Absence, Account, GameEventType } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { formatDayRange, isoDay } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { notifyGm } from '../seats/replace-absent-players.ts';

/* Days on which a person will be away: announced once, for all games in which the person has a seat. */

/** An absence as it is announced: ISO dates such as `2027-12-20`, both days included. */
export interface AbsenceWish {
  accountId: number;
  firstDay: string;
  lastDay: string;
}

/** The most days of one absence. */
export const MAX_DAYS = 60;
const MAX_AHEAD_DAYS = 730;
/** Announced ones that are not over. */
const MAX_ABSENCES = 10;

/**
 * A person announces to be away. Each running game of the person's logs it, and its GM gets a mail; no date that is
 * set moves. Problems, at `firstDay` or `lastDay`: `not-date`, `past`, `too-far`, `backwards`, `too-long`, `overlap`;
 * and `too-many`. The first day may be today by the person's own clock.
 */
export async function announceAbsence(ctx: AppContext, wanted: AbsenceWish): Promise<Result<Absence>> {
  return inTransaction(ctx, async (tx) => {
    const games = await gamesOf(tx, wanted.accountId);
    const account = await lockAccount(tx, wanted.accountId);
    const firstDay = wanted.firstDay.trim();
    const lastDay = wanted.lastDay.trim();
    const wrong = dayProblems({ firstDay, lastDay }, todayOf(ctx, account));
    if (wrong.length > 0) return { ok: false, problems: wrong };
    const others = await absencesToCome(tx, ctx, account);
    if (others.length >= MAX_ABSENCES) {
      return fail('', 'too-many', `At most ${MAX_ABSENCES} absences can be announced: withdraw one first.`);
    }
    // ISO dates compare as text.
    const met = others.find((one) => one.firstDay <= lastDay && firstDay <= one.lastDay);
    if (met) {
      const message = `You have announced ${formatDayRange(met)} already: withdraw that, or choose other days.`;
      return fail('firstDay', 'overlap', message);
    }
    const data = { accountId: account.id, firstDay, lastDay, announcedAt: ctx.now() };
    const absence = await tx.absence.create({ data });
    for (const game of games) await tell(tx, ctx, game, absence, 'absenceAnnounced');
    return ok(absence);
  });
}

/**
 * Takes an absence back, also while it lasts. A date that was set around it stays.
 * Problem: `unknown-absence` (it is over, withdrawn, or somebody else's).
 */
export async function withdrawAbsence(
  ctx: AppContext,
  wanted: { accountId: number; id: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const games = await gamesOf(tx, wanted.accountId);
    const account = await lockAccount(tx, wanted.accountId);
    const absence = (await absencesToCome(tx, ctx, account)).find((one) => one.id === wanted.id);
    if (!absence) return fail('', 'unknown-absence', 'This absence is over, or was withdrawn before.');
    await tx.absence.delete({ where: { id: absence.id } });
    for (const game of games) await tell(tx, ctx, game, absence, 'absenceWithdrawn');
    return ok(undefined);
  });
}

/** What a person has announced and is not over by the person's own clock, the first first. */
export function absencesToCome(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  account: Pick<Account, 'id' | 'timeZone'>,
): Promise<Absence[]> {
  const where = { accountId: account.id, lastDay: { gte: todayOf(ctx, account) } };
  return tx.absence.findMany({ where, orderBy: [{ firstDay: 'asc' }, { id: 'asc' }] });
}

/** As the log names them: `2027-12-20 to 2028-01-03`, or one day. */
export function daysInWords({ firstDay, lastDay }: Pick<Absence, 'firstDay' | 'lastDay'>): string {
  return firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
}

function todayOf({ now }: Pick<AppContext, 'now'>, { timeZone }: Pick<Account, 'timeZone'>): string {
  return isoDay(now(), timeZone);
}

/** The running games in which the person sits, locked; always in the same order, so that nobody waits in a ring. */
async function gamesOf(tx: Tx, accountId: number): Promise<WholeGame[]> {
  const where = { status: 'running' as const, seats: { some: { accountId } } };
  const ids = await tx.game.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  const games: WholeGame[] = [];
  for (const { id } of ids) {
    const game = await lockGame(tx, id);
    if (game?.status === 'running' && game.seats.some((seat) => seat.accountId === accountId))
      games.push(game);
  }
  return games;
}

/** Of two announcements at once the second finds the first. After the games, as whoever deletes an account does. */
async function lockAccount(tx: Tx, id: number): Promise<Account> {
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  return tx.account.findUniqueOrThrow({ where: { id } });
}

function dayProblems(days: { firstDay: string; lastDay: string }, today: string): Problem[] {
  const first = dayOf(days.firstDay);
  const last = dayOf(days.lastDay);
  const problems = [...(first ? [] : [notDate('firstDay')]), ...(last ? [] : [notDate('lastDay')])];
  if (!first || !last) return problems;
  const problem = (field: string, code: string, message: string) => [{ field, code, message }];
  if (days.firstDay < today) {
    return problem(
      'firstDay',
      'past',
      `The first day is today, ${formatDayRange({ firstDay: today, lastDay: today })}, or later.`,
    );
  }
  if (first > DateTime.fromISO(today, { zone: 'UTC' }).plus({ days: MAX_AHEAD_DAYS })) {
    return problem('firstDay', 'too-far', 'The first day may be two years ahead at most.');
  }
  if (last < first) return problem('lastDay', 'backwards', 'The last day is the first one, or later.');
  const count = last.diff(first, 'days').days + 1;
  if (count <= MAX_DAYS) return [];
  return problem('lastDay', 'too-long', `An absence has at most ${MAX_DAYS} days; this one has ${count}.`);
}

function notDate(field: 'firstDay' | 'lastDay'): Problem {
  const which = field === 'firstDay' ? 'first' : 'last';
  return { field, code: 'not-date', message: `Give the ${which} day as a date such as 2027-12-20.` };
}

function dayOf(text: string): DateTime | null {
  const day = DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: 'UTC' });
  return day.isValid ? day : null;
}

async function tell(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  absence: Absence,
  type: GameEventType & ('absenceAnnounced' | 'absenceWithdrawn'),
): Promise<void> {
  const seat = game.seats.find((one) => one.accountId === absence.accountId);
  if (!seat) return;
  const days = formatDayRange(absence);
  const detail = `[${seat.identifier}] ${daysInWords(absence)}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: absence.accountId, type, detail });
  // A GM who plays along knows of it.
  if (game.gmId === absence.accountId) return;
  const who = `${seat.name} [${seat.identifier}]`;
  if (type === 'absenceWithdrawn') {
    const paragraphs = [`${who} is not away ${days} after all. Dates that are set stay as they are.`];
    return notifyGm(tx, ctx, game, { subject: `[${seat.identifier}] is not away after all`, paragraphs });
  }
  const paragraphs = [
    `${who} has announced to be away: ${days}.`,
    game.avoidAbsences
      ? 'Dates that are set stay as they are; dates to come are set around it, by the calendar of the game.'
      : 'No date moves for it, by the calendar of the game. You may extend a turn, or let the calendar set new dates around absences.',
  ];
  return notifyGm(tx, ctx, game, { subject: `[${seat.identifier}] will be away`, paragraphs });
}
