import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import type { GameCard } from '../../games/game/game-card.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { hasSeat, loadPlayerSeat, type PlayerSeat } from '../../games/game/player-seat.ts';
import { previewSheet, type SheetPage, sheetPage } from '../../games/sheets/sheet-view.ts';
import type { FormValues, SheetForm } from '../../rules/sheet.ts';
import { rawFromForm } from '../../rules/sheet-values.ts';
import { notFound } from '../rendering/http-errors.ts';
import { type ReaderDates, readerDates } from '../rendering/reader-dates.ts';
import { toPagePaths } from './field-paths.ts';
import type { Validation } from './view-model.ts';

/** An account and the seat that it has in a game. Read once per request. */
export interface SeatContext {
  account: Account;
  /** The game's number: `EY-12`. */
  number: string;
  own: PlayerSeat;
}

/** A player and the sheet of the open turn. Only for that account. */
export interface SheetContext extends SeatContext {
  page: SheetPage;
}

/** The message for accounts without a seat. It does not reveal whether the game exists. */
const NO_SEAT = 'You have no seat in a game with this number.';

/** The account's own seat in a game. @throws a 404 if it has none */
export async function seatContext(
  ctx: AppContext,
  account: Account,
  number: GameNumber,
): Promise<SeatContext> {
  const text = gameNumber(number);
  return { account, number: text, own: foundOr404(await loadPlayerSeat(ctx, account, text)) };
}

/** Checks that the account has a seat in a game, without reading the game. @throws a 404 if it has none */
export async function checkSeat(ctx: AppContext, account: Account, number: GameNumber): Promise<void> {
  if (!(await hasSeat(ctx, account, number))) throw notFound(NO_SEAT);
}

/** The account's own sheet in a game. @throws a 404 if it has no seat in the game */
export async function sheetContext(
  ctx: AppContext,
  account: Account,
  number: GameNumber,
): Promise<SheetContext> {
  const base = await seatContext(ctx, account, number);
  return { ...base, page: await sheetPage(ctx, base.own) };
}

/** The value itself. @throws a 404 if it is null: there is nothing, or nothing that this account may see */
export function foundOr404<T>(found: T | null): T {
  if (found === null) throw notFound(NO_SEAT);
  return found;
}

/** The hidden fields of a form for the sheet of the open turn: what it is filled in for. */
export function hiddenFields({ own, page }: SheetContext, { turn }: SheetForm): Record<string, string> {
  return { _turn: String(turn), _attempt: String(own.game.attempt), _seat: page.seat.identifier };
}

/** The dates of the game as the player sees them. */
export function datesFor(ctx: AppContext, account: Account, game: GameCard): ReaderDates {
  return readerDates({ zone: game.timeZone, readerZone: account.timeZone, now: ctx.now() });
}

/** Checks the values of the page against the open turn without storing them. Paths are those of the page. */
export function validateSheet(context: SheetContext, form: SheetForm, values: FormValues): Validation {
  const { problems, advice, tally } = previewSheet(context.own, rawFromForm(form, values));
  return {
    problems: toPagePaths(form, values, problems),
    advice: toPagePaths(form, values, advice),
    tally: { totals: tally.totals, notes: toPagePaths(form, values, tally.notes) },
  };
}

/** The running totals and notes without problems and advice: for a page that was not checked yet. */
export function withoutRemarks({ tally }: Validation): Validation {
  return { problems: [], advice: [], tally };
}
