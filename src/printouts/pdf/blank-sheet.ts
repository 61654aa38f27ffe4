import type { BlankSheet } from '../../rules/report.ts';
import { type Choice, fieldsOf } from '../../rules/sheet.ts';
import { printable } from '../../text/printable.ts';
import { fitText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { layOutField } from './blank-sheet-fields.ts';
import type { Flow } from './flow.ts';
import { layOutText } from './lines.ts';
import type { StructNode } from './page.ts';

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
}

const FINAL_ORDERS = 'My orders are final. The turn does not have to wait for me.';
const SEND_ANYWHERE = 'Give it to your GM, or fill in the same sheet on the game page.';
const LATER_SHEETS = 'A later sheet replaces an earlier one until the turn is processed.';

/** Lays out the blank turn sheet: who sends it, what to know, boxes and lines to write on, and where to send it. */
export function layOutBlankSheet(flow: Flow, sheet: BlankSheet, footer: SheetFooter): void {
  const node = flow.addNode('Form', { alt: 'Turn sheet to fill in by hand' });
  layOutHeader(flow, sheet.header, node);
  const isLong = sheet.form.facts.length > MAX_LARGE_FACTS;
  const factStyle = isLong ? { style: SMALL_FACT, lineHeight: 10 } : { style: FACT, lineHeight: 12.5 };
  for (const fact of sheet.form.facts) layOutText(flow, printable(fact), { ...factStyle, node });
  for (const section of sheet.form.sections) {
    flow.ensureRoom(60);
    flow.addGap(9);
    flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.rule, width: 0.8 }], null);
    flow.y += 6;
    layOutText(flow, printable(section.title), { style: TITLE, lineHeight: 14, node });
    if (section.hint !== undefined) {
      layOutText(flow, printable(section.hint), { style: HINT, lineHeight: 12, node });
    }
    flow.y += 2;
    const onlyField = section.fields.length === 1;
    for (const field of section.fields) layOutField(flow, field, node, onlyField);
  }
  if (footer.finalOrders) layOutFinalOrdersBox(flow, node);
  layOutFooter(flow, footer, node);
  layOutStateCodes(flow, statesOf(sheet.form), node);
}

/** The entries of the header in boxes, three side by side. A blank entry is an empty box. */
function layOutHeader(flow: Flow, header: BlankSheet['header'], node: StructNode): void {
  const perRow = 3;
  const cell = flow.width / perRow;
  for (let first = 0; first < header.length; first += perRow) {
    const entries = header.slice(first, first + perRow).map(({ label, value }) => ({
      label: wrapToWidth(printable(label), LABEL, cell - 12)[0] ?? '',
      lines: wrapToWidth(printable(value), VALUE, cell - 12),
    }));
    const height = 15 + Math.max(...entries.map(({ lines }) => lines.length)) * 12.5 + 3;
    flow.ensureRoom(height);
    for (const [column, { label, lines }] of entries.entries()) {
      const x = column * cell;
      flow.draw([{ kind: 'rect', x, y: 0, w: cell, h: height, stroke: PALETTE.ink, strokeWidth: 0.6 }], null);
      flow.draw(textOps(label, LABEL, { x: x + 6, y: 9.5 }), node);
      for (const [i, line] of lines.entries()) {
        flow.draw(textOps(line, VALUE, { x: x + 6, y: 23 + i * 12.5 }), node);
      }
    }
    flow.y += height;
  }
  flow.y += 8;
}

function layOutFinalOrdersBox(flow: Flow, node: StructNode): void {
  flow.addGap(8);
  flow.ensureRoom(16);
  const box = { kind: 'rect', x: 0.4, y: 1, w: 10, h: 10, stroke: PALETTE.ink, strokeWidth: 0.8 } as const;
  flow.draw([box], null);
  flow.draw(textOps(FINAL_ORDERS, FACT, { x: 17, y: 9.5 }), node);
  flow.y += 14;
}

function layOutFooter(flow: Flow, { due, sendTo }: SheetFooter, node: StructNode): void {
  const sentences = [
    ...(due === null ? [] : [`Due ${printable(due)}.`]),
    LATER_SHEETS,
    sendTo === null ? SEND_ANYWHERE : printable(sendTo),
  ];
  flow.addGap(10);
  flow.ensureRoom(40);
  flow.draw([{ kind: 'line', x1: 0, y1: 0, x2: flow.width, y2: 0, color: PALETTE.ink, width: 1.2 }], null);
  flow.y += 6;
  layOutText(flow, sentences.join(' '), { style: FOOTER, lineHeight: 12.5, node });
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
