import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { MAX_NOTES, ownNotes } from '../../games/notes/private-notes.ts';
import { grouped } from '../../rules/numbers.ts';
import type { Problem } from '../../rules/sheet.ts';
import { notesPath, sheetPath } from './addresses.ts';
import type { SeatContext } from './sheet-context.ts';

/** The pages that have the form for private notes. */
export const NOTES_PAGES = ['sheet', 'game'] as const;
export type NotesPage = (typeof NOTES_PAGES)[number];

/** What the form sends. */
export const NotesBody = z.looseObject({
  // Far more than notes can have, so that notes that are too long come back with all of their text.
  text: z.string('Write your notes.').max(60_000).default(''),
});

/** The form for private notes as templates/web/player/notes-form.eta prints it. */
export interface NotesFormView {
  address: string;
  /** The page that has the form, to which the player returns. */
  page: string;
  text: string;
  /** Who can read the notes, as a sentence. */
  readers: string;
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
  return notesFormView(notesPath(number), {
    page,
    text: await ownNotes(ctx, own),
    besideSheet: page === 'sheet',
  });
}

/** The form with this text, for notes on a game that is not for practice unless `readers` says otherwise. */
export function notesFormView(
  address: string,
  parts: Pick<NotesFormView, 'page' | 'text'> & Partial<NotesFormView>,
): NotesFormView {
  return {
    address,
    maxCharacters: grouped(MAX_NOTES),
    readers:
      'Only you can read them: not the other players, not the GM, and not a later player of your seat.',
    besideSheet: false,
    problems: [],
    ...parts,
  };
}

/** The address of a page that has the form. */
export function notesPagePath(number: string, page: NotesPage): string {
  return page === 'sheet' ? sheetPath(number) : `/my/games/${number}`;
}
