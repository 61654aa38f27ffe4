import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Channel, Sheet } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { ok, problemsInWords, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { acceptLocked } from '../game/accepted-seat.ts';
import { NotAllowed } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { stillHere } from '../game/gm-access.ts';
import { checkMayInspect, hasOpenedPaperSheet, inspect } from '../inspections/inspect.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { processEarlyIfReady } from '../processing/close-early.ts';
import { keepsSheet, SHEET_IS_KEPT } from './kept-sheets.ts';
import { seatsOwing } from './missing-sheets.ts';
import {
  MAX_RAW_BYTES,
  MAX_VERSIONS,
  mayMailReceipt,
  rawLimitReached,
  versionLimitReached,
} from './sheet-limits.ts';
import { type StoredSheet, storeSheet } from './store-sheet.ts';

/** A sheet as it reaches the server. */
export interface SentSheet {
  gameId: string;
  seatId: string;
  /** The turn that the sheet says it is for. */
  turn: number;
  /** Anything at all: see `validateSheet`. */
  raw: unknown;
  channel: Exclude<Channel, 'opponent' | 'advance' | 'standing'>;
  /** The account that sends it: the seat's player, or the GM for a paper sheet (`post`). */
  sentById: number;
  /** Whether the player marks it as final, so that the turn need not wait for this seat any longer. */
  final?: boolean;
  /** What could not be read of a sheet that came as text. The sheet is refused if there is anything. */
  problems?: readonly Problem[];
  /** What was in a mail and not taken for a part of the sheet: its receipt names it. */
  ignored?: readonly string[];
  /** Whether it came by mail: then its receipt is always mailed. */
  byMail?: boolean;
  /** The hashes of a request that a program may repeat: see `submitOnce`. */
  request?: { key: string; hash: string };
}

/** What became of a sheet that was sent. */
export type Submission =
  | StoredSheet
  /** The seat has sent as many versions as it may. Nothing was stored; `standingVersion` is still standing. */
  | { kind: 'too-many'; max: number; standingVersion: number | null }
  /** The seat takes no new version, for a reason that is worded for its player. Nothing was stored. */
  | { kind: 'not-taken'; code: 'kept-sheet' | 'transferred'; message: string }
  /** All versions of the seat for this turn would be too long together. Nothing was stored. */
  | { kind: 'too-long'; maxBytes: number; standingVersion: number | null }
  /** Another turn is open. Nothing was stored. */
  | { kind: 'stale'; turn: number }
  /** The seat owes no sheet, or the game is not running. Nothing was stored. */
  | { kind: 'not-owed' };

/**
 * Submits a sheet: validates it against the open turn, stores it as the next version (also if it is refused) and sends
 * the receipt, all in one transaction under the game's lock.
 * @throws NotAllowed if `sentById` may not send for this seat, or is a GM who plays: callers must authorize
 */
export async function submitSheet(ctx: AppContext, sent: SentSheet): Promise<Submission> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, sent.gameId);
    const seat = game?.seats.find(({ id }) => id === sent.seatId);
    if (!game || !seat) return { kind: 'not-owed' };
    if (!maySend(game, seat, sent)) {
      const { sentById, channel } = sent;
      throw new NotAllowed(`Account ${sentById} may not send sheets for [${seat.identifier}] by ${channel}.`);
    }
    if (game.status !== 'running') return { kind: 'not-owed' };
    if (sent.turn !== game.turn) return { kind: 'stale', turn: game.turn };
    if (!seatsOwing(game).some(({ id }) => id === seat.id)) return { kind: 'not-owed' };
    const here = stillHere(game);
    if (!here.ok) return { kind: 'not-taken', code: 'transferred', message: problemsInWords(here.problems) };
    if (await keepsSheet(tx, game, seat))
      return { kind: 'not-taken', code: 'kept-sheet', message: SHEET_IS_KEPT };

    const key = { seatId: seat.id, turn: game.turn };
    const own = { ...key, sentById: sent.sentById };
    if (await versionLimitReached(tx, own, sent.channel)) {
      return { kind: 'too-many', max: MAX_VERSIONS, standingVersion: await standingVersion(tx, key) };
    }
    if (await rawLimitReached(tx, own, sent)) {
      return { kind: 'too-long', maxBytes: MAX_RAW_BYTES, standingVersion: await standingVersion(tx, key) };
    }
    const opened = await inspectPaperSheet(tx, ctx, { game, seat, sent });
    if (!opened.ok) throw new NotAllowed(problemsInWords(opened.problems));
    if (seat.accountId === sent.sentById) await acceptLocked(tx, ctx, seat);
    const { raw, channel, sentById, final, problems, ignored, request } = sent;
    const stored = await storeSheet(tx, ctx, {
      game,
      seat,
      raw,
      channel,
      sentById,
      final,
      problems,
      ignored,
      request,
    });
    await mailReceipt(tx, ctx, seat, stored.sheet, sent.byMail === true);
    if (stored.kind === 'standing') await processEarlyIfReady(tx, ctx, game);
    return stored;
  });
}

async function standingVersion(tx: Tx, key: { seatId: string; turn: number }): Promise<number | null> {
  const standing = await tx.sheet.findFirst({
    where: { ...key, outcome: 'standing' },
    select: { version: true },
  });
  return standing?.version ?? null;
}

function maySend(game: WholeGame, seat: WholeSeat, sent: SentSheet): boolean {
  return (sent.channel === 'post' ? game.gmId : seat.accountId) === sent.sentById;
}

/**
 * What is wrong with a paper sheet shows the GM secrets of its seat, such as its cash: it counts as seen even if the GM
 * has not opened the form for it. Problem: `plays`.
 */
async function inspectPaperSheet(
  tx: Tx,
  ctx: AppContext,
  { game, seat, sent }: { game: WholeGame; seat: WholeSeat; sent: SentSheet },
): Promise<Result<void>> {
  if (sent.channel !== 'post') return ok(undefined);
  const allowed = await checkMayInspect(tx, game, sent.sentById);
  if (!allowed.ok || (await hasOpenedPaperSheet(tx, game, seat.id))) return allowed;
  return inspect(tx, ctx, game, { by: sent.sentById, kind: 'paperSheet', seatId: seat.id });
}

/** Mails the receipt to the seat's player, if they want receipts and the day's limit allows one. */
async function mailReceipt(
  tx: Tx,
  ctx: AppContext,
  seat: WholeSeat,
  sheet: Sheet,
  byMail: boolean,
): Promise<void> {
  const { account } = seat;
  const { id: sheetId, gameId, seatId, channel } = sheet;
  // Sheets on paper and by mail are always confirmed by mail: the player has not seen a receipt on the screen.
  if (account === null || !(account.mailReceipts || channel === 'post' || byMail)) return;
  if (!(await mayMailReceipt(tx, ctx, { gameId, seatId }, channel))) return;
  if (!(await mayMail(tx, ctx, seat, 'receipt'))) return;
  await enqueueDelivery(tx, { kind: 'receipt', account, gameId, seatId, sheetId }, ctx);
}
