import { DateTime } from 'luxon';
import { accountDeleted } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Absence, Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formatDay, formatDayRange, isoDay } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type Notice, notifyGmOfPlayer } from '../notices/notices.ts';

/* Days on which a person will be away: announced once for all games in which the person has a seat. */

/** An absence to announce: ISO dates such as `2027-12-20`; both days are included. */
export interface AbsenceRequest {
  accountId: number;
  firstDay: string;
  lastDay: string;
}

type AbsenceEventType = 'absenceAnnounced' | 'absenceWithdrawn';

/** The maximum length of one absence. */
export const MAX_DAYS = 60;
/** How many days from today an absence can begin at the latest. */
const MAX_DAYS_UNTIL_FIRST = 730;
/** The maximum number of absences of one person that are not over. */
const MAX_ABSENCES = 10;
/** How many absences a person can announce within 24 hours: each one, and its withdrawal, is a line in the log of each game. */
const MAX_PER_DAY = 20;
const DAY = 86_400_000;

/**
 * Announces an absence. It is logged in every running game in which the person has a seat, and mailed to the GMs of
 * these games. Due dates that are already set do not change. The first day may be today in the person's time zone.
 * Problems: at `firstDay` or `lastDay` `not-date`, `past`, `too-far`, `backwards`, `too-long`, `overlap`; and
 * `too-many`, `too-often`, `deleted`.
 */
export async function announceAbsence(ctx: AppContext, request: AbsenceRequest): Promise<Result<Absence>> {
  return inTransaction(ctx, async (tx) => {
    const games = await lockRunningGames(tx, request.accountId);
    const account = await lockAccount(tx, request.accountId);
    if (account.deletedAt !== null) return accountDeleted();
    const days = checkDays(request, todayOf(ctx, account));
    if (!days.ok) return days;
    const { firstDay, lastDay } = days.value;
    const others = await absencesToCome(tx, ctx, account);
    if (others.length >= MAX_ABSENCES) {
      const message = `You can announce up to ${MAX_ABSENCES} absences. Withdraw one first.`;
      return fail('', 'too-many', message);
    }
    // ISO dates compare as text.
    const overlapping = others.find((other) => other.firstDay <= lastDay && firstDay <= other.lastDay);
    if (overlapping) {
      const message = `You have already announced ${formatDayRange(overlapping)}. Withdraw that absence or choose other days.`;
      return fail('firstDay', 'overlap', message);
    }
    if ((await announcedToday(tx, ctx, account.id, games)) >= MAX_PER_DAY) {
      const message = `You have announced ${MAX_PER_DAY} absences within a day. Try again tomorrow.`;
      return fail('', 'too-often', message);
    }
    const data = { accountId: account.id, firstDay, lastDay, announcedAt: ctx.now() };
    const absence = await tx.absence.create({ data });
    for (const game of games) await logAndNotifyGm(tx, ctx, { game, absence, type: 'absenceAnnounced' });
    return ok(absence);
  });
}

/**
 * Withdraws an absence, which may have begun. Due dates that were set around it do not change.
 * Problem: `unknown-absence` (it is over, was withdrawn, or is another person's).
 */
export async function withdrawAbsence(
  ctx: AppContext,
  request: { accountId: number; id: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const games = await lockRunningGames(tx, request.accountId);
    const account = await lockAccount(tx, request.accountId);
    const absences = await absencesToCome(tx, ctx, account);
    const absence = absences.find(({ id }) => id === request.id);
    if (!absence) {
      return fail('', 'unknown-absence', 'This absence is over or has already been withdrawn.');
    }
    await tx.absence.delete({ where: { id: absence.id } });
    for (const game of games) await logAndNotifyGm(tx, ctx, { game, absence, type: 'absenceWithdrawn' });
    return ok(undefined);
  });
}

/** A person's absences that are not over in the person's time zone, earliest first. */
export function absencesToCome(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  account: Pick<Account, 'id' | 'timeZone'>,
): Promise<Absence[]> {
  const where = { accountId: account.id, lastDay: { gte: todayOf(ctx, account) } };
  return tx.absence.findMany({ where, orderBy: [{ firstDay: 'asc' }, { id: 'asc' }] });
}

/** How often the person has announced an absence in one of these games within 24 hours, withdrawn ones included. */
async function announcedToday(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  games: readonly WholeGame[],
): Promise<number> {
  const counts = await tx.gameEvent.groupBy({
    by: 'gameId',
    where: {
      ...{ gameId: { in: games.map(({ id }) => id) }, accountId, type: 'absenceAnnounced' },
      at: { gt: new Date(ctx.now().getTime() - DAY) },
    },
    _count: true,
  });
  return Math.max(0, ...counts.map(({ _count }) => _count));
}

function todayOf({ now }: Pick<AppContext, 'now'>, { timeZone }: Pick<Account, 'timeZone'>): string {
  return isoDay(now(), timeZone);
}

/** The running games in which the person has accepted a seat, locked; always in the same order, to prevent deadlocks. */
async function lockRunningGames(tx: Tx, accountId: number): Promise<WholeGame[]> {
  const where = { status: 'running' as const, seats: { some: { accountId, acceptedAt: { not: null } } } };
  const ids = await tx.game.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  const games: WholeGame[] = [];
  for (const { id } of ids) {
    const game = await lockGame(tx, id);
    if (game?.status === 'running' && game.seats.some((seat) => seat.accountId === accountId))
      games.push(game);
  }
  return games;
}

/**
 * Locks the account, so that of two simultaneous announcements the second sees the first. The account is locked after
 * the games, as in `deleteAccount`, to prevent deadlocks.
 */
async function lockAccount(tx: Tx, id: number): Promise<Account> {
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  return tx.account.findUniqueOrThrow({ where: { id } });
}

function checkDays(
  typed: { firstDay: string; lastDay: string },
  today: string,
): Result<{ firstDay: string; lastDay: string }> {
  const firstDay = typed.firstDay.trim();
  const lastDay = typed.lastDay.trim();
  const first = parseDay('firstDay', firstDay);
  const last = parseDay('lastDay', lastDay);
  if (!first.ok || !last.ok) {
    return { ok: false, problems: [first, last].flatMap((day) => (day.ok ? [] : day.problems)) };
  }
  if (firstDay < today) {
    return fail('firstDay', 'past', `The first day must be today, ${formatDay(today)}, or later.`);
  }
  if (first.value > DateTime.fromISO(today, { zone: 'UTC' }).plus({ days: MAX_DAYS_UNTIL_FIRST })) {
    return fail('firstDay', 'too-far', 'The first day must be within the next two years.');
  }
  if (last.value < first.value) {
    return fail('lastDay', 'backwards', 'The last day must not be before the first day.');
  }
  const count = last.value.diff(first.value, 'days').days + 1;
  if (count > MAX_DAYS) {
    const message = `An absence can last up to ${MAX_DAYS} days. This one has ${count}.`;
    return fail('lastDay', 'too-long', message);
  }
  return ok({ firstDay, lastDay });
}

function parseDay(field: 'firstDay' | 'lastDay', text: string): Result<DateTime> {
  const day = DateTime.fromFormat(text, 'yyyy-MM-dd', { zone: 'UTC' });
  if (day.isValid) return ok(day);
  const which = field === 'firstDay' ? 'first' : 'last';
  return fail(field, 'not-date', `Enter the ${which} day as a date such as 2027-12-20.`);
}

async function logAndNotifyGm(
  tx: Tx,
  ctx: AppContext,
  change: { game: WholeGame; absence: Absence; type: AbsenceEventType },
): Promise<void> {
  const { game, absence, type } = change;
  const seat = game.seats.find(({ accountId }) => accountId === absence.accountId);
  if (!seat) return;
  const days = formatDayRange(absence);
  const detail = `[${seat.identifier}] ${days}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: absence.accountId, type, detail });
  // A GM who is also a player already knows.
  if (game.gmId === absence.accountId) return;
  const notice =
    type === 'absenceAnnounced' ? announcedNotice(game, seat, days) : withdrawnNotice(seat, days);
  await notifyGmOfPlayer(tx, ctx, game, { by: absence.accountId, ...notice });
}

function announcedNotice(game: WholeGame, seat: WholeSeat, days: string): Notice {
  const effect = game.avoidAbsences
    ? 'The current due date does not change. New due dates avoid this absence.'
    : 'No due date changes. You can extend the turn, or change the schedule so that new due dates avoid absences.';
  return {
    subject: `[${seat.identifier}] will be away`,
    paragraphs: [`${seat.name} [${seat.identifier}] will be away: ${days}.`, effect],
  };
}

function withdrawnNotice(seat: WholeSeat, days: string): Notice {
  return {
    subject: `[${seat.identifier}] will not be away`,
    paragraphs: [
      `${seat.name} [${seat.identifier}] has withdrawn this absence: ${days}. The current due date does not change.`,
    ],
  };
}
