import type { Field, SheetSection } from '../../../rules/sheet.ts';
import { printable } from '../../../text/printable.ts';
import { measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import { type StructNode, structNode } from '../page.ts';
import { layOutField } from './fields.ts';
import type { CompactLayout } from './ranked-rows.ts';

// The sections of a sheet with a long ranked list: it should fit on one page, so what is small stands side by side.

const TITLE: TextStyle = { font: 'sans-bold', size: 9.5, color: PALETTE.ink };
const HINT: TextStyle = { font: 'serif-italic', size: 8.5, color: PALETTE.quiet };
/** The distance between two columns. */
const GAP = 20;
/** A text with more characters than this needs the width of the page. */
const MAX_NARROW_TEXT = 30;
/** Several rankings with more entries than this do, too. */
const MAX_NARROW_CODES = 8;
/** A list with more columns than this does. */
const MAX_NARROW_COLUMNS = 3;
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
  for (const group of groupsOf(sections)) {
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
function groupsOf(sections: readonly SheetSection[]): SheetSection[][] {
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
function isWide({ fields }: SheetSection): boolean {
  const long = fields.filter((field) => field.kind === 'ranking' && field.max > MAX_NARROW_CODES);
  return long.length > 1 || fields.some(needsWidth);
}

function needsWidth(field: Field): boolean {
  if (field.kind === 'text') return field.max > MAX_NARROW_TEXT;
  if (field.kind === 'texts' || (field.kind === 'rows' && field.given)) return true;
  return field.kind === 'rows' && field.columns.length > MAX_NARROW_COLUMNS;
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

function layOutSection(flow: Flow, { title, hint, fields }: SheetSection, place: Place): void {
  flow.ensureRoom(40);
  flow.addGap(5);
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
  flow.y += 4;
  const only = fields.length === 1;
  const wide = isWide({ title, fields });
  // The hint of an only field goes on in the line of the section's.
  const hints = [hint, only ? fields[0]?.hint : undefined].filter((text) => text !== undefined);
  layOutHeading(flow, printable(title), printable(hints.join(' ')), place.node);
  const pieces = fields.map((field): LayOut => {
    const { hint: _, ...bare } = field;
    const shown = only ? (bare as Field) : field;
    const isNamed = only || field.label === title;
    return (column, at) => layOutField(column, shown, at.node, { only: isNamed, compact: at });
  });
  if (flow.width >= MIN_DIVIDED && !wide) layOutInColumns(flow, pieces, place);
  else for (const piece of pieces) piece(flow, place);
}

/** The title of a section, and its hint in the same line if it fits there. */
function layOutHeading(flow: Flow, title: string, hint: string, node: StructNode): void {
  const x = measureText(title, TITLE) + 8;
  const fits = x + measureText(hint, HINT) <= flow.width;
  if (fits && hint !== '') flow.draw(textOps(hint, HINT, { x, y: TITLE.size * 0.95 }), node);
  layOutText(flow, title, { style: TITLE, lineHeight: 12.5, node });
  if (!fits) layOutText(flow, hint, { style: HINT, lineHeight: 11, node });
}
