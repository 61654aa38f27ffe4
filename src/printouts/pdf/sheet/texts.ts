import type { TextsField } from '../../../rules/sheet.ts';
import { printable } from '../../../text/printable.ts';
import type { Op } from '../../drawing/operations.ts';
import { fitText, measureText, type TextStyle, textOps, wrapToWidth } from '../../drawing/text.ts';
import { PALETTE } from '../../palette.ts';
import type { SheetOp } from '../field-op.ts';
import type { Flow } from '../flow.ts';
import type { StructNode } from '../page.ts';
import { lineAt } from './blanks.ts';
import { cellField } from './cell-field.ts';
import type { CompactLayout } from './density.ts';

// Questions with a line each for the answer, on a blank turn sheet.

const GAP = 18;
/** An answer beside the end of its question has at least this width, in points. */
const MIN_BESIDE = 120;

/** How questions and answers are set. */
interface Setting {
  style: TextStyle;
  /** The distance of the lines of a question. */
  questionLine: number;
  /** The height of the line for an answer. */
  answerLine: number;
  /** If there are more questions than this, they stand in two columns. */
  mostInColumn: number;
  /** Whether an answer begins beside the end of its question, if enough room is left there. */
  beside: boolean;
  /** Whether only the beginning of a long question is printed. */
  cut: boolean;
}

const STYLE: TextStyle = { font: 'sans', size: 8, color: PALETTE.ink };
const ROOMY: Setting = {
  ...{ style: STYLE, questionLine: 9.5, answerLine: 19, mostInColumn: 12 },
  ...{ beside: false, cut: false },
};

function settingFor(compact: CompactLayout | undefined): Setting {
  if (compact === undefined) return ROOMY;
  const { rowHeight, density } = compact;
  const close = { ...ROOMY, questionLine: 9, answerLine: Math.min(19, rowHeight), mostInColumn: 5 };
  if (density === 'close') return close;
  const style = { ...STYLE, size: 7.5 };
  return { ...close, style, questionLine: 8.5, beside: true, cut: density === 'packed' };
}

/** Lays out each question with a line for the answer. Many questions stand in two columns, row by row. */
export function layOutTexts(
  flow: Flow,
  field: TextsField,
  node: StructNode,
  compact: CompactLayout | undefined,
): void {
  const { entries } = field;
  const setting = settingFor(compact);
  const columns = entries.length > setting.mostInColumn ? 2 : 1;
  const width = (flow.width - (columns - 1) * GAP) / columns;
  for (let first = 0; first < entries.length; first += columns) {
    const row = entries.slice(first, first + columns).map((entry) => place(entry, width, setting));
    const height = Math.max(...row.map((one) => one.height));
    flow.ensureRoom(height);
    for (const [column, placed] of row.entries()) {
      // An answer beside the end of its question stays there, however high the row is.
      const own = setting.beside ? placed.height : height;
      const ops = opsOf(field, first + column, placed, { height: own, width, setting });
      flow.draw(ops, node, flow.left + column * (width + GAP));
    }
    flow.y += height;
  }
}

/** A question in lines, and where its answer begins. */
interface Placed {
  lines: string[];
  /** 0 for an answer below the question. */
  indent: number;
  height: number;
}

function place(entry: string, width: number, setting: Setting): Placed {
  const { style, questionLine, answerLine } = setting;
  const text = printable(entry);
  const lines = setting.cut ? [fitText(text, style, width)] : wrapToWidth(text, style, width);
  const end = measureText(lines.at(-1) ?? '', style) + 8;
  const isBeside = setting.beside && width - end >= MIN_BESIDE;
  const above = isBeside ? lines.length - 1 : lines.length;
  return { lines, indent: isBeside ? end : 0, height: above * questionLine + answerLine };
}

function opsOf(
  field: TextsField,
  index: number,
  { lines, indent }: Placed,
  { height, width, setting }: { height: number; width: number; setting: Setting },
): SheetOp[] {
  const { style, questionLine, answerLine } = setting;
  const below = setting === ROOMY ? 4 : 3;
  const bottom = height - below;
  const words = lines.flatMap((line, i): Op[] => {
    const isBeside = indent > 0 && i === lines.length - 1;
    return textOps(line, style, { x: 0, y: isBeside ? bottom - 1 : 7.5 + i * questionLine });
  });
  const about = { path: `${field.name}[${index}]`, label: field.entries[index] ?? field.label };
  const box = {
    x: indent,
    y: height - answerLine + 1,
    w: width - indent,
    h: answerLine - below - (setting === ROOMY ? 2 : 1),
  };
  return [...words, lineAt(indent, width, bottom), cellField(box, about, { ...field, kind: 'text' })];
}
