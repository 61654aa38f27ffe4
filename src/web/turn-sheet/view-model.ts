import type { Advice, Problem, Tally } from '../../rules/sheet.ts';
import type { TotalView } from './units.ts';

/**
 * What the page of a turn sheet shows, made from the form alone: it knows no game. The template writes it
 * down without a decision of its own.
 */
export interface SheetView {
  turn: number;
  phase: string;
  facts: string[];
  sections: SectionView[];
  totals: TotalView[];
  /** All problems, for the list at the head of the page. */
  problems: LinkedRemark[];
  advice: LinkedRemark[];
  /** Notes that belong to no field. */
  notes: string[];
  /** Does a list have so many columns that it needs the whole width? */
  wide: boolean;
  /** Is there anything that the map could fill in? */
  takesStates: boolean;
}

/** Fields under one heading. */
export interface SectionView {
  title: string;
  hint: string;
  fields: FieldView[];
}

export type FieldView = SingleView | RowsView | RankingView;

/** One field by itself. */
export interface SingleView {
  kind: 'single';
  control: ControlView;
}

interface ListView {
  /** The field's name: remarks on the whole list have this path. */
  path: string;
  id: string;
  label: string;
  hint: string;
  describedBy: string;
  remarks: Remarks;
}

/** Records of simple fields: a table. */
export interface RowsView extends ListView {
  kind: 'rows';
  columns: ColumnView[];
  rows: RowView[];
}

export interface ColumnView {
  label: string;
  hint: string;
  hintId: string;
  /** The kind of its controls, for its width. */
  kind: ControlView['kind'];
}

export interface RowView {
  path: string;
  id: string;
  number: number;
  controls: ControlView[];
  remarks: Remarks;
}

/** An ordered list of different values. */
export interface RankingView extends ListView {
  kind: 'ranking';
  controls: ControlView[];
}

/** One select, input or tick box. */
export interface ControlView {
  kind: 'select' | 'number' | 'text' | 'flag';
  /** The input's name: the field's path. */
  path: string;
  id: string;
  label: string;
  /** What a listener needs besides the label: `Campaign, row 3`; '' where the label says all. */
  context: string;
  hint: string;
  value: string;
  /** Is the tick box ticked? */
  checked: boolean;
  /** The legal choices, the blank one first; [] for inputs. */
  options: OptionView[];
  /** Does it take a state, so that the map may fill it? */
  state: boolean;
  /** Signs before and after the input: `$`. */
  before: string;
  after: string;
  /** At most so many characters; null where nothing limits them. */
  max: number | null;
  invalid: boolean;
  describedBy: string;
  remarks: Remarks;
}

export interface OptionView {
  value: string;
  text: string;
  chosen: boolean;
}

/** What is said beside a place of the page. */
export interface Remarks {
  problems: string[];
  advice: string[];
  notes: string[];
}

/** A remark in the list at the head of the page; `target` is the id of the control it is about, or ''. */
export interface LinkedRemark {
  place: string;
  target: string;
  message: string;
}

/** What is known of a sheet besides its values. Paths are those of the page. */
export interface Validation {
  problems: readonly Problem[];
  advice: readonly Advice[];
  tally: Tally;
}
