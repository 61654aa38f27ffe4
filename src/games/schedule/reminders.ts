import { REMIND_HOURS } from '../../accounts/account-details.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { ReminderKind } from '../../database/generated/client.ts';
import { dropJob, enqueueJobs, type JobDraft, jobDraft } from '../../database/outbox.ts';
import { formatDateTime, formatDateToMeet } from '../../text/dates.ts';
import { openTurnInWords } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { STANDING_ORDERS } from '../sheets/advance-orders.ts';
import { isMissingFromPlayer, owedSheets } from '../sheets/missing-sheets.ts';
import { announce } from '../webhooks/announce.ts';
import { downtimeOver } from './downtimes.ts';
import { autoProcessAt, graceOfTurn, type ScheduledGame } from './schedule.ts';

/* Mail to players whose sheet is missing: when it is sent, to whom, and what it says. */

const HOUR = 3_600_000;

/** How many hours before the due date the last call is sent if the turn is processed at the due date. */
const LAST_CALL_HOURS = 3;

/** A game whose open turn has a due date. */
type Due<Game> = Game & { due: Date };

/**
 * Sends reminders and last calls for the open turn of a game to the players whose sheets are missing, and schedules the
 * next run. Players get a reminder before the due date, as early as they have chosen on their account, and a last call
 * (see `lastCallAt`). No one gets either of them twice for a turn, even if the due date moves. Does nothing if the turn
 * is no longer open, or if the game is paused or has no due date.
 */
export async function remindPlayers(
  ctx: AppContext,
  request: { gameId: string; turn: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockGame(tx, request.gameId);
    if (locked?.status !== 'running' || locked.turn !== request.turn || locked.pausedAt) return;
    const { due } = locked;
    if (due === null || !hasReminders(locked)) return;
    // The date is about to be put off, and a reminder would name the old one. Those who get none now get one before the new date.
    if ((await downtimeOver(tx, ctx, locked)) !== null) return;
    const game = { ...locked, due };
    const standingOrders = await seatsWithStandingOrders(tx, game);
    for (const { seat } of (await owedSheets(tx, game)).filter(isMissingFromPlayer)) {
      const kind = reminderKind(ctx, game, seat);
      if (kind === null || !(await recordReminder(tx, ctx, { seat, turn: game.turn, kind }))) continue;
      const notice: Notice = { ...NOTICES[kind](game, ctx.now()), missingSheet: game.turn };
      // The last call comes whatever hours the player has chosen, unless they want none.
      if (kind === 'reminder') notice.reminder = true;
      if (standingOrders.has(seat.id)) notice.paragraphs.push(STANDING_ORDERS_ARE_PLAYED);
      const isWanted = kind === 'reminder' || seat.account?.mailLastCalls !== false;
      if (isWanted) await notifySeat(tx, ctx, seat, notice);
      const { id: gameId, turn } = game;
      await announce(tx, ctx, { gameId, event: 'turn.reminder', turn, due, seatId: seat.id });
    }
    await scheduleReminder(tx, ctx, game);
  });
}

/** Schedules the next run of `remindPlayers` for a locked game, or drops it if there is no reminder to come. */
async function scheduleReminder(tx: Tx, ctx: AppContext, game: ScheduledGame): Promise<void> {
  const job = reminderJob(ctx, game);
  await (job === null ? dropJob(tx, reminderKey(game)) : enqueueJobs(tx, [job]));
}

/** The key of the one waiting job that reminds the players of a game. */
export function reminderKey({ id }: Pick<ScheduledGame, 'id'>): string {
  return `remind:${id}`;
}

/** The job of the next run of `remindPlayers`; null if there is no reminder to come. */
export function reminderJob(ctx: Pick<AppContext, 'now'>, game: ScheduledGame): JobDraft | null {
  const now = ctx.now().getTime();
  const { due } = game;
  const expectsReminders = game.status === 'running' && game.pausedAt === null && hasReminders(game);
  if (due === null || !expectsReminders) return null;
  const reminders = REMIND_HOURS.map((hours) => due.getTime() - hours * HOUR);
  const toCome = [...reminders, lastCallAt({ ...game, due }).getTime()].filter((time) => time > now);
  if (toCome.length === 0) return null;
  const wait = Math.max(Math.min(...toCome) - now, 1_000);
  const payload = { gameId: game.id, turn: game.turn };
  return jobDraft('remind', payload, { wait, jobKey: reminderKey(game) });
}

/** Whether players are reminded: not in a live game, where everyone is there and a mail comes too late. */
function hasReminders({ minutesPerTurn }: ScheduledGame): boolean {
  return minutesPerTurn === null;
}

/**
 * When the last call is sent: a few hours before the due date if the turn is processed at it, otherwise at the due date
 * (sheets are still taken in the grace period, or until the GM processes the turn).
 */
function lastCallAt(game: Due<ScheduledGame>): Date {
  const processedAtDue = game.autoProcess && graceOfTurn(game) === 0;
  return new Date(game.due.getTime() - (processedAtDue ? LAST_CALL_HOURS * HOUR : 0));
}

/** What a seat whose sheet is missing gets now; null for nothing. */
function reminderKind(ctx: AppContext, game: Due<WholeGame>, seat: WholeSeat): ReminderKind | null {
  const now = ctx.now();
  const processedAt = autoProcessAt(game);
  if (now >= lastCallAt(game)) return processedAt === null || processedAt > now ? 'lastCall' : null;
  const timeLeft = game.due.getTime() - now.getTime();
  const remindHours = seat.account?.remindHours ?? 0;
  return remindHours > 0 && timeLeft <= remindHours * HOUR ? 'reminder' : null;
}

/** The ids of the seats whose players have standing orders, which are played if no sheet is sent. */
async function seatsWithStandingOrders(tx: Tx, game: WholeGame): Promise<ReadonlySet<string>> {
  const stored = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn: STANDING_ORDERS } });
  const isOwn = ({ id, accountId }: WholeSeat) =>
    stored.some((orders) => orders.seatId === id && orders.accountId === accountId);
  return new Set(game.seats.filter(isOwn).map(({ id }) => id));
}

/** Records that a seat gets a reminder of this kind. Returns false if it has already had one in this turn. */
async function recordReminder(
  tx: Tx,
  ctx: AppContext,
  { seat, turn, kind }: { seat: WholeSeat; turn: number; kind: ReminderKind },
): Promise<boolean> {
  const data = [{ seatId: seat.id, turn, kind, at: ctx.now() }];
  return (await tx.reminder.createMany({ data, skipDuplicates: true })).count === 1;
}

const STANDING_ORDERS_ARE_PLAYED =
  'If you send no sheet, your standing orders are played, except for anything that no longer fits.';

const NOTICES: Record<ReminderKind, (game: Due<WholeGame>, now: Date) => Notice> = {
  reminder: (game, now) => ({
    subject: `your sheet for turn ${game.turn} is missing`,
    paragraphs: [
      `No sheet of yours for ${openTurnInWords(game)} counts yet. It is due ${formatDateToMeet(game.due, game.timeZone, now)}.`,
      'You can choose on your account page how early you are reminded, or turn reminders off.',
    ],
  }),
  lastCall: (game, now) => ({
    subject: `last call for turn ${game.turn}`,
    paragraphs: lastCallParagraphs(game, now),
  }),
};

function lastCallParagraphs(game: Due<WholeGame>, now: Date): string[] {
  const processedAt = autoProcessAt(game);
  if (processedAt?.getTime() === game.due.getTime()) {
    return [
      `No sheet of yours for ${openTurnInWords(game)} counts yet. It is due ${formatDateToMeet(game.due, game.timeZone, now)}. The turn is processed then, even without your sheet.`,
    ];
  }
  const until =
    processedAt === null
      ? `You can still send it until ${game.gm.name} processes the turn, which can happen at any time.`
      : `You can still send it until ${formatDateToMeet(processedAt, game.timeZone, now)}. The turn is processed then, even without your sheet.`;
  return [
    `Your sheet for ${openTurnInWords(game)} was due ${formatDateTime(game.due, game.timeZone)}, and none counts yet.`,
    until,
  ];
}
