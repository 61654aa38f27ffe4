import type { StateCode } from './country.ts';
import type { SheetForm } from './sheet.ts';

/**
 * A printout as data. Rulesets write reports; src/printouts renders them as PDF, web page and plain text.
 * A report never holds more than its reader may see.
 */

/** The accent of a party. `null` is nobody's. Renderers add a pattern or a word: colour is never the only sign. */
export type Tone = 'D' | 'R' | null;

/** A printout: sections of blocks under a masthead. */
export interface Report {
  /** The ruleset's title: `Election Year`. */
  title: string;
  /** What this printout is: `Turn 3 of 6 — the conventions`. */
  subtitle: string;
  /** The game's number: `EY-12`. */
  game: string;
  /** The turn whose sheet comes next, counted from 1; null when the game is over. */
  turn: number | null;
  /** Whose printout it is; null for the public's. */
  reader: Reader | null;
  /** When the coming turn's sheet is due, in words and in the game's zone; null where nothing is due. */
  due: string | null;
  /** The turn in a few plain sentences: the body of the mail, the head of the page. */
  summary: string[];
  sections: ReportSection[];
}

/** The person a printout is for. `account` is null where nobody (or the computer) sits. */
export interface Reader {
  id: string;
  name: string;
  account: number | null;
}

/** Blocks under one heading. */
export interface ReportSection {
  /** Stable within the ruleset: `states`. */
  id: string;
  /** Heading; null where the section goes on from the one before. */
  title: string | null;
  /** Begins a page of its own on paper. */
  newPage: boolean;
  /** The same for every reader of the turn, the public included, so that it can be laid out once. */
  shared: boolean;
  blocks: Block[];
}

export type Block = Paragraph | Facts | Table | Quotes | ElectoralMap | VoteBar | LineChart | BlankSheet;
export type BlockKind = Block['kind'];

/** A paragraph of plain text. `strong` is for a line that must not be missed. */
export interface Paragraph {
  kind: 'paragraph';
  text: string;
  strong?: boolean;
}

/** Labelled figures: `Campaign funds: $512`. */
export interface Facts {
  kind: 'facts';
  items: { label: string; value: string }[];
}

export interface Column {
  label: string;
  align: 'left' | 'right';
  tone?: Tone;
}

/** One cell. A text alone, or with a party's accent or weight. */
export type Cell = string | { text: string; tone?: Tone; strong?: boolean };

/** A table with a caption for those who cannot see it; `rows` have as many cells as there are columns. */
export interface Table {
  kind: 'table';
  caption: string;
  /** Is the caption printed, or only spoken? */
  showCaption: boolean;
  columns: Column[];
  rows: Cell[][];
  /** Printed under the table: `* this party leads the state`. */
  note?: string;
}

/** Words of players, each with its author's identifier. */
export interface Quotes {
  kind: 'quotes';
  items: { by: string; tone: Tone; text: string }[];
}

/** How a state stands on the map: whose it is and how strongly (1 weakest … 5 strongest); nobody's is white. */
export interface MapMark {
  tone: Tone;
  strength: 1 | 2 | 3 | 4 | 5;
  /** A small dot in this party's accent: the side that holds a state which leans to nobody. */
  dot?: 'D' | 'R';
  /** Printed in the state under its code: the leader's identifier. */
  label?: string;
  /** In words, for the text form and for those who cannot see the map: `Democrats, narrow (AB leads)`. */
  words: string;
}

/** The United States, each state marked. A state that is missing is left white. */
export interface ElectoralMap {
  kind: 'map';
  caption: string;
  states: Partial<Record<StateCode, MapMark>>;
  legend: { tone: Tone; strength: 1 | 2 | 3 | 4 | 5; text: string }[];
}

/** A bar of electoral votes, its parts side by side, with a mark: 270. */
export interface VoteBar {
  kind: 'bar';
  caption: string;
  parts: { label: string; value: number; tone: Tone; strength: 1 | 2 | 3 | 4 | 5 }[];
  total: number;
  mark: { value: number; label: string } | null;
}

/** Lines over the turns. A series has one value for each of `labels`; null where it has none. */
export interface LineChart {
  kind: 'chart';
  caption: string;
  labels: string[];
  series: { label: string; tone: Tone; values: (number | null)[] }[];
  mark: { value: number; label: string } | null;
}

/** The coming turn's sheet, to be filled in by hand. `head` is printed at its top, `''` being a blank to fill. */
export interface BlankSheet {
  kind: 'sheet';
  header: { label: string; value: string }[];
  form: SheetForm;
}

/**
 * The line at the head of every page, in the custom of postal games:
 * `EY-12 T-3 [AB] Ann Baker, #10468` (game, turn, identifier, name, account).
 */
export function pageHeader(report: Pick<Report, 'game' | 'turn' | 'reader'>): string {
  const turn = report.turn === null ? 'Final' : `T-${report.turn}`;
  if (report.reader === null) return `${report.game} ${turn}`;
  const { id, name, account } = report.reader;
  return `${report.game} ${turn} [${id}] ${name}${account === null ? '' : `, #${account}`}`;
}
