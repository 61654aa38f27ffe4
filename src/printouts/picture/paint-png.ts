import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { fontFile } from '../drawing/fonts.ts';
import type { Drawing, Face, HatchOp, Op, Segment, TextOp } from '../drawing/operations.ts';
import { boundingBox } from '../drawing/paths.ts';

/**
 * Paints a drawing as a PNG, in which a point is a pixel. Drawing blocks for some milliseconds; the file is compressed in
 * another thread.
 */
export function paintPng({ width, height, ops }: Drawing): Promise<Buffer> {
  const canvas = createCanvas(Math.ceil(width), Math.ceil(height));
  const context = canvas.getContext('2d');
  for (const op of ops) paintOp(context, op);
  return canvas.encode('png');
}

function paintOp(context: SKRSContext2D, op: Op): void {
  switch (op.kind) {
    case 'text':
      paintText(context, op);
      break;
    case 'line':
      context.beginPath();
      context.moveTo(op.x1, op.y1);
      context.lineTo(op.x2, op.y2);
      fillAndStroke(context, { stroke: op.color, strokeWidth: op.width, dash: op.dash });
      break;
    case 'rect':
      context.beginPath();
      context.rect(op.x, op.y, op.w, op.h);
      fillAndStroke(context, op);
      break;
    case 'path':
      tracePath(context, op.path);
      fillAndStroke(context, op);
      break;
    case 'hatch':
      paintHatch(context, op);
      break;
    case 'circles':
      for (const [x, y] of op.centers) {
        context.beginPath();
        context.arc(x, y, op.radius, 0, 2 * Math.PI);
        fillAndStroke(context, op);
      }
      break;
  }
}

interface Look {
  fill?: string | undefined;
  stroke?: string | undefined;
  strokeWidth?: number | undefined;
  dash?: readonly number[] | undefined;
}

/** Fills and outlines the path that was traced. */
function fillAndStroke(context: SKRSContext2D, { fill, stroke, strokeWidth = 1, dash = [] }: Look): void {
  if (fill !== undefined) {
    context.fillStyle = fill;
    context.fill();
  }
  if (stroke === undefined) return;
  context.strokeStyle = stroke;
  context.lineWidth = strokeWidth;
  context.setLineDash([...dash]);
  context.stroke();
}

function tracePath(context: SKRSContext2D, path: readonly Segment[]): void {
  context.beginPath();
  for (const part of path) {
    if (part[0] === 'Z') context.closePath();
    else if (part[0] === 'M') context.moveTo(part[1], part[2]);
    else context.lineTo(part[1], part[2]);
  }
}

function paintHatch(context: SKRSContext2D, { path, color, spacing, width }: HatchOp): void {
  const [left, top, right, bottom] = boundingBox(path);
  const height = bottom - top;
  context.save();
  tracePath(context, path);
  context.clip();
  context.beginPath();
  // The lines of all areas are on one grid, so that those of neighbors meet.
  const first = Math.floor((left + top) / spacing) * spacing;
  for (let sum = first; sum <= right + bottom; sum += spacing) {
    context.moveTo(sum - top, top);
    context.lineTo(sum - top - height, bottom);
  }
  fillAndStroke(context, { stroke: color, strokeWidth: width });
  context.restore();
}

function paintText(context: SKRSContext2D, op: TextOp): void {
  context.font = `${op.size}px "${familyOf(op.script ?? op.font)}"`;
  context.fillStyle = op.color;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(op.rightToLeft ? op.text.trimEnd() : op.text, op.x, op.y);
}

const registered = new Set<Face>();

/** The name under which a font is known to the library. Each file is read when it is first needed. */
function familyOf(face: Face): string {
  const family = `whistlestop-${face}`;
  if (registered.has(face)) return family;
  GlobalFonts.registerFromPath(fontFile(face), family);
  registered.add(face);
  return family;
}
