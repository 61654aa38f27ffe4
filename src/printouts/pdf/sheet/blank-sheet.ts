import type { BlankSheet } from '../../../rules/report.ts';
import { type Choice, type Field, fieldsOf, type SheetSection } from '../../../rules/sheet.ts';
import { printable } from '../../../text/printable.ts';
import { fitText, measureText, type TextStyle, textOps, wrapToWidth } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField } from '../field-op.ts';
import { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import { type StructNode, structNode } from '../page.ts';
import { besideCode } from './code.ts';
import { layOutCompactSections } from './compact-sections.ts';
import { type CompactLayout, isDense } from './density.ts';
import { layOutField } from './fields.ts';

const LABEL: TextStyle = { font: 'sans', size: 7.5, color: PALETTE.quiet };
const VALUE: TextStyle = { font: 'sans-bold', size: 10, color: PALETTE.ink };
const TITLE: TextStyle = { font: 'sans-bold', size: 10, color: PALETTE.ink };
const HINT: TextStyle = { font: 'serif-italic', size: 9, color: PALETTE.quiet };
const FACT: TextStyle = { font: 'serif', size: 9.5, color: PALETTE.ink };
/** If there are more facts than this, they are set smaller, so that the sheet fits on its page. */
const MAX_LARGE_FACTS = 5;
const SMALL_FACT: TextStyle = { ...FACT, size: 8.5 };
const FOOTER: TextStyle = { ...FACT, font: 'serif-bold' };

/** What the footer of the sheet says. */
export interface SheetFooter {
  /** The due date in words; null if there is none. */
  due: string | null;
  /** Where players send the sheet, as a sentence; null if nothing particular is known. */
  sendTo: string | null;
  /** Whether there is a box that makes the orders final. */
  finalOrders: boolean;
  /** The address to which the code beside the header leads, without the sheet's token; null for no code. */
  scanTo: string | null;
}

/** Below the header; half of it in a packed sheet. */
const HEADER_GAP = 8;
/** A ranked list with more boxes than this takes most of the page. */
const MAX_BOXES = 40;
/** How high its rows can be, in points. */
const ROW_HEIGHTS = [20, 18, 16.5, 15, 14, 12.5];
/** The same if all else must be as close together as it can be read. */
const DENSE_ROW_HEIGHTS = [16.5, 15, 14, 12.5];
/** What the box for final orders is called among the fields; no field of a form begins with this sign. */
export const FINAL_FIELD = '_final';
const FINAL_ORDERS = 'My orders are final. The turn does not have to wait for me.';
const SEND_ANYWHERE = 'Give it to your GM, or fill in the same sheet on the game page.';
const LATER_SHEETS = 'A later sheet replaces an earlier one until the turn is processed.';

/**
 * Lays out the blank turn sheet: who sends it, what to know, boxes and lines to write on, and where to send it. It is set as
 * roomily as it can be for the sheet to fit on the page.
 */
export function layOutBlankSheet(flow: Flow, sheet: BlankSheet, footer: SheetFooter): void {
  const node = flow.addNode('Form', { alt: 'Turn sheet to fill in by hand' });
  flow.ensureRoom(0);
  const isFull = fieldsOf(sheet.form).some(fillsThePage);
  const settings: Setting[] = [
    ...(isFull ? [] : [null]),
    ...ROW_HEIGHTS.map((rowHeight) => ({ rowHeight, density: 'close' as const })),
    ...DENSE_ROW_HEIGHTS.map((rowHeight) => ({ rowHeight, density: 'dense' as const })),
    LAST_SETTING,
  ];
  const setting = settings.find((one) => fits(flow, sheet, footer, one));
  const ifNone = isFull ? LAST_SETTING : null;
  layOutContents(flow, sheet, { footer, node, setting: setting === undefined ? ifNone : setting });
}

/** How everything is set that must be close together; null if there is room. */
type Setting = Omit<CompactLayout, 'listed'> | null;

/** For what does not fit otherwise. */
const LAST_SETTING = { rowHeight: 12.5, density: 'packed' } as const;

interface Contents {
  footer: SheetFooter;
  node: StructNode;
  setting: Setting;
}

/** Whether the sheet fits on the page, found by laying it out on one that is thrown away. */
function fits(flow: Flow, sheet: BlankSheet, footer: SheetFooter, setting: Setting): boolean {
  const scratch = new Flow(flow.paper, flow.spacing, flow.y);
  scratch.width = flow.width;
  layOutContents(scratch, sheet, { footer, node: structNode('Form'), setting });
  return scratch.pages.length === 1 && scratch.y <= scratch.bottom;
}

function layOutContents(flow: Flow, sheet: BlankSheet, { footer, node, setting }: Contents): void {
  const { facts, sections } = sheet.form;
  const { scanTo } = footer;
  const code = scanTo === null || sheet.token === undefined ? null : `${scanTo}/${sheet.token}`;
  besideCode(flow, code, node, () => {
    layOutHeader(flow, sheet.header, node, setting === null ? 3 : sheet.header.length);
    if (setting === null) return;
    if (setting.density === 'packed') flow.y -= HEADER_GAP / 2;
    const [size, lineHeight] = isDense(setting) ? [8.5, 10] : [9, 11];
    layOutText(flow, printable(facts.join(' ')), { style: { ...FACT, size }, lineHeight, node });
  });
  if (setting === null) {
    layOutFacts(flow, facts, node);
    layOutSections(flow, sections, node);
  } else {
    layOutCompactSections(flow, sections, { node, ...setting, listed: new Set() });
  }
  if (footer.finalOrders) layOutFinalOrdersBox(flow, node, setting === null ? 8 : 1);
  layOutFooter(flow, footer, node, setting !== null);
  if (setting === null) layOutStateCodes(flow, statesOf(sheet.form), node);
}

function layOutFacts(flow: Flow, facts: readonly string[], node: StructNode): void {
  const isLong = facts.length > MAX_LARGE_FACTS;
  const setting = isLong ? { style: SMALL_FACT, lineHeight: 10 } : { style: FACT, lineHeight: 12.5 };
  for (const fact of facts) layOutText(flow, printable(fact), { ...setting, node });
}

/** Whether a field has so much to write in that everything else must be close together to fit on the page. */
function fillsThePage(field: Field): boolean {
  if (field.kind !== 'rows') return false;
  if (field.given !== undefined) return true;
  return field.ranked !== undefined && field.max * field.columns.length > MAX_BOXES;
}

function layOutSections(flow: Flow, sections: readonly SheetSection[], node: StructNode): void {
  for (const section of sections) {
    flow.ensureRoom(60);
    flow.addGap(9);
    flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.rule, width: 0.8 }], null);
    flow.y += 6;
    layOutText(flow, printable(section.title), { style: TITLE, lineHeight: 14, node });
    if (section.hint !== undefined) {
      layOutText(flow, printable(section.hint), { style: HINT, lineHeight: 12, node });
    }
    flow.y += 2;
    const only = section.fields.length === 1;
    for (const field of section.fields) layOutField(flow, field, node, { only });
  }
}

/** The entries of the header in boxes, some side by side. A blank entry is an empty box. */
function layOutHeader(flow: Flow, header: BlankSheet['header'], node: StructNode, perRow: number): void {
  for (let first = 0; first < header.length; first += perRow) {
    const row = header.slice(first, first + perRow);
    const cells = cellsOfHeader(row, flow.width, perRow);
    const height = 15 + Math.max(...cells.map(({ lines }) => lines.length)) * 12.5 + 3;
    flow.ensureRoom(height);
    for (const { x, width, label, lines } of cells) {
      const border = { stroke: PALETTE.ink, strokeWidth: 0.6 };
      flow.draw([{ kind: 'rect', x, y: 0, w: width, h: height, ...border }], null);
      flow.draw(textOps(label, LABEL, { x: x + 6, y: 9.5 }), node);
      for (const [i, line] of lines.entries()) {
        flow.draw(textOps(line, VALUE, { x: x + 6, y: 23 + i * 12.5 }), node);
      }
    }
    flow.y += height;
  }
  flow.y += HEADER_GAP;
}

/** The cells of one row: equally wide, or as wide as their entries if one of these would be broken otherwise. */
function cellsOfHeader(row: BlankSheet['header'], room: number, perRow: number) {
  const equal = room / perRow;
  const needed = row.map(({ label, value }) => {
    return 12 + Math.max(measureText(printable(label), LABEL), measureText(printable(value), VALUE));
  });
  const spare = room - needed.reduce((sum, width) => sum + width, 0);
  const isUneven = row.length === perRow && spare > 0 && needed.some((width) => width > equal);
  let x = 0;
  return row.map(({ label, value }, i) => {
    const width = isUneven ? (needed[i] as number) + spare / perRow : equal;
    const cell = {
      ...{ x, width },
      label: wrapToWidth(printable(label), LABEL, width - 12)[0] ?? '',
      lines: wrapToWidth(printable(value), VALUE, width - 12),
    };
    x += width;
    return cell;
  });
}

function layOutFinalOrdersBox(flow: Flow, node: StructNode, gap: number): void {
  flow.addGap(gap);
  flow.ensureRoom(16);
  const box = { kind: 'rect', x: 0.4, y: 1, w: 10, h: 10, stroke: PALETTE.ink, strokeWidth: 0.8 } as const;
  flow.draw([box], null);
  flow.draw([checkField(box, { path: FINAL_FIELD, label: FINAL_ORDERS }, 'yes')], node);
  flow.draw(textOps(FINAL_ORDERS, FACT, { x: 17, y: 9.5 }), node);
  flow.y += 14;
}

function layOutFooter(flow: Flow, { due, sendTo }: SheetFooter, node: StructNode, isCompact: boolean): void {
  const sentences = [
    ...(due === null ? [] : [`Due ${printable(due)}.`]),
    LATER_SHEETS,
    sendTo === null ? SEND_ANYWHERE : printable(sendTo),
  ];
  flow.addGap(isCompact ? 3 : 10);
  flow.ensureRoom(isCompact ? 16 : 40);
  flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.ink, width: 1.2 }], null);
  flow.y += isCompact ? 3 : 6;
  const style = isCompact ? { ...FOOTER, size: 8.5 } : FOOTER;
  layOutText(flow, sentences.join(' '), { style, lineHeight: isCompact ? 11 : 12.5, node });
}

/** The choices of the first field that takes a state; none if no field does. */
function statesOf(form: BlankSheet['form']): Choice[] {
  for (const field of fieldsOf(form)) {
    const fields = field.kind === 'rows' ? field.columns : [field];
    for (const one of fields) {
      if (one.kind === 'state' || (one.kind === 'ranking' && one.of === 'state')) return one.choices;
    }
  }
  return [];
}

/** The codes of the states in small print, if the page has room for them. */
function layOutStateCodes(flow: Flow, choices: readonly Choice[], node: StructNode): void {
  const style: TextStyle = { font: 'sans', size: 7, color: PALETTE.quiet };
  const lineHeight = 9.5;
  const columns = 4;
  const rows = Math.ceil(choices.length / columns);
  if (choices.length < 2 || flow.room < rows * lineHeight + 24) return;
  flow.y += 12;
  const cell = flow.width / columns;
  for (const [i, choice] of choices.entries()) {
    const x = Math.floor(i / rows) * cell;
    const y = 8 + (i % rows) * lineHeight;
    const label = printable([choice.label, choice.note].filter(Boolean).join(', '));
    flow.draw(textOps(printable(choice.value), { ...style, font: 'sans-bold' }, { x, y }), node);
    flow.draw(textOps(fitText(label, style, cell - 26), style, { x: x + 18, y }), node);
  }
  flow.y += rows * lineHeight;
}
