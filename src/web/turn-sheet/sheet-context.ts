import type { AppContext } from '../../context.ts';
import type { Account } from '../../database/generated/client.ts';
import { type GameNumber, gameNumber } from '../../games/game/game-number.ts';
import { previewSheet, type SheetPage, sheetPage } from '../../games/game/player-view.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../rules/sheet.ts';
import { notFound } from '../rendering/http-errors.ts';
import { toPagePaths } from './paths.ts';
import type { Validation } from './view-model.ts';

/** A player before the sheet of a game of theirs. For that seat's eyes only. */
export interface SheetContext {
  account: Account;
  /** The game's number: `EY-12`. */
  number: string;
  page: SheetPage;
}

/** What a refusal says to those who have no seat: nobody learns whether the game exists. */
const NO_SEAT = 'You have no seat in a game of this number.';

/** The account's own seat in a game, as it is now. @throws a 404 where it has none */
export async function sheetContext(
  ctx: AppContext,
  account: Account,
  number: GameNumber,
): Promise<SheetContext> {
  const name = gameNumber(number);
  return { account, number: name, page: foundOr404(await sheetPage(ctx, account, name)) };
}

/** What was found. @throws a 404 where it is null: nothing is there, or nothing that this account may see */
export function foundOr404<T>(found: T | null): T {
  if (found === null) throw notFound(NO_SEAT);
  return found;
}

/** What the ruleset says of the values on the page. Remarks stand at the fields of the page. Nothing is stored. */
export async function validateValues(
  ctx: AppContext,
  desk: SheetContext,
  form: SheetForm,
  values: FormValues,
): Promise<Validation> {
  const raw = rawFromForm(form, values);
  const preview = await previewSheet(ctx, desk.account, desk.number, raw);
  if (preview === null) return { problems: [], advice: [], tally: { totals: [], notes: [] } };
  const { problems, advice, tally } = preview;
  return {
    problems: toPagePaths(form, values, problems),
    advice: toPagePaths(form, values, advice),
    tally: { totals: tally.totals, notes: toPagePaths(form, values, tally.notes) },
  };
}

/** The running figures alone: for a page on which nothing has been checked yet. */
export async function runningFigures(
  ctx: AppContext,
  desk: SheetContext,
  form: SheetForm,
  values: FormValues,
): Promise<Validation> {
  const { tally } = await validateValues(ctx, desk, form, values);
  return { problems: [], advice: [], tally };
}
