/**
 * A turn sheet as data. A ruleset describes its sheet with these fields; the web page, the printable page, the mail
 * template and the receipt are all made from that form. What comes back through any of them is turned into raw orders
 * for the ruleset's `check`.
 */

/** Why a sheet, a form or a request is refused. `field` is a path such as `campaign[2].spend`, or '' for the whole. */
export interface Problem {
  field: string;
  /** Stable, for programs: `overspent`. */
  code: string;
  /** For people: what is wrong and what would be right. */
  message: string;
}

/** A remark on orders that are legal, but probably not meant. Never a reason to refuse a sheet. */
export interface Advice {
  field: string;
  code: string;
  message: string;
}

/** One thing that can be chosen. `value` is what the orders contain, `label` what people read. */
export interface Choice {
  value: string;
  label: string;
  /** A short fact beside the label: `54 votes`. */
  note?: string;
  /** The same for the narrow list of codes on a paper sheet: `55 EV, 5+`. */
  short?: string;
  /** How a sentence names it, if not by its label: `the Radio Ad`. */
  phrase?: string;
}

/** What a number counts. Its sign, or the word after it, follows from that. A plain `number` has neither. */
export type Unit = 'dollars' | 'votes' | 'points' | 'days' | 'tokens' | 'number';

interface FieldBase {
  /** The key in the orders. */
  name: string;
  label: string;
  hint?: string;
}

/** One of a list, or nothing. `blank` is the label of choosing nothing. */
export interface ChoiceField extends FieldBase {
  kind: 'choice';
  choices: Choice[];
  blank: string;
  /** Whether some of the choices are states by postal code. The map can fill those in. */
  hasStates?: boolean;
}

/** One state by postal code, out of those that are legal. */
export interface StateField extends FieldBase {
  kind: 'state';
  choices: Choice[];
  blank: string;
}

/** A whole number. */
export interface IntegerField extends FieldBase {
  kind: 'integer';
  min: number;
  /** null if the rules set no limit. */
  max: number | null;
  unit: Unit;
  /** What a blank means, if that is a number. It is shown beside the hint, which does not say it. */
  ifBlank?: number;
}

/** Yes or no; not ticked means no. */
export interface FlagField extends FieldBase {
  kind: 'flag';
}

/** One line of text, or a list that is written in one box. `max` counts Unicode code points: of each line, if there are several. */
export interface TextField extends FieldBase {
  kind: 'text';
  max: number;
  /** How many lines there are at most, for a drawing made of characters. The orders contain the list of lines. */
  lines?: number;
  /** How many words there are at most, with spaces or commas between. The orders contain the list of words. */
  words?: number;
}

/** A field that stands by itself or as one column of a row. */
export type SimpleField = ChoiceField | StateField | IntegerField | FlagField | TextField;

/** One column of a list of rows. */
export type Column = SimpleField & {
  /** Whether most rows leave it blank. Pages then fold it away until something is filled in. */
  rare?: boolean;
  /** What the orders contain if it is blank and something else of its row is filled in. */
  implied?: string;
};

/** Up to `max` records of simple fields. */
export interface RowsField extends FieldBase {
  kind: 'rows';
  max: number;
  columns: Column[];
  /** What makes the order of the rows matter, the first row first; missing if their order does not matter. */
  ranked?: Ranked;
  /** How a row reads as a sentence; missing if a row says enough by itself. */
  sentence?: RowSentence;
  /** What the rows contain until the player has sent something, as raw orders; missing for blank rows. */
  prefilled?: Record<string, string | number | boolean>[];
  /** What the rows are about, one by one, if that exists already: questions to answer. The orders contain `max` of them at most. */
  given?: GivenRow[];
  /** What the rare columns of given rows are about: `Offer for the chip`. */
  rareTitle?: string;
  /** Whether the n-th row of the orders is the n-th row of the form, with null for a blank one. Others move up. */
  positional?: true;
}

/** What one row of a list is about. */
export interface GivenRow {
  /** `AB1`, `Stop 1` */
  label: string;
  /** A short fact beside the label: `you rolled 3 and 4`. */
  note?: string;
  /** What to read before the row is filled in, a paragraph each: the text of a question. */
  words?: string[];
  /** By column: what the orders contain as soon as something else of the row is filled in. The form does not ask for it. */
  fixed?: Readonly<Record<string, string | number>>;
  /** The columns that the row has, if it does not have all of them. */
  columns?: readonly string[];
  /** By column: the choices of this row, if they are its own. */
  choices?: Readonly<Record<string, Choice[]>>;
}

/**
 * How a row reads as a sentence, beside it and on the receipt: `If I have at least 5 votes, buy the Radio Ad, but keep $6.`
 * In each text, `{marks}` stands for what the column `marks` contains, and `{each faces}` for its characters one by one.
 */
export interface RowSentence {
  /** By column: of what other column it depends on, and with which of its values it means anything. It counts as blank otherwise. */
  onlyWith?: Readonly<Record<string, { column: string; values: readonly string[] }>>;
  /** By column: what must hold. Conditions are joined with "and" after "If"; a blank column has none. */
  conditions: Readonly<Record<string, string>>;
  /** What is done then: the first of these texts whose columns are all filled in. */
  actions: readonly string[];
  /** By column: what is added after a comma if the column is filled in. */
  additions?: Readonly<Record<string, string>>;
}

/** How rows are ranked. Pages let the player move such rows up and down. */
export interface Ranked {
  /** How many rows most players need: pages show that many at first. At most `max`. */
  usual: number;
  /** Whether two rows can name the same state. The map then adds a state again if it is chosen again. */
  repeats: boolean;
}

/** Up to `max` different values in order. `of` says whether they are states; the map can then fill them in. */
export interface RankingField extends FieldBase {
  kind: 'ranking';
  max: number;
  of: 'state' | 'choice';
  choices: Choice[];
  /** What one entry of the list is called: `Trip`. */
  each: string;
  /** Whether the order of the entries does not matter. Pages and paper then have a check box for each choice. */
  unordered?: true;
  /** Whether the entries are whole numbers in the orders, such as numbers of dice; choices have them as digits. */
  numbers?: true;
}

/** One text for each of some questions. The orders contain them as a list, with null for a blank one. `max` is as in `TextField`. */
export interface TextsField extends FieldBase {
  kind: 'texts';
  max: number;
  /** The labels: the questions. */
  entries: string[];
}

export type Field = SimpleField | RowsField | RankingField | TextsField;

/** Fields under one heading. */
export interface SheetSection {
  title: string;
  hint?: string;
  /** Whether most sheets leave all of it blank. Pages then fold it away until something in it is filled in. */
  rare?: true;
  fields: Field[];
}

/** The form of one seat's sheet for one turn. */
export interface SheetForm {
  /** The turn it is for, counted from 1. */
  turn: number;
  /** The phase in words: `Primary season`. */
  phase: string;
  /** What the player should know while filling it in, one sentence each: `Campaign funds: $512`. */
  facts: string[];
  sections: SheetSection[];
  /** Whether a blank sheet is as good a decision as any, so that no one is asked whether it was meant. */
  mayBeBlank?: boolean;
}

/** A running figure of a sheet that is being filled in: `Campaign money: $120 of $512`. */
export interface Total {
  label: string;
  value: number;
  /** The largest legal value; null if there is no limit. */
  limit: number | null;
  unit: Unit;
}

/** A remark beside one field: `$120 × 3 = 360 popularity`. */
export interface Note {
  field: string;
  text: string;
}

/** What the page shows while a sheet is being filled in. */
export interface Tally {
  totals: Total[];
  notes: Note[];
}

/** The flat values of a filled-in form, keyed by field path: `campaign[0].spend` → `'120'`. */
export type FormValues = Record<string, string>;

/** The hint of a field, and what a blank number means: `1 is resolved first, 9 last. Blank is 5.` */
export function fullHint(field: Field): string | undefined {
  if (field.kind !== 'integer' || field.ifBlank === undefined) return field.hint;
  const blank = `Blank is ${field.ifBlank}.`;
  return field.hint === undefined ? blank : `${field.hint} ${blank}`;
}

/** How many entries a list of values has on a page: its maximum, or one for each choice if their order does not matter. */
export function entryCount({ max, choices, unordered }: RankingField): number {
  return unordered ? choices.length : max;
}

/** All fields of a form in order, across its sections. */
export function fieldsOf(form: SheetForm): Field[] {
  return form.sections.flatMap((section) => section.fields);
}
