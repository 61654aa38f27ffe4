import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel } from '../../database/generated/client.ts';
import { ok, problemsInWords, type Result } from '../../rules/result.ts';
import type { Problem, SheetForm } from '../../rules/sheet.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import type { GameNumber } from '../game/game-number.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, readGame, type WholeGame } from '../game/game-store.ts';
import { stillHere } from '../game/gm-access.ts';
import { checkSeatMeant } from '../game/gm-seat.ts';
import { checkMayInspect, hasOpenedPaperSheet, inspect } from '../inspections/inspect.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { mayBeProcessedEarly, processEarlyIfReady } from '../processing/close-early.ts';
import { asksForFinalOrders } from './final-orders.ts';
import { keepsSheet, SHEET_IS_KEPT } from './kept-sheets.ts';
import { type LockedSheet, lockForOwnSheet, lockForSheet } from './locked-sheet.ts';
import { owesSheet } from './missing-sheets.ts';
import { overtakenBy } from './overtaken-orders.ts';
import { MAX_RAW_BYTES, MAX_RECEIPTS_PER_DAY, MAX_VERSIONS, rawLimitReached } from './sheet-limits.ts';
import { type StoredSheet, storeNextVersion } from './store-sheet.ts';

/** A sheet as it reaches the server. */
export interface SentSheet extends Sending {
  gameId: string;
  seatId: string;
  /** Anything at all: see `validateSheet`. */
  raw: unknown;
  /** Whether the player marks it as final, so that the turn need not wait for this seat any longer. */
  final?: boolean;
  /** Whose paper sheet it is (`seatMark`); if it is left out, that of the present player. */
  mark?: string | undefined;
  /** The version whose orders these are. Nothing is stored if another one stands by then. */
  repeats?: number;
}

/** A sheet as its player filled it in on the page with the form of the open turn. */
export interface FilledSheet {
  number: GameNumber;
  /** The player's account. */
  sentById: number;
  /** The turn of the page. */
  turn: number;
  /** The attempt of the page (see `WholeGame`); null if the page did not say. */
  attempt: number | null;
  /** The identifier of the seat whose page it was; null if the page did not say. */
  seat: string | null;
  /** Returns the raw orders that were filled in on a form. */
  rawOf(form: SheetForm): unknown;
  /** Whether the player marks it as final. Ignored if the game does not ask for that. */
  final: boolean;
}

/** How a sheet came, whatever it holds. */
interface Sending {
  /** The turn that the sheet says it is for. */
  turn: number;
  /** The attempt of the printout that it was written for (see `WholeGame`); missing or null if it does not say. */
  attempt?: number | null | undefined;
  channel: Exclude<Channel, 'opponent' | 'advance' | 'standing'>;
  /** The account that sends it: the seat's player, or the GM for a paper sheet (`post`). */
  sentById: number;
  /** What could not be read of a sheet that came as text. The sheet is refused if there is anything. */
  problems?: readonly Problem[];
  /** What was in a mail and not taken for a part of the sheet: its receipt names it. */
  ignored?: readonly string[];
  /** What it lacks of the version before, in words: its receipt says so. */
  gone?: readonly string[];
  /** When the mail was sent that brought it, whose receipt is always mailed; missing if it did not come by mail. */
  sentAt?: Date;
  /** The hashes of a request that a program may repeat: see `submitOnce`. */
  request?: { key: string; hash: string };
}

/** What became of a sheet that was sent. */
export type Submission =
  /** `receiptMailed` says whether the receipt is mailed, which has a limit a day. */
  | (StoredSheet & { receiptMailed?: boolean })
  /** The seat has sent as many versions by this channel as it may. Nothing was stored; `standingVersion` is still standing. */
  | { kind: 'too-many'; max: number; standingVersion: number | null }
  /** The seat takes no new version, for a reason that is worded for its player. Nothing was stored. */
  | { kind: 'not-taken'; code: 'kept-sheet' | 'transferred' | 'newer-sheet' | 'changed'; message: string }
  /** All versions of the seat for this turn that came by this channel would be too long together. Nothing was stored. */
  | { kind: 'too-long'; maxBytes: number; standingVersion: number | null }
  /** Another turn is open. Nothing was stored. */
  | { kind: 'stale'; turn: number }
  /** The sheet was written for a printout of the open turn that was rolled back. Nothing was stored. */
  | { kind: 'rolled-back'; turn: number }
  /** The seat owes no sheet, or the game is not running. Nothing was stored. */
  | { kind: 'not-owed' };

/** What a sheet holds, once the game is locked. */
interface Orders {
  raw: unknown;
  final: boolean;
  /** When they were sent; missing if they did not come by mail. */
  sentAt?: Date | undefined;
  /** When the mail was sent that marks orders as final that came before; missing for all others. */
  markedAt?: Date | undefined;
}

/**
 * Submits a sheet: validates it against the open turn, stores it as the next version (also if it is refused) and sends
 * the receipt, all in one transaction under the game's lock.
 * @throws NotAllowed if `sentById` may not send for this seat, or is a GM who plays: callers must authorize
 */
export async function submitSheet(ctx: AppContext, sent: SentSheet): Promise<Submission> {
  const { raw, final = false } = sent;
  return inTransaction(ctx, async (tx) => {
    const locked = await lockForSheet(tx, ctx, sent, sent);
    if (locked === null) return { kind: 'not-owed' };
    if (!maySend(locked, sent)) {
      const { sentById, channel } = sent;
      throw new NotAllowed(
        `Account ${sentById} may not send sheets for [${locked.seat.identifier}] by ${channel}.`,
      );
    }
    const refused =
      (await refusal(tx, locked, sent)) ??
      refusalOfRepeated(locked, sent) ??
      (await refusalOfOvertaken(tx, locked, sent)) ??
      (await refusalOfOther(tx, ctx, locked, sent));
    if (refused !== null) return refused;
    const markedAt = sent.repeats === undefined ? undefined : sent.sentAt;
    const ordersOf = { raw, final, sentAt: await ordersSentAt(tx, locked, sent), markedAt };
    return take(tx, ctx, locked, sent, ordersOf);
  });
}

/**
 * As `submitSheet`, for the sheet of a player's own seat that was filled in on the page of the open turn. Nothing has to be
 * read before: the form is that of the locked game. The player has accepted the seat with the page.
 * @returns `not-owed` also if there is no such game, or the account has no seat in it; `other-seat` if the page was that of
 *   another seat than the account's. Nothing was stored then
 */
export async function submitFilledSheet(
  ctx: AppContext,
  { number, turn, attempt, seat: seatOfPage, sentById, rawOf, final }: FilledSheet,
): Promise<Submission | { kind: 'other-seat' }> {
  const sent: Sending = { turn, attempt, sentById, channel: 'web' };
  return inTransaction(ctx, async (tx) => {
    const locked = await lockForOwnSheet(tx, ctx, number, sent);
    if (locked === null || !maySend(locked, sent)) return { kind: 'not-owed' };
    if (seatOfPage !== null && seatOfPage !== locked.seat.identifier) return { kind: 'other-seat' };
    const refused = await refusal(tx, locked, sent);
    if (refused !== null) return refused;
    const { game, seat } = locked;
    const form = rulesetOf(game).sheet(game.state, seat.identifier);
    if (form === null) return { kind: 'not-owed' };
    const orders = { raw: rawOf(form), final: asksForFinalOrders(game) && final };
    return take(tx, ctx, locked, { ...sent, onPage: true }, orders);
  });
}

function maySend({ game, seat }: LockedSheet, { channel, sentById }: Sending): boolean {
  return (channel === 'post' ? game.gmId : seat.accountId) === sentById;
}

/** Why a locked game takes no sheet of a seat, whatever it holds; null if it does. */
async function refusal(tx: Tx, locked: LockedSheet, { turn, attempt }: Sending): Promise<Submission | null> {
  const { game, seat } = locked;
  if (game.status !== 'running') return { kind: 'not-owed' };
  if (turn !== game.turn) return { kind: 'stale', turn: game.turn };
  if (attempt != null && attempt !== game.attempt) return { kind: 'rolled-back', turn };
  if (!owesSheet(game, seat)) return { kind: 'not-owed' };
  const here = stillHere(game);
  if (!here.ok) return { kind: 'not-taken', code: 'transferred', message: problemsInWords(here.problems) };
  if (locked.isRolledBack && (await keepsSheet(tx, await wholeGame(tx, locked), seat)))
    return { kind: 'not-taken', code: 'kept-sheet', message: SHEET_IS_KEPT };
  return null;
}

/** Why the orders of an earlier version are not sent again: another version has come since they were read; null if none has. */
function refusalOfRepeated({ standingVersion }: LockedSheet, { repeats }: SentSheet): Submission | null {
  if (repeats === undefined || repeats === standingVersion) return null;
  const message =
    'Another version of your sheet came at the same time. Nothing was changed. Look at it and try again.';
  return { kind: 'not-taken', code: 'newer-sheet', message };
}

/** Why a mail is too late: see `overtakenBy`; null if it is not. */
async function refusalOfOvertaken(
  tx: Tx,
  locked: LockedSheet,
  { sentAt, sentById, final: marks = false }: SentSheet,
): Promise<Submission | null> {
  if (sentAt === undefined) return null;
  const of = { seatId: locked.seat.id, turn: locked.game.turn };
  const inWords = await overtakenBy(tx, of, { sentAt, sentById, marks });
  if (inWords === null) return null;
  const { timeZone } = await wholeGame(tx, locked);
  return { kind: 'not-taken', code: 'newer-sheet', message: inWords(timeZone) };
}

/** When the orders of a mail were sent: those of an earlier version are no newer because a mail marks them as final. */
async function ordersSentAt(
  tx: Tx,
  { game, seat }: LockedSheet,
  { sentAt, repeats: version }: SentSheet,
): Promise<Date | undefined> {
  if (version === undefined) return sentAt;
  const key = { seatId: seat.id, turn: game.turn, version };
  const repeated = await tx.sheet.findUniqueOrThrow({ where: { seatId_turn_version: key } });
  return repeated.sentAt ?? repeated.receivedAt;
}

/** Why a paper sheet of a former player is not entered for the new one; null if the seat has the player who is meant. */
async function refusalOfOther(
  tx: Tx,
  ctx: AppContext,
  { seat }: LockedSheet,
  { mark }: SentSheet,
): Promise<Submission | null> {
  if (mark === undefined) return null;
  const now = await tx.seat.findUniqueOrThrow({ where: { id: seat.id } });
  const meant = await checkSeatMeant(ctx, now, mark);
  if (meant.ok) return null;
  return { kind: 'not-taken', code: 'changed', message: problemsInWords(meant.problems) };
}

/** Stores a sheet that the game takes, within the limits of its sender. */
async function take(
  tx: Tx,
  ctx: AppContext,
  locked: LockedSheet,
  sent: Sending & { onPage?: boolean },
  { raw, final, sentAt, markedAt }: Orders,
): Promise<Submission> {
  const { game, seat, standingVersion, countedSince } = locked;
  const { channel, sentById, problems, ignored, gone, request } = sent;
  if (locked.versionsSent >= MAX_VERSIONS) return { kind: 'too-many', max: MAX_VERSIONS, standingVersion };
  const key = { seatId: seat.id, turn: game.turn, sentById, countedSince };
  if (await rawLimitReached(tx, key, { raw, channel })) {
    return { kind: 'too-long', maxBytes: MAX_RAW_BYTES, standingVersion };
  }
  const opened = await inspectPaperSheet(tx, ctx, locked, sent);
  if (!opened.ok) throw new NotAllowed(problemsInWords(opened.problems));
  if (seat.accountId === sentById) await acceptLocked(tx, ctx, seat);
  const receipt = (await mailsReceipt(tx, ctx, locked, sent)) ? seat.account : null;
  const said = { raw, channel, sentById, final, problems, ignored, gone };
  const version = { game, seat, ...said, request, sentAt, markedAt };
  const stored = await storeNextVersion(tx, ctx, version, locked, receipt);
  if (stored.kind === 'standing') await processEarly(tx, ctx, locked, stored.sheet.final);
  return { ...stored, receiptMailed: receipt !== null };
}

/** The locked game with everything that belongs to it, for what is seldom needed. */
async function wholeGame(tx: Tx, { game }: LockedSheet): Promise<WholeGame> {
  const whole = await readGame(tx, game.id);
  if (whole === null) throw new Error(`The locked game ${game.id} is gone.`);
  return whole;
}

/**
 * What is wrong with a paper sheet shows the GM secrets of its seat, such as its cash: it counts as seen even if the GM
 * has not opened the form for it. Problem: `plays`.
 */
async function inspectPaperSheet(
  tx: Tx,
  ctx: AppContext,
  locked: LockedSheet,
  { channel, sentById }: Sending,
): Promise<Result<void>> {
  if (channel !== 'post') return ok(undefined);
  const game = await wholeGame(tx, locked);
  const { id: seatId } = locked.seat;
  const allowed = await checkMayInspect(tx, game, sentById);
  if (!allowed.ok || (await hasOpenedPaperSheet(tx, game, seatId))) return allowed;
  return inspect(tx, ctx, game, { by: sentById, kind: 'paperSheet', seatId });
}

/** Whether the receipt is mailed to the seat's player: if they want receipts and the day's limit allows one. */
async function mailsReceipt(
  tx: Tx,
  ctx: AppContext,
  { seat, receiptsMailed }: LockedSheet,
  { channel, sentAt, onPage = false }: Sending & { onPage?: boolean },
): Promise<boolean> {
  const { account, acceptedAt } = seat;
  // Sheets on paper and by mail are always confirmed by mail: the player has not seen a receipt on the screen.
  if (account === null || !(account.mailReceipts || channel === 'post' || sentAt !== undefined)) return false;
  if (receiptsMailed >= MAX_RECEIPTS_PER_DAY) return false;
  return mayMail(tx, ctx, { ...seat, acceptedAt: onPage ? ctx.now() : acceptedAt }, 'receipt');
}

/** Has the turn processed early if this sheet is the last thing that it waited for. */
async function processEarly(tx: Tx, ctx: AppContext, locked: LockedSheet, final: boolean): Promise<void> {
  const { game, seat, coming } = locked;
  const owing = (coming ?? []).filter((one) => owesSheet(game, one.seat));
  const owed = owing.map((one) => ({
    ...{ seat: one.seat, owes: true },
    standing: one.seat.identifier === seat.identifier ? { final } : one.standing,
  }));
  // After a rollback, seats that keep their sheets are not waited for. That is rare, so it is looked up only then.
  const maySkipSome = locked.isRolledBack && coming !== null;
  if (maySkipSome || mayBeProcessedEarly(game, owed))
    await processEarlyIfReady(tx, ctx, await wholeGame(tx, locked));
}
