/** What a PDF of a sheet contains. Nothing of it is checked: anyone could have made it. */
export interface FilledPdf {
  /** Whose sheet the file says it is: see `SheetMark`. */
  game: string;
  seat: string;
  turn: number;
  token: string;
  form: string;
  /** What is entered, by the names of the fields; '' for a blank one, `Yes` for a box that is checked. */
  fields: Record<string, string>;
}

/** The largest file that is read, in bytes. A sheet of ours with everything filled in is below 1 MB. */
export const MAX_PDF_BYTES = 5 * 1024 * 1024;
