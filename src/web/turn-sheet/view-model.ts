import type { Advice, Problem, Tally } from '../../rules/sheet.ts';
import type { RuleLink } from '../rendering/rulebook-links.ts';
import type { FactsView } from './facts-view.ts';
import type { SheetMap } from './sheet-map.ts';
import type { TotalView } from './total-view.ts';

/*
 * src/web/turn-sheet: the page of a sheet (the turn sheet, advance orders, a paper sheet) and its receipt. Everything
 * on it comes from the form of the ruleset; nothing here knows a game. This file has the types of what the templates in
 * templates/web/player print.
 */

/** A sheet being filled in, made from its form. */
export interface SheetView {
  turn: number;
  phase: string;
  facts: string[];
  sections: SectionView[];
  totals: TotalView[];
  /** All problems, for the list at the top of the page. */
  problems: LinkedRemark[];
  advice: LinkedRemark[];
  /** Notes that belong to no field. */
  notes: string[];
  /** Whether a list has so many columns that it needs more width than the map beside it. */
  wide: boolean;
  /** Whether the form has a field that the map can fill in. */
  takesStates: boolean;
  /** Whether the form has rows that can be moved. */
  ranks: boolean;
}

/** Fields under one heading. */
export interface SectionView {
  title: string;
  hint: string;
  /** The rules that its fields follow. */
  rules: RuleLink[];
  /** Whether it can be folded away, and whether it is. */
  folds: boolean;
  folded: boolean;
  fields: FieldView[];
}

export type FieldView =
  | SingleView
  | RowsView
  | RankedRowsView
  | GivenRowsView
  | RankingView
  | ChecksView
  | TextsView;

/** One field that is not a list. */
export interface SingleView {
  kind: 'single';
  control: ControlView;
}

interface ListView {
  /** The field's name, which is the path of remarks on the whole list. */
  path: string;
  id: string;
  label: string;
  hint: string;
  describedBy: string;
  remarks: Remarks;
}

/** A list of records: a table. */
export interface RowsView extends ListView {
  kind: 'rows';
  columns: ColumnView[];
  rows: RowView[];
}

/** A list of records whose order matters: a list of lines that can be moved. */
export interface RankedRowsView extends ListView {
  kind: 'ranked';
  /** The columns that every row shows; the others are folded away. */
  columns: ColumnView[];
  rows: RankedRowView[];
  /** How many rows the page shows at first if its scripts run. */
  usual: number;
  /** Whether two rows can name the same state. */
  repeats: boolean;
}

export interface ColumnView {
  label: string;
  hint: string;
  hintId: string;
  /** The kind of its controls, which decides its width. */
  kind: ControlView['kind'];
}

export interface RowView {
  path: string;
  id: string;
  number: number;
  controls: ControlView[];
  remarks: Remarks;
}

/** A row of a ranked list. `controls` are those of the columns that every row shows. */
export interface RankedRowView extends RowView {
  /** The controls of the columns that are folded away. */
  rare: ControlView[];
  /** What is filled in of them: `Before 1, Hold`; '' for nothing. */
  summary: string;
}

/** A list of records, each about something that exists: a block for each. */
export interface GivenRowsView extends ListView {
  kind: 'given';
  /** What the folded columns are about. */
  rareTitle: string;
  rows: GivenRowView[];
}

/** What a row is about, and its controls. */
export interface GivenRowView extends RowView {
  label: string;
  note: string;
  /** What to read before it is filled in, a paragraph each. */
  words: string[];
  /** The controls of the columns that most rows leave blank, and whether they are folded away. */
  rare: ControlView[];
  folded: boolean;
}

/** A list of texts: an input for each question. */
export interface TextsView extends ListView {
  kind: 'texts';
  controls: ControlView[];
}

/** An ordered list of different values. */
export interface RankingView extends ListView {
  kind: 'ranking';
  controls: ControlView[];
}

/** A list of different values whose order does not matter: a check box for each. */
export interface ChecksView extends ListView {
  kind: 'checks';
  controls: ControlView[];
}

/** One select, input or check box. */
export interface ControlView {
  kind: 'select' | 'number' | 'text' | 'long' | 'lines' | 'flag';
  /** The input's name: the field's path. */
  path: string;
  id: string;
  label: string;
  /** What a screen reader needs besides the label: `Campaign, row 3`; '' if the label is enough. */
  context: string;
  hint: string;
  value: string;
  /** Whether the check box is checked. */
  checked: boolean;
  /** The legal choices, the blank one first; [] for inputs. */
  options: OptionView[];
  /** Whether it takes a state, so that the map can fill it in. */
  state: boolean;
  /** Signs before and after the input: `$`. */
  before: string;
  after: string;
  /** What a blank number means; '' if nothing is said of it. */
  placeholder: string;
  /** The maximum number of characters, of each line if there are several; null if there is none. */
  max: number | null;
  /** How many lines there are at most; null for one line. */
  lines: number | null;
  invalid: boolean;
  describedBy: string;
  remarks: Remarks;
}

export interface OptionView {
  value: string;
  text: string;
  chosen: boolean;
}

/** The remarks beside one field. */
export interface Remarks {
  problems: string[];
  advice: string[];
  notes: string[];
}

/** A remark in a list at the top of the page. `target` is the id of the control that it is about, or ''. */
export interface LinkedRemark {
  /** The field in words, or ''. */
  label: string;
  target: string;
  message: string;
}

/** The result of checking a sheet. Paths are those of the page. */
export interface Validation {
  problems: readonly Problem[];
  advice: readonly Advice[];
  tally: Tally;
}

/** A box at the top of a page: the outcome of what the player did, advice, or the state of the sheet. */
export interface BoxView {
  kind: 'info' | 'good' | 'problem' | 'advice';
  title: string;
  paragraphs: string[];
  remarks: LinkedRemark[];
  /** What is printed between the label of a remark and its message. */
  labelEnd: ':' | '.';
  /** A sentence after the remarks, or ''. */
  closing: string;
  /** Everything that was posted, if the form cannot show all of it. */
  postedFields: [string, string][];
  /** Whether the box is the response to what the player just did. It then gets the focus. */
  isResponse: boolean;
  /** The key of the draft that the browser must forget, or null. */
  clearDraft: string | null;
  /** A button that posts a form, or null. */
  action: BoxAction | null;
}

export interface BoxAction {
  address: string;
  label: string;
  /** Hidden fields besides the form token. */
  fields: Record<string, string>;
}

/** The top of a page about a seat's sheet. */
export interface PageHeadView {
  /** The line over the heading, as on the printouts: `EY-12 T-3 [AB] Ann Baker, #10468`. */
  seatLine: string;
  heading: string;
  gameAddress: string;
  gameTitle: string;
  /** The printout on which the sheet is filled in, if the page has a link to it. */
  printout?: { address: string; label: string };
  /** The page on which the player writes to the GM; null for a GM who plays, missing if there is no GM. */
  gmAddress?: string | null;
  /** What follows the title of the game, separated by dots. */
  facts: string[];
  /** The most important fact, printed last; '' if there is none. */
  mainFact: string;
}

/** The form on which orders are filled in. */
export interface SheetFormView {
  sheet: SheetView;
  /** Where it is sent. `/check` below it checks the orders without sending them. */
  address: string;
  /** Hidden fields besides the form token. */
  fields: Record<string, string>;
  /** The name under which the browser keeps a draft. */
  draftKey: string;
  /** Drafts for earlier turns of the same seat are deleted. */
  draftFrom: number;
  /** The map beside the form as SVG; null if there is no field for it. */
  map: SheetMap | null;
  /** The figures of the states to decide by; null if there are none. */
  facts: FactsView | null;
  /** The check box for final orders; null if the game does not ask for them. */
  final: { label: string; checked: boolean } | null;
  sendLabel: string | null;
  checkLabel: string;
  /** The button of the row that was moved without scripts, which gets the focus: `plan[1]:up`. Missing if none was. */
  moved?: string;
  /** The button that shows a guess at what the orders would do; missing if the page has none. */
  tryLabel?: string;
  /** Why there is no such button, as a hint; missing if nothing has to be said. */
  noTry?: string;
}
