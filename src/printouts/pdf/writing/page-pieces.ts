import type { Op } from '../../drawing/operations.ts';
import { opOnPage, type Page, type PlacedField, type PlacedOp, type StructNode } from '../page.ts';

/** Successive operations of the same node, which share one mark. */
export interface Group {
  node: StructNode | null;
  ops: Op[];
}

/** What is drawn, in the order of reading. */
export function groupByNode(content: readonly PlacedOp[]): Group[] {
  const groups: Group[] = [];
  for (const placed of content) {
    const { node } = placed;
    const op = opOnPage(placed);
    const last = groups.at(-1);
    if (last !== undefined && last.node === node) last.ops.push(op);
    else groups.push({ node, ops: [op] });
  }
  return groups;
}

/** What is drawn and what can be filled in, in the order of reading. */
export function groupsAndFields({ content, fields }: Page): (Group | PlacedField)[] {
  const pieces: (Group | PlacedField)[] = [];
  let from = 0;
  const drawUpTo = (end: number) => {
    pieces.push(...groupByNode(content.slice(from, end).filter(({ inField }) => !inField)));
    from = end;
  };
  for (const field of fields) {
    drawUpTo(field.after);
    pieces.push(field);
  }
  drawUpTo(content.length);
  return pieces;
}
