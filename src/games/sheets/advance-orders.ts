import type { AppContext } from '../../context.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { NotAllowed, rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { pruneOrders } from './prune-orders.ts';
import { wellFormed } from './raw-sheet.ts';

/* Sheets for turns that are not open yet, and the standing order: they are kept as they came, and judged again when
their turn comes. Only whoever sat at the seat when sending ever sees them, and only while sitting there are they played. */

/** The "turn" of a seat's standing order. */
export const STANDING_ORDERS = 0;

/** For how many turns after the open one sheets may be sent. */
export const MAX_ADVANCE_TURNS = 5;

/** Whose sheet for which turn. */
export interface AdvanceOrdersKey {
  gameId: string;
  seatId: string;
  /** A later turn, up to `MOST_AHEAD` after the open one, or `STANDING_ORDER`. */
  turn: number;
  /** The account that asks: the one that sits there. */
  sentById: number;
}

/** A sheet that was kept. */
export interface SavedAdvanceOrders {
  turn: number;
  receivedAt: Date;
  /** What would be left out if its turn came as things stand now. */
  dropped: Dropped[];
}

/**
 * Keeps a sheet for a later turn, or the standing order, in place of an earlier one. It is judged against what can be
 * foreseen; what would be dropped is told and does not keep it from being sent.
 * Problems: `unknown-game`, `not-running`, `not-ahead`, `unforeseen` (the game will be over, or no form can be known),
 * `too-large`, `too-often`.
 * @param sent.final its player's last word once its turn is open; a standing order is never one
 * @throws NotAllowed if `sentById` does not sit there: doors ask first
 */
export async function sendAdvanceOrders(
  ctx: AppContext,
  sent: AdvanceOrdersKey & { raw: unknown; final?: boolean },
): Promise<Result<SavedAdvanceOrders>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, sent.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const seat = seatOf(game, sent);
    const fault = advanceOrdersBlocker(game, sent.turn);
    if (fault) return fault;
    const formed = wellFormed(sent.raw);
    if (!formed.ok) return formed;
    const judged = pruneAdvanceOrders(game, seat, sent.turn, formed.value);
    if (!judged) return unforeseeable(sent.turn);
    const action = { gameId: game.id, accountId: sent.sentById, kind: 'advanceOrders' } as const;
    if (await limitReached(tx, ctx, action)) {
      return fail('', 'too-often', 'That is often enough for this hour; what you sent before is kept.');
    }
    const raw = formed.value === null ? Prisma.JsonNull : formed.value;
    const final = sent.final === true && sent.turn !== STANDING_ORDERS;
    const receivedAt = ctx.now();
    const data = { gameId: game.id, accountId: sent.sentById, raw, final, receivedAt };
    const key = { seatId: seat.id, turn: sent.turn };
    await tx.advanceOrders.upsert({ where: { seatId_turn: key }, create: { ...key, ...data }, update: data });
    await countAction(tx, ctx, action);
    const detail = `[${seat.identifier}] ${advanceOrdersName(sent.turn)}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: sent.sentById, type: 'advanceOrdersSent', detail });
    return ok({ turn: sent.turn, receivedAt, dropped: judged.dropped });
  });
}

/**
 * Takes a sheet sent ahead, or the standing order, back. Problems: `unknown-game`, `not-running`, `not-ahead`,
 * `nothing` (none is there).
 * @throws NotAllowed as `sendAhead`
 */
export async function withdrawAdvanceOrders(ctx: AppContext, asked: AdvanceOrdersKey): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, asked.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const seat = seatOf(game, asked);
    const fault = advanceOrdersBlocker(game, asked.turn);
    if (fault) return fault;
    const where = { seatId: seat.id, turn: asked.turn, accountId: asked.sentById };
    const gone = await tx.advanceOrders.deleteMany({ where });
    if (gone.count === 0) {
      return fail(
        'turn',
        'nothing',
        `You have sent nothing: there is no ${advanceOrdersName(asked.turn)} of yours.`,
      );
    }
    const detail = `[${seat.identifier}] ${advanceOrdersName(asked.turn)}`;
    await logGameEvent(tx, ctx, {
      gameId: game.id,
      by: asked.sentById,
      type: 'advanceOrdersWithdrawn',
      detail,
    });
    return ok(undefined);
  });
}

/** What a turn ahead is called: `sheet for turn 5`, `standing order`. */
function advanceOrdersName(turn: number): string {
  return turn === STANDING_ORDERS ? 'standing order' : `sheet for turn ${turn}`;
}

/**
 * The game's state as it is foreseen for a turn ahead; the standing order is written on the open turn's form. Null
 * where nothing can be known.
 */
export function foreseenState(game: WholeGame, turn: number): unknown {
  return turn === STANDING_ORDERS ? game.state : rulesetOf(game).foresee(game.state, turn);
}

/** A sheet as it would fit if its turn came as things stand now; null where the seat's form cannot be foreseen. */
export function pruneAdvanceOrders(
  game: WholeGame,
  seat: Pick<WholeSeat, 'identifier'>,
  turn: number,
  raw: unknown,
) {
  const ruleset = rulesetOf(game);
  const state = foreseenState(game, turn);
  const form = state === null ? null : ruleset.sheet(state, seat.identifier);
  if (form === null) return null;
  const fitted = pruneOrders((one) => ruleset.check(state, seat.identifier, one), form, raw);
  return { state, form, ...fitted };
}

/** May sheets be sent for this turn now? Problems: `not-running`, `not-ahead`; null where they may. */
export function advanceOrdersBlocker(game: WholeGame, turn: number): ReturnType<typeof fail> | null {
  if (game.status !== 'running') {
    return fail('', 'not-running', 'Sheets are sent ahead while the game is running.');
  }
  const [first, last] = [game.turn + 1, game.turn + MAX_ADVANCE_TURNS];
  if (turn === STANDING_ORDERS || (Number.isInteger(turn) && turn >= first && turn <= last)) return null;
  const open = turn === game.turn ? 'is open: send its sheet itself' : 'is not one of them';
  return fail(
    'turn',
    'not-ahead',
    `Sheets may be sent ahead for turns ${first} to ${last}; turn ${turn} ${open}.`,
  );
}

function unforeseeable(turn: number): ReturnType<typeof fail> {
  const what = turn === STANDING_ORDERS ? 'Your seat owes no sheet now' : `Turn ${turn} cannot be foreseen`;
  return fail(
    'turn',
    'unforeseen',
    `${what}: the game will be over by then, or what it asks of you is not known yet.`,
  );
}

function seatOf(game: WholeGame, { seatId, sentById }: AdvanceOrdersKey): WholeSeat {
  const seat = game.seats.find((one) => one.id === seatId);
  if (seat?.accountId === sentById) return seat;
  throw new NotAllowed(`Account ${sentById} may send nothing ahead for [${seat?.identifier}].`);
}
