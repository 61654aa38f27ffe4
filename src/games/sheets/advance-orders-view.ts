import type { AppContext } from '../../context.ts';
import type { AdvanceOrders } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import type { SheetFacts } from '../../rules/facts.ts';
import type { Advice, Problem, SheetForm, Tally } from '../../rules/sheet.ts';
import { cardOf, type GameCard } from '../game/game-card.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeSeat } from '../game/game-store.ts';
import { type PlayerSeat, type SeatName, seatName } from '../game/player-seat.ts';
import {
  advanceForm,
  advanceOrdersBlocker,
  foreseenState,
  MAX_ADVANCE_TURNS,
  pruneAdvanceOrders,
  STANDING_ORDERS,
} from './advance-orders.ts';
import { asksForFinalOrders } from './final-orders.ts';
import { wellFormed } from './raw-sheet.ts';
import { standingParts } from './standing-form.ts';

/*
 * What a player sees of advance orders: those that the same account sent, as long as it has the seat. No one else sees
 * them, not even the GM.
 */

/** Advance orders for one turn, or the standing orders, in a list. */
export interface AdvanceOrdersLine {
  /** `STANDING_ORDERS`, or a later turn. */
  turn: number;
  /** What the turn will be called; null if that cannot be foreseen or no sheet will be owed. */
  phase: string | null;
  /** When the saved orders were sent; null if there are none. */
  sentAt: Date | null;
  final: boolean;
}

/** The page on which advance orders are filled in. */
export interface AdvanceOrdersPage {
  game: GameCard;
  seat: SeatName;
  turn: number;
  /** The open turn; null unless the game is running. */
  openTurn: number | null;
  /** Why no orders can be sent for this turn; null if they can. */
  blocker: Problem | null;
  /** Null if the form cannot be foreseen. */
  form: SheetForm | null;
  /** How many sheets the form is for: 1, but for standing orders as many as a round has. */
  sheets: number;
  /** The saved orders as they were sent. */
  saved: { raw: unknown; sentAt: Date; final: boolean } | null;
  /** Whether the game asks for final orders. */
  asksForFinalOrders: boolean;
}

/** What would become of advance orders if their turn came now. */
export interface AdvanceOrdersPreview {
  tally: Tally;
  dropped: Dropped[];
  /** Empty if anything would be dropped. */
  advice: Advice[];
}

/** The turns for which advance orders may be sent, the standing orders last; empty unless the game is running on this server. */
export async function advanceOrdersLines(ctx: AppContext, own: PlayerSeat): Promise<AdvanceOrdersLine[]> {
  const { game, seat } = own;
  if (game.status !== 'running' || game.transferredOutAt !== null) return [];
  const rows = await savedRows(ctx, seat);
  const turns = Array.from({ length: MAX_ADVANCE_TURNS }, (_, i) => game.turn + 1 + i);
  return [...turns, STANDING_ORDERS].map((turn) => {
    const row = rows.find((one) => one.turn === turn);
    const phase = advanceForm(game, seat, turn)?.phase ?? null;
    return { turn, phase, sentAt: row?.receivedAt ?? null, final: row?.final ?? false };
  });
}

/** What the page of advance orders needs. */
export async function advanceOrdersPage(
  ctx: AppContext,
  own: PlayerSeat,
  turn: number,
): Promise<AdvanceOrdersPage> {
  const { game, seat } = own;
  const row = (await savedRows(ctx, seat)).find((one) => one.turn === turn);
  const blocker = advanceOrdersBlocker(game, turn)?.problems[0] ?? null;
  const card = cardOf(game);
  return {
    game: card,
    seat: seatName(seat),
    turn,
    openTurn: card.turn,
    blocker,
    form: blocker === null ? advanceForm(game, seat, turn) : null,
    sheets: turn === STANDING_ORDERS ? standingParts(game, seat.identifier).length : 1,
    saved: row ? { raw: row.raw, sentAt: row.receivedAt, final: row.final } : null,
    asksForFinalOrders: asksForFinalOrders(game),
  };
}

/** Checks advance orders without storing them; null if none can be sent for the turn. */
export function previewAdvanceOrders(
  { game, seat }: PlayerSeat,
  turn: number,
  raw: unknown,
): AdvanceOrdersPreview | null {
  if (advanceOrdersBlocker(game, turn)) return null;
  const formed = wellFormed(raw);
  const value = formed.ok ? formed.value : null;
  const sheets = pruneAdvanceOrders(game, seat, turn, value);
  if (sheets.length === 0) return null;
  const ruleset = rulesetOf(game);
  const tallies = sheets.map(({ state, sent }) => ruleset.tally(state, seat.identifier, sent));
  const checked = sheets.map(({ state, sent }) => ruleset.check(state, seat.identifier, sent));
  return {
    tally: { totals: tallies.flatMap(({ totals }) => totals), notes: tallies.flatMap(({ notes }) => notes) },
    dropped: sheets.flatMap(({ dropped }) => dropped),
    advice: checked.flatMap((one) => (one.ok && checked.every(({ ok }) => ok) ? one.advice : [])),
  };
}

/**
 * The figures for advance orders, as they are now: those of the state in which the turn can be foreseen. Null if that is
 * not possible, or if no sheet will be owed.
 */
export function advanceFacts({ game, seat }: PlayerSeat, turn: number): SheetFacts | null {
  if (advanceOrdersBlocker(game, turn)) return null;
  const state = foreseenState(game, turn);
  return state === null ? null : rulesetOf(game).facts(state, seat.identifier);
}

/** Only what the account that has the seat sent itself: the seat may have changed hands. */
function savedRows(ctx: AppContext, seat: WholeSeat): Promise<AdvanceOrders[]> {
  if (seat.accountId === null) return Promise.resolve([]);
  return ctx.db.prisma.advanceOrders.findMany({ where: { seatId: seat.id, accountId: seat.accountId } });
}
