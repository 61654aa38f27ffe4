import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { readGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { mayMail } from '../notices/before-accepting.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { processEarlyIfReady } from '../processing/close-early.ts';
import { seatsKeepingSheets } from './kept-sheets.ts';
import { isMissing, type OpenTurnSheet, owedSheets, seatsOwingIn } from './missing-sheets.ts';
import { supersedeEntered } from './orders-before-rollback.ts';
import { pruneOrders } from './prune-orders.ts';
import { storeSheet } from './store-sheet.ts';

/** Advance orders whose turn is about to open, pruned. */
export interface DueAdvanceOrders {
  seat: WholeSeat;
  /** The version of the sheet that they become; null if nothing is left of them. */
  version: number | null;
  raw: unknown;
  final: boolean;
  dropped: Dropped[];
}

/**
 * The advance orders for a turn that is about to open: of seats that will owe a sheet and are still played by the
 * account that sent the orders, unless they keep the sheet that they had. Nothing is stored yet, because the printouts before the turn report on them.
 * @param game locked, as it was before the turn opens
 * @param opening the turn, its state, and (for orders sent since) when a rollback happened
 */
export async function dueAdvanceOrders(
  tx: Tx,
  game: WholeGame,
  opening: { turn: number; state: unknown; sentAfter?: Date },
): Promise<DueAdvanceOrders[]> {
  const { turn, state, sentAfter } = opening;
  const ruleset = rulesetOf(game);
  const since = sentAfter ? { receivedAt: { gt: sentAfter } } : {};
  const rows = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn, ...since } });
  if (rows.length === 0) return [];
  const kept = await seatsKeepingSheets(tx, game, turn);
  const latest = await tx.sheet.groupBy({
    by: ['seatId'],
    where: { gameId: game.id, turn },
    _max: { version: true },
  });
  return seatsOwingIn(game, state).flatMap((seat) => {
    const row = rows.find(({ seatId, accountId }) => seatId === seat.id && accountId === seat.accountId);
    if (!row || kept.includes(seat.id)) return [];
    const check = (raw: unknown) => ruleset.check(state, seat.identifier, raw);
    const pruned = pruneOrders(check, ruleset.sheet(state, seat.identifier), row.raw);
    const { raw, dropped } = pruned;
    const earlier = latest.find(({ seatId }) => seatId === seat.id)?._max.version ?? 0;
    return [{ seat, version: pruned.void ? null : earlier + 1, raw, final: row.final, dropped }];
  });
}

/**
 * Stores those sheets for the turn that has just opened and mails their receipts, in the same transaction. The advance
 * orders themselves stay until their player sends a sheet for the turn: after a rollback they are entered again.
 */
export async function enterAdvanceOrders(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  due: readonly DueAdvanceOrders[],
): Promise<void> {
  if (due.length === 0) return;
  const game = await readGame(tx, gameId);
  if (!game) return;
  for (const orders of due) await enter(tx, ctx, game, orders);
  await processEarlyIfReady(tx, ctx, game);
}

/**
 * Enters the advance orders for a locked game's open turn of a player who has just got their seat, in place of the computer's
 * sheet. Does nothing if a person's sheet is standing, or if the player has no such orders.
 */
export async function enterReturnedOrders(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  seatId: string,
): Promise<void> {
  await enterMissingOrders(tx, ctx, gameId, (sheet) => sheet.seat.id === seatId);
}

/**
 * The same for all players from whose seats only the computer's sheet for the open turn came, or none: they got them back while
 * the turn was rolled back.
 */
export async function enterOrdersForComputers(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  const isComputers = ({ versions }: OpenTurnSheet) =>
    versions.every(({ channel }) => channel === 'opponent');
  await enterMissingOrders(tx, ctx, gameId, isComputers);
}

async function enterMissingOrders(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  isMeant: (sheet: OpenTurnSheet) => boolean,
): Promise<void> {
  const game = await readGame(tx, gameId);
  if (game?.status !== 'running') return;
  const { turn, state } = game;
  const due = await dueAdvanceOrders(tx, game, { turn, state });
  if (due.length === 0) return;
  const missing = (await owedSheets(tx, game)).filter((sheet) => isMissing(sheet) && isMeant(sheet));
  const orders = due.filter(({ seat }) => missing.some((sheet) => sheet.seat.id === seat.id));
  await enterAdvanceOrders(tx, ctx, gameId, orders);
}

async function enter(tx: Tx, ctx: AppContext, game: WholeGame, orders: DueAdvanceOrders): Promise<void> {
  const { seat, raw, final, dropped } = orders;
  if (orders.version === null) {
    // After a roll forward, earlier orders that these replace may be in as a sheet.
    const before = {
      seatId: seat.id,
      sentById: seat.accountId,
      channel: 'advance',
      turn: game.turn,
    } as const;
    await supersedeEntered(tx, game, before);
    await notifySeat(tx, ctx, seat, nothingLeftNotice(game.turn));
    return;
  }
  const { accountId: sentById, account } = seat;
  const version = { game, seat, raw, dropped, final, channel: 'advance' as const, sentById };
  const { sheet } = await storeSheet(tx, ctx, version);
  // Players who want no receipts are still told what was dropped.
  if (!account || !(account.mailReceipts || dropped.length > 0)) return;
  if (!(await mayMail(tx, ctx, seat, 'receipt'))) return;
  const ids = { gameId: game.id, seatId: seat.id, sheetId: sheet.id };
  await enqueueDelivery(tx, { kind: 'receipt', account, ...ids }, ctx);
}

/**
 * Gives the advance orders of a seat to the account that has it now, in place of those that this account stored when it had the seat
 * before. The GM may have entered some that came by post for a player who could not be reached.
 */
export async function moveAdvanceOrders(
  tx: Tx,
  seatId: string,
  { before, after }: { before: number; after: number },
): Promise<void> {
  const own = { seatId, accountId: before };
  const turns = (await tx.advanceOrders.findMany({ where: own, select: { turn: true } })).map(
    ({ turn }) => turn,
  );
  await tx.advanceOrders.deleteMany({ where: { seatId, accountId: after, turn: { in: turns } } });
  await tx.advanceOrders.updateMany({ where: own, data: { accountId: after } });
}

/** After the last turn, no advance orders of a game are needed anymore. */
export async function deleteAdvanceOrders(tx: Tx, gameId: string): Promise<void> {
  await tx.advanceOrders.deleteMany({ where: { gameId } });
}

function nothingLeftNotice(turn: number): Notice {
  return {
    confidential: true,
    subject: `your advance orders for turn ${turn} could not be played`,
    paragraphs: [
      `Turn ${turn} is open, but nothing in your advance orders for it can be played. Your printout says why. Send a new sheet for turn ${turn}.`,
    ],
  };
}
