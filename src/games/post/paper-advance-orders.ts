import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem, SheetForm } from '../../rules/sheet.ts';
import { cardOf, type GameCard, type Viewer } from '../game/game-card.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { gameForPaperSheets } from '../game/gm-actions-view.ts';
import { type SeatRequest, seatAt } from '../game/gm-seat.ts';
import { seatMark } from '../game/player-mark.ts';
import { checkMayInspect, inspect, openedSeats } from '../inspections/inspect.ts';
import {
  advanceForm,
  advanceOrdersBlocker,
  advanceOrdersName,
  MAX_ADVANCE_TURNS,
  removeAdvanceOrders,
  type SavedAdvanceOrders,
  STANDING_ORDERS,
  saveAdvanceOrders,
} from '../sheets/advance-orders.ts';
import { blankForm } from '../sheets/blank-form.ts';
import { asksForFinalOrders } from '../sheets/final-orders.ts';
import { paperSeats } from './paper-players.ts';

/*
 * Advance and standing orders that players without e-mail write on paper, and the GM enters. What the form offers, and what
 * would be dropped, can reveal secrets of the seat, so the GM opens the form first, as that of a paper sheet. The orders
 * belong to the player: if someone else gets the seat, they are not played.
 */

/** The page on which a GM enters advance orders from paper. It shows nothing of orders that are already saved. */
export interface PaperAdvancePage {
  game: GameCard;
  openTurn: number;
  /** `STANDING_ORDERS`, or a later turn. */
  turn: number;
  seat: { id: string; identifier: string; name: string };
  /** See `seatMark`. */
  mark: string;
  /** Why no orders can be sent for this turn; null if they can. */
  blocker: Problem | null;
  /** Whether the GM has opened the form in the open turn. */
  isOpened: boolean;
  /** The blank form; null until it is opened, and if it cannot be foreseen. */
  form: SheetForm | null;
  /** The turns that have a form, the standing orders last; empty until it is opened. */
  turns: number[];
  /** When the orders for this turn came in that are saved now; null if there are none. */
  savedAt: Date | null;
  /** Whether the game asks for final orders. */
  asksForFinal: boolean;
}

/**
 * The page for advance orders of a paper player. Null for anyone but the game's GM, for a GM who must not see secrets of the
 * game, and for seats of players with e-mail, who send their own.
 */
export async function paperAdvancePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  wanted: { seatId: string; turn: number },
): Promise<PaperAdvancePage | null> {
  const { seatId, turn } = wanted;
  const game = await gameForPaperSheets(ctx, viewer, number);
  const seat = game && paperSeats(game).find(({ id }) => id === seatId);
  if (!game || !seat) return null;
  const { id, identifier, name } = seat;
  const isOpened = (await openedSeats(ctx.db.prisma, game, 'paperAdvanceOrders')).has(id);
  const blocker = advanceOrdersBlocker(game, turn)?.problems[0] ?? null;
  const form = isOpened && blocker === null ? advanceForm(game, seat, turn) : null;
  return {
    ...{ game: cardOf(game), openTurn: game.turn, turn, seat: { id, identifier, name }, blocker, isOpened },
    mark: await seatMark(ctx, seat),
    form: form && blankForm(form),
    turns: isOpened ? turnsWithForm(game, seat) : [],
    savedAt: await savedAt(ctx.db.prisma, { seatId: id, turn, accountId: seat.accountId ?? -1 }),
    asksForFinal: asksForFinalOrders(game),
  };
}

async function savedAt(
  tx: Tx,
  where: { seatId: string; turn: number; accountId: number },
): Promise<Date | null> {
  return (await tx.advanceOrders.findFirst({ where, select: { receivedAt: true } }))?.receivedAt ?? null;
}

function turnsWithForm(game: WholeGame, seat: WholeSeat): number[] {
  const later = Array.from({ length: MAX_ADVANCE_TURNS }, (_, i) => game.turn + 1 + i);
  return [...later, STANDING_ORDERS].filter((turn) => advanceForm(game, seat, turn) !== null);
}

/**
 * The GM opens the form for advance orders of a paper player. It is recorded once for each seat and open turn, for the orders
 * of all later turns. Problems: those of `seatAt`, `not-on-paper`, those of `inspect`.
 */
export async function openPaperAdvanceOrders(ctx: AppContext, request: SeatRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await paperSeatAtTurn(tx, ctx, request);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    if ((await openedSeats(tx, game, 'paperAdvanceOrders')).has(seat.id)) return ok(undefined);
    return inspect(tx, ctx, game, { by: request.by, kind: 'paperAdvanceOrders', seatId: seat.id });
  });
}

/**
 * The GM enters advance or standing orders of a paper player, in place of earlier ones. Problems: those of
 * `seatAt`, `not-on-paper`, `plays`, `not-opened`, `transferred`, `not-ahead`, and those of
 * `saveAdvanceOrders`.
 * @param request.turn the open turn on the GM's page
 * @param orders.turn `STANDING_ORDERS`, or the later turn that the orders are for
 */
export async function enterPaperAdvanceOrders(
  ctx: AppContext,
  request: SeatRequest,
  orders: { turn: number; raw: unknown; final: boolean },
): Promise<Result<SavedAdvanceOrders>> {
  const { by } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await paperSeatAtTurn(tx, ctx, request);
    if (!found.ok) return found;
    const { game, seat, accountId } = found.value;
    const allowed = await checkMayInspect(tx, game, by);
    if (!allowed.ok) return allowed;
    if (!(await openedSeats(tx, game, 'paperAdvanceOrders')).has(seat.id)) {
      return fail('', 'not-opened', 'Open the form for advance orders of this player first.');
    }
    const blocked = advanceOrdersBlocker(game, orders.turn);
    return blocked ?? saveAdvanceOrders(tx, ctx, { game, seat, accountId }, { ...orders, by, onPaper: true });
  });
}

/**
 * The GM withdraws advance or standing orders of a paper player who asked for it by post. Nothing of them is shown, so the
 * form need not be open. Problems: those of `seatAt`, `not-on-paper`, `plays`, `transferred`,
 * `not-ahead`, `nothing` (there are none).
 * @param request.turn the open turn on the GM's page
 * @param turn `STANDING_ORDERS`, or the later turn that the orders are for
 */
export async function withdrawPaperAdvanceOrders(
  ctx: AppContext,
  request: SeatRequest,
  turn: number,
): Promise<Result<void>> {
  const { by } = request;
  return inTransaction(ctx, async (tx) => {
    const found = await paperSeatAtTurn(tx, ctx, request);
    if (!found.ok) return found;
    const { game, seat, accountId } = found.value;
    const allowed = await checkMayInspect(tx, game, by);
    if (!allowed.ok) return allowed;
    const blocked = advanceOrdersBlocker(game, turn);
    if (blocked !== null) return blocked;
    if (await removeAdvanceOrders(tx, ctx, { game, seat, accountId }, { turn, by, onPaper: true }))
      return ok(undefined);
    return fail('turn', 'nothing', `[${seat.identifier}] has no ${advanceOrdersName(turn)}.`);
  });
}

async function paperSeatAtTurn(
  tx: Tx,
  ctx: AppContext,
  request: SeatRequest,
): Promise<Result<{ game: WholeGame; seat: WholeSeat; accountId: number }>> {
  const found = await seatAt(tx, ctx, request);
  if (!found.ok) return found;
  const { game, seat } = found.value;
  const { id, identifier, accountId } = seat;
  if (accountId === null || !paperSeats(game).some((one) => one.id === id)) {
    const message = `The player of [${identifier}] has an e-mail address and sends advance orders without you.`;
    return fail('seat', 'not-on-paper', message);
  }
  return ok({ game, seat, accountId });
}
