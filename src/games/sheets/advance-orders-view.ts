import type { AdvanceSheet } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import type { Advice, SheetForm, Tally } from '../../rules/sheet.ts';
import { faultOf, foreseen, judgeAhead, MOST_AHEAD, STANDING_ORDER } from './advance-orders.ts';
import type { Dropped } from './prune-orders.ts';
import { asksLastWord } from './final-orders.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { wellFormed } from './raw-sheet.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { cardOf, findGame, type GameCard, type Viewer } from '../game/public-view.ts';

/* What a player sees of the sheets sent ahead: those that this very account has sent, while it sits there. Nobody else
sees any, the GM neither. */

/** One turn ahead, or the standing order. */
export interface AheadLine {
  /** `STANDING_ORDER`, or a later turn. */
  turn: number;
  /** What the turn will be called; null where it cannot be foreseen, or owes nothing. */
  phase: string | null;
  /** When what is kept was sent; null where nothing is. */
  sentAt: Date | null;
  final: boolean;
}

/** The page on which a sheet ahead is filled in. */
export interface AheadPage {
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
export interface AheadPreview {
  tally: Tally;
  dropped: Dropped[];
  /** Of a sheet that fits as it is; of another the drops are news enough. */
  advice: Advice[];
}

/** The turns for which sheets may be sent ahead, the standing order last; none unless the game is running. */
export async function aheadLines(house: House, viewer: Viewer, number: string): Promise<AheadLine[]> {
  const found = await seated(house, viewer, number);
  if (found?.game.status !== 'running') return [];
  const { game, seat } = found;
  const rows = await keptRows(house, seat);
  const turns = Array.from({ length: MOST_AHEAD }, (_, i) => game.turn + 1 + i);
  return [...turns, STANDING_ORDER].map((turn) => {
    const row = rows.find((one) => one.turn === turn);
    const phase = formAhead(game, seat, turn)?.phase ?? null;
    return { turn, phase, sentAt: row?.receivedAt ?? null, final: row?.final ?? false };
  });
}

/** What the page of a sheet ahead needs; null for anybody who has no seat in the game. */
export async function aheadPage(
  house: House,
  viewer: Viewer,
  number: string,
  turn: number,
): Promise<AheadPage | null> {
  const found = await seated(house, viewer, number);
  if (!found) return null;
  const { game, seat } = found;
  const row = (await keptRows(house, seat)).find((one) => one.turn === turn);
  const fault = faultOf(game, turn)?.problems[0] ?? null;
  const card = cardOf(game);
  return {
    game: card,
    seat: { id: seat.id, identifier: seat.identifier, name: seat.name },
    turn,
    openTurn: card.turn,
    fault: fault && { code: fault.code, message: fault.message },
    form: fault === null ? formAhead(game, seat, turn) : null,
    kept: row ? { raw: row.raw, sentAt: row.receivedAt, final: row.final } : null,
    asksLastWord: asksLastWord(game),
  };
}

/** Judges a sheet ahead while it is being filled in; null where none can be sent. */
export async function previewAhead(
  house: House,
  viewer: Viewer,
  number: string,
  turn: number,
  raw: unknown,
): Promise<AheadPreview | null> {
  const found = await seated(house, viewer, number);
  if (!found || faultOf(found.game, turn)) return null;
  const { game, seat } = found;
  const formed = wellFormed(raw);
  const value = formed.ok ? formed.value : null;
  const judged = judgeAhead(game, seat, turn, value);
  if (judged === null) return null;
  const ruleset = rulesetOf(game);
  const checked = ruleset.check(judged.state, seat.identifier, value);
  return {
    tally: ruleset.tally(judged.state, seat.identifier, value),
    dropped: judged.dropped,
    advice: checked.ok ? checked.advice : [],
  };
}

function formAhead(game: WholeGame, seat: WholeSeat, turn: number): SheetForm | null {
  const state = foreseen(game, turn);
  return state === null ? null : rulesetOf(game).sheet(state, seat.identifier);
}

/** Only what the account that sits there has sent itself: a seat may have changed hands. */
function keptRows(house: House, seat: WholeSeat): Promise<AdvanceSheet[]> {
  if (seat.accountId === null) return Promise.resolve([]);
  return house.db.prisma.advanceSheet.findMany({ where: { seatId: seat.id, accountId: seat.accountId } });
}

async function seated(house: House, viewer: Viewer, number: string) {
  const game = viewer ? await findGame(house, number) : null;
  const seat = game?.seats.find((one) => one.accountId === viewer?.id);
  return game && seat ? { game, seat } : null;
}
