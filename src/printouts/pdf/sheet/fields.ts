import {
  type ChoiceField,
  type Field,
  type FlagField,
  fullHint,
  type IntegerField,
  type RankingField,
  type RowsField,
  type TextField,
} from '../../../rules/sheet.ts';
import { cellKey } from '../../../rules/sheet-text/keys.ts';
import { printable } from '../../../text/printable.ts';
import { fitText, measureText, type TextStyle, textOps } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import { checkField, type SheetOp, textField } from '../field-op.ts';
import type { Flow } from '../flow.ts';
import { layOutText } from '../lines.ts';
import type { StructNode } from '../page.ts';
import {
  aboutEntry,
  aboutField,
  amountOps,
  BOX,
  blankOps,
  boxOps,
  CHECK_PLACE,
  checkbox,
  entryOf,
  FRAME,
  flagOps,
  LABEL,
  lineAt,
  lineOps,
  stateOps,
} from './blanks.ts';
import { type CompactLayout, isDense } from './density.ts';
import { layOutGivenRows } from './given-rows.ts';
import { layOutRankedRows } from './ranked-rows.ts';
import { layOutRuledRows } from './rows.ts';
import { layOutTexts } from './texts.ts';

// The fields of a blank turn sheet: boxes for single characters, lines for everything else.

/** A box for a character on a sheet with little room. */
const COMPACT_BOX = { w: 17, h: 16 } as const;
const HINT: TextStyle = { font: 'serif-italic', size: 8.5, color: PALETTE.quiet };
const KEY: TextStyle = { font: 'sans', size: 7, color: PALETTE.quiet };

type BoxSize = { w: number; h: number };

/** The height of the rows of a ranked list on a sheet with room, in points. */
const ROW_HEIGHT = 20;

/** The height of a line of a row about something that exists. */
const GIVEN_LINE = 18;

/** A text with more characters than this has ruled lines in place of boxes. */
const MAX_BOXES = 160;
const BOXES_PER_LINE = 40;
/** How many characters are expected on a ruled line, and how high it is in points; the same on a sheet with little room. */
const RULED = [60, 24] as const;
const COMPACT_RULED = [100, 18] as const;
const DENSE_RULED = [100, 15] as const;
/** How many ruled lines there are at most. */
const MAX_LINES = 6;
/** If there are more choices than this, they are not printed, and the player writes one on a line. */
const MAX_PRINTED_CHOICES = 12;
/** Rows of more columns than this are printed as a table. */
const MAX_INLINE_COLUMNS = 3;

/** How a field is laid out. */
export interface FieldLayout {
  /** Whether it is the only field of its section: its label is left out then, as the title says the same. */
  only: boolean;
  /** For a sheet with little room. */
  compact?: CompactLayout;
}

/** Lays out one field of the sheet. */
export function layOutField(
  flow: Flow,
  field: Field,
  node: StructNode,
  { only, compact }: FieldLayout,
): void {
  if (compact && field.kind === 'integer') {
    layOutNumberInLine(flow, field, node);
    return;
  }
  if (compact && field.kind === 'flag') {
    layOutFlagInLine(flow, field, node);
    return;
  }
  const label = only && field.kind !== 'flag' ? '' : printable(field.label);
  layOutLabel(flow, { label, hint: printable(fullHint(field) ?? '') }, node, compact !== undefined);
  switch (field.kind) {
    case 'ranking':
      if (field.unordered) layOutChecks(flow, field, node, compact ? COMPACT_BOX : BOX);
      else if (compact) layOutNumberedCodes(flow, field, node, compact.listed);
      else layOutRanking(flow, field, node);
      break;
    case 'texts':
      layOutTexts(flow, field, node, compact);
      break;
    case 'rows':
      if (field.given) {
        const lineHeight = compact ? Math.min(compact.rowHeight, GIVEN_LINE) : GIVEN_LINE;
        layOutGivenRows(flow, field, node, { lineHeight, density: compact?.density ?? 'close' });
      } else if (field.ranked)
        layOutRankedRows(flow, field, node, compact ?? { listed: new Set(), rowHeight: ROW_HEIGHT });
      else layOutRows(flow, field, node);
      break;
    case 'text':
      layOutTextField(flow, field, node, compact);
      break;
    case 'choice':
      layOutChoice(flow, field, node, compact ? COMPACT_BOX : BOX);
      break;
    default:
      flow.ensureRoom(BOX.h + 8);
      flow.draw(blankOps(field, aboutField(field), { x: 0, room: flow.width / 3 }).ops, node);
      flow.y += BOX.h + 8;
  }
}

/** The label of a field, and its hint below it, or in the same line if everything is close together and it fits there. */
function layOutLabel(
  flow: Flow,
  { label, hint }: { label: string; hint: string },
  node: StructNode,
  isCompact: boolean,
): void {
  const x = measureText(label, LABEL) + 8;
  const isBeside = isCompact && label !== '' && hint !== '' && x + measureText(hint, HINT) <= flow.width;
  if (isBeside) flow.draw(textOps(hint, HINT, { x, y: LABEL.size * 0.95 }), node);
  if (label !== '') layOutText(flow, label, { style: LABEL, lineHeight: 12, node });
  if (hint === '' || isBeside) return;
  layOutText(flow, hint, { style: HINT, lineHeight: isCompact ? 11 : 13.5, node });
}

interface Grid {
  /** How many pieces there are. */
  count: number;
  /** The least width of a piece, in points. */
  minWidth: number;
  node: StructNode;
  /** The height of a piece, and of what is below it. */
  height?: number;
  /** Draws the piece with that index in `width` points. */
  draw(index: number, width: number): SheetOp[];
}

/** Lays out pieces of equal width side by side, with about the same number in each row. */
function layOutGrid(flow: Flow, { count, minWidth, node, height = BOX.h + 7, draw }: Grid): void {
  const fitting = Math.max(1, Math.min(count, Math.floor(flow.width / minWidth)));
  const perRow = Math.ceil(count / Math.ceil(count / fitting));
  const width = flow.width / perRow;
  for (let first = 0; first < count; first += perRow) {
    flow.ensureRoom(height);
    for (let i = first; i < Math.min(count, first + perRow); i++) {
      flow.draw(draw(i, width - 12), node, flow.left + (i - first) * width);
    }
    flow.y += height;
  }
}

/** The label of a number and its blank in one line, and the hint below. */
function layOutNumberInLine(flow: Flow, field: IntegerField, node: StructNode): void {
  flow.ensureRoom(BOX.h + 14);
  const label = printable(field.label);
  const x = measureText(label, LABEL) + 8;
  const blank = field.ifBlank === undefined ? '' : `(blank: ${field.ifBlank})`;
  const place = { x, room: Math.min(70, flow.width - x) };
  const { ops, width } = amountOps(field, aboutField(field), place);
  flow.draw([...textOps(label, LABEL, { x: 0, y: 14 }), ...ops], node);
  flow.draw(textOps(blank, HINT, { x: x + width + 6, y: 14 }), node);
  flow.y += BOX.h;
  if (field.hint === undefined) return;
  layOutText(flow, printable(field.hint), { style: HINT, lineHeight: 11, node });
  flow.y += 2;
}

/** A check box with its label beside it, and the hint in the same line if it fits there. */
function layOutFlagInLine(flow: Flow, field: FlagField, node: StructNode): void {
  const { label, hint = '' } = field;
  flow.ensureRoom(COMPACT_BOX.h);
  const text = printable(label);
  flow.draw([...flagOps(aboutField(field), 0), ...textOps(text, LABEL, { x: 17, y: 13 })], node);
  const x = 17 + measureText(text, LABEL) + 8;
  const words = printable(hint);
  const isBeside = x + measureText(words, HINT) <= flow.width;
  if (isBeside) flow.draw(textOps(words, HINT, { x, y: 13 }), node);
  flow.y += COMPACT_BOX.h + 2;
  if (!isBeside) layOutText(flow, words, { style: HINT, lineHeight: 11, node });
}

function layOutRanking(flow: Flow, field: RankingField, node: StructNode): void {
  const ofStates = field.of === 'state';
  const labelWidth = measureText(`${printable(field.each)} ${field.max}`, LABEL) + 6;
  const minWidth = ofStates ? labelWidth + 2 * BOX.w + 24 : Math.max(140, labelWidth + 100);
  layOutGrid(flow, {
    count: field.max,
    minWidth: Math.min(minWidth, flow.width),
    node,
    draw(i, width) {
      const label = fitText(`${printable(field.each)} ${i + 1}`, LABEL, width / 2);
      const x = Math.min(labelWidth, width / 2 + 4);
      const about = aboutEntry(field, i);
      const blank = ofStates ? stateOps(about, x) : lineOps(entryOf(field), about, [x, width]);
      return [...textOps(label, LABEL, { x: 0, y: 14 }), ...blank];
    },
  });
}

/** A ranking as numbers with a short line each, and the codes to choose from if they are few and not listed yet. */
function layOutNumberedCodes(
  flow: Flow,
  field: RankingField,
  node: StructNode,
  listed: ReadonlySet<string>,
): void {
  const longest = Math.max(2, ...field.choices.map(({ value }) => value.length));
  layOutGrid(flow, {
    count: field.max,
    minWidth: Math.min(flow.width, 28 + 10 * longest),
    height: BOX.h - 1,
    node,
    draw: (i, width) => [
      ...textOps(`${i + 1}.`, LABEL, { x: 12, y: 14, anchor: 'end' }),
      ...lineOps(entryOf(field), aboutEntry(field, i), [17, width]),
    ],
  });
  const isListed = field.choices.every(({ value }) => listed.has(value));
  if (isListed || field.choices.length > MAX_PRINTED_CHOICES) return;
  const codes = field.choices.map(({ value, label }) =>
    label.startsWith(value) ? label : `${value} ${label}`,
  );
  layOutText(flow, printable(`${codes.join(', ')}.`), { style: KEY, lineHeight: 9, node });
}

function layOutRows(flow: Flow, field: RowsField, node: StructNode): void {
  // In one line, a blank for words or a number takes all the room that is left.
  const wide = field.columns.filter(({ kind }) => kind !== 'state' && kind !== 'flag').length;
  if (field.columns.length > MAX_INLINE_COLUMNS || wide > 1) {
    layOutRuledRows(flow, field, node);
    return;
  }
  const widths = field.columns.map((column) => {
    return blankOps(column, aboutField(column), { x: 0, room: 70 }).width + 10;
  });
  const minWidth = 22 + widths.reduce((sum, width) => sum + width, 0);
  layOutGrid(flow, {
    count: field.max,
    minWidth: Math.min(flow.width, Math.max(150, minWidth)),
    node,
    draw(i, width) {
      const ops: SheetOp[] = textOps(`${i + 1}.`, LABEL, { x: 14, y: 14, anchor: 'end' });
      const share = (width - 20) / field.columns.length;
      let x = 20;
      for (const column of field.columns) {
        const about = { path: `${field.name}[${i}].${column.name}`, label: cellKey(field, i, column) };
        const room = column.kind === 'state' ? share : width - x;
        const blank = blankOps(column, about, { x, room });
        ops.push(...blank.ops);
        x += blank.width + 8;
      }
      return ops;
    },
  });
}

/** A short text has a box for each character, a long one ruled lines. */
function layOutTextField(flow: Flow, field: TextField, node: StructNode, compact?: CompactLayout): void {
  const box = compact ? COMPACT_BOX : BOX;
  if (field.max > MAX_BOXES) {
    const [characters, height] = ruledLines(compact);
    const lines = Math.min(MAX_LINES, Math.ceil(field.max / characters));
    for (let i = 0; i < lines; i++) {
      flow.ensureRoom(height);
      if (i === 0) {
        // On the lines that fit on the page.
        const fitting = Math.max(1, Math.min(lines, Math.floor(flow.room / height)));
        const box = { x: 0, y: 0, w: flow.width, h: fitting * height - 2 };
        flow.draw([textField(box, aboutField(field), { multiline: true, covers: true })], node);
      }
      flow.draw([lineAt(0, flow.width, Math.min(BOX.h - 2, height - 1))], node);
      flow.y += height;
    }
    return;
  }
  const perRow = Math.ceil(field.max / Math.ceil(field.max / BOXES_PER_LINE));
  const w = Math.min(box.w, flow.width / perRow);
  const rows = Math.ceil(field.max / perRow);
  // Within the frame of the boxes, which stays if what is entered covers them.
  const inset = rows === 1 ? 0 : FRAME / 2;
  const size = { w: perRow * w - 2 * inset, h: rows * (box.h + 5) - 5 - 2 * inset };
  const whole = { x: inset, y: inset, ...size };
  flow.ensureRoom(box.h + 5);
  const details = rows === 1 ? { boxes: perRow } : ({ multiline: true, covers: true } as const);
  flow.draw([textField(whole, aboutField(field), details)], node);
  for (let remaining = field.max; remaining > 0; remaining -= perRow) {
    flow.ensureRoom(box.h + 5);
    flow.draw(boxOps(Math.min(remaining, perRow), 0, { w, h: box.h }), node);
    flow.y += box.h + 5;
  }
}

function ruledLines(compact: CompactLayout | undefined): readonly [number, number] {
  if (compact === undefined) return RULED;
  return isDense(compact) ? DENSE_RULED : COMPACT_RULED;
}

/** A few choices are printed with a checkbox each; for many, there is a line to write one on. */
function layOutChoice(flow: Flow, field: ChoiceField, node: StructNode, box: BoxSize): void {
  if (field.choices.length === 0 || field.choices.length > MAX_PRINTED_CHOICES) {
    flow.ensureRoom(BOX.h + 7);
    flow.draw(lineOps(field, aboutField(field), [0, flow.width / 2]), node);
    flow.y += BOX.h + 7;
    return;
  }
  layOutChecks(flow, field, node, box);
}

/** A check box for each choice. */
function layOutChecks(flow: Flow, field: ChoiceField | RankingField, node: StructNode, box: BoxSize): void {
  const { choices } = field;
  const labels = choices.map((choice) => printable(choice.label));
  const widest = Math.max(...labels.map((label) => measureText(label, LABEL)));
  layOutGrid(flow, {
    count: labels.length,
    minWidth: Math.min(flow.width, widest + (box === BOX ? 30 : 26)),
    height: box.h + (box === BOX ? 7 : 1),
    node,
    draw(i, width) {
      const label = fitText(labels[i] as string, LABEL, width - 16);
      const { path, value } = choiceAt(field, i);
      const about = { path, label: `${field.label}: ${labels[i]}` };
      const check = checkField({ x: 0, ...CHECK_PLACE }, about, value);
      return [checkbox(0), ...textOps(label, LABEL, { x: 16, y: 13 }), check];
    },
  });
}

/** The value of a choice, and where the form has it: a list has a place for each of its choices. */
function choiceAt(field: ChoiceField | RankingField, index: number): { path: string; value: string } {
  const value = field.choices[index]?.value ?? '';
  return { path: field.kind === 'choice' ? field.name : `${field.name}[${index}]`, value };
}
