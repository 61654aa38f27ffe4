import type { AppContext } from '../../context.ts';
import type { AdvanceOrders } from '../../database/generated/client.ts';
import type { Dropped } from '../../database/json-types.ts';
import type { Advice, SheetForm, Tally } from '../../rules/sheet.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { findGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { cardOf, type GameCard, type Viewer } from '../game/public-view.ts';
import {
  advanceOrdersBlocker,
  foreseenState,
  MAX_ADVANCE_TURNS,
  pruneAdvanceOrders,
  STANDING_ORDERS,
} from './advance-orders.ts';
import { asksForFinalOrders } from './final-orders.ts';
import { wellFormed } from './raw-sheet.ts';

/* What a player sees of the sheets sent ahead: those that this very account has sent, while it sits there. Nobody else
sees any, the GM neither. */

/** One turn ahead, or the standing order. */
export interface AdvanceOrdersLine {
  /** `STANDING_ORDER`, or a later turn. */
  turn: number;
  /** What the turn will be called; null where it cannot be foreseen, or owes nothing. */
  phase: string | null;
  /** When what is kept was sent; null where nothing is. */
  sentAt: Date | null;
  final: boolean;
}

/** The page on which a sheet ahead is filled in. */
export interface AdvanceOrdersPage {
  game: GameCard;
  seat: { id: string; identifier: string; name: string };
  turn: number;
  /** The open turn; null unless the game is running. */
  openTurn: number | null;
  /** Why nothing can be sent for this turn; null where it can. */
  fault: { code: string; message: string } | null;
  /** Null where nothing can be foreseen. */
  form: SheetForm | null;
  /** What is kept, as it came. */
  kept: { raw: unknown; sentAt: Date; final: boolean } | null;
  /** Does the game close when every sheet is its player's last word? */
  asksLastWord: boolean;
}

/** A sheet ahead as it would be judged if its turn came as things stand now. */
export interface AdvanceOrdersPreview {
  tally: Tally;
  dropped: Dropped[];
  /** Of a sheet that fits as it is; of another the drops are news enough. */
  advice: Advice[];
}

/** The turns for which sheets may be sent ahead, the standing order last; none unless the game is running. */
export async function advanceOrdersLines(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<AdvanceOrdersLine[]> {
  const found = await seated(ctx, viewer, number);
  if (found?.game.status !== 'running') return [];
  const { game, seat } = found;
  const rows = await savedRows(ctx, seat);
  const turns = Array.from({ length: MAX_ADVANCE_TURNS }, (_, i) => game.turn + 1 + i);
  return [...turns, STANDING_ORDERS].map((turn) => {
    const row = rows.find((one) => one.turn === turn);
    const phase = advanceForm(game, seat, turn)?.phase ?? null;
    return { turn, phase, sentAt: row?.receivedAt ?? null, final: row?.final ?? false };
  });
}

/** What the page of a sheet ahead needs; null for anybody who has no seat in the game. */
export async function advanceOrdersPage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  turn: number,
): Promise<AdvanceOrdersPage | null> {
  const found = await seated(ctx, viewer, number);
  if (!found) return null;
  const { game, seat } = found;
  const row = (await savedRows(ctx, seat)).find((one) => one.turn === turn);
  const fault = advanceOrdersBlocker(game, turn)?.problems[0] ?? null;
  const card = cardOf(game);
  return {
    game: card,
    seat: { id: seat.id, identifier: seat.identifier, name: seat.name },
    turn,
    openTurn: card.turn,
    fault: fault && { code: fault.code, message: fault.message },
    form: fault === null ? advanceForm(game, seat, turn) : null,
    kept: row ? { raw: row.raw, sentAt: row.receivedAt, final: row.final } : null,
    asksLastWord: asksForFinalOrders(game),
  };
}

/** Judges a sheet ahead while it is being filled in; null where none can be sent. */
export async function previewAdvanceOrders(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
  turn: number,
  raw: unknown,
): Promise<AdvanceOrdersPreview | null> {
  const found = await seated(ctx, viewer, number);
  if (!found || advanceOrdersBlocker(found.game, turn)) return null;
  const { game, seat } = found;
  const formed = wellFormed(raw);
  const value = formed.ok ? formed.value : null;
  const judged = pruneAdvanceOrders(game, seat, turn, value);
  if (judged === null) return null;
  const ruleset = rulesetOf(game);
  const checked = ruleset.check(judged.state, seat.identifier, value);
  return {
    tally: ruleset.tally(judged.state, seat.identifier, value),
    dropped: judged.dropped,
    advice: checked.ok ? checked.advice : [],
  };
}

function advanceForm(game: WholeGame, seat: WholeSeat, turn: number): SheetForm | null {
  const state = foreseenState(game, turn);
  return state === null ? null : rulesetOf(game).sheet(state, seat.identifier);
}

/** Only what the account that sits there has sent itself: a seat may have changed hands. */
function savedRows(ctx: AppContext, seat: WholeSeat): Promise<AdvanceOrders[]> {
  if (seat.accountId === null) return Promise.resolve([]);
  return ctx.db.prisma.advanceOrders.findMany({ where: { seatId: seat.id, accountId: seat.accountId } });
}

async function seated(ctx: AppContext, viewer: Viewer, number: string) {
  const game = viewer ? await findGame(ctx, number) : null;
  const seat = game?.seats.find((one) => one.accountId === viewer?.id);
  return game && seat ? { game, seat } : null;
}
