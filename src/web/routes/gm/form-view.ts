import type { Problem } from '../../../rules/sheet.ts';

/** What a page of a GM knows besides the game: the time, and the form that was sent and refused. */
export interface GmPageState {
  now: Date;
  /** The path of the form below the page's: `seats`. Null if none was sent. */
  form: string | null;
  values: Record<string, string>;
  problems: Problem[];
  /** The invitation link of the game, just after it was created; null later. */
  link: string | null;
}

/** One of the page's many forms. Only the one that was sent gets its values and problems back, unfolded. */
export interface FormView {
  action: string;
  values: Record<string, string>;
  problems: Problem[];
  open: boolean;
}

/** One form of the page at `path`, by its own path below that. */
export function formView(path: string, form: string, state: GmPageState): FormView {
  const action = `${path}/${form}`;
  return state.form === form
    ? { action, values: state.values, problems: state.problems, open: true }
    : { action, values: {}, problems: [], open: false };
}
