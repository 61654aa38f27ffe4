import type { StateCode } from './country.ts';
import type { Party } from './parties.ts';
import type { SheetForm } from './sheet.ts';

/**
 * A printout as data. Rulesets write reports; src/printouts renders them as PDF, web page and plain text.
 * A report never contains more than its reader may see.
 */

/** The accent of a party, or none. Renderers add a pattern or a word: color is never the only sign. */
export type Tone = Party | null;

/** The colors of players' pieces, in games that have such. */
export const PIECE_COLORS = [
  'orange',
  'yellow',
  'blue',
  'white',
  'red',
  'black',
  'purple',
  'green',
  'brown',
] as const;
export type PieceColor = (typeof PIECE_COLORS)[number];

/** The accent of an area or a line in a figure: of a party, of a player's pieces, or none. */
export type FigureTone = Tone | PieceColor;

/** How strong an accent is: 1 weakest, 5 strongest. */
export type Strength = 1 | 2 | 3 | 4 | 5;

/** A printout: sections of blocks under a masthead. */
export interface Report {
  /** The ruleset's title: `Election Year`. */
  title: string;
  /** What this printout is: `Turn 3 of 6 — the conventions`. */
  subtitle: string;
  /** The game number: `EY-12`. */
  game: string;
  /** The open turn, counted from 1; null when the game is over. */
  turn: number | null;
  /** The player whose printout it is; null if it is for the public. */
  reader: Reader | null;
  /** When the sheets of the open turn are due, in words and in the game's time zone; null if no date is set. */
  due: string | null;
  /** The front page news of the turn. The key is missing if nothing has happened yet. */
  news?: News;
  /** The turn in a few plain sentences: the body of the mail, the top of the page. */
  summary: string[];
  sections: ReportSection[];
}

/** What happened in the turn, as a newspaper would tell it. It is the same for every reader. */
export interface News {
  /** No other printout of the game has the same one. */
  headline: string;
  /** Two or three sentences. */
  sentences: string[];
}

/** The player a printout is for. `account` is null if no person plays the seat. */
export interface Reader {
  identifier: string;
  name: string;
  account: number | null;
}

/** Blocks under one heading. */
export interface ReportSection {
  /** Stable within the ruleset: `states`. */
  id: string;
  /** Heading; null if the section continues the one before. */
  title: string | null;
  /** Whether it begins a page of its own on paper. */
  newPage: boolean;
  /** Whether it is the same for every reader of the turn, the public included, so that it can be laid out once. */
  shared: boolean;
  blocks: Block[];
}

export type Block =
  | Paragraph
  | Facts
  | Table
  | Quotes
  | ElectoralMap
  | MapComparison
  | VoteBar
  | LineChart
  | ShareBars
  | DiceRow
  | ScorePads
  | Sketch
  | GameOnOnePage
  | BlankSheet;
export type BlockKind = Block['kind'];

/** A paragraph of plain text. `strong` is for a line that must not be missed. */
export interface Paragraph {
  kind: 'paragraph';
  text: string;
  strong?: boolean;
}

/** Labeled figures: `Campaign funds: $512`. */
export interface Facts {
  kind: 'facts';
  items: { label: string; value: string }[];
}

export interface Column {
  label: string;
  align: 'left' | 'right';
  tone?: Tone;
  /**
   * In plain text, where a table with a column for each player is too wide, columns with the same word here become one, with
   * the word as its label. It lists the cells that are not blank, each after the label of its column: `AB 120, CD 95`.
   */
  fold?: string;
}

/** How the note of a table begins if it says what strong cells mean. Plain text, which has no bold type, marks them otherwise. */
export const BOLD_MEANS = 'Bold: ';

/** One cell: a text alone, or with a party's accent, in bold, or in gray (`quiet`), where the words say as much; or dice that are
 * drawn in place of the text. */
export type Cell =
  | string
  | { text: string; tone?: Tone; strong?: boolean; quiet?: boolean; dice?: readonly number[] };

/** A table with a caption for readers who cannot see it. Every row has as many cells as there are columns. */
export interface Table {
  kind: 'table';
  caption: string;
  /** Whether the caption is printed, or only read aloud. */
  showCaption: boolean;
  columns: Column[];
  rows: Cell[][];
  /** Whether web pages show it at once, however long it is. */
  unfolded?: boolean;
  /** Printed under the table: `* this party leads the state`. If it begins with `BOLD_MEANS`, it explains strong cells. */
  note?: string;
}

/** Words of players, each with its author's identifier. */
export interface Quotes {
  kind: 'quotes';
  items: { by: string; tone: Tone; text: string }[];
}

/** How a state stands on the map: who leads it and how strongly. A state that no one leads is white. */
export interface MapMark {
  tone: FigureTone;
  /** The color of pieces is a light tint at strength 1, and full at all others. */
  strength: Strength;
  /** Hatched in this accent: of two players who are tied, the one whose color is not the state's. */
  hatch?: PieceColor;
  /** A small dot in this party's accent: the party that would win a state that leans to neither. */
  dot?: Party;
  /** Printed in the state under its code: the leader's identifier. */
  label?: string;
  /** In words, for the text form and for readers who cannot see the map: `Democrats, narrow (AB leads)`. */
  words: string;
  /** The figures of the state, a line each, for a web page on which people tap a state: `AB 420, CD 300`. */
  figures?: string[];
}

/** The United States, each state marked. */
export interface ElectoralMap {
  kind: 'map';
  caption: string;
  /** How a state that is missing looks: white if the key is missing, or pale gray, without its code, if it plays no part. */
  others?: 'gray';
  states: Partial<Record<StateCode, MapMark>>;
  legend: { tone: FigureTone; strength: Strength; text: string }[];
  /** A picture in the empty ocean, which means nothing. */
  ornament?: 'red-herring';
  /** Players' pieces. Those in one state stand side by side. */
  tokens?: MapToken[];
  /** Moves from state to state, in order. */
  arrows?: MapArrow[];
  /** Whether it shows something other than how the game stands, so that no page begins with it. */
  aside?: true;
}

/** A piece on the map. `label` is short: the identifier of its owner. */
export interface MapToken {
  at: StateCode;
  label: string;
  tone: FigureTone;
}

/** A move on the map. `by` is the identifier of who moved; `dashed` tells a second way of moving from the first. */
export interface MapArrow {
  from: StateCode;
  to: StateCode;
  by: string;
  tone: FigureTone;
  dashed?: true;
}

/** Maps to compare with each other, such as before and after a turn: side by side on paper, with one legend. */
export interface MapComparison {
  kind: 'maps';
  caption: string;
  /** In order of time. `heading` stands above the map: `Before turn 3`. */
  items: { heading: string; states: ElectoralMap['states'] }[];
  legend: ElectoralMap['legend'];
}

/** A bar of electoral votes, its parts side by side, with a mark at 270. */
export interface VoteBar {
  kind: 'bar';
  caption: string;
  parts: { label: string; value: number; tone: FigureTone; strength: Strength }[];
  total: number;
  mark: { value: number; label: string } | null;
}

/** Lines over the turns. A series has one value for each of `labels`; null if it has none there. */
export interface LineChart {
  kind: 'chart';
  caption: string;
  /** Whether a value holds until the next one: the lines are steps. The key is missing if they slope. */
  steps?: true;
  labels: string[];
  series: { label: string; tone: FigureTone; values: (number | null)[] }[];
  mark: { value: number; label: string } | null;
}

/** How much of something each player has filled: under each heading a bar for each player, of the same length if full. */
export interface ShareBars {
  kind: 'shares';
  caption: string;
  groups: { heading: string; bars: { label: string; tone: FigureTone; value: number; of: number }[] }[];
}

/** Dice as they lie before a player, drawn with pips and numbered from 1. */
export interface DiceRow {
  kind: 'dice';
  caption: string;
  /** `earns` is printed below the die: `3 votes`. */
  dice: { face: number; earns: string }[];
  /** What they come to, beside them. */
  totals: Facts['items'];
}

/** Score pads as at a table. A large one is for its owner, who can go on crossing off with a pencil; small ones compare. */
export interface ScorePads {
  kind: 'pads';
  caption: string;
  size: 'large' | 'small';
  pads: ScorePad[];
}

export interface ScorePad {
  /** Across the top: `Ann Baker for President`. */
  title: string;
  /** The identifier of the owner. */
  by: string;
  tone: FigureTone;
  /** Beside the title. */
  totals: Facts['items'];
  tracks: PadTrack[];
  boxes: PadBox[];
  lists: CheckList[];
}

/** Circles in one row, the first `marks` crossed. `gains`: what the owner has from the circle with that number on. */
export interface PadTrack {
  label: string;
  circles: number;
  marks: number;
  gains: { at: number; text: string }[];
}

/** Circles in rows under a name, the first `marks` crossed, with prizes below. `code` is a short form of the name. */
export interface PadBox {
  code: string;
  name: string;
  circles: number;
  marks: number;
  /** `place` stands below the value: `1st`. `holder` is the identifier of who took it: circled if the owner, struck if another. */
  prizes: { value: string; place: string; holder: string | null }[];
}

/** Things that can be bought once, checked if the owner has them. A small pad leaves out notes and prices. */
export interface CheckList {
  heading: string;
  items: { label: string; price: string; note: string; checked: boolean }[];
}

/** A picture made of characters, each as wide as any other: `lines` from top to bottom, with their spaces. */
export interface Sketch {
  kind: 'sketch';
  caption: string;
  lines: string[];
}

/** The primer of the rulebook: parts under headings, and a worked turn. It fits on one page below the section's heading. */
export interface GameOnOnePage {
  kind: 'primer';
  /** A part with several texts is a numbered list. */
  parts: { heading: string; texts: string[] }[];
  example: { title: string; blocks: (Paragraph | Table)[] };
}

/** The sheet of the open turn, to be filled in by hand. `header` is printed at its top; '' is a blank to fill in. */
export interface BlankSheet {
  kind: 'sheet';
  header: { label: string; value: string }[];
  form: SheetForm;
  /** The token that says whose sheet it is and for which turn; missing if it cannot be sent on paper. It is in the header, too. */
  token?: string;
}

/**
 * The line at the top of every page, in the custom of postal games:
 * `EY-12 T-3 [AB] Ann Baker, #10468` (game, turn, identifier, name, account).
 */
export function pageHeader(report: Pick<Report, 'game' | 'turn' | 'reader'>): string {
  const turn = report.turn === null ? 'Final' : `T-${report.turn}`;
  if (report.reader === null) return `${report.game} ${turn}`;
  const { identifier, name, account } = report.reader;
  return `${report.game} ${turn} [${identifier}] ${name}${account === null ? '' : `, #${account}`}`;
}
