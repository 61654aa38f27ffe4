import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { downtimeOver, mayBeDowntime } from '../schedule/downtimes.ts';
import {
  awaitedMail,
  patienceAtDeadline,
  patienceAtEarlyProcessing,
  readMailSeen,
} from '../schedule/mail-signs.ts';
import { putOffForDowntime } from '../schedule/put-off.ts';
import { autoProcessAt } from '../schedule/schedule.ts';
import { postponeDeadline, postponeEarlyProcessing } from '../schedule/schedule-jobs.ts';
import { allOrdersFinal, allSheetsIn } from './close-early.ts';
import { type Processing, processOpenTurn } from './process-turn.ts';
import { withOpenTurn } from './with-open-turn.ts';

/*
 * Processing by the server. Each of these functions is run by a job that was written earlier, so it checks under the
 * game's lock whether its reason still holds.
 *
 * A date that passed while no server could take sheets, or none could receive mail, does not end a turn. It is put off as
 * soon as the length of the downtime is known; until then the job runs again and again. But a turn does not wait forever for
 * mail, because players can also send sheets on the pages.
 */

/** What came of processing at a moment that was set before. */
export type TimedProcessing =
  | Processing
  /** The date has changed, and the new date has a job of its own. */
  | { kind: 'moved' }
  /** By the server's clock it is too early. The job is postponed. */
  | { kind: 'early' }
  /** The moment passed during downtime, and the date is put off. */
  | { kind: 'putOff' }
  /** It is not known yet whether there is downtime, or mail is awaited. The job is postponed. */
  | { kind: 'unavailable' };

/** Milliseconds until a job runs again that cannot know yet whether there was downtime. */
const JUDGE_AGAIN = 3_000;

/** The same for a turn that has already waited for mail for longer than `USUAL_WAIT`: it can take hours. */
const JUDGE_MAIL_AGAIN = 30_000;

/** Milliseconds within which the next look at the mailbox usually ends. */
const USUAL_WAIT = 60_000;

/** Milliseconds by which the clocks of the server and of the database may differ. */
const CLOCK_TOLERANCE = 60_000;

/**
 * Processes a turn because every sheet is in. Returns `incomplete` if a sheet is missing after all, or the game no longer wants it: its GM may
 * have changed the schedule since.
 */
export async function processWhenAllIn(
  ctx: AppContext,
  request: { gameId: string; turn: number },
): Promise<Processing | { kind: 'incomplete' }> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    if (!game.processWhenComplete || !(await allSheetsIn(tx, game))) return { kind: 'incomplete' };
    return processOpenTurn(tx, ctx, { game, by: null });
  });
}

/**
 * Processes a turn because its grace period is over.
 * @param request.due the due date for which the job was written, ISO 8601
 */
export async function processAtDeadline(
  ctx: AppContext,
  request: { gameId: string; turn: number; due: string },
): Promise<TimedProcessing> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    const at = autoProcessAt(game);
    if (at === null || game.due?.getTime() !== Date.parse(request.due)) return { kind: 'moved' };
    const patience = patienceAtDeadline(ctx, game);
    return processAt(tx, ctx, { game, at, patience, postpone: (wait) => postponeDeadline(tx, game, wait) });
  });
}

/**
 * Processes a turn because all orders are final and the time in which players may reopen theirs is over. Returns `moved`
 * also if orders have been reopened.
 * @param request.at the end of the time for which the job was written, ISO 8601
 */
export async function processWhenOrdersFinal(
  ctx: AppContext,
  request: { gameId: string; turn: number; at: string },
): Promise<TimedProcessing> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    const at = game.earlyProcessingAt?.getTime();
    if (at !== Date.parse(request.at) || !(await allOrdersFinal(tx, ctx, game))) return { kind: 'moved' };
    const postpone = (wait: number) => postponeEarlyProcessing(tx, game, wait);
    const isOver = await wasSetByWrongClock(tx, ctx, at);
    const patience = patienceAtEarlyProcessing(ctx, game);
    // When it came is not known. It is long enough ago that what happened until then has been recorded.
    const moment = isOver ? ctx.now().getTime() - CLOCK_TOLERANCE : at;
    return processAt(tx, ctx, { game, at: new Date(moment), patience, postpone });
  });
}

/** When and how a turn is processed. */
interface Moment {
  game: WholeGame;
  at: Date;
  /** For how many milliseconds after that it waits for mail at most. */
  patience: number;
  postpone: (milliseconds: number) => Promise<void>;
}

/** Processes the open turn of a locked game if its time is over and players could send sheets until then. */
async function processAt(
  tx: Tx,
  ctx: AppContext,
  { game, at, patience, postpone }: Moment,
): Promise<TimedProcessing> {
  const early = at.getTime() - ctx.now().getTime();
  if (early > 0) {
    await postpone(early);
    return { kind: 'early' };
  }
  // A downtime is recorded with the first sign of a server after it. Seen in this order, none can be overlooked.
  const unavailable = await mayBeDowntime(tx, ctx, at);
  const waitsForMail = awaitedMail(await readMailSeen(tx), { at, patience }).length > 0;
  const downtime = await downtimeOver(tx, ctx, game);
  if (downtime !== null && (await putOffForDowntime(tx, ctx, game, downtime))) return { kind: 'putOff' };
  if (!unavailable && !waitsForMail) return processOpenTurn(tx, ctx, { game, by: null });
  await postpone(unavailable || -early < USUAL_WAIT ? JUDGE_AGAIN : JUDGE_MAIL_AGAIN);
  return { kind: 'unavailable' };
}

/**
 * Whether the server's clock was ahead when the server set this moment, so that the moment has really come. A job has
 * waited for it by the database's clock: it is over even if it seems to lie ahead, provided that the clocks agree now.
 */
async function wasSetByWrongClock(tx: Tx, ctx: AppContext, at: number): Promise<boolean> {
  const now = ctx.now().getTime();
  if (at - now <= CLOCK_TOLERANCE) return false;
  const [row] = await tx.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS "now"`;
  return Math.abs(row.now.getTime() - now) <= CLOCK_TOLERANCE;
}
