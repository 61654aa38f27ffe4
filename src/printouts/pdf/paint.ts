import PDFDocument from 'pdfkit';
import { escapeHtml } from '../../text/escape.ts';
import { drawnRightToLeft } from '../drawing/bidi.ts';
import { loadFont } from '../drawing/fonts.ts';
import type { Face, HatchOp, Op, Segment, TextOp } from '../drawing/operations.ts';
import { boundingBox } from '../drawing/paths.ts';
import { PAPERS, type Page, type Pages, type Paper, type PlacedField, type StructNode } from './page.ts';
import { type FormPainter, formPainter, type SheetMark } from './paint-fields.ts';

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;

/** The metadata of the file. */
export interface FileInfo {
  title: string;
  author: string;
  subject: string;
  created: Date;
}

/**
 * Writes pages that are laid out as a tagged PDF. The same pages and metadata give the same bytes.
 * @param sheet whose sheet the pages have, if it can be filled in on a screen; null for fields that are only printed
 */
export function paintPdf(
  { pages, nodes }: Pages,
  paper: Paper,
  info: FileInfo,
  sheet: SheetMark | null = null,
): Promise<Buffer> {
  const doc = openDocument(paper, info);
  const buffer = collect(doc);
  const elements = new Map<StructNode, Element>();
  const form = sheet === null ? null : formPainter(doc);
  const root = doc.struct('Document');
  for (const node of nodes) root.add(addElement(doc, node, { elements, isFillable: form !== null }));
  let isMarked = false;
  for (const page of pages) {
    paintPage(doc, page, paper, { elements, form });
    if (isMarked || sheet === null || page.fields.length === 0) continue;
    form?.mark(sheet);
    isMarked = true;
  }
  doc.addStructure(root);
  form?.end();
  doc.end();
  return buffer;
}

function openDocument(paper: Paper, info: FileInfo): Doc {
  const { width, height } = PAPERS[paper];
  return new PDFDocument({
    autoFirstPage: false,
    // No default font, because only embedded fonts are used. The types of pdfkit do not allow null.
    font: null as unknown as string,
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: xmlText(info.title),
      Author: xmlText(info.author),
      Subject: xmlText(info.subject),
      Creator: 'Whistlestop',
      Producer: 'Whistlestop with PDFKit',
      CreationDate: info.created,
    },
  });
}

/**
 * pdfkit uses these texts twice: as PDF strings, which it encodes itself, and through `toString` in XML metadata,
 * which it does not escape.
 */
class XmlText extends String {
  override toString(): string {
    return escapeHtml(this.valueOf());
  }
}

function xmlText(text: string): string {
  return new XmlText(text) as unknown as string;
}

function collect(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

/** The structure element of a node and its children, which are added to `elements`. */
function addElement(
  doc: Doc,
  node: StructNode,
  to: { elements: Map<StructNode, Element>; isFillable: boolean },
): Element {
  // Each field is a form of its own. Words in place of the whole would hide them from screen readers.
  const hasFields = to.isFillable && node.type === 'Form';
  const options = {
    ...(node.alt === undefined || hasFields ? {} : { alt: node.alt }),
    ...(node.scope === undefined ? {} : { scope: node.scope }),
  };
  const element = doc.struct(hasFields ? 'Sect' : node.type, options);
  for (const child of node.children) element.add(addElement(doc, child, to));
  to.elements.set(node, element);
  return element;
}

function paintPage(
  doc: Doc,
  page: Page,
  paper: Paper,
  { elements, form }: { elements: Map<StructNode, Element>; form: FormPainter | null },
): void {
  const { width, height } = PAPERS[paper];
  doc.addPage({ size: [width, height], margin: 0 });
  for (const title of page.bookmarks) doc.outline.addItem(title);
  for (const piece of form === null ? groupByNode(page) : groupsAndFields(page)) {
    const element = piece.node === null ? undefined : elements.get(piece.node);
    if ('op' in piece) {
      if (element !== undefined) form?.add(piece.op, element);
      continue;
    }
    if (piece.node === null || element === undefined) doc.markContent('Artifact');
    else element.add(doc.markStructureContent(piece.node.type));
    for (const op of piece.ops) paintOp(doc, op);
    doc.endMarkedContent();
  }
}

/** Successive operations of the same node, which share one mark. */
interface Group {
  node: StructNode | null;
  ops: Op[];
}

function groupByNode({ content }: Pick<Page, 'content'>): Group[] {
  const groups: Group[] = [];
  for (const { op, node } of content) {
    const last = groups.at(-1);
    if (last !== undefined && last.node === node) last.ops.push(op);
    else groups.push({ node, ops: [op] });
  }
  return groups;
}

/** What is drawn and what can be filled in, in the order of reading. */
function groupsAndFields({ content, fields }: Page): (Group | PlacedField)[] {
  const pieces: (Group | PlacedField)[] = [];
  let from = 0;
  const drawUpTo = (end: number) => {
    pieces.push(...groupByNode({ content: content.slice(from, end).filter(({ inField }) => !inField) }));
    from = end;
  };
  for (const field of fields) {
    drawUpTo(field.after);
    pieces.push(field);
  }
  drawUpTo(content.length);
  return pieces;
}

function paintOp(doc: Doc, op: Op): void {
  switch (op.kind) {
    case 'text':
      paintText(doc, op);
      break;
    case 'line':
      doc.lineWidth(op.width);
      if (op.dash !== undefined) doc.dash(op.dash[0] ?? 1, { space: op.dash[1] ?? 1 });
      doc.moveTo(op.x1, op.y1).lineTo(op.x2, op.y2).stroke(op.color);
      if (op.dash !== undefined) doc.undash();
      break;
    case 'rect':
      doc.rect(op.x, op.y, op.w, op.h);
      fillAndStroke(doc, op);
      break;
    case 'path':
      if (op.dash !== undefined) doc.addContent(`[${op.dash.join(' ')}] 0 d`);
      doc.addContent(pathContent(op.path));
      fillAndStroke(doc, op);
      if (op.dash !== undefined) doc.undash();
      break;
    case 'hatch':
      paintHatch(doc, op);
      break;
    case 'circles':
      for (const [x, y] of op.centers) doc.circle(rounded(x), rounded(y), op.radius);
      fillAndStroke(doc, op);
      break;
  }
}

function fillAndStroke(doc: Doc, op: { fill?: string; stroke?: string; strokeWidth?: number }): void {
  if (op.stroke !== undefined) doc.lineWidth(op.strokeWidth ?? 1);
  if (op.fill !== undefined && op.stroke !== undefined) doc.fillAndStroke(op.fill, op.stroke);
  else if (op.fill !== undefined) doc.fill(op.fill);
  else if (op.stroke !== undefined) doc.stroke(op.stroke);
}

function paintText(doc: Doc, op: TextOp): void {
  useFont(doc, op.script ?? op.font);
  doc.fontSize(op.size).fillColor(op.color);
  const text = op.rightToLeft ? drawnRightToLeft(op.text.trimEnd()) : op.text;
  doc.text(text, op.x, op.y, { lineBreak: false, baseline: 'alphabetic' });
}

/** Hands pdfkit the font that fontkit has read already. It accepts such a font, but its types do not. */
function useFont(doc: Doc, name: Face): void {
  const registered = (doc as unknown as { _registeredFonts: Record<string, unknown> })._registeredFonts;
  if (registered[name] === undefined) doc.registerFont(name, loadFont(name) as unknown as string);
  doc.font(name);
}

/** A path as PDF operators. A call of pdfkit for each of thousands of points would be too slow. */
function pathContent(path: readonly Segment[]): string {
  return path
    .map((part) =>
      part[0] === 'Z' ? 'h' : `${rounded(part[1])} ${rounded(part[2])} ${part[0] === 'M' ? 'm' : 'l'}`,
    )
    .join('\n');
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Draws slanting lines, clipped to the path. */
function paintHatch(doc: Doc, op: HatchOp): void {
  const [left, top, right, bottom] = boundingBox(op.path);
  const height = bottom - top;
  const lines: string[] = [];
  const first = Math.floor(left / op.spacing) * op.spacing;
  for (let x = first; x < right + height; x += op.spacing) {
    lines.push(`${rounded(x)} ${rounded(top)} m ${rounded(x - height)} ${rounded(bottom)} l`);
  }
  doc.save();
  doc.addContent(`${pathContent(op.path)}\nW n`);
  doc.lineWidth(op.width).strokeColor(op.color);
  doc.addContent(`${lines.join('\n')}\nS`);
  doc.restore();
}
