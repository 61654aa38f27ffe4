import type { Account } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import { type FormValues, rawFromForm, type SheetForm } from '../../rules/sheet.ts';
import { type GameNumber, numberOf } from '../../games/game/game-number.ts';
import { previewSheet, type SheetPage, sheetPage } from '../../games/game/player-view.ts';
import { notFound } from '../rendering/http-errors.ts';
import type { Judgement } from './view-model.ts';
import { toPagePaths } from './paths.ts';

/** A player before the sheet of a game of theirs. For that seat's eyes only. */
export interface Desk {
  account: Account;
  /** The game's number: `EY-12`. */
  number: string;
  page: SheetPage;
}

/** What a refusal says to those who have no seat: nobody learns whether the game exists. */
const NO_SEAT = 'You have no seat in a game of this number.';

/** The account's own seat in a game, as it is now. @throws a 404 where it has none */
export async function deskOf(house: House, account: Account, number: GameNumber): Promise<Desk> {
  const name = numberOf(number);
  return { account, number: name, page: present(await sheetPage(house, account, name)) };
}

/** What was found. @throws a 404 where it is null: nothing is there, or nothing that this account may see */
export function present<T>(found: T | null): T {
  if (found === null) throw notFound(NO_SEAT);
  return found;
}

/** What the ruleset says of the values on the page. Remarks stand at the fields of the page. Nothing is stored. */
export async function judge(
  house: House,
  desk: Desk,
  form: SheetForm,
  values: FormValues,
): Promise<Judgement> {
  const raw = rawFromForm(form, values);
  const preview = await previewSheet(house, desk.account, desk.number, raw);
  if (preview === null) return { problems: [], advice: [], tally: { totals: [], notes: [] } };
  const { problems, advice, tally } = preview;
  return {
    problems: toPagePaths(form, values, problems),
    advice: toPagePaths(form, values, advice),
    tally: { totals: tally.totals, notes: toPagePaths(form, values, tally.notes) },
  };
}

/** The running figures alone: for a page on which nothing has been checked yet. */
export async function figuresOf(
  house: House,
  desk: Desk,
  form: SheetForm,
  values: FormValues,
): Promise<Judgement> {
  const { tally } = await judge(house, desk, form, values);
  return { problems: [], advice: [], tally };
}
