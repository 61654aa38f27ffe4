import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { readGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type Notice, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from './final-orders.ts';
import { processIfAllSheetsIn } from './missing-sheets.ts';
import { pruneOrders } from './prune-orders.ts';
import { storeSheet } from './submit-sheet.ts';

/** A sheet sent ahead whose turn comes. */
export interface DueAdvanceOrders {
  seat: WholeSeat;
  /** The version that it becomes; null where nothing of it is left. */
  version: number | null;
  raw: unknown;
  final: boolean;
  dropped: Dropped[];
}

/**
 * The sheets sent ahead for a turn that is about to open, made to fit: those of accounts that still sit where they sat
 * and owe a sheet. Nothing is stored yet, for the printouts before the turn tell of it.
 * @param game locked, as it was before the turn opens
 * @param opens the turn and the state in which it opens
 * @param newerThan only those sent since
 */
export async function dueAdvanceOrders(
  tx: Tx,
  game: WholeGame,
  ruleset: Ruleset,
  opens: { turn: number; state: unknown },
  newerThan?: Date,
): Promise<DueAdvanceOrders[]> {
  const { turn, state } = opens;
  const since = newerThan ? { receivedAt: { gt: newerThan } } : {};
  const rows = await tx.advanceOrders.findMany({ where: { gameId: game.id, turn, ...since } });
  if (rows.length === 0) return [];
  const owing = new Set(ruleset.seatsOwing(state));
  const versions = await tx.sheet.groupBy({
    by: ['seatId'],
    where: { gameId: game.id, turn },
    _max: { version: true },
  });
  return game.seats.flatMap((seat) => {
    const row = rows.find((one) => one.seatId === seat.id && one.accountId === seat.accountId);
    if (!row || !owing.has(seat.identifier)) return [];
    const check = (raw: unknown) => ruleset.check(state, seat.identifier, raw);
    const fitted = pruneOrders(check, ruleset.sheet(state, seat.identifier), row.raw);
    const earlier = versions.find((one) => one.seatId === seat.id)?._max.version ?? 0;
    const { raw, dropped } = fitted;
    return [{ seat, version: fitted.void ? null : earlier + 1, raw, final: row.final, dropped }];
  });
}

/**
 * Stores those sheets for the turn that has just opened, with their receipts, in the same transaction. The rows stay:
 * after a rollback they are entered again.
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
  for (const one of due) await enter(tx, ctx, game, one);
  await processIfAllSheetsIn(tx, game);
  await updateEarlyProcessing(tx, ctx, game.id);
}

async function enter(tx: Tx, ctx: AppContext, game: WholeGame, due: DueAdvanceOrders): Promise<void> {
  const { seat, raw, final, dropped } = due;
  if (due.version === null) {
    await notifySeat(tx, ctx, game, seat, nothingLeftNotice(game.turn));
    return;
  }
  const sent = { raw, dropped, final, channel: 'advance' as const, sentById: seat.accountId };
  const { sheet } = await storeSheet(tx, ctx, game, seat, sent);
  // Who wants no receipts is told all the same of what had to be dropped.
  if (!seat.account || !(seat.account.mailReceipts || dropped.length > 0)) return;
  const about = { gameId: game.id, seatId: seat.id, sheetId: sheet.id };
  await enqueueDelivery(tx, { kind: 'receipt', account: seat.account, ...about }, ctx);
}

function nothingLeftNotice(turn: number): Notice {
  return {
    confidential: true,
    subject: `your sheet sent ahead for turn ${turn} could not be entered`,
    paragraphs: [
      `Turn ${turn} is open, and of the sheet that you sent ahead for it nothing could be entered: your printout says why. Please send a new one.`,
    ],
  };
}
