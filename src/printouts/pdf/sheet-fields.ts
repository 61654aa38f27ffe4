import type {
  ChoiceField,
  Field,
  IntegerField,
  RankingField,
  RowsField,
  SimpleField,
  TextField,
} from '../../rules/sheet.ts';
import type { Op } from '../drawing.ts';
import { breakLines, fitText, measure, type Style, textOps } from '../fonts.ts';
import { PALETTE } from '../palette.ts';
import { clean } from '../words.ts';
import type { Flow } from './flow.ts';
import type { StructNode } from './page.ts';
import { layOutRuledRows } from './sheet-rows.ts';

/** Blanks of a turn sheet on paper: boxes for letters, lines for the rest. */

const BOX = { w: 17, h: 20 } as const;
const LABEL: Style = { face: 'sans-medium', size: 8.5, color: PALETTE.ink };
const HINT: Style = { face: 'serif-italic', size: 8.5, color: PALETTE.quiet };
const BOX_LINE = { stroke: PALETTE.ink, strokeWidth: 0.6 } as const;

/** Lays out one field. The label is left out where it is the only one of its section and says nothing new. */
export function layOutField(flow: Flow, field: Field, only: boolean, node: StructNode): void {
  if (!only || field.kind === 'flag') line(flow, clean(field.label), LABEL, 12, node);
  if (field.hint !== undefined) line(flow, clean(field.hint), HINT, 13.5, node);
  switch (field.kind) {
    case 'ranking':
      layOutRanking(flow, field, node);
      break;
    case 'rows':
      layOutRows(flow, field, node);
      break;
    case 'text':
      layOutTextBoxes(flow, field, node);
      break;
    case 'choice':
      layOutChoice(flow, field, node);
      break;
    default:
      flow.need(BOX.h + 8);
      flow.draw(blankOps(field, 0, flow.width / 3).ops, node);
      flow.y += BOX.h + 8;
  }
}

function line(flow: Flow, text: string, style: Style, lead: number, node: StructNode): void {
  for (const one of breakLines(text, style.face, style.size, flow.width)) {
    flow.need(lead);
    flow.draw(textOps(one, 0, style.size * 0.95, style), node);
    flow.y += lead;
  }
}

/** Pieces of equal width side by side, row after row. */
function grid(
  flow: Flow,
  count: number,
  width: number,
  node: StructNode,
  draw: (i: number, room: number) => Op[],
): void {
  const across = Math.max(1, Math.min(count, Math.floor(flow.width / width)));
  const even = Math.ceil(count / Math.ceil(count / across));
  const room = flow.width / even;
  for (let at = 0; at < count; at += even) {
    flow.need(BOX.h + 7);
    for (let i = at; i < Math.min(count, at + even); i++) {
      flow.draw(draw(i, room - 12), node, flow.left + (i - at) * room);
    }
    flow.y += BOX.h + 7;
  }
}

function layOutRanking(flow: Flow, field: RankingField, node: StructNode): void {
  const label = measure(`${clean(field.each)} ${field.max}`, LABEL.face, LABEL.size) + 6;
  const width = field.of === 'state' ? label + 2 * BOX.w + 24 : Math.max(140, label + 100);
  grid(flow, field.max, Math.min(width, flow.width), node, (i, room) => {
    const name = fitText(`${clean(field.each)} ${i + 1}`, LABEL.face, LABEL.size, room / 2);
    const at = Math.min(label, room / 2 + 4);
    const blank = field.of === 'state' ? boxes(2, at) : [under(at, room)];
    return [...textOps(name, 0, 14, LABEL), ...blank];
  });
}

function layOutRows(flow: Flow, field: RowsField, node: StructNode): void {
  if (field.columns.length > 3) {
    layOutRuledRows(flow, field, node);
    return;
  }
  const min = 22 + field.columns.reduce((sum, column) => sum + blankOps(column, 0, 70).width + 10, 0);
  grid(flow, field.max, Math.min(flow.width, Math.max(150, min)), node, (i, room) => {
    const ops: Op[] = textOps(`${i + 1}.`, 14, 14, LABEL, 'end');
    let x = 20;
    const each = (room - 20) / field.columns.length;
    for (const column of field.columns) {
      const blank = blankOps(column, x, column.kind === 'state' ? each : room - x);
      ops.push(...blank.ops);
      x += blank.width + 8;
    }
    return ops;
  });
}

/** One blank: how it is drawn at `x` in `room` points, and how wide it came out. */
function blankOps(field: SimpleField, x: number, room: number): { ops: Op[]; width: number } {
  if (field.kind === 'state') return { ops: boxes(2, x), width: 2 * BOX.w };
  if (field.kind === 'flag') return { ops: [tick(x, 4)], width: 12 };
  if (field.kind !== 'integer') return { ops: [under(x, x + room)], width: room };
  return amount(field, x, room);
}

/** A line for a number, with the sign or word of what it counts. */
function amount(field: IntegerField, x: number, room: number): { ops: Op[]; width: number } {
  if (field.unit === 'dollars')
    return { ops: [...textOps('$', x, 14, LABEL), under(x + 8, x + room)], width: room };
  const unit = measure(field.unit, LABEL.face, LABEL.size);
  const end = Math.max(x + 30, x + room - unit - 4);
  return { ops: [under(x, end), ...textOps(field.unit, end + 3, 14, LABEL)], width: end + 3 + unit - x };
}

function boxes(count: number, x: number, width: number = BOX.w): Op[] {
  return Array.from({ length: count }, (_, i): Op => {
    return { kind: 'rect', x: x + i * width, y: 0, w: width, h: BOX.h, ...BOX_LINE };
  });
}

function under(from: number, to: number): Op {
  return { kind: 'line', x1: from, y1: BOX.h - 2, x2: to, y2: BOX.h - 2, color: PALETTE.ink, width: 0.6 };
}

function tick(x: number, y: number): Op {
  return { kind: 'rect', x, y, w: 11, h: 11, ...BOX_LINE };
}

/** A short text has a box for each character, a long one ruled lines. */
function layOutTextBoxes(flow: Flow, field: TextField, node: StructNode): void {
  if (field.max > 160) {
    for (let i = 0; i < Math.min(6, Math.ceil(field.max / 60)); i++) {
      flow.need(24);
      flow.draw([under(0, flow.width)], node);
      flow.y += 24;
    }
    return;
  }
  const rows = Math.ceil(field.max / 40);
  const each = Math.ceil(field.max / rows);
  const width = Math.min(BOX.w, flow.width / each);
  for (let left = field.max; left > 0; left -= each) {
    flow.need(BOX.h + 5);
    flow.draw(boxes(Math.min(left, each), 0, width), node);
    flow.y += BOX.h + 5;
  }
}

/** Up to a dozen choices are printed with a box to tick; of more, one is to be written. */
function layOutChoice(flow: Flow, field: ChoiceField, node: StructNode): void {
  if (field.choices.length === 0 || field.choices.length > 12) {
    flow.need(BOX.h + 7);
    flow.draw([under(0, flow.width / 2)], node);
    flow.y += BOX.h + 7;
    return;
  }
  const labels = field.choices.map((choice) => clean(choice.label));
  const widest = Math.max(...labels.map((label) => measure(label, LABEL.face, LABEL.size)));
  grid(flow, labels.length, Math.min(flow.width, widest + 30), node, (i, room) => [
    tick(0, 4),
    ...textOps(fitText(labels[i] ?? '', LABEL.face, LABEL.size, room - 16), 16, 13, LABEL),
  ]);
}
