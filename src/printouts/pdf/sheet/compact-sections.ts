import type { Field, RowsField, SheetSection } from '../../../rules/sheet.ts';
import { printable } from '../../../text/printable.ts';
import { measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import { type StructNode, structNode } from '../page.ts';
import { LABEL } from './blanks.ts';
import { type CompactLayout, type Density, isDense } from './density.ts';
import { layOutField } from './fields.ts';

// The sections of a sheet with a long ranked list: it should fit on one page, so what is small stands side by side.

const TITLE: TextStyle = { font: 'sans-bold', size: 9.5, color: PALETTE.ink };
const HINT: TextStyle = { font: 'serif-italic', size: 8.5, color: PALETTE.quiet };
/** The distance of the line between two sections from the one above and the one below. */
const GAPS: Record<Density, readonly [number, number]> = { close: [5, 4], dense: [3, 3], packed: [2, 2] };
/** The distance between two columns. */
const GAP = 20;
/** A text with more characters than this needs the width of the page. */
const MAX_NARROW_TEXT = 30;
/** Several rankings with more entries than this do, too. */
const MAX_NARROW_CODES = 8;
/** A list with more columns than this does. */
const MAX_NARROW_COLUMNS = 3;
/** A row with more choices than this does. */
const MAX_NARROW_CHOICES = 4;
/** What is narrower than this, in points, is not divided again. */
const MIN_DIVIDED = 400;

/** Something that can be laid out in any width. */
type LayOut = (flow: Flow, place: Place) => void;

/** What the sections are part of, and how they are laid out. */
interface Place extends CompactLayout {
  node: StructNode;
}

/** Lays out sections as close together as they can be written on. */
export function layOutCompactSections(flow: Flow, sections: readonly SheetSection[], place: Place): void {
  for (const group of groupsOf(sections, (section) => isWide(section, place))) {
    const pieces = group.map(
      (section): LayOut =>
        (column, at) =>
          layOutSection(column, section, at),
    );
    layOutInColumns(flow, pieces, place);
  }
}

/**
 * Sections in groups: one that needs the width of the page is alone, the others between are together. One that would be
 * the only narrow one between two wide ones joins the narrow ones above.
 */
function groupsOf(
  sections: readonly SheetSection[],
  isWide: (section: SheetSection) => boolean,
): SheetSection[][] {
  const groups: SheetSection[][] = [];
  let open: SheetSection[] | null = null;
  for (const [i, section] of sections.entries()) {
    const next = sections[i + 1];
    const isLonely = open === null && (next === undefined || isWide(next));
    const above = isLonely ? groups.find(([first]) => first !== undefined && !isWide(first)) : undefined;
    if (isWide(section)) {
      groups.push([section]);
      open = null;
    } else if (above !== undefined) {
      above.push(section);
    } else if (open === null) {
      open = [section];
      groups.push(open);
    } else {
      open.push(section);
    }
  }
  return groups;
}

/** Whether a section needs the width of the page. Several long rankings do: each then takes one line. */
function isWide({ fields }: SheetSection, place: Pick<Place, 'density'>): boolean {
  const long = fields.filter((field) => field.kind === 'ranking' && field.max > MAX_NARROW_CODES);
  return long.length > 1 || fields.some((field) => needsWidth(field, place));
}

function needsWidth(field: Field, place: Pick<Place, 'density'>): boolean {
  if (field.kind === 'text') return field.max > MAX_NARROW_TEXT;
  if (field.kind === 'texts') return true;
  if (field.kind === 'rows' && field.given) return !isDense(place) || !hasOnlyChecks(field);
  return field.kind === 'rows' && field.columns.length > MAX_NARROW_COLUMNS;
}

/** Whether the rows about something that exists have one choice each, from a few. */
function hasOnlyChecks({ given = [], max, columns }: RowsField): boolean {
  if (given.length > max) return false;
  const own = columns.filter(({ name }) => given.every(({ fixed }) => fixed?.[name] === undefined));
  const [only] = own;
  return own.length === 1 && only?.kind === 'choice' && only.choices.length <= MAX_NARROW_CHOICES;
}

/** Lays out pieces in two columns, each piece in the one that is shorter so far. A single piece has the whole width. */
function layOutInColumns(flow: Flow, pieces: readonly LayOut[], place: Place): void {
  const width = (flow.width - GAP) / 2;
  if (pieces.length < 2) {
    for (const piece of pieces) piece(flow, place);
    return;
  }
  const columns: [LayOut[], LayOut[]] = [[], []];
  const heights: [number, number] = [0, 0];
  for (const piece of pieces) {
    const shorter = heights[1] < heights[0] ? 1 : 0;
    columns[shorter].push(piece);
    heights[shorter] += heightOf(piece, width, place);
  }
  flow.ensureRoom(Math.max(...heights));
  flow.sideBySide(
    columns.map((column, i) => ({
      x: i * (width + GAP),
      width,
      layOut: () => {
        for (const piece of column) piece(flow, place);
      },
    })),
  );
}

/** How high a piece is, found by laying it out on a page that is thrown away. */
function heightOf(piece: LayOut, width: number, place: Place): number {
  const scratch = new Flow('letter');
  scratch.newPage();
  scratch.width = width;
  // A section leaves no gap at the top of a page.
  const start = scratch.y + 1;
  scratch.y = start;
  piece(scratch, { ...place, node: structNode('Form'), listed: new Set(place.listed) });
  return scratch.y - start;
}

function layOutSection(flow: Flow, section: SheetSection, place: Place): void {
  const { title, hint, fields } = section;
  const dense = isDense(place);
  flow.ensureRoom(40);
  const [above, below] = GAPS[place.density];
  flow.addGap(above);
  const line = {
    kind: 'line',
    x1: 0,
    y1: 0,
    x2: flow.width,
    y2: 0,
    color: PALETTE.rule,
    width: 0.8,
  } as const;
  flow.draw([line], null);
  flow.y += below;
  const only = fields.length === 1;
  const wide = isWide(section, place);
  const [first] = fields;
  // The hint of an only field goes on in the line of the section's.
  const hints = [hint, only ? first?.hint : undefined].filter((text) => text !== undefined);
  // So does the label of the first of several fields, if everything must be close together.
  const isBeside = dense && !only && hints.length === 0 && first?.kind === 'rows' && first.label !== title;
  const beside = isBeside ? { text: first.label, style: LABEL } : { text: hints.join(' '), style: HINT };
  layOutHeading(flow, printable(title), { ...beside, lineHeight: dense ? 11.5 : 12.5 }, place.node);
  const pieces = fields.map((field, i): LayOut => {
    const { hint: _, ...bare } = field;
    const shown = only ? (bare as Field) : field;
    const isNamed = only || field.label === title || (i === 0 && isBeside);
    return (column, at) => layOutField(column, shown, at.node, { only: isNamed, compact: at });
  });
  if (flow.width >= MIN_DIVIDED && !wide) layOutInColumns(flow, pieces, place);
  else for (const piece of pieces) piece(flow, place);
}

/** What stands beside a title, and the height of the title's line. */
interface Beside {
  text: string;
  style: TextStyle;
  lineHeight: number;
}

/** The title of a section, and a text in the same line if it fits there, or else below it. */
function layOutHeading(flow: Flow, title: string, beside: Beside, node: StructNode): void {
  const { style, lineHeight } = beside;
  const text = printable(beside.text);
  const x = measureText(title, TITLE) + 8;
  const fits = x + measureText(text, style) <= flow.width;
  if (fits && text !== '') flow.draw(textOps(text, style, { x, y: TITLE.size * 0.95 }), node);
  layOutText(flow, title, { style: TITLE, lineHeight, node });
  if (!fits) layOutText(flow, text, { style, lineHeight: 11, node });
}
