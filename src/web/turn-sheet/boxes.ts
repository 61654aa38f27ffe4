import { SHEET_IS_KEPT } from '../../games/sheets/kept-sheets.ts';
import type { ReaderDates } from '../rendering/reader-dates.ts';
import { sheetPath } from './addresses.ts';
import type { BoxView, LinkedRemark } from './view-model.ts';

/* The boxes that several pages of a sheet have at the top. */

/** A box with only what differs from an empty one. */
export function box(parts: Partial<BoxView> & Pick<BoxView, 'kind' | 'title'>): BoxView {
  return {
    paragraphs: [],
    remarks: [],
    labelEnd: ':',
    closing: '',
    postedFields: [],
    isResponse: false,
    clearDraft: null,
    action: null,
    ...parts,
  };
}

/** After signing in again. */
export function signedInBox(): BoxView {
  return box({
    kind: 'info',
    title: 'You are signed in again',
    paragraphs: ['Here is everything you entered. Nothing has been sent yet.'],
    isResponse: true,
  });
}

/** After a state was filled in, or a row was moved, on a page without scripts. */
export function editedBox(remark: LinkedRemark, title = 'Your sheet has not been sent yet'): BoxView {
  return box({
    kind: 'info',
    title,
    remarks: [remark],
    isResponse: true,
  });
}

/** Advice on a sheet; nothing if there is none. */
export function adviceBoxes(advice: LinkedRemark[]): BoxView[] {
  if (advice.length === 0) return [];
  return [box({ kind: 'advice', title: 'Advice', remarks: advice, closing: 'You can send it as it is.' })];
}

/** Says that the orders are final, with a button to reopen them. Nothing if they are not. */
export function finalOrdersBoxes(
  finalOrders: { given: boolean; earlyProcessingAt: Date | null } | null,
  { number, turn, dates }: { number: string; turn: number; dates: ReaderDates },
): BoxView[] {
  if (!finalOrders?.given) return [];
  const { earlyProcessingAt } = finalOrders;
  const words =
    earlyProcessingAt === null
      ? 'Once the orders of all players are final, the turn is processed without waiting for the due date.'
      : `The orders of all players are final. The turn is processed ${dates.due(earlyProcessingAt)}, unless a player reopens their orders.`;
  const action = {
    address: `${sheetPath(number)}/reopen`,
    label: 'Reopen my orders',
    fields: { _turn: String(turn) },
  };
  return [box({ kind: 'info', title: 'Your orders are final', paragraphs: [words], action })];
}

/** Says that a sheet counts which the player cannot see: someone else sent it for the seat. */
export function hiddenSheetBoxes({ hiddenSheetStands }: { hiddenSheetStands: boolean }): BoxView[] {
  if (!hiddenSheetStands) return [];
  const text = `${HIDDEN_SHEET_COUNTS} You cannot see it, and your first good sheet replaces it.`;
  return [box({ kind: 'info', title: 'A sheet has come in for this seat', paragraphs: [text] })];
}

/** Says that the seat keeps the sheet that it had, so that a new one is not taken. */
export function keptSheetBoxes({ isKept }: { isKept: boolean }): BoxView[] {
  if (!isKept) return [];
  const paragraphs = [`${SHEET_IS_KEPT} You cannot send a new version for this turn.`];
  return [box({ kind: 'info', title: 'Your sheet for this turn cannot change', paragraphs })];
}

/** What is played if the player sends nothing. */
export const HIDDEN_SHEET_COUNTS =
  'A sheet that you did not send counts: the player before you or the computer sent it.';
