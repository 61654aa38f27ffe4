import type { AppContext } from '../../context.ts';
import { MAX_NOTES, ownNotes } from '../../games/notes/private-notes.ts';
import { grouped } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';
import { notesPath, sheetPath } from './addresses.ts';
import type { SeatContext } from './sheet-context.ts';

/** The pages that have the form for private notes. */
export const NOTES_PAGES = ['sheet', 'game'] as const;
export type NotesPage = (typeof NOTES_PAGES)[number];

/** The form for private notes as templates/web/player/notes-form.eta prints it. */
export interface NotesFormView {
  address: string;
  /** The page that has the form, to which the player returns. */
  page: NotesPage;
  text: string;
  maxCharacters: string;
  /** Whether a browser without scripts forgets an unsent sheet on the page when notes are saved. */
  besideSheet: boolean;
  problems: Problem[];
}

/** The form with the player's notes. */
export async function notesForm(
  ctx: AppContext,
  { number, own }: SeatContext,
  page: NotesPage,
): Promise<NotesFormView> {
  return notesFormView(number, { page, text: await ownNotes(ctx, own), besideSheet: page === 'sheet' });
}

/** The form with this text. */
export function notesFormView(
  number: string,
  parts: Pick<NotesFormView, 'page' | 'text'> & Partial<NotesFormView>,
): NotesFormView {
  return {
    address: notesPath(number),
    maxCharacters: grouped(MAX_NOTES),
    besideSheet: false,
    problems: [],
    ...parts,
  };
}

/** The address of a page that has the form. */
export function notesPagePath(number: string, page: NotesPage): string {
  return page === 'sheet' ? sheetPath(number) : `/my/games/${number}`;
}
