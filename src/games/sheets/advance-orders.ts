import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { logGameEvent } from '../game/game-log.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { stillHere } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { supersedeEntered } from './orders-before-rollback.ts';
import { overtakenInWords, wereSentAfter } from './overtaken-orders.ts';
import { type PrunedOrders, pruneOrders } from './prune-orders.ts';
import { wellFormed } from './raw-sheet.ts';
import { laterPartOf, openPartOf, standingForm, standingParts } from './standing-form.ts';

/*
 * Orders for turns that are not open yet, and standing orders. They are stored as they were sent, and pruned and
 * checked when their turn comes. Only the account that sent them sees them, and they are played only while that account
 * has the seat. Those of a player without e-mail are entered by the GM: see `post/paper-advance-orders.ts`.
 */

/** The `turn` under which a seat's standing orders are stored. */
export const STANDING_ORDERS = 0;

/** For how many turns after the open one advance orders may be sent. */
export const MAX_ADVANCE_TURNS = 5;

/** Which advance orders are meant, and who wants to change them. */
export interface AdvanceOrdersKey {
  gameId: string;
  seatId: string;
  /** `STANDING_ORDERS`, or a later turn, up to `MAX_ADVANCE_TURNS` after the open one. */
  turn: number;
  /** The account of the seat's player. */
  sentById: number;
  /** When the mail was sent that brings the change; missing if it does not come by mail. */
  sentAt?: Date;
}

/** Advance orders that were saved. */
export interface SavedAdvanceOrders {
  turn: number;
  receivedAt: Date;
  /** What would be dropped if their turn came now. */
  dropped: Dropped[];
}

/**
 * Saves orders for a later turn, or standing orders, in place of earlier ones. They are pruned against the state that
 * can be foreseen; what would be dropped is returned, but they are saved as they were sent.
 * Problems: `unknown-game`, `not-running`, `transferred`, `not-ahead`, `unforeseen` (the game will be over, or the form cannot be
 * foreseen), `overtaken` (newer orders count), `too-large`, `too-often`.
 * @param sent.final whether the sheet will be marked as final once its turn is open; ignored for standing orders
 * @throws NotAllowed if `sentById` is not the seat's player: callers must authorize
 */
export async function sendAdvanceOrders(
  ctx: AppContext,
  sent: AdvanceOrdersKey & { raw: unknown; final?: boolean },
): Promise<Result<SavedAdvanceOrders>> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockForAdvanceOrders(tx, sent);
    if (!locked.ok) return locked;
    const { game, seat } = locked.value;
    return saveAdvanceOrders(
      tx,
      ctx,
      { game, seat, accountId: sent.sentById },
      { ...sent, by: sent.sentById },
    );
  });
}

/**
 * Saves advance orders of a seat in a locked game that takes them for the turn (see `advanceOrdersBlocker`). Callers must
 * authorize. Problems: `unforeseen`, `too-large`, `too-often`.
 * @param of.accountId the seat's player, who alone sees the orders and for whom they are played
 * @param sent.by who sends them, or the GM who enters them from paper: it is logged and limited under this account
 */
export async function saveAdvanceOrders(
  tx: Tx,
  ctx: AppContext,
  of: { game: WholeGame; seat: WholeSeat; accountId: number },
  sent: { turn: number; raw: unknown; final?: boolean; by: number; onPaper?: boolean; sentAt?: Date },
): Promise<Result<SavedAdvanceOrders>> {
  const { game, seat, accountId } = of;
  const { turn, by } = sent;
  const formed = wellFormed(sent.raw);
  if (!formed.ok) return formed;
  const pruned = pruneAdvanceOrders(game, seat, turn, formed.value);
  if (pruned.length === 0) return fail('turn', 'unforeseen', unforeseenMessage(turn));
  const action = { gameId: game.id, accountId: by, kind: 'advanceOrders' } as const;
  if (await limitReached(tx, ctx, action)) {
    const message =
      'You have sent advance orders too often in the last hour. Nothing was changed. Try again later.';
    return fail('', 'too-often', message);
  }
  const receivedAt = ctx.now();
  const key = { seatId: seat.id, turn, accountId };
  const data = {
    gameId: game.id,
    raw: formed.value === null ? Prisma.JsonNull : formed.value,
    final: sent.final === true && turn !== STANDING_ORDERS,
    receivedAt,
    sentAt: sent.sentAt ?? null,
  };
  await tx.advanceOrders.upsert({
    where: { seatId_turn_accountId: key },
    create: { ...key, ...data },
    update: data,
  });
  await countAction(tx, ctx, action);
  await logAdvanceOrders(tx, ctx, seat, {
    ...{ turn, by, type: 'advanceOrdersSent' },
    onPaper: sent.onPaper ?? false,
  });
  return ok({ turn, receivedAt, dropped: pruned.flatMap(({ dropped }) => dropped) });
}

/**
 * Withdraws advance orders or standing orders. Problems: `unknown-game`, `not-running`, `transferred`, `not-ahead`, `overtaken`, `nothing`
 * (there are none).
 * @throws NotAllowed as `sendAdvanceOrders`
 */
export async function withdrawAdvanceOrders(ctx: AppContext, key: AdvanceOrdersKey): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const locked = await lockForAdvanceOrders(tx, key);
    if (!locked.ok) return locked;
    const { turn, sentById } = key;
    const of = { ...locked.value, accountId: sentById };
    const removed = await removeAdvanceOrders(tx, ctx, of, { turn, by: sentById });
    return removed ? ok(undefined) : fail('turn', 'nothing', `You have no ${advanceOrdersName(turn)}.`);
  });
}

/**
 * Removes advance orders of a seat in a locked game, with the sheets that they became in turns that are rolled back, or that follow
 * one. Callers must authorize. Returns false if there are none.
 * @param of.accountId the seat's player
 * @param how.by who withdraws them, or the GM who does so for a paper player: it is logged
 */
export async function removeAdvanceOrders(
  tx: Tx,
  ctx: AppContext,
  of: { game: WholeGame; seat: WholeSeat; accountId: number },
  how: { turn: number; by: number; onPaper?: boolean },
): Promise<boolean> {
  const { game, seat, accountId } = of;
  const { turn, by, onPaper = false } = how;
  const { count } = await tx.advanceOrders.deleteMany({ where: { seatId: seat.id, turn, accountId } });
  if (count === 0) return false;
  const isStanding = turn === STANDING_ORDERS;
  await supersedeEntered(tx, game, {
    seatId: seat.id,
    sentById: accountId,
    channel: isStanding ? 'standing' : 'advance',
    turn: isStanding ? { gte: game.turn } : turn,
  });
  await logAdvanceOrders(tx, ctx, seat, { turn, by, type: 'advanceOrdersWithdrawn', onPaper });
  return true;
}

/** Locks the game; the seat must be the account's, advance orders for the turn possible, and the present ones not newer. */
async function lockForAdvanceOrders(
  tx: Tx,
  { gameId, seatId, turn, sentById, sentAt }: AdvanceOrdersKey,
): Promise<Result<{ game: WholeGame; seat: WholeSeat }>> {
  const game = await lockGame(tx, gameId);
  if (!game) return fail('', 'unknown-game', 'There is no such game.');
  const seat = game.seats.find(({ id }) => id === seatId);
  if (seat?.accountId !== sentById) {
    throw new NotAllowed(`Account ${sentById} may not send advance orders for [${seat?.identifier}].`);
  }
  const blocker = advanceOrdersBlocker(game, turn);
  if (blocker !== null) return blocker;
  if (sentAt !== undefined) {
    const stored = await tx.advanceOrders.findFirst({ where: { seatId, turn, accountId: sentById } });
    if (stored !== null && wereSentAfter(stored, sentAt))
      return fail('', 'overtaken', overtakenInWords(sentAt, stored, game.timeZone));
  }
  return ok({ game, seat });
}

async function logAdvanceOrders(
  tx: Tx,
  ctx: AppContext,
  seat: WholeSeat,
  done: {
    turn: number;
    by: number;
    type: 'advanceOrdersSent' | 'advanceOrdersWithdrawn';
    onPaper: boolean;
  },
): Promise<void> {
  const { turn, by, type, onPaper } = done;
  const detail = `[${seat.identifier}] ${advanceOrdersName(turn)}${onPaper ? ', on paper' : ''}`;
  await logGameEvent(tx, ctx, { gameId: seat.gameId, by, type, detail });
}

/** `advance orders for turn 5`, `standing orders`. */
export function advanceOrdersName(turn: number): string {
  return turn === STANDING_ORDERS ? 'standing orders' : `advance orders for turn ${turn}`;
}

/**
 * The state of a game as it can be foreseen for a later turn; for standing orders, the state of the open turn. Null if
 * it cannot be foreseen.
 */
export function foreseenState(game: WholeGame, turn: number): unknown {
  return turn === STANDING_ORDERS ? game.state : rulesetOf(game).foresee(game.state, turn);
}

/** The form of a seat's advance orders for a turn, or of its standing orders. Null if it cannot be foreseen. */
export function advanceForm(
  game: WholeGame,
  seat: Pick<WholeSeat, 'identifier'>,
  turn: number,
): SheetForm | null {
  if (turn === STANDING_ORDERS) return standingForm(standingParts(game, seat.identifier));
  const state = foreseenState(game, turn);
  return state === null ? null : rulesetOf(game).sheet(state, seat.identifier);
}

/** What one sheet would play of advance orders if its turn came now. */
export interface PrunedSheet extends PrunedOrders {
  /** The state in which the sheet would be owed. */
  state: unknown;
  form: SheetForm;
  /** The orders for this sheet as they were sent. */
  sent: unknown;
}

/**
 * Advance orders as they would be pruned if their turn came now: one sheet; for standing orders, each sheet of a round,
 * that of the open turn first. Empty if the seat's form cannot be foreseen.
 */
export function pruneAdvanceOrders(
  game: WholeGame,
  seat: Pick<WholeSeat, 'identifier'>,
  turn: number,
  raw: unknown,
): PrunedSheet[] {
  const ruleset = rulesetOf(game);
  const prune = (state: unknown, form: SheetForm, sent: unknown): PrunedSheet => {
    const check = (sheet: unknown) => ruleset.check(state, seat.identifier, sheet);
    return { state, form, sent, ...pruneOrders(check, form, sent) };
  };
  if (turn === STANDING_ORDERS) {
    return standingParts(game, seat.identifier).map(({ state, form }, i) =>
      i === 0
        ? prune(state, form, openPartOf(ruleset, state, raw))
        : prune(state, form, laterPartOf(ruleset, game.state, state, raw)),
    );
  }
  const state = foreseenState(game, turn);
  const form = advanceForm(game, seat, turn);
  return form === null ? [] : [prune(state, form, raw)];
}

/** Why no advance orders can be sent for a turn now: `not-running`, `transferred`, `not-ahead`. Null if they can. */
export function advanceOrdersBlocker(game: WholeGame, turn: number): ReturnType<typeof fail> | null {
  if (game.status !== 'running') {
    return fail('', 'not-running', 'You can send advance orders only while the game is running.');
  }
  const here = stillHere(game);
  if (!here.ok) return here;
  const [first, last] = [game.turn + 1, game.turn + MAX_ADVANCE_TURNS];
  if (turn === STANDING_ORDERS || (Number.isInteger(turn) && turn >= first && turn <= last)) return null;
  const hint = turn === game.turn ? ` Turn ${turn} is open: send its sheet instead.` : '';
  return fail('turn', 'not-ahead', `You can send advance orders for turns ${first} to ${last}.${hint}`);
}

function unforeseenMessage(turn: number): string {
  return turn === STANDING_ORDERS
    ? 'You owe no sheet for the open turn, so there is no form for standing orders.'
    : `You cannot send orders for turn ${turn} yet. The game may be over by then, or its form may depend on the turns before it.`;
}
