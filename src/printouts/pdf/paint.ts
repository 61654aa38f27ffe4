import PDFDocument from 'pdfkit';
import { boxOf, type Face, type HatchOp, type Op, type Segment, type TextOp } from '../drawing.ts';
import { escapeXml } from '../escape.ts';
import { fontOf } from '../fonts.ts';
import type { LaidPage, LaidPages, Paper, Placed, StructNode } from './page.ts';
import { PAPERS } from './page.ts';

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;

/** What the file says of itself. */
export interface FileInfo {
  title: string;
  author: string;
  subject: string;
  /** The date in the file; the same report with the same date makes the same bytes. */
  created: Date;
}

/** Paints laid-out pages into a tagged PDF. */
export function paint(laid: LaidPages, paper: Paper, info: FileInfo): Promise<Buffer> {
  const doc = openDocument(paper, info);
  const whole = bufferOf(doc);
  const elements = new Map<StructNode, Element>();
  const root = doc.struct('Document');
  for (const node of laid.nodes) root.add(elementOf(doc, node, elements));
  for (const page of laid.pages) paintPage(doc, page, paper, elements);
  doc.addStructure(root);
  doc.end();
  return whole;
}

function openDocument(paper: Paper, info: FileInfo): Doc {
  const { width, height } = PAPERS[paper];
  return new PDFDocument({
    autoFirstPage: false,
    // No default font: only the embedded ones are used.
    font: null as unknown as string,
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: inXml(info.title),
      Author: inXml(info.author),
      Subject: inXml(info.subject),
      Creator: 'Whistlestop',
      Producer: 'Whistlestop with PDFKit',
      CreationDate: info.created,
    },
  });
}

/** pdfkit writes these texts into XML metadata as they are; there, and only there, they must be escaped. */
class XmlText extends String {
  override toString(): string {
    return escapeXml(this.valueOf());
  }
}

function inXml(text: string): string {
  return new XmlText(text) as unknown as string;
}

function bufferOf(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

function elementOf(doc: Doc, node: StructNode, elements: Map<StructNode, Element>): Element {
  const options = {
    ...(node.alt === undefined ? {} : { alt: node.alt }),
    ...(node.scope === undefined ? {} : { scope: node.scope }),
  };
  const element = doc.struct(node.type, options);
  for (const child of node.children) element.add(elementOf(doc, child, elements));
  elements.set(node, element);
  return element;
}

function paintPage(doc: Doc, page: LaidPage, paper: Paper, elements: Map<StructNode, Element>): void {
  const { width, height } = PAPERS[paper];
  doc.addPage({ size: [width, height], margin: 0 });
  for (const title of page.bookmarks) doc.outline.addItem(title);
  for (const run of runsOf(page.content)) {
    const node = run[0]?.node ?? null;
    const element = node === null ? undefined : elements.get(node);
    if (node === null || element === undefined) doc.markContent('Artifact');
    else element.add(doc.markStructureContent(node.type));
    for (const { op } of run) paintOp(doc, op);
    doc.endMarkedContent();
  }
}

/** Neighbouring operations of one node are marked together. */
function runsOf(content: readonly Placed[]): Placed[][] {
  const runs: Placed[][] = [];
  for (const placed of content) {
    const last = runs.at(-1);
    if (last?.[0]?.node === placed.node && last !== undefined) last.push(placed);
    else runs.push([placed]);
  }
  return runs;
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
      paintArea(doc, op);
      break;
    case 'path':
      if (op.dash !== undefined) doc.addContent(`[${op.dash.join(' ')}] 0 d`);
      doc.addContent(pathContent(op.path));
      paintArea(doc, op);
      if (op.dash !== undefined) doc.undash();
      break;
    case 'hatch':
      paintHatch(doc, op);
      break;
  }
}

function paintArea(doc: Doc, op: { fill?: string; stroke?: string; strokeWidth?: number }): void {
  if (op.stroke !== undefined) doc.lineWidth(op.strokeWidth ?? 1);
  if (op.fill !== undefined && op.stroke !== undefined) doc.fillAndStroke(op.fill, op.stroke);
  else if (op.fill !== undefined) doc.fill(op.fill);
  else if (op.stroke !== undefined) doc.stroke(op.stroke);
}

function paintText(doc: Doc, op: TextOp): void {
  useFace(doc, op.face);
  doc.fontSize(op.size).fillColor(op.color);
  doc.text(op.text, op.x, op.y, { lineBreak: false, baseline: 'alphabetic' });
}

/** pdfkit takes a font that fontkit has read already, which its types do not say. */
function useFace(doc: Doc, face: Face): void {
  const registered = (doc as unknown as { _registeredFonts: Record<string, unknown> })._registeredFonts;
  if (registered[face] === undefined) doc.registerFont(face, fontOf(face) as unknown as string);
  doc.font(face);
}

/** A path as PDF operators in one piece: thousands of points are too many for a call each. */
function pathContent(path: readonly Segment[]): string {
  return path
    .map((part) => (part[0] === 'Z' ? 'h' : `${cut(part[1])} ${cut(part[2])} ${part[0] === 'M' ? 'm' : 'l'}`))
    .join('\n');
}

function cut(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Slanting lines, clipped to the path. */
function paintHatch(doc: Doc, op: HatchOp): void {
  const [left, top, right, bottom] = boxOf(op.path);
  const height = bottom - top;
  const lines: string[] = [];
  const first = Math.floor(left / op.spacing) * op.spacing;
  for (let x = first; x < right + height; x += op.spacing) {
    lines.push(`${cut(x)} ${cut(top)} m ${cut(x - height)} ${cut(bottom)} l`);
  }
  doc.save();
  doc.addContent(`${pathContent(op.path)}\nW n`);
  doc.lineWidth(op.width).strokeColor(op.color);
  doc.addContent(`${lines.join('\n')}\nS`);
  doc.restore();
}
